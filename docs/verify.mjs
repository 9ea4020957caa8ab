// node verify.mjs < game.json: says of records (tavolo/2, one on each line) the seats as places on the card and how many rolls, or what is wrong.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const sha = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
const range = (n) => [...Array(n).keys()];
function chance(key, name) {
  const words = (function* () { for (let k = 0; ; k++) for (let b = hmac(key, `${name}:${k}`); b.length; b = b.subarray(4)) yield b.readUInt32BE(); })();
  const below = (n, w = words.next().value) => (w < n * Math.floor(2 ** 32 / n) ? w % n : below(n));
  const shuffle = (a) => { for (let i = a.length; --i; ) { const j = below(i + 1); [a[i], a[j]] = [a[j], a[i]]; } return a; };
  return { die: () => 1 + below(6), shuffle };
}
const deals = {
  tablero: () => ({}),
  dicefest: (c, n) => ({ dice: range(n).map(() => c.shuffle([1, 2, 3, 4, 5, 6]).slice(0, 3).sort()) }),
  dice_matrix(c) {
    const dice = c.shuffle([..."KRPYB"].flatMap((colour) => range(10).map(() => colour + c.die())));
    return { matrix: Object.fromEntries(range(49).map((i) => ["abcdefg"[i % 7] + (1 + ((i / 7) | 0)), dice[i]])), left: dice[49] };
  },
  matrio(c) {
    const suit = (s) => "A 2 3 4 5 6 7 8 9 10 J Q K".split(" ").map((rank) => rank + s).filter((card) => card !== "4C" && card !== "10D");
    const deck = c.shuffle([...[..."SHDC"].flatMap(suit), "X1", "X2"]);
    return { hands: range(4).map((seat) => deck.filter((_, i) => i % 4 === seat).sort()) };
  },
};
function check({ format, game, seats, options, setup, moves, fair: { id, card, first, players, words, commitment, secret } }) {
  const chosen = Object.keys(options).sort().map((name) => `${name}=${options[name]}`);
  if (format !== "tavolo/2" || sha([format, game, seats, chosen, id, secret].join("\n")) !== commitment) return "another commitment";
  const people = players.map((p, i) => `${p[0] === "#" ? p.slice(1) : sha(p)} ${words[i] === null ? "-" : sha(words[i])}`);
  const key = hmac(Buffer.from(secret, "hex"), [format, commitment, card, first ?? "drawn", ...people].join("\n"));
  if (!isDeepStrictEqual(setup, deals[game](chance(key, "event:0"), seats))) return "another set-up";
  const rolled = ({ die }) => `@${[die(), die()].sort().join("-")}`;
  const other = moves.findIndex((event, i) => event[0] === "@" && event !== rolled(chance(key, `event:${i + 1}`)));
  if (other >= 0) return `another roll at ply ${other}`;
  const places = first === undefined ? chance(key, "seats:0").shuffle(range(seats)) : range(seats).map((s) => (s + first) % seats);
  return `seats ${places}, ${moves.filter((event) => event[0] === "@").length} rolls`;
}
for (const line of readFileSync(0, "utf8").trim().split("\n")) console.log(check(JSON.parse(line)));
