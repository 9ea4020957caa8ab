// Which of two ids is later: the order of messages, and what is unread.

import assert from "node:assert/strict";
import { test } from "node:test";

import { later } from "#page/ids.js";

test("an id that is one larger is later, also where a number of JavaScript sees no difference", () => {
  const [one, two] = ["1311000000000000000", "1311000000000000001"];

  assert.equal(Number(one), Number(two));
  assert.ok(later(two, one) > 0);
  assert.ok(later(one, two) < 0);
});

test("an id is not later than itself", () => {
  assert.equal(later("1311000000000000000", "1311000000000000000"), 0);
});

test("an id with more digits is later, whatever its first digit is", () => {
  assert.ok(later("1000000000000000000", "999999999999999999") > 0);
  assert.ok(later("999999999999999999", "1000000000000000000") < 0);
});

test("sorting by it brings messages into the order in which they were written", () => {
  const written = ["9", "10", "99", "100", "1311000000000000000", "1311000000000000001"];

  assert.deepEqual([...written].reverse().sort(later), written);
});
