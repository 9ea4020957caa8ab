// The options of a slash command as fields: what each offers, what it holds, and whether that will
// do. Which field is open, and the list above it, are the composer's.

import { avatar } from "./avatar.js";
import { el, freshId } from "./elements.js";
import { search } from "./options.js";
import { placesOf } from "./select.js";
import { plural, t } from "./words.js";

const WHOLE_NUMBER = 4;
const YES_OR_NO = 5;
const PERSON = 6;
const PLACE = 7;
const ROLE = 8;
const PERSON_OR_ROLE = 9;
const NUMBER = 10;
const FILE = 11;
const PATIENCE = 120;
/** How many bytes a file may have that is sent along: what the server takes in one message. */
const LARGEST_FILE = 700_000;

/** One option's field. `complete(typed)` asks the bot, for options that it completes. */
export class Field {
  /** @type {Page.Item | null} */
  #picked = null;
  #asked = 0;
  /** @type {Protocol.Upload | null} */
  #upload = null;

  /**
   * @param {Protocol.Option} option
   * @param {Page.Scene} scene
   * @param {(typed: string) => Promise<{ name: string, value: Protocol.Value }[]>} complete
   */
  constructor(option, scene, complete) {
    this.option = option;
    this.scene = scene;
    this.complete = complete;
    const id = freshId("option");
    this.input = el("input", {
      id,
      type: option.type === FILE ? "file" : "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      dir: "auto",
      inputmode: this.#isNumber ? "decimal" : null,
      maxlength: option.max_length,
      "aria-required": option.required ? "true" : null,
      "aria-description": option.description,
    });
    this.element = el(
      "div",
      { class: "field", lang: scene.locale, data: { option: option.name } },
      el("label", { for: id }, option.label),
      this.input,
    );
    this.input.addEventListener("input", () => {
      this.#picked = null;
      this.#upload = null;
      this.element.classList.remove("wrong");
      this.#grow();
    });
    this.#grow();
  }

  /** Whether it holds nothing. */
  get empty() {
    return this.input.value === "";
  }

  /** Whether only what the list offers will do. */
  get closed() {
    const { choices, type } = this.option;
    return choices.length > 0 || [YES_OR_NO, PERSON, PLACE, ROLE, PERSON_OR_ROLE].includes(type);
  }

  /** What to send; undefined if it is empty or no value that will do. */
  get value() {
    if (this.#picked) return this.#picked.value;
    if (this.empty) return undefined;
    if (this.option.type === FILE) return this.#upload ?? undefined;
    if (this.closed) return this.#exact()?.value;
    return this.#isNumber ? this.#number() : this.input.value;
  }

  /** What is wrong with it, in words, or null. */
  get wrong() {
    const {
      label,
      required,
      min_length: least = 0,
      min_value: low = -Infinity,
      max_value: high = Infinity,
    } = this.option;
    if (this.empty) return required ? t("{option} is required.", { option: label }) : null;
    if (this.option.type === FILE)
      return this.#upload ? null : t("{option}: this file is too large.", { option: label });
    if (this.value === undefined)
      return this.closed
        ? t("{option}: choose from the list.", { option: label })
        : t("{option}: not a number.", { option: label });
    if (typeof this.value === "string" && this.value.length < least)
      return plural(
        "{option}: at least {n} character.",
        "{option}: at least {n} characters.",
        least,
        { option: label },
      );
    if (this.#isNumber && (this.value < low || this.value > high)) return rangeOf(label, low, high);
    return null;
  }

  /** Read the file that it holds, where it holds one: `value` and `wrong` need it. */
  async read() {
    const file = this.input.files?.[0];
    if (!file || file.size > LARGEST_FILE) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
    this.#upload = { name: file.name, content: btoa(letters.join("")) };
  }

  /**
   * Take an item from its list.
   *
   * @param {Page.Item} item
   */
  pick(item) {
    this.input.value = item.label;
    this.#picked = item;
    this.element.classList.remove("wrong");
    this.#grow();
  }

  /**
   * Fill it with a value as `value` gives it; false if there is no such value.
   *
   * @param {unknown} value
   */
  set(value) {
    const item = this.#offered().find((each) => each.value === value);
    if (item) this.pick(item);
    return Boolean(item);
  }

  /**
   * Give the items to show for what is typed; null if a later question overtook this one.
   *
   * @returns {Promise<Page.Item[] | null>}
   */
  async items() {
    const typed = this.#picked ? "" : this.input.value;
    if (!this.option.autocomplete) return search(this.#offered(), typed);
    this.#asked += 1;
    const mine = this.#asked;
    await new Promise((wait) => setTimeout(wait, PATIENCE));
    if (mine !== this.#asked) return null;
    const choices = await this.complete(this.input.value);
    if (mine !== this.#asked) return null;
    return choices.map((choice) => ({ value: choice.value, label: choice.name }));
  }

  get #isNumber() {
    return this.option.type === WHOLE_NUMBER || this.option.type === NUMBER;
  }

  #number() {
    const number = Number(this.input.value.replace(",", "."));
    const fits = this.option.type === NUMBER ? Number.isFinite(number) : Number.isInteger(number);
    return fits ? number : undefined;
  }

  #exact() {
    const typed = this.input.value.trim().toLocaleLowerCase();
    return this.#offered().find((item) => item.label.toLocaleLowerCase() === typed);
  }

  /** @returns {Page.Item[]} */
  #offered() {
    const { choices, type, channel_kinds: kinds } = this.option;
    if (choices.length)
      return choices.map((choice) => ({ value: choice.value, label: choice.name }));
    const people = this.scene.members.map((member) => ({
      value: member.id,
      label: member.name,
      mark: avatar(member.id, member.name, member.bot),
    }));
    const roles = this.scene.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
    if (type === YES_OR_NO)
      return [
        { value: true, label: t("True") },
        { value: false, label: t("False") },
      ];
    if (type === PERSON) return people;
    if (type === ROLE) return roles;
    if (type === PERSON_OR_ROLE) return [...people, ...roles];
    if (type === PLACE) return placesOf(kinds, this.scene);
    return [];
  }

  #grow() {
    if (this.option.type === FILE) return;
    this.input.size = Math.min(40, Math.max(6, this.input.value.length + 1));
  }
}

/**
 * @param {string} option
 * @param {number} low
 * @param {number} high
 */
function rangeOf(option, low, high) {
  if (low === -Infinity) return t("{option}: at most {high}.", { option, high });
  if (high === Infinity) return t("{option}: at least {low}.", { option, low });
  return t("{option}: from {low} to {high}.", { option, low, high });
}
