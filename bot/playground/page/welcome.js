// What to try first: three lines at a first visit, with a button that fills in a challenge. The
// only place on the page that knows which bot runs here.

import { button, el } from "./elements.js";
import { icon } from "./icons.js";
import { sentence, t } from "./words.js";

const CHALLENGE = "dice-matrix challenge";
const SEEN = "tavolo-welcome-seen";

/** Tell whether this browser has not closed the three lines yet. */
export function firstVisit() {
  return localStorage.getItem(SEEN) === null;
}

/** Show the three lines in a pane. */
export function welcome(pane) {
  pane.notes.querySelector(".welcome")?.remove();
  const me = pane.playground.person(pane.person);
  const friend = pane.playground.people.find(
    (person) => person.id !== pane.person && person.servers.some((id) => me?.servers.includes(id)),
  );
  if (!me || !friend) return;
  const done = new AbortController();
  const close = () => {
    localStorage.setItem(SEEN, "yes");
    done.abort();
    card.remove();
  };
  // Who has come so far needs the room for the board.
  pane.addEventListener("shown", () => pane.inThread && close(), { signal: done.signal });
  const fillIn = async () => {
    const there = await pane.composer.fillIn(CHALLENGE, { opponent: friend.id });
    if (!there)
      pane.playground.notices.show(
        t("{bot} has no such command here yet. Try again in a moment.", {
          bot: pane.playground.bot.name,
        }),
      );
  };
  const card = el(
    "section",
    { class: "welcome", "aria-label": t("What to try first") },
    el(
      "ol",
      {},
      el(
        "li",
        {},
        sentence("You are {me}. Challenge {friend} and press Enter.", {
          me: el("b", { dir: "auto" }, me.name),
          friend: el("b", { dir: "auto" }, friend.name),
        }),
      ),
      el(
        "li",
        {},
        sentence(
          "Become {friend} (the names at the top), click Accept, and play in the thread that opens.",
          { friend: el("b", { dir: "auto" }, friend.name) },
        ),
      ),
      el("li", {}, t("Type / for all commands; move the clock forward and see what falls due.")),
    ),
    el(
      "div",
      { class: "row" },
      button(t("Fill in the first challenge"), fillIn, { class: "primary" }),
    ),
    button(icon("close"), close, { label: t("Close"), class: "plain corner" }),
  );
  pane.notes.append(card);
  pane.history.toEnd();
}
