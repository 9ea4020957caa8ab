// A person's picture: the first letter of their name on a colour of their own. The bot's is a die.

import { el } from "./elements.js";
import { die } from "./icons.js";

const HUES = 8;

/**
 * Draw somebody; the name stands beside it wherever it is shown.
 *
 * @param {string} id
 * @param {string} name
 */
export function avatar(id, name, bot = false) {
  const props = { class: `avatar hue-${bot ? "bot" : hueOf(id)}`, "aria-hidden": true };
  return el("span", props, bot ? die() : initial(name));
}

/** @param {string} id */
function hueOf(id) {
  // Ids of people made one after the other differ in their last digits.
  return Number(BigInt(id) % BigInt(HUES));
}

/** @param {string} name */
function initial(name) {
  const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name);
  for (const { segment } of letters) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return "?";
}
