// One person's view: who one is, the places at the left, the open place with its messages, and the
// composer. It says to the server what is done in that person's name.

import { Composer } from "./composer.js";
import { button, el, elementsIn, fill } from "./elements.js";
import { openForm } from "./form.js";
import { History } from "./history.js";
import { icon } from "./icons.js";
import { messageItem } from "./message.js";
import { People } from "./people.js";
import { introOf } from "./place.js";
import { Places } from "./places.js";
import { firstPlace, placesIn } from "./playground.js";
import { rename } from "./text.js";
import { t } from "./words.js";

/** A pane called `name`. Events: "moved" to another person or place, "shown" when that is there. */
export class Pane extends EventTarget {
  /** @type {Protocol.View | null} */
  #view = null;
  /** @type {Protocol.Id | null} */
  #wanted = null;
  /** @type {string | null} */
  #shown = null;
  #reading = false;
  /** @type {string | null} */
  #locale = null;
  #closed = new AbortController();

  /**
   * @param {string} name
   * @param {Page.Playground} playground
   * @param {Page.Where} where
   */
  constructor(name, playground, { person, place }) {
    super();
    this.name = name;
    this.playground = playground;
    this.person = person;
    this.place = place;
    this.people = new People(playground, (id) => this.become(id));
    this.places = new Places({
      go: (id, message) => this.go(id, message),
      direct: () => this.#direct(),
    });
    this.history = new History({
      scene: () => this.scene(),
      earlier: (before) => this.#ask("earlier", { before }),
      reachedEnd: () => this.#read(),
    });
    this.composer = new Composer(this);
    this.starter = el("ol", { class: "messages", role: "list" });
    this.title = el("h1", { dir: "auto", tabindex: -1 });
    this.topic = el("span", { class: "topic", dir: "auto" });
    this.opener = button(icon("menu"), () => this.#drawer(true), {
      label: t("Show the channels"),
      class: "plain opener",
      "aria-expanded": "false",
    });
    this.up = button(icon("back"), () => this.go(this.#here()?.parent, null), {
      label: t("Back to the channel"),
      class: "plain",
      hidden: true,
    });
    const bar = el("header", { class: "bar" }, this.opener, this.up, this.title, this.topic);
    this.notes = el("div", { class: "notes" });
    this.main = el(
      "div",
      { class: "main" },
      bar,
      this.history.element,
      this.notes,
      this.composer.element,
    );
    const shade = el("div", { class: "shade", on: { click: () => this.#drawer(false) } });
    this.element = el(
      "section",
      { class: "pane" },
      this.people.element,
      el("div", { class: "middle" }, this.places.element, shade, this.main),
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    playground.listen(name, (message) => this.#hear(message));
    const { signal } = this.#closed;
    playground.addEventListener("changed", () => this.#refresh(), { signal });
    document.addEventListener("visibilitychange", () => this.#read(), { signal });
    this.people.show(person);
  }

  /** Let the server show this pane (again). */
  async watch() {
    const asked = { pane: this.name, person: this.person, place: this.place };
    try {
      await this.playground.connection.ask("watch", asked);
    } catch (refused) {
      // The place may be out of this person's sight: the view then says where else to go.
      if (refused.code !== "out-of-sight" || asked.place === null) return;
      this.place = null;
      await this.watch();
    }
  }

  /**
   * Be somebody else, in the same place if they see it.
   *
   * @param {Protocol.Id} person
   */
  become(person) {
    this.person = person;
    this.#locale = null;
    this.people.show(person);
    this.#moved();
  }

  /**
   * Open a place, at a message if one is given.
   *
   * @param {Protocol.Id | null | undefined} place
   * @param {Protocol.Id | null} message
   */
  go(place, message) {
    if (!place) return;
    this.#wanted = message;
    this.#drawer(false);
    if (place === this.place) {
      if (message !== null) this.history.show(message);
      return;
    }
    this.place = place;
    this.#moved();
    // From the composer the newest message is one step back for Tab. On a touch screen the focus
    // would bring up the keyboard.
    if (matchMedia("(pointer: coarse)").matches) this.title.focus({ preventScroll: true });
    else this.composer.focus();
  }

  /**
   * Give what elements need to know about who looks, and what they can do.
   *
   * @returns {Page.MessageScene}
   */
  scene() {
    const view = this.#view;
    const server = view?.servers.find((each) =>
      each.places.some((place) => place.id === this.place),
    );
    return {
      person: this.person,
      locale: this.playground.person(this.person)?.locale ?? "en-US",
      names: view?.names ?? {},
      members: server?.members ?? [],
      roles: server?.roles ?? [],
      places: server?.places ?? [],
      go: (place, message) => this.go(place, message),
      press: (message, customId) =>
        this.#act("click", { message: message.id, custom_id: customId }),
      choose: (message, customId, values) =>
        this.#act("choose", { message: message.id, custom_id: customId, values }),
      dismiss: (message) =>
        this.playground.try("dismiss", { ...this.#where(), message: message.id }),
    };
  }

  /**
   * Ask which commands there are here.
   *
   * @returns {Promise<Protocol.Command[]>}
   */
  async commands() {
    const done = await this.playground.try("commands", this.#where());
    return done?.commands ?? [];
  }

  /**
   * Ask the bot what an option may be.
   *
   * @param {string} path
   * @param {string} option
   * @param {string} typed
   * @param {Record<string, unknown>} options
   */
  async complete(path, option, typed, options) {
    const done = await this.#ask("complete", { path, option, typed, options });
    return done.choices;
  }

  /**
   * Run a command.
   *
   * @param {string} path
   * @param {Record<string, unknown>} options
   */
  run(path, options) {
    return this.#act("run", { path, options });
  }

  /** Take the pane away. */
  close() {
    this.#closed.abort();
    this.playground.forget(this.name);
    this.element.remove();
  }

  /** Whether the open place is a thread. */
  get inThread() {
    return this.#here()?.kind === "thread";
  }

  #refresh() {
    this.people.show(this.person);
    const locale = this.playground.person(this.person)?.locale ?? null;
    // All times are written in the reader's language.
    if (this.#locale !== null && this.#locale !== locale) this.watch();
    this.#locale = locale;
  }

  #where() {
    return { person: this.person, place: this.place };
  }

  /**
   * @param {string} action
   * @param {Record<string, unknown>} fields
   */
  #ask(action, fields) {
    return this.playground.connection.ask(action, { ...this.#where(), ...fields });
  }

  /**
   * @param {string} action
   * @param {Record<string, unknown>} fields
   */
  async #act(action, fields) {
    const { person } = this;
    const done = await this.#ask(action, fields);
    if (done.outcome === "message" || done.outcome === "thinking") this.history.toEnd();
    if (done.form) {
      openForm(done.form, this.scene(), (values) =>
        this.playground.connection.ask("submit", { person, form: done.form.id, values }),
      );
    }
  }

  async #direct() {
    const done = await this.playground.try("direct", { person: this.person });
    if (done) this.go(done.place, null);
  }

  #moved() {
    this.composer.reset();
    this.watch();
    this.dispatchEvent(new Event("moved"));
  }

  // What the server tells

  /** @param {any} message */
  #hear(message) {
    if (message.is === "view") this.#showView(message);
    else if (message.place !== undefined && message.place !== this.place) return;
    else if (message.is === "messages") this.#showPlace(message);
    else if (message.is === "starter") this.#showStarter(message.message);
    else if (message.is === "message") this.#showMessage(message.message);
    else if (message.is === "gone" && this.history.remove(message.messages)) this.composer.focus();
  }

  /** @param {Protocol.View} view */
  #showView(view) {
    if (view.person !== this.person) return; // one has become somebody else meanwhile
    this.#view = view;
    const first = view.place === null ? firstPlace(view) : null;
    this.places.show(view, this.place, this.playground.bot);
    this.#showHead();
    rename(this.history.element, view.names);
    if (first) {
      this.place = first.id;
      this.#moved();
    } else if (view.place === null) {
      this.#showNowhere();
    }
  }

  #here() {
    if (this.#view === null) return null;
    return placesIn(this.#view).find((place) => place.id === this.place) ?? null;
  }

  #showHead() {
    const place = this.#here();
    const name = place?.name ?? "";
    fill(this.title, place ? icon(place.kind) : null, el("span", {}, name));
    fill(this.topic, place?.topic ?? null);
    this.up.hidden = place?.kind !== "thread";
    const who = this.playground.person(this.person)?.name ?? "";
    const label = name ? t("{who} in {place}", { who, place: name }) : who;
    this.element.setAttribute("aria-label", label);
    this.composer.describe(place);
  }

  /** @param {{ messages: Protocol.Message[], more: boolean, starter: Protocol.Message | null }} told */
  #showPlace({ messages, more, starter }) {
    const place = this.#here();
    const first = this.#shown !== `${this.person} ${this.place}`;
    this.#shown = `${this.person} ${this.place}`;
    this.#showStarter(starter);
    this.history.reset(messages, {
      more,
      intro: introOf(place, this.scene(), this.starter),
      read: first ? (place?.read ?? null) : null,
      label: t("Messages in {place}", { place: place?.name ?? "" }),
    });
    if (this.#wanted !== null) this.history.show(this.#wanted);
    this.#wanted = null;
    this.dispatchEvent(new Event("shown"));
    this.#read();
  }

  /** @param {Protocol.Message | null} message */
  #showStarter(message) {
    fill(this.starter, message ? messageItem(message, this.scene()) : null);
  }

  #showNowhere() {
    const who = this.playground.person(this.person)?.name ?? t("This person");
    const back = this.playground.servers.map((server) =>
      button(
        t("Come back to {server}", { server: server.name }),
        () => this.playground.try("return", { person: this.person, server: server.id }),
        { class: "success" },
      ),
    );
    const intro = [
      el("h2", { dir: "auto" }, t("{who} is not in any server", { who })),
      el("div", { class: "row" }, back),
    ];
    this.history.reset([], { more: false, intro, read: null, label: t("Messages") });
  }

  /** @param {Protocol.Message} message */
  #showMessage(message) {
    if (message.channel_id !== this.place) return;
    const fresh = this.history.put(message);
    rename(this.history.element, this.scene().names);
    if (!fresh || message.author.id === this.person) return;
    const spoken = message.thinking ? "" : this.history.wordsOf(message.id);
    if (spoken) {
      const said = t("{who}: {words}", { who: message.name, words: spoken });
      this.playground.notices.speak(said, this.scene().locale);
    }
    if (this.history.atEnd) this.#read();
  }

  async #read() {
    const place = this.#here();
    if (
      !place?.unread ||
      this.#reading ||
      document.hidden ||
      !this.history.atEnd ||
      !this.element.offsetParent
    )
      return;
    this.#reading = true;
    try {
      await this.#ask("read", {});
    } catch {
      // Without a connection, or in a place that is gone, it stays unread.
    } finally {
      this.#reading = false;
    }
  }

  // The list of places as a drawer, where the pane is narrow

  /** @param {boolean} open */
  #drawer(open) {
    const was = this.element.classList.contains("drawer-open");
    this.element.classList.toggle("drawer-open", open);
    this.opener.setAttribute("aria-expanded", String(open));
    this.main.inert = open;
    if (open) elementsIn(this.places.element, '[data-stop][tabindex="0"]')[0]?.focus();
    else if (was) this.opener.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing =
      event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key === "Escape" && this.element.classList.contains("drawer-open")) {
      this.#drawer(false);
    } else if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.composer.begin();
    }
  }
}
