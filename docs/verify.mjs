// Checks the chance of records of version tavolo/2 without any code of the bot's:
//     node verify.mjs < game.json        (or many records, one on each line)
// For each it prints the seats (as places on the card, from 0) and the number of rolls, or what is wrong.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const sha = (text) => createHash("sha256").update(text).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
const range = (n) => [...Array(n).keys()];
function chance(key, name) {
  const words = (function* () {
    for (let k = 0; ; k++) for (let at = 0, b = hmac(key, `${name}:${k}`); at < 32; at += 4) yield b.readUInt32BE(at);
  })();
  const below = (n) => {
    for (const limit = n * Math.floor(2 ** 32 / n); ; ) { const w = words.next().value; if (w < limit) return w % n; }
  };
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
    const cards = [..."SHDC"].flatMap((s) => "A 2 3 4 5 6 7 8 9 10 J Q K".split(" ").map((rank) => rank + s));
    const deck = c.shuffle([...cards.filter((card) => card !== "4C" && card !== "10D"), "X1", "X2"]);
    return { hands: range(4).map((seat) => deck.filter((_, i) => i % 4 === seat).sort()) };
  },
};
function check({ format, game, seats, options, setup, moves, fair }) {
  const chosen = Object.keys(options).sort().map((name) => `${name}=${options[name]}`).join();
  const promised = [format, game, seats, chosen, fair.id, fair.secret].join("\n");
  if (format !== "tavolo/2" || sha(promised) !== fair.commitment) return "another commitment";
  const people = fair.players.map((p, i) => `${p[0] === "#" ? p.slice(1) : sha(p)} ${fair.words[i] === null ? "-" : sha(fair.words[i])}`);
  const key = hmac(Buffer.from(fair.secret, "hex"), [format, fair.commitment, fair.card, fair.first ?? "drawn", ...people].join("\n"));
  if (!isDeepStrictEqual(setup, deals[game](chance(key, "event:0"), seats))) return "another set-up";
  const rolled = ({ die }) => `@${[die(), die()].sort().join("-")}`;
  const other = moves.findIndex((event, i) => event[0] === "@" && event !== rolled(chance(key, `event:${i + 1}`)));
  if (other >= 0) return `another roll at ply ${other}`;
  const places = fair.first === undefined ? chance(key, "seats:0").shuffle(range(seats)) : range(seats).map((s) => (s + fair.first) % seats);
  return `seats ${places.join()}, ${moves.filter((event) => event[0] === "@").length} rolls`;
}
for (const line of readFileSync(0, "utf8").trim().split("\n")) console.log(check(JSON.parse(line)));
