// What is here, said to somebody who sees it for the first time: what Tavolo is, which games there
// are, who one is, and how to begin. The only place on the page that knows which bot runs here.

import { button, el, fill } from "./elements.js";
import { icon } from "./icons.js";
import { opens } from "./popup.js";
import { listed, sentence, t } from "./words.js";

const SEEN = "tavolo-welcome-seen";
const CHALLENGE = "challenge";
const LEARN = "learn";
const EASY = "easy";

/** Tell whether this browser has not closed the welcome yet. */
export function firstVisit() {
  return localStorage.getItem(SEEN) === null;
}

/**
 * Welcome whoever a pane is, until they have found their way.
 *
 * @param {Page.Pane} pane
 */
export function welcome(pane) {
  pane.notes.querySelector(".welcome")?.remove();
  const done = new AbortController();
  const { signal } = done;
  const close = () => {
    localStorage.setItem(SEEN, "yes");
    done.abort();
    card.remove();
  };
  const content = el("div", { class: "welcome-words" });
  const card = el(
    "section",
    { class: "welcome", "aria-label": t("What to try first") },
    content,
    button(icon("close"), close, { label: t("Close"), class: "plain corner" }),
  );
  /** @type {Protocol.Person | null} */
  let friend = null;
  const challenged = (/** @type {Protocol.Person} */ person) => {
    friend = person;
    greet();
  };
  const greet = () =>
    fill(content, friend ? next(pane, friend) : [words(pane), row(pane, { close, challenged })]);
  // It speaks to who is chosen; and who has come as far as a game needs the room for the board.
  pane.addEventListener("moved", greet, { signal });
  pane.addEventListener("shown", () => pane.inThread && close(), { signal });
  greet();
  pane.notes.append(card);
  pane.history.toEnd();
}

/** @param {Page.Pane} pane */
function words(pane) {
  const { games, bot } = pane.playground;
  const me = pane.playground.person(pane.person)?.name ?? "";
  return [
    el("p", {}, t("{bot} is a Discord bot for board games.", { bot: bot.name })),
    el("p", { lang: "en" }, listed(games.map(({ name }) => name))),
    el(
      "p",
      {},
      sentence("You are {me}. Switch people at the top.", {
        me: el("b", { dir: "auto" }, me),
      }),
    ),
  ];
}

/**
 * The three ways to begin.
 *
 * @param {Page.Pane} pane
 * @param {{ close(): void, challenged(friend: Protocol.Person): void }} steps
 */
function row(pane, { close, challenged }) {
  const known = friendOf(pane);
  const challenge = async (/** @type {Protocol.Person} */ friend) => {
    const [{ command }] = pane.playground.games;
    const filled = await pane.composer.fillIn(`${command} ${CHALLENGE}`, { opponent: friend.id });
    if (filled) challenged(friend);
    else missing(pane);
  };
  const computer = begins(pane, t("Play the computer"), "primary", (command) =>
    pane.run(`${command} ${CHALLENGE}`, { computer: EASY }),
  );
  const lesson = begins(pane, t("First lesson"), "secondary", async (command) => {
    await pane.run(`${command} ${LEARN}`, {});
    close();
  });
  return el(
    "div",
    { class: "row" },
    computer,
    lesson,
    known &&
      button(t("Challenge {friend}", { friend: known.name }), () => challenge(known), {
        class: "secondary",
      }),
  );
}

/**
 * Make a button that asks for a game and runs its command.
 *
 * @param {Page.Pane} pane
 * @param {string} label
 * @param {string} style
 * @param {(command: string) => Promise<void>} run
 */
function begins(pane, label, style, run) {
  const menu = (/** @type {() => void} */ close) => [
    el("p", { class: "menu-head" }, label),
    el(
      "div",
      { class: "menu-part" },
      pane.playground.games.map(({ name, command }, i) =>
        button(
          name,
          async () => {
            close();
            try {
              await run(command);
            } catch {
              missing(pane);
            }
          },
          { class: "secondary", lang: "en", autofocus: i === 0 },
        ),
      ),
    ),
  ];
  const opener = button(label, () => {}, { class: style });
  opens(opener, menu, { class: "menu", role: "dialog", "aria-label": label });
  return el("span", { class: "with-popup" }, opener);
}

/**
 * Say how a challenge to a friend goes on, first to who makes it, then to the friend.
 *
 * @param {Page.Pane} pane
 * @param {Protocol.Person} friend
 */
function next(pane, friend) {
  const name = () => el("b", { dir: "auto" }, friend.name);
  if (pane.person === friend.id)
    return [
      el("p", {}, sentence("You are {me}. Click Accept.", { me: name() })),
      el("p", {}, t("The game gets a thread of its own.")),
    ];
  return [
    el("p", {}, sentence("Press Enter to challenge {friend}.", { friend: name() })),
    el(
      "p",
      {},
      sentence("Then switch to {friend} (names at the top), and click Accept.", {
        friend: name(),
      }),
    ),
  ];
}

/** @param {Page.Pane} pane */
function friendOf(pane) {
  const mine = pane.playground.person(pane.person)?.servers ?? [];
  return pane.playground.people.find(
    ({ id, servers }) => id !== pane.person && servers.some((server) => mine.includes(server)),
  );
}

/** @param {Page.Pane} pane */
function missing({ playground }) {
  playground.notices.show(
    t("{bot} has no such command here yet. Try again in a moment.", { bot: playground.bot.name }),
  );
}
