// Which places a view has, and which one is shown first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstPlace, placesIn } from "#page/playground.js";

const place = (id, kind, last = null) => ({ id, kind, last });
const view = (servers, directs = []) => ({
  servers: servers.map((places) => ({ places })),
  directs,
});
const first = (...places) => firstPlace(view([places]))?.id;

test("the places of a view are those of its servers, one after the other, and then the directs", () => {
  const seen = view(
    [[place("1", "text"), place("2", "thread")], [place("3", "text")]],
    [place("4", "direct")],
  );

  assert.deepEqual(
    placesIn(seen).map(({ id }) => id),
    ["1", "2", "3", "4"],
  );
});

test("the place shown first is the one where something was said last", () => {
  assert.equal(first(place("1", "text", "99"), place("2", "text", "100")), "2");
  assert.equal(first(place("1", "text", "100"), place("2", "text", "99")), "1");
  assert.equal(first(place("1", "text"), place("2", "text", "9"), place("3", "text")), "2");
});

test("direct messages can be shown first, wherever they are in the list", () => {
  const seen = view([[place("1", "text", "9")]], [place("2", "direct", "10")]);

  assert.equal(firstPlace(seen)?.id, "2");
});

test("threads, voice channels and forums are not shown first, whatever was said there", () => {
  const others = ["thread", "voice", "forum"].map((kind) => place("2", kind, "100"));

  assert.equal(first(...others, place("1", "text", "9")), "1");
  assert.equal(first(...others), undefined);
});

test("where nothing was said yet, the first place is shown", () => {
  assert.equal(first(place("1", "text"), place("2", "text")), "1");
});

test("who sees no place is shown none", () => {
  assert.equal(firstPlace(view([])), null);
});
