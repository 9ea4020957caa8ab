// The page's own words in the language in which the page came. English stands in the modules, and
// the catalogues are made from there: so the texts are literals, and what changes in them is a
// value. What people and the bot say comes from Discord and is not translated here.

/** The language of the page; those that it can have, by what they call themselves, are `names`. */
export const language = document.documentElement.lang;
/** @type {Page.Catalogue} */
export const { names, texts } = await catalogue();

const numbers = new Intl.PluralRules(language);
const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/**
 * Say a text; what is in braces is a value by its name.
 *
 * @param {string} source
 * @param {Record<string, unknown>} values
 */
export function t(source, values = {}) {
  return parts(texts[source] ?? source, values).join("");
}

/**
 * Say a text whose form depends on a number, which is its value `n`.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} values
 */
export function plural(one, many, n, values = {}) {
  // Without a catalogue the page is in English, which has these two.
  const forms = texts[one] ?? { one, other: many };
  const form = forms[numbers.select(n)] ?? forms.other;
  return parts(form, { n: decimal.format(n), ...values }).join("");
}

/**
 * Say a text with elements for values; gives the children for an element.
 *
 * @param {string} source
 * @param {Record<string, Page.Child>} values
 * @returns {Page.Child[]}
 */
export function sentence(source, values) {
  return parts(texts[source] ?? source, values);
}

/**
 * List words: "one, two, three".
 *
 * @param {string[]} words
 */
export function listed(words) {
  return words.reduce((one, two) => t("{one}, {two}", { one, two }));
}

/**
 * Write a number, with one digit after the point where it has any.
 *
 * @param {number} value
 */
export function number(value) {
  return decimal.format(value);
}

/**
 * Load the page anew in another language.
 *
 * @param {string} other
 */
export function speak(other) {
  const address = new URL(location.href);
  address.searchParams.set("language", other);
  location.replace(address);
}

/**
 * @template Value
 * @param {string} pattern
 * @param {Record<string, Value>} values
 * @returns {(string | Value)[]}
 */
function parts(pattern, values) {
  return pattern.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part));
}

/** @returns {Promise<Page.Catalogue>} */
async function catalogue() {
  try {
    const answer = await fetch(`/words/${language}`);
    if (answer.ok) return await answer.json();
  } catch {
    // The playground is just being stopped; the banner says what that means.
  }
  return { names: {}, texts: {} };
}
