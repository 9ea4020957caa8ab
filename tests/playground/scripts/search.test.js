// What a list of options keeps while somebody types.

import assert from "node:assert/strict";
import { test } from "node:test";

import { search } from "#page/options.js";

const MARA = { value: "1", label: "Mara" };
const TAMARA = { value: "2", label: "Tamara" };
const JO = { value: "3", label: "Jo Ann", note: "plays with Mara" };
const PEOPLE = [TAMARA, JO, MARA];

/** The labels that are kept, in order. */
const kept = (items, typed) => search(items, typed).map((item) => item.label);

test("everything is kept, in its order, while nothing or only spaces are typed", () => {
  assert.deepEqual(search(PEOPLE, ""), PEOPLE);
  assert.deepEqual(search(PEOPLE, " \t "), PEOPLE);
});

test("what begins with the word comes before what only contains it", () => {
  assert.deepEqual(kept(PEOPLE, "mara"), ["Mara", "Tamara", "Jo Ann"]);
});

test("capitals and spaces around the words make no difference", () => {
  assert.deepEqual(kept(PEOPLE, "  TAMARA "), ["Tamara"]);
  assert.deepEqual(kept([{ value: "1", label: "ÉMILE" }], "émile"), ["ÉMILE"]);
});

test("several words may be in any order, in the label or in the note", () => {
  assert.deepEqual(kept(PEOPLE, "ann jo"), ["Jo Ann"]);
  assert.deepEqual(kept(PEOPLE, "plays ann"), ["Jo Ann"]);
  assert.deepEqual(kept(PEOPLE, "plays tamara"), []);
});

test("a note that is missing is not searched as a word", () => {
  assert.deepEqual(kept([MARA], "undefined"), []);
});

test("what is typed is a text and no pattern", () => {
  const odd = [{ value: "1", label: "a.b (c) [d] \\ $&" }];

  for (const typed of [".", "(", "[d]", "\\", "$&"]) assert.equal(search(odd, typed).length, 1);
  assert.deepEqual(kept(odd, "a.*b"), []);
  assert.deepEqual(kept(odd, "^a"), []);
});

test("texts of other scripts are found as they are written", () => {
  const items = [
    { value: "1", label: "ダイス・マトリックス" },
    { value: "2", label: "ПАРИЖ" },
    { value: "3", label: "🎲 dice" },
  ];

  assert.deepEqual(kept(items, "マト"), ["ダイス・マトリックス"]);
  assert.deepEqual(kept(items, "париж"), ["ПАРИЖ"]);
  assert.deepEqual(kept(items, "🎲"), ["🎲 dice"]);
});

test("the list that is searched stays as it is", () => {
  const before = [...PEOPLE];

  search(PEOPLE, "mara");

  assert.deepEqual(PEOPLE, before);
});
