// The messages of a place, from the oldest loaded to the newest: put in by their ids, changed in
// place, grouped by author and day. It keeps to the end while the reader is there, keeps the
// reader's place when they are not, and keeps the focus when a message changes under it.

import { button, el, elementsIn, fill, focusedIn } from "./elements.js";
import { icon } from "./icons.js";
import { later } from "./ids.js";
import { follows, messageItem } from "./message.js";
import { format, sameDay } from "./time.js";
import { t } from "./words.js";

const NEAR = 60;

/** A list of messages. `scene()` gives the scene to show one in; `earlier(before)` loads more. */
export class History {
  /** @type {Map<Protocol.Id, Protocol.Message>} */
  #messages = new Map();
  #more = false;
  #loading = false;
  /** @type {Protocol.Id | null} */
  #newFrom = null;
  #atEnd = true;
  #top = 0;
  #height = 0;

  /** @param {{ scene(): Page.MessageScene, earlier(before: Protocol.Id): Promise<{ messages: Protocol.Message[], more: boolean }>, reachedEnd(): void }} pane */
  constructor({ scene, earlier, reachedEnd }) {
    this.scene = scene;
    this.earlier = earlier;
    this.reachedEnd = reachedEnd;
    this.intro = el("div", { class: "intro" });
    this.older = button(t("Load earlier messages"), () => this.#loadEarlier(), {
      class: "older secondary",
      hidden: true,
    });
    this.list = el("ol", { class: "messages", role: "list" });
    this.jump = button([t("New messages"), icon("down")], () => this.toEnd(), {
      class: "jump primary",
      hidden: true,
    });
    this.scroller = el(
      "div",
      { class: "scroller", role: "group", tabindex: 0 },
      this.intro,
      this.older,
      this.list,
    );
    this.element = el("div", { class: "history" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.#scrolled());
    // Pictures grow when they arrive.
    this.scroller.addEventListener("load", () => this.#keepEnd(), true);
    const sizes = new ResizeObserver(() => this.#keepEnd());
    for (const element of [this.scroller, this.list]) sizes.observe(element);
  }

  /**
   * Show a place's messages; those after the id `read` stand under a line "New".
   *
   * @param {Protocol.Message[]} messages
   * @param {{ more: boolean, intro: Page.Child, read: Protocol.Id | null, label: string }} place
   */
  reset(messages, { more, intro, read, label }) {
    this.#messages = new Map(messages.map((message) => [message.id, message]));
    this.#more = more;
    const me = this.scene().person;
    const unread = messages.find(
      (message) => read !== null && later(message.id, read) > 0 && message.author.id !== me,
    );
    this.#newFrom = unread && unread !== messages[0] ? unread.id : null;
    for (const element of [this.list, this.scroller]) element.setAttribute("aria-label", label);
    fill(this.intro, intro);
    fill(
      this.list,
      messages.map((message) => messageItem(message, this.scene())),
    );
    this.#arrange();
    this.toEnd();
  }

  /**
   * Put a message in, or in the place of what it was; true if it is new.
   *
   * @param {Protocol.Message} message
   */
  put(message) {
    const known = this.#messages.has(message.id);
    this.#messages.set(message.id, message);
    const item = messageItem(message, this.scene());
    if (known) {
      this.#replace(message.id, item);
    } else {
      const next = this.#items().find((other) => later(idOf(other), message.id) > 0);
      if (next) next.before(item);
      else this.list.append(item);
    }
    this.#arrange();
    if (this.#atEnd) this.toEnd();
    else if (!known) this.jump.hidden = false;
    return !known;
  }

  /**
   * Take messages away; the focus goes on to a neighbour, and true is given if there is none.
   *
   * @param {Protocol.Id[]} ids
   */
  remove(ids) {
    let lost = false;
    for (const id of ids) {
      const item = this.#item(id);
      if (item && focusedIn(item)) {
        const other = beside(item, "next") ?? beside(item, "previous");
        other?.querySelector("article")?.focus({ preventScroll: true });
        lost = !other;
      }
      item?.remove();
      this.#messages.delete(id);
    }
    this.#arrange();
    return lost;
  }

  /**
   * Show a message, if it is loaded, and put the focus on it.
   *
   * @param {Protocol.Id} id
   */
  show(id) {
    const item = this.#item(id);
    item?.scrollIntoView({ block: "center" });
    item?.querySelector("article")?.focus({ preventScroll: true });
  }

  /**
   * Say in words what a message shows, shortened, for a screen reader.
   *
   * @param {Protocol.Id} id
   */
  wordsOf(id) {
    const item = this.#item(id);
    const [body] = item ? elementsIn(item, ".body") : [];
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not to be read out
    return (body?.innerText ?? "").replace(/\s+/g, " ").slice(0, 240);
  }

  /** Go to the newest message and stay there. */
  toEnd() {
    this.#atEnd = true;
    this.#keepEnd();
    this.#scrolled();
  }

  /** Whether the newest message is in sight. */
  get atEnd() {
    return this.#atEnd;
  }

  /**
   * @param {Protocol.Id} id
   * @returns {HTMLElement | null}
   */
  #item(id) {
    return this.list.querySelector(`.message[data-id="${CSS.escape(id)}"]`);
  }

  /** Give the elements of all messages. */
  #items() {
    return elementsIn(this.list, ".message");
  }

  /**
   * @param {Protocol.Id} id
   * @param {HTMLElement} item
   */
  #replace(id, item) {
    const old = this.#item(id);
    if (!old) return;
    const focused = focusedIn(old);
    const key = focused?.dataset.control;
    const moved = focused && focused.tagName !== "ARTICLE";
    old.replaceWith(item);
    if (!focused) return;
    const controls = elementsIn(item, "[data-control]:not(:disabled)");
    const same = controls.find((control) => control.dataset.control === key);
    // Once all is chosen, what confirms it is next, not what takes it back.
    const confirm = controls.find((control) => control.classList.contains("success"));
    const next = moved ? (confirm ?? controls[0]) : null;
    const target = same ?? next ?? item.querySelector("article");
    target?.focus({ preventScroll: true });
  }

  #arrange() {
    for (const line of this.list.querySelectorAll(".divider")) line.remove();
    /** @type {Protocol.Message | null} */
    let before = null;
    for (const item of this.#items()) {
      const message = this.#messages.get(idOf(item));
      if (!message) continue;
      const date = new Date(message.timestamp);
      const newDay = !before || !sameDay(date, new Date(before.timestamp));
      const fresh = message.id === this.#newFrom;
      if (newDay) item.before(dayLine(date, this.scene().locale));
      if (fresh) item.before(divider("fresh", el("span", {}, t("New"))));
      item.classList.toggle("follows", !newDay && !fresh && follows(message, before));
      before = message;
    }
    this.older.hidden = !this.#more;
    this.intro.hidden = this.#more;
  }

  #keepEnd() {
    if (this.#atEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // What comes and goes moves the end away from the reader, and may move them up; only going up
    // themselves leaves it.
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#atEnd = true;
    else if (scrollTop < this.#top && scrollHeight === this.#height) this.#atEnd = false;
    this.#top = scrollTop;
    this.#height = scrollHeight;
    if (this.#atEnd) {
      this.jump.hidden = true;
      this.reachedEnd();
    }
    if (scrollTop < NEAR && this.#more && !this.#atEnd) this.#loadEarlier();
  }

  async #loadEarlier() {
    const [first] = this.#items();
    if (this.#loading || !first) return;
    this.#loading = true;
    try {
      const { messages, more } = await this.earlier(idOf(first));
      if (!first.isConnected) return; // the reader has gone elsewhere meanwhile
      this.#more = more;
      for (const message of messages) this.#messages.set(message.id, message);
      const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
      this.list.prepend(...messages.map((message) => messageItem(message, this.scene())));
      this.#arrange();
      this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    } finally {
      this.#loading = false;
    }
  }
}

/**
 * Give the message before or after another, past the lines between days; null if there is none.
 *
 * @param {Element} item
 * @param {"next" | "previous"} way
 * @returns {Element | null}
 */
function beside(item, way) {
  const step = (/** @type {Element} */ from) => from[`${way}ElementSibling`];
  let other = step(item);
  while (other && !other.classList.contains("message")) other = step(other);
  return other;
}

/** @param {HTMLElement} item */
function idOf(item) {
  return item.dataset.id ?? "";
}

/**
 * @param {Date} date
 * @param {string} locale
 */
function dayLine(date, locale) {
  return divider("", el("span", { lang: locale }, format(date, "D", locale)));
}

/**
 * @param {string} style
 * @param {Page.Child} words
 */
function divider(style, words) {
  return el("li", { class: `divider ${style}` }, words);
}
