// The strip above everything: the playground's name, its clock, and how it is shown.

import { button, el, fill, freshId } from "./elements.js";
import { die, icon } from "./icons.js";
import { opens } from "./popup.js";
import { now } from "./time.js";

const STEPS = [
  [1, "1 hour"],
  [6, "6 hours"],
  [24, "1 day"],
  [48, "2 days"],
  [168, "1 week"],
];
const HOURS_A_DAY = 24;
const SECONDS_AN_HOUR = 3600;

/** The strip. `split()` switches side by side on or off, `help()` shows what to try. */
export class TopBar {
  constructor(playground, { split, help }) {
    this.playground = playground;
    this.time = el("span", { class: "clock-time" });
    this.ahead = el("span", { class: "clock-ahead", role: "status" });
    const clock = button([icon("clock"), this.time, this.ahead], () => {}, {
      class: "bar-button",
      title: "Move the clock forward",
      data: { tool: "clock" },
    });
    opens(clock, () => this.#menu(), {
      class: "menu",
      role: "dialog",
      "aria-label": "Move the clock forward",
    });
    this.splitter = button(
      [icon("columns"), el("span", { class: "wide-only" }, "Side by side")],
      split,
      {
        class: "bar-button splitter",
        "aria-pressed": "false",
        "aria-label": "Side by side",
        title: "Two people's views in one window",
      },
    );
    const helper = button([icon("help"), el("span", { class: "wide-only" }, "What to try")], help, {
      class: "bar-button",
      "aria-label": "What to try",
    });
    this.element = el(
      "header",
      { class: "topbar" },
      el(
        "span",
        { class: "brand" },
        el("span", { class: "avatar hue-bot", "aria-hidden": true }, die()),
        el("b", {}, "Tavolo"),
        el("span", { class: "wide-only" }, "playground"),
      ),
      el("span", { class: "with-popup" }, clock),
      this.splitter,
      helper,
    );
  }

  /** Bring the clock up to date. */
  tick() {
    fill(
      this.time,
      new Intl.DateTimeFormat("en", {
        weekday: "short",
        hour: "numeric",
        minute: "2-digit",
        hourCycle: "h23",
      }).format(now()),
    );
    const hours = Math.round(this.playground.clock.ahead / SECONDS_AN_HOUR);
    fill(this.ahead, hours ? `+${spanOf(hours)}` : "");
  }

  /** Show whether there are two panes. */
  showSplit(split) {
    this.splitter.setAttribute("aria-pressed", String(split));
  }

  #menu() {
    const move = (hours) => this.playground.try("forward", { hours });
    const amount = el("input", {
      type: "number",
      id: freshId("hours"),
      min: 1,
      max: 8784,
      step: 1,
      value: 12,
      required: true,
    });
    const custom = (event) => {
      event.preventDefault();
      move(Number(amount.value));
    };
    return [
      el("p", { class: "menu-head" }, "Move the clock forward"),
      el(
        "div",
        { class: "steps" },
        STEPS.map(([hours, words]) =>
          button(`+ ${words}`, () => move(hours), { class: "secondary", autofocus: hours === 1 }),
        ),
      ),
      el(
        "form",
        { class: "menu-part line-of", on: { submit: custom } },
        el("label", { for: amount.id }, "Hours"),
        amount,
        el("button", { type: "submit", class: "primary" }, "Move"),
      ),
      el("small", {}, "For everybody and for the bot; it cannot go back."),
    ];
  }
}

function spanOf(hours) {
  const days = Math.floor(hours / HOURS_A_DAY);
  return [days ? `${days} d` : "", hours % HOURS_A_DAY ? `${hours % HOURS_A_DAY} h` : ""]
    .filter(Boolean)
    .join(" ");
}
