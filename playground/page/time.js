// Time as Discord shows it: the playground's clock, which may be ahead of the machine's, and times
// written in the reader's language. The elements that show them are in `timestamps.js`.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

let ahead = 0;

/**
 * Set the playground's clock from the time that the server gives.
 *
 * @param {string} time
 */
export function setClock(time) {
  ahead = Date.parse(time) - Date.now();
}

/** Tell the playground's time. */
export function now() {
  return new Date(Date.now() + ahead);
}

/**
 * Write a time in one of Discord's styles ("t", "R", …; unknown ones as "f").
 *
 * @param {Date} date
 * @param {string} style
 * @param {string | undefined} locale
 */
export function format(date, style, locale) {
  if (style === "R") return relative(date, locale);
  return new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES.f).format(date);
}

/**
 * Write the time of a message: only the hour if it is of today.
 *
 * @param {Date} date
 * @param {string} locale
 */
export function short(date, locale) {
  return format(date, sameDay(date, now()) ? "t" : "s", locale);
}

/**
 * Tell whether two times are on the same day.
 *
 * @param {Date} one
 * @param {Date} two
 */
export function sameDay(one, two) {
  return one.toDateString() === two.toDateString();
}

/**
 * @param {Date} date
 * @param {string | undefined} locale
 */
function relative(date, locale) {
  const seconds = (date.getTime() - now().getTime()) / 1000;
  const size = Math.abs(seconds);
  const words = new Intl.RelativeTimeFormat(locale);
  if (size < MINUTE) return words.format(Math.trunc(seconds), "second");
  if (size < HOUR) return words.format(Math.round(seconds / MINUTE), "minute");
  if (size < DAY) return words.format(Math.round(seconds / HOUR), "hour");
  if (size < MONTH) return words.format(Math.round(seconds / DAY), "day");
  if (size < YEAR) return words.format(Math.round(seconds / MONTH), "month");
  return words.format(Math.round(seconds / YEAR), "year");
}
