// Where a person types: `/` opens the list of commands, a chosen command turns into its options as
// fields, and Enter sends it. Escape goes one step back; Tab takes what is marked and moves on.

import { button, el, fill } from "./elements.js";
import { Field } from "./fields.js";
import { icon } from "./icons.js";
import { OptionList, search } from "./options.js";
import { placeholderOf } from "./place.js";
import { t } from "./words.js";

const NO_SUCH = t("There is no such command.");
const COMMANDS_ONLY = t("Only commands work here: start with a slash.");

/** The composer of a pane, which gives `scene()`, `commands()`, `complete(…)` and `run(…)`. */
export class Composer {
  /** @type {Promise<Protocol.Command[]> | null} */
  #commands = null;
  /** @type {Protocol.Command | null} */
  #command = null;
  /** @type {Field[]} */
  #fields = [];
  /** @type {Field | HTMLInputElement | null} */
  #open = null;
  #listing = Promise.resolve();

  /** @param {Page.Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.list = new OptionList({ label: t("Suggestions"), choose: (item) => this.#take(item) });
    this.hint = el("p", { class: "hint" });
    this.suggestions = el(
      "div",
      { class: "suggestions", hidden: true },
      this.hint,
      this.list.element,
    );
    this.wrong = el("p", { class: "failed", role: "alert" });
    this.text = el("input", {
      type: "text",
      class: "say",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-label": t("Type a command"),
      on: {
        input: () => this.#offerCommands(),
        focus: () => this.#arrive(),
        click: () => this.#offerCommands(),
      },
    });
    this.line = el("div", { class: "line" });
    this.send = el(
      "button",
      { type: "submit", class: "send", "aria-label": t("Send"), title: t("Send") },
      icon("send"),
    );
    this.opener = button(icon("slash"), () => this.begin(), {
      label: t("Show the commands"),
      class: "plain",
    });
    this.form = el(
      "form",
      {
        class: "composer",
        on: { submit: (/** @type {SubmitEvent} */ event) => this.#submit(event) },
      },
      this.opener,
      this.line,
      this.send,
    );
    this.element = el("div", { class: "composing" }, this.suggestions, this.wrong, this.form);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (!(next instanceof Node && this.element.contains(next))) this.#close();
    });
    this.reset();
  }

  /**
   * Say where one types, or why one can't.
   *
   * @param {Protocol.Place | null} place
   */
  describe(place) {
    this.text.placeholder = placeholderOf(place);
    // Commands and their options are called as in the person's Discord.
    this.list.element.lang = this.pane.scene().locale;
    const closed = !place?.writable;
    for (const control of [this.text, this.send, this.opener]) control.disabled = closed;
    if (closed) this.reset();
  }

  /** Empty it. */
  reset() {
    this.#command = null;
    this.#fields = [];
    this.text.value = "";
    fill(this.wrong);
    fill(this.line, this.text);
    this.#close();
  }

  /** Put the focus into it. */
  focus() {
    (this.#fields[0]?.input ?? this.text).focus();
  }

  /** Begin a command, as if one had typed a slash. */
  begin() {
    this.reset();
    this.text.value = "/";
    this.text.focus();
    this.#offerCommands();
  }

  /**
   * Fill in a command by its path, with values by option; false if there is no such command.
   *
   * @param {string} path
   * @param {Record<string, unknown>} values
   */
  async fillIn(path, values) {
    const commands = await this.pane.commands();
    const command = commands.find((each) => each.path === path);
    if (!command) return false;
    this.#choose(command, Object.keys(values));
    for (const field of this.#fields) {
      if (Object.hasOwn(values, field.option.name)) field.set(values[field.option.name]);
    }
    this.#close();
    this.send.focus();
    return true;
  }

  // Choosing a command

  /** Ask for the commands before they are needed: they may be others than the last time. */
  #arrive() {
    if (this.pane.place !== null) this.#commands = this.pane.commands();
    this.#offerCommands();
  }

  #offerCommands() {
    this.#listing = this.#listCommands();
  }

  /** List the commands that fit what is typed. */
  async #listCommands() {
    const typed = this.text.value;
    if (!typed.startsWith("/")) {
      this.#close();
      return;
    }
    this.#open = this.text;
    this.#commands ??= this.pane.commands();
    const commands = await this.#commands;
    if (this.#open !== this.text || this.text.value !== typed) return;
    const wanted = typed.slice(1).trim();
    const items = commands.map((command) => ({
      value: command,
      label: `/${command.name}`,
      note: command.description,
    }));
    const byName = items.filter((item) => item.label.slice(1).startsWith(wanted));
    const found = byName.length ? byName : search(items, wanted);
    this.#show(this.text, found, found.length ? t("Commands") : NO_SUCH);
  }

  /**
   * @param {Protocol.Command} command
   * @param {string[]} wanted
   */
  #choose(command, wanted = []) {
    this.#command = command;
    fill(this.wrong);
    const needed = command.options.filter(
      (option) => option.required || wanted.includes(option.name),
    );
    // What is typed next belongs somewhere, even where nothing is required.
    const shown = needed.length ? needed : command.options.slice(0, 1);
    this.#fields = shown.map((option) => this.#field(command, option));
    this.#lay(command);
    this.#close();
    (this.#fields[0]?.input ?? this.send).focus();
  }

  /**
   * @param {Protocol.Command} command
   * @param {Protocol.Option} option
   */
  #field(command, option) {
    const field = new Field(option, this.pane.scene(), (typed) =>
      this.pane.complete(command.path, option.name, typed, this.#values(option.name)),
    );
    for (const event of ["focus", "click", "input"]) {
      field.input.addEventListener(event, () => {
        this.#listing = this.#offer(field);
      });
    }
    return field;
  }

  /** @param {Protocol.Command} command */
  #lay(command) {
    const there = new Set(this.#fields.map((field) => field.option.name));
    const others = command.options.filter((option) => !there.has(option.name));
    fill(
      this.line,
      el("span", { class: "chip" }, `/${command.name}`),
      this.#fields.map((field) => field.element),
      others.map((option) =>
        button([icon("plus"), option.label], () => this.#add(command, option), {
          class: "add",
          lang: this.pane.scene().locale,
          title: option.description,
          "aria-label": t("Add {option}: {description}", {
            option: option.label,
            description: option.description,
          }),
        }),
      ),
    );
  }

  /**
   * @param {Protocol.Command} command
   * @param {Protocol.Option} option
   */
  #add(command, option) {
    const field = this.#field(command, option);
    this.#fields.push(field);
    this.#lay(command);
    field.input.focus();
  }

  /**
   * @param {Protocol.Command} command
   * @param {Field} field
   */
  #drop(command, field) {
    const at = this.#fields.indexOf(field);
    if (this.#fields.length === 1 || (field.option.required && at === 0)) {
      this.reset();
      this.text.value = `/${command.name}`;
      this.text.focus();
      return;
    }
    if (field.option.required) return;
    this.#fields.splice(at, 1);
    this.#lay(command);
    this.#fields.at(-1)?.input.focus();
  }

  // The list above

  /** @param {Field} field */
  async #offer(field) {
    this.#open = field;
    const { description, label } = field.option;
    this.hint.replaceChildren(el("b", {}, label), ` ${description}`);
    this.suggestions.hidden = false;
    let items;
    try {
      items = await field.items();
    } catch (refused) {
      if (this.#open === field) this.#show(field.input, [], refused.message);
      return;
    }
    if (items === null || this.#open !== field) return;
    // Enter sends what is left empty, unless it is needed.
    const start = field.empty && !field.option.required ? -1 : 0;
    this.#show(field.input, items, null, start);
  }

  /**
   * @param {HTMLInputElement} input
   * @param {Page.Item[]} items
   * @param {string | null} hint
   */
  #show(input, items, hint, start = 0) {
    if (hint !== null) fill(this.hint, hint);
    this.suggestions.hidden = false;
    this.list.attach(input);
    this.list.show(items, { start });
  }

  #close() {
    this.#open = null;
    this.suggestions.hidden = true;
    this.list.show([]);
    this.list.detach();
  }

  /** @param {Page.Item} item */
  #take(item) {
    if (!(this.#open instanceof Field)) {
      this.#choose(item.value);
      return;
    }
    this.#open.pick(item);
    this.#close();
    const next = this.#fields.find((other) => other.option.required && other.empty);
    (next?.input ?? this.send).focus();
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const field = this.#fields.find((each) => each.input === event.target);
    const typing = event.target instanceof HTMLInputElement;
    const listed = this.#open !== null && !this.list.empty;
    if (listed && this.list.move(event.key)) {
      event.preventDefault();
    } else if (event.key === "Enter" && this.#open !== null && typing) {
      event.preventDefault();
      this.#enter();
    } else if (event.key === "Tab" && !event.shiftKey && listed && !field?.empty && typing) {
      event.preventDefault();
      this.list.take();
    } else if (event.key === "Escape") {
      this.#escape(event);
    } else if (event.key === "Backspace" && field?.empty && this.#command) {
      event.preventDefault();
      this.#drop(this.#command, field);
    }
  }

  /** Take what the list marks once it is there for what is typed; send if it offers nothing. */
  async #enter() {
    await this.#listing;
    if (!this.list.take()) this.form.requestSubmit();
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (this.#open !== null) {
      event.stopPropagation();
      this.#close();
    } else if (this.#command || this.text.value) {
      event.stopPropagation();
      this.reset();
      this.text.focus();
    }
  }

  // Sending

  /**
   * @param {string | null} except
   * @returns {Record<string, Protocol.Value>}
   */
  #values(except = null) {
    const filled = this.#fields.filter(
      (field) => field.option.name !== except && field.value !== undefined,
    );
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    if (!this.#command) {
      if (this.text.value)
        fill(this.wrong, this.text.value.startsWith("/") ? NO_SUCH : COMMANDS_ONLY);
      return;
    }
    await Promise.all(this.#fields.map((field) => field.read()));
    const bad = this.#fields.find((field) => field.wrong !== null);
    if (bad) {
      fill(this.wrong, bad.wrong);
      bad.element.classList.add("wrong");
      bad.input.focus();
      return;
    }
    fill(this.wrong);
    await this.#run(this.#command);
  }

  /** @param {Protocol.Command} command */
  async #run(command) {
    this.send.disabled = true;
    try {
      await this.pane.run(command.path, this.#values());
      if (this.#command === command) {
        this.reset();
        this.send.disabled = false;
        this.text.focus();
      }
    } catch (refused) {
      fill(this.wrong, refused.message);
    } finally {
      this.send.disabled = this.text.disabled;
    }
  }
}
