// The elements that show a time in one of Discord's styles. Relative ones tick.

import { format } from "./time.js";

/**
 * Make the element for a timestamp; its full date appears when pointed at.
 *
 * @param {Date} date
 * @param {string} style
 * @param {string} locale
 */
export function timestamp(date, style, locale) {
  const element = document.createElement("time");
  element.className = "stamp";
  element.dateTime = date.toISOString();
  element.title = format(date, "F", locale);
  element.textContent = format(date, style, locale);
  if (style === "R") element.dataset.ticks = locale;
  return element;
}

/** Bring all relative timestamps on the page up to date. */
export function tick() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const ticking = document.querySelectorAll("time[data-ticks]");
  for (const element of ticking) {
    const text = format(new Date(element.dateTime), "R", element.dataset.ticks);
    if (element.textContent !== text) element.textContent = text;
  }
}
