// Who one is in a pane: a tab for each person with their mentions, and a menu for what people can
// change about themselves: language, direct messages, the servers they are in and manage.

import { avatar } from "./avatar.js";
import { button, el, elementsIn, fill, focusedIn, freshId } from "./elements.js";
import { icon } from "./icons.js";
import { mentionsOf, roving } from "./places.js";
import { opens } from "./popup.js";
import { t } from "./words.js";

/** The row of people at the top of a pane. `become(person)` switches. */
export class People {
  /**
   * @param {Page.Playground} playground
   * @param {(person: Protocol.Id) => void} become
   */
  constructor(playground, become) {
    this.playground = playground;
    this.become = become;
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": t("You are") });
    roving(this.tabs, { vertical: false });
    const adder = button(icon("plus"), () => {}, { label: t("Add a person"), class: "plain" });
    this.menu = button(icon("wheel"), () => {}, {
      label: t("This person's settings"),
      class: "plain",
    });
    opens(adder, (close) => this.#newcomer(close), {
      class: "menu",
      role: "dialog",
      "aria-label": t("Add a person"),
    });
    opens(this.menu, () => this.#settings(), {
      class: "menu",
      role: "dialog",
      "aria-label": t("Settings"),
    });
    this.element = el(
      "div",
      { class: "people" },
      this.tabs,
      el("span", { class: "with-popup" }, adder),
      el("span", { class: "with-popup end" }, this.menu),
    );
    this.person = "";
    /** @type {string | null} */
    this.shown = null;
  }

  /**
   * Show everybody, with `person` as who one is.
   *
   * @param {Protocol.Id} person
   */
  show(person) {
    this.person = person;
    const { people, mentions } = this.playground;
    const shown = JSON.stringify([person, people, [...mentions]]);
    // A tab that is replaced while it is pressed would not be clicked.
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = focusedIn(this.tabs) !== null;
    fill(
      this.tabs,
      people.map((each) => {
        const here = each.id === person;
        const count = here ? 0 : (mentions.get(each.id) ?? 0);
        return button(
          [
            avatar(each.id, each.name),
            el("span", { class: "tab-name", dir: "auto" }, each.name),
            count ? mentionsOf(count) : null,
          ],
          () => this.become(each.id),
          {
            class: "tab",
            role: "tab",
            "aria-selected": here,
            tabindex: here ? 0 : -1,
            title: each.name,
            data: { stop: "", person: each.id },
          },
        );
      }),
    );
    const [current] = elementsIn(this.tabs, '[aria-selected="true"]');
    if (focused) current?.focus();
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {() => void} close */
  #newcomer(close) {
    const name = el("input", {
      type: "text",
      id: freshId("name"),
      required: true,
      maxlength: 32,
      autocomplete: "off",
      autofocus: true,
    });
    const add = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const done = await this.playground.try("add", { name: name.value });
      if (!done) return;
      close();
      this.become(done.person);
    };
    return el(
      "form",
      { class: "menu-part", on: { submit: add } },
      el("label", { for: name.id }, t("Name")),
      name,
      el("button", { type: "submit", class: "primary" }, t("Add")),
    );
  }

  #settings() {
    const { playground } = this;
    const person = playground.person(this.person);
    if (!person) return null;
    const language = el(
      "select",
      {
        id: freshId("language"),
        autofocus: true,
        on: {
          change: () => playground.try("locale", { person: person.id, locale: language.value }),
        },
      },
      playground.locales.map((locale) =>
        el(
          "option",
          { value: locale, lang: locale, selected: locale === person.locale },
          nameOf(locale),
        ),
      ),
    );
    const open = el("input", {
      type: "checkbox",
      checked: person.dms,
      on: { change: () => playground.try("dms", { person: person.id, open: open.checked }) },
    });
    return [
      el("p", { class: "menu-head", dir: "auto" }, avatar(person.id, person.name), person.name),
      el(
        "div",
        { class: "menu-part" },
        el("label", { for: language.id }, t("Discord language")),
        language,
      ),
      el(
        "label",
        { class: "choice menu-part" },
        open,
        el("span", {}, t("Takes direct messages from {bot}", { bot: playground.bot.name })),
      ),
      el(
        "div",
        { class: "menu-part" },
        playground.servers.map((server) => this.#membership(person, server)),
      ),
    ];
  }

  /**
   * @param {Protocol.Person} person
   * @param {Protocol.Named} server
   */
  #membership(person, server) {
    const shown = el("div", { class: "membership" });
    const show = (/** @type {boolean} */ member, /** @type {boolean} */ manages) => {
      const change = async () => {
        const done = await this.playground.try(member ? "leave" : "return", {
          person: person.id,
          server: server.id,
        });
        // Who comes back is a member like any other, as in Discord.
        if (done) show(!member, false);
        shown.querySelector("button")?.focus();
      };
      fill(
        shown,
        el(
          "div",
          { class: "member-of" },
          el(
            "span",
            { dir: "auto" },
            member
              ? t("In {server}", { server: server.name })
              : t("Not in {server}", { server: server.name }),
          ),
          button(member ? t("Leave") : t("Come back"), change, {
            class: member ? "danger" : "success",
          }),
        ),
        member ? this.#managing(person, server, manages) : null,
      );
    };
    show(person.servers.includes(server.id), person.manages.includes(server.id));
    return shown;
  }

  /**
   * @param {Protocol.Person} person
   * @param {Protocol.Named} server
   * @param {boolean} manages
   */
  #managing(person, server, manages) {
    const change = () =>
      this.playground.try("manage", { person: person.id, server: server.id, may: box.checked });
    const box = el("input", { type: "checkbox", checked: manages, on: { change } });
    const words = el("span", { dir: "auto" }, t("Manages {server}", { server: server.name }));
    return el("label", { class: "choice" }, box, words);
  }
}

/** @param {string} locale */
function nameOf(locale) {
  return new Intl.DisplayNames([locale], { type: "language" }).of(locale);
}
