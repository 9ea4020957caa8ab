// The list at the left: servers with their channels and threads, and direct messages, with what
// is unread. One stop for Tab; the arrows go through it.

import { button, el, elementsIn, fill, focusedIn } from "./elements.js";
import { icon } from "./icons.js";
import { plural, t } from "./words.js";

/**
 * Make an element's buttons one stop for Tab, with the arrow keys between them.
 *
 * @param {HTMLElement} element
 * @param {{ vertical?: boolean }} options
 */
export function roving(element, { vertical = true } = {}) {
  const [back, forth] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  element.addEventListener("keydown", (event) => {
    const stops = elementsIn(element, "[data-stop]");
    if (!(event.target instanceof HTMLElement)) return;
    const at = stops.indexOf(event.target);
    if (at < 0) return;
    const to = { [back]: at - 1, [forth]: at + 1, Home: 0, End: stops.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    stops[(to + stops.length) % stops.length].focus();
  });
}

/**
 * Show how often somebody is mentioned: a number, which is heard with its word.
 *
 * @param {number} count
 */
export function mentionsOf(count) {
  return el(
    "span",
    { class: "count" },
    el("span", { "aria-hidden": true }, count),
    el("span", { class: "only-spoken" }, plural("{n} mention", "{n} mentions", count)),
  );
}

/** The list of a pane; `go(place)` opens one, `direct()` the messages with the bot. */
export class Places {
  /** @param {{ go: Page.Reader["go"], direct(): void }} actions */
  constructor({ go, direct }) {
    this.go = go;
    this.direct = direct;
    /** @type {string | null} */
    this.shown = null;
    this.element = el("nav", { class: "places", "aria-label": t("Channels") });
    roving(this.element);
  }

  /**
   * Show what a view holds, with the place `open` marked.
   *
   * @param {Protocol.View} view
   * @param {string | null} open
   * @param {Protocol.Bot} bot
   */
  show(view, open, bot) {
    const shown = JSON.stringify([
      view.servers.map(({ id, name, places }) => [id, name, places]),
      view.directs,
      open,
    ]);
    // An entry that is replaced while it is pressed would not be clicked.
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = focusedIn(this.element)?.dataset.to;
    fill(
      this.element,
      view.servers.map((server) => [
        el("h2", { dir: "auto" }, server.name),
        el(
          "ul",
          { role: "list" },
          server.places.map((place) => this.#entry(place, open)),
        ),
      ]),
      el("h2", {}, t("Direct messages")),
      el(
        "ul",
        { role: "list" },
        view.directs.map((place) => this.#entry(place, open)),
        view.directs.length ? null : this.#opener(bot),
      ),
    );
    const stops = elementsIn(this.element, "[data-stop]");
    const current = stops.find((stop) => stop.getAttribute("aria-current")) ?? stops[0];
    for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
    if (focused) stops.find((stop) => stop.dataset.to === focused)?.focus();
  }

  /**
   * @param {Protocol.Place} place
   * @param {string | null} open
   */
  #entry(place, open) {
    const here = place.id === open;
    const classes = [
      "place",
      place.kind,
      place.unread && !here ? "unread" : "",
      place.archived ? "archived" : "",
    ];
    const unread =
      place.unread && !here ? el("span", { class: "only-spoken" }, t(", unread")) : null;
    const mentions = place.mentions && !here ? mentionsOf(place.mentions) : null;
    return el(
      "li",
      {},
      button(
        [
          icon(place.locked ? "lock" : place.kind),
          el("span", { class: "place-name", dir: "auto" }, place.name),
          unread,
          mentions,
        ],
        () => this.go(place.id, null),
        {
          class: classes.join(" "),
          "aria-current": here ? "page" : null,
          title: place.name,
          data: { stop: "", to: place.id },
        },
      ),
    );
  }

  /** @param {Protocol.Bot} bot */
  #opener(bot) {
    const words = [icon("direct"), el("span", { class: "place-name" }, bot.name)];
    return el(
      "li",
      {},
      button(words, () => this.direct(), {
        class: "place direct",
        data: { stop: "", to: "direct" },
      }),
    );
  }
}
