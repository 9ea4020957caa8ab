// The strip above everything: the playground's name, its clock, and how it is shown.

import { button, el, fill, freshId } from "./elements.js";
import { die, icon } from "./icons.js";
import { opens } from "./popup.js";
import { now } from "./time.js";
import { language, names, plural, speak, t } from "./words.js";

/** @type {[number, string][]} */
const STEPS = [
  [1, plural("+ {n} hour", "+ {n} hours", 1)],
  [6, plural("+ {n} hour", "+ {n} hours", 6)],
  [24, plural("+ {n} day", "+ {n} days", 1)],
  [48, plural("+ {n} day", "+ {n} days", 2)],
  [168, plural("+ {n} week", "+ {n} weeks", 1)],
];
const HOURS_A_DAY = 24;
const SECONDS_AN_HOUR = 3600;

/** The strip. `split()` switches side by side on or off, `help()` shows what to try. */
export class TopBar {
  /**
   * @param {Page.Playground} playground
   * @param {{ split(): void, help(): void }} actions
   */
  constructor(playground, { split, help }) {
    this.playground = playground;
    this.time = el("span", { class: "clock-time" });
    this.ahead = el("span", { class: "clock-ahead", role: "status" });
    const clock = button([icon("clock"), this.time, this.ahead], () => {}, {
      class: "bar-button",
      title: t("Move the clock forward"),
      data: { tool: "clock" },
    });
    opens(clock, () => this.#menu(), {
      class: "menu",
      role: "dialog",
      "aria-label": t("Move the clock forward"),
    });
    this.splitter = button(
      [icon("columns"), el("span", { class: "wide-only" }, t("Side by side"))],
      split,
      {
        class: "bar-button splitter",
        "aria-pressed": "false",
        "aria-label": t("Side by side"),
        title: t("Two people's views in one window"),
      },
    );
    const helper = button(
      [icon("help"), el("span", { class: "wide-only" }, t("What to try"))],
      help,
      { class: "bar-button", "aria-label": t("What to try") },
    );
    this.element = el(
      "header",
      { class: "topbar" },
      el(
        "span",
        { class: "brand" },
        el("span", { class: "avatar hue-bot", "aria-hidden": true }, die()),
        el("b", {}, "Tavolo"),
        el("span", { class: "wide-only" }, t("playground")),
      ),
      el("span", { class: "with-popup" }, clock),
      this.splitter,
      helper,
      languages(),
    );
  }

  /** Bring the clock up to date. */
  tick() {
    fill(
      this.time,
      new Intl.DateTimeFormat(language, {
        weekday: "short",
        hour: "numeric",
        minute: "2-digit",
        hourCycle: "h23",
      }).format(now()),
    );
    const hours = Math.round(this.playground.clock.ahead / SECONDS_AN_HOUR);
    fill(this.ahead, hours ? spanOf(hours) : "");
  }

  /**
   * Show whether there are two panes.
   *
   * @param {boolean} split
   */
  showSplit(split) {
    this.splitter.setAttribute("aria-pressed", String(split));
  }

  #menu() {
    const move = (/** @type {number} */ hours) => this.playground.try("forward", { hours });
    const amount = el("input", {
      type: "number",
      id: freshId("hours"),
      min: 1,
      max: 8784,
      step: 1,
      value: 12,
      required: true,
    });
    const custom = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      move(Number(amount.value));
    };
    return [
      el("p", { class: "menu-head" }, t("Move the clock forward")),
      el(
        "div",
        { class: "steps" },
        STEPS.map(([hours, words]) =>
          button(words, () => move(hours), { class: "secondary", autofocus: hours === 1 }),
        ),
      ),
      el(
        "form",
        { class: "menu-part line-of", on: { submit: custom } },
        el("label", { for: amount.id }, t("Hours")),
        amount,
        el("button", { type: "submit", class: "primary" }, t("Move")),
      ),
      el("small", {}, t("For everybody and for the bot; it cannot go back.")),
    ];
  }
}

/** @param {number} all */
function spanOf(all) {
  const days = Math.floor(all / HOURS_A_DAY);
  const hours = all % HOURS_A_DAY;
  if (!hours) return t("+{days} d", { days });
  return days ? t("+{days} d {hours} h", { days, hours }) : t("+{hours} h", { hours });
}

/** The switch between the page's languages. */
function languages() {
  const title = t("Language of this page");
  const name = names[language] ?? language;
  const switcher = button([icon("globe"), el("span", { class: "wide-only" }, name)], () => {}, {
    class: "bar-button",
    title,
    "aria-label": t("{name}: {chosen}", { name: title, chosen: name }),
    data: { tool: "language" },
  });
  const menu = () => [
    el("p", { class: "menu-head" }, title),
    el(
      "div",
      { class: "steps" },
      Object.entries(names).map(([key, own]) =>
        button(own, () => speak(key), {
          class: key === language ? "primary" : "secondary",
          lang: key,
          "aria-pressed": key === language,
        }),
      ),
    ),
  ];
  opens(switcher, menu, { class: "menu", role: "dialog", "aria-label": title });
  return el("span", { class: "with-popup" }, switcher);
}
