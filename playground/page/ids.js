// Discord's ids. They grow with time, and are numbers too long for JavaScript's: so they stay texts.

/**
 * Compare two ids: above 0 if the first is the later one, below 0 if the second is, else 0.
 *
 * @param {string} one
 * @param {string} two
 */
export function later(one, two) {
  return one.length - two.length || (one > two ? 1 : one < two ? -1 : 0);
}
