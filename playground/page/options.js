// A list of which one or several can be chosen, driven by the keys of the field that it belongs
// to: the pattern that screen readers know as a combobox. It neither asks for what it shows nor
// knows what a choice means.

import { el, fill, freshId } from "./elements.js";
import { icon } from "./icons.js";

const PAGE = 8;

/** The list. An item is `{value, label, note?, mark?}`; `mark` is an element shown before it. */
export class OptionList {
  /** @type {Page.Item[]} */
  #items = [];
  #active = -1;
  /** @type {HTMLElement | null} */
  #field = null;
  /** @type {Set<unknown>} */
  #chosen = new Set();

  /**
   * `choose(item)` is called when one is taken, by click or by `take`.
   *
   * @param {{ label: string, several?: boolean, choose(item: Page.Item): void }} list
   */
  constructor({ label, several = false, choose }) {
    this.choose = choose;
    this.element = el("ul", {
      role: "listbox",
      id: freshId("list"),
      class: "options",
      tabindex: -1,
      "aria-label": label,
      "aria-multiselectable": several ? "true" : null,
    });
  }

  /**
   * Let a field's keys drive the list; the field keeps the focus.
   *
   * @param {HTMLElement} field
   */
  attach(field) {
    this.#field = field;
    field.setAttribute("aria-controls", this.element.id);
    if (field instanceof HTMLInputElement && field.type !== "file") {
      field.setAttribute("role", "combobox");
      field.setAttribute("aria-autocomplete", "list");
    }
    this.#point();
  }

  /** Leave the field alone again. */
  detach() {
    for (const name of ["aria-controls", "aria-activedescendant"])
      this.#field?.removeAttribute(name);
    this.#field?.setAttribute("aria-expanded", "false");
    this.#field = null;
  }

  /**
   * Show items; the first one (or none, if `start` is -1) is the one that Enter takes.
   *
   * @param {Page.Item[]} items
   * @param {{ chosen?: Set<unknown>, start?: number }} options
   */
  show(items, { chosen = new Set(), start = 0 } = {}) {
    this.#items = items;
    this.#chosen = chosen;
    this.#active = Math.min(start, items.length - 1);
    fill(
      this.element,
      items.map((item, i) => this.#row(item, i)),
    );
    this.#point();
  }

  /** Whether there is anything to choose. */
  get empty() {
    return this.#items.length === 0;
  }

  /** The item that Enter takes, or null. */
  get active() {
    return this.#items[this.#active] ?? null;
  }

  /** Take the active item; false if there is none. */
  take() {
    if (this.active === null) return false;
    this.choose(this.active);
    return true;
  }

  /**
   * Move by a key; false if the key is not one that moves.
   *
   * @param {string} key
   */
  move(key) {
    const last = this.#items.length - 1;
    if (last < 0) return false;
    /** @type {Record<string, () => number>} */
    const moves = {
      ArrowDown: () => (this.#active >= last ? 0 : this.#active + 1),
      ArrowUp: () => (this.#active <= 0 ? last : this.#active - 1),
      PageDown: () => Math.min(last, this.#active + PAGE),
      PageUp: () => Math.max(0, this.#active - PAGE),
    };
    if (!Object.hasOwn(moves, key)) return false;
    this.#active = moves[key]();
    this.#point();
    return true;
  }

  /**
   * @param {Page.Item} item
   * @param {number} i
   */
  #row(item, i) {
    const chosen = this.#chosen.has(item.value);
    return el(
      "li",
      {
        role: "option",
        id: `${this.element.id}-${i}`,
        class: "option",
        "aria-selected": chosen,
        on: {
          // The field keeps the focus.
          pointerdown: (/** @type {PointerEvent} */ event) => event.preventDefault(),
          click: () => this.choose(item),
        },
      },
      item.mark ?? null,
      el(
        "span",
        { class: "option-words" },
        el("span", { dir: "auto" }, item.label),
        item.note ? el("small", { dir: "auto" }, item.note) : null,
      ),
      chosen ? icon("check") : null,
    );
  }

  #point() {
    const rows = [...this.element.children];
    for (const [i, row] of rows.entries()) row.classList.toggle("active", i === this.#active);
    const row = rows[this.#active];
    row?.scrollIntoView({ block: "nearest" });
    this.#field?.setAttribute("aria-expanded", String(rows.length > 0));
    if (row) this.#field?.setAttribute("aria-activedescendant", row.id);
    else this.#field?.removeAttribute("aria-activedescendant");
  }
}

/**
 * Keep the items that contain every word typed; those that begin with it come first.
 *
 * @template {Page.Item} Item
 * @param {Item[]} items
 * @param {string} typed
 * @returns {Item[]}
 */
export function search(items, typed) {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (/** @type {Item} */ item) => {
    const text = `${item.label} ${item.note ?? ""}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const begins = (/** @type {Item} */ item) =>
    item.label.toLocaleLowerCase().startsWith(words[0] ?? "");
  const found = items.filter(has);
  return [...found.filter(begins), ...found.filter((item) => !begins(item))];
}
