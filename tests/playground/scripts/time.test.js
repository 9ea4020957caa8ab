// Times as Discord writes them. The machine's clock is held, so that nothing depends on it.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { format, now, sameDay, setClock, short } from "#page/time.js";

process.env.TZ = "UTC";

const NOON = Date.parse("2026-03-14T12:00:00Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let machine = NOON;
mock.method(Date, "now", () => machine);

beforeEach(() => {
  machine = NOON;
  setClock(new Date(NOON).toISOString());
});

/** A text with ordinary spaces: which ones languages put into times differs between browsers. */
const plain = (text) => text.replace(/\s/g, " ");
/** A relative time that lies so far from the playground's time, in English. */
const relative = (distance) => format(new Date(now().getTime() + distance), "R", "en");

// The clock

test("the playground's clock goes on with the machine's", () => {
  machine += 90 * SECOND;

  assert.equal(now().getTime(), NOON + 90 * SECOND);
});

test("the playground's clock can be ahead of the machine's, and stays as much ahead", () => {
  setClock("2026-03-15T12:00:00Z");
  machine += HOUR;

  assert.equal(now().toISOString(), "2026-03-15T13:00:00.000Z");
});

test("relative times are counted from the playground's clock, not from the machine's", () => {
  setClock(new Date(NOON + DAY).toISOString());

  assert.equal(format(new Date(NOON + DAY + 3 * HOUR), "R", "en"), "in 3 hours");
});

// Relative times

for (const [distance, words] of [
  [0, "in 0 seconds"],
  [SECOND, "in 1 second"],
  [59 * SECOND, "in 59 seconds"],
  [59.9 * SECOND, "in 59 seconds"],
  [60 * SECOND, "in 1 minute"],
  [89 * SECOND, "in 1 minute"],
  [90 * SECOND, "in 2 minutes"],
  [59 * MINUTE, "in 59 minutes"],
  [60 * MINUTE, "in 1 hour"],
  [23 * HOUR, "in 23 hours"],
  [24 * HOUR, "in 1 day"],
  [30 * DAY, "in 30 days"],
  [31 * DAY, "in 1 month"],
  [300 * DAY, "in 10 months"],
  [366 * DAY, "in 1 year"],
  [3 * 365.25 * DAY, "in 3 years"],
]) {
  test(`what is ${distance / SECOND} seconds away is "${words}"`, () => {
    assert.equal(relative(distance), words);
  });
}

for (const [distance, words] of [
  [-SECOND, "1 second ago"],
  [-59.9 * SECOND, "59 seconds ago"],
  [-HOUR, "1 hour ago"],
  [-DAY, "1 day ago"],
  [-40 * DAY, "1 month ago"],
  [-800 * DAY, "2 years ago"],
]) {
  test(`what was ${-distance / SECOND} seconds ago is "${words}"`, () => {
    assert.equal(relative(distance), words);
  });
}

test("a relative time is written in the reader's language", () => {
  const later = new Date(NOON + 2 * HOUR);

  assert.equal(plain(format(later, "R", "ja")), "2 時間後");
  assert.equal(format(later, "R", "de"), "in 2 Stunden");
});

// Styles

const DATE = new Date("2026-03-14T15:09:26Z");

for (const [style, words] of [
  ["t", "15:09"],
  ["T", "15:09:26"],
  ["d", "2026/03/14"],
  ["D", "2026年3月14日"],
  ["f", "2026年3月14日 15:09"],
  ["F", "2026年3月14日土曜日 15:09"],
  ["s", "2026/03/14 15:09"],
  ["S", "2026/03/14 15:09:26"],
]) {
  test(`the style ${style} is written as "${words}" in Japanese`, () => {
    assert.equal(plain(format(DATE, style, "ja")), words);
  });
}

test("the same style looks otherwise in another language", () => {
  assert.equal(plain(format(DATE, "t", "en-US")), "3:09 PM");
  assert.equal(format(DATE, "d", "de"), "14.03.26");
});

for (const style of ["x", ""]) {
  test(`the style "${style}", which Discord does not have, is written as its usual one`, () => {
    assert.equal(format(DATE, style, "ja"), format(DATE, "f", "ja"));
  });
}

// The time of a message

test("a message of today shows the hour alone", () => {
  assert.equal(short(DATE, "ja"), "15:09");
});

test("a message of yesterday shows its date, however few hours ago it was", () => {
  setClock("2026-03-15T00:01:00Z");

  assert.equal(plain(short(new Date("2026-03-14T23:59:00Z"), "ja")), "2026/03/14 23:59");
});

test("what is today is told by the playground's clock", () => {
  setClock("2026-03-20T12:00:00Z");

  assert.equal(plain(short(DATE, "ja")), "2026/03/14 15:09");
});

test("two times are on the same day from midnight to midnight", () => {
  const morning = new Date("2026-03-14T00:00:00Z");

  assert.ok(sameDay(morning, new Date("2026-03-14T23:59:59Z")));
  assert.ok(!sameDay(morning, new Date("2026-03-13T23:59:59Z")));
});

test("the same day of another month or year is another day", () => {
  assert.ok(!sameDay(DATE, new Date("2026-04-14T15:09:26Z")));
  assert.ok(!sameDay(DATE, new Date("2025-03-14T15:09:26Z")));
});
