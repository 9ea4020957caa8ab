// Short notices at the edge of the window, and what only a screen reader hears.

import { button, el, fill } from "./elements.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const SHOWN = 6000;

/** Both, as one element each for the page. */
export class Notices {
  constructor() {
    this.stack = el("div", { class: "notices", role: "status", "aria-live": "polite" });
    this.spoken = el("div", { class: "spoken", "aria-live": "polite", "aria-atomic": "false" });
  }

  /**
   * Show a notice for some seconds.
   *
   * @param {string} text
   */
  show(text) {
    const notice = el("div", { class: "notice" }, el("span", {}, text));
    notice.append(
      button(icon("close"), () => notice.remove(), { label: t("Close"), class: "plain" }),
    );
    this.stack.append(notice);
    setTimeout(() => notice.remove(), SHOWN);
  }

  /**
   * Say something to those who listen, in the language of who is meant.
   *
   * @param {string} text
   * @param {string} locale
   */
  speak(text, locale) {
    this.spoken.append(el("p", { lang: locale }, text));
    while (this.spoken.children.length > 4) this.spoken.children[0].remove();
  }
}

/** A strip across the top for what goes on (no connection, no bot); empty when all is well. */
export class Banner {
  constructor() {
    this.element = el("div", { class: "banner", role: "status" });
    this.say(null);
  }

  /**
   * Say what is wrong, or null.
   *
   * @param {string | null} text
   */
  say(text) {
    fill(this.element, text);
    this.element.hidden = text === null;
  }
}
