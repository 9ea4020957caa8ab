// Start: connect, put the page together, open the panes, and remember them for a reload.

import { Connection } from "./connection.js";
import { el } from "./elements.js";
import { Banner, Notices } from "./notices.js";
import { Pane } from "./pane.js";
import { Playground } from "./playground.js";
import { tick } from "./timestamps.js";
import { TopBar } from "./topbar.js";
import { firstVisit, welcome } from "./welcome.js";
import { t } from "./words.js";

const OPEN = "tavolo-panes";
const A_SECOND = 1000;
const PATIENCE = 600;

const notices = new Notices();
const connection = new Connection();
const playground = new Playground(connection, notices);
const lost = new Banner();
const absent = new Banner();
const bar = new TopBar(playground, { split, help: () => welcome(panes[0]) });
const stage = el("main", { class: "stage" });
/** @type {Pane[]} */
const panes = [];
/** @type {number | undefined} */
let losing;

document.body.append(
  bar.element,
  lost.element,
  absent.element,
  stage,
  notices.stack,
  notices.spoken,
);
playground.addEventListener("ready", ready);
playground.addEventListener("changed", () => {
  bar.tick();
  const { bot } = playground;
  absent.say(
    bot.online
      ? null
      : t("{bot} is offline. It cannot answer commands and clicks until it is back.", {
          bot: bot.name,
        }),
  );
});
playground.addEventListener("lost", () => {
  // A reload of the server's side takes a moment; only then is it worth a word.
  losing ??= setTimeout(
    () =>
      lost.say(
        t(
          "The connection to the playground was lost. Trying to reconnect; if the playground was " +
            "stopped, start it again and open its new address.",
        ),
      ),
    PATIENCE,
  );
});
setInterval(() => {
  tick();
  bar.tick();
}, A_SECOND);
connection.open();

function ready() {
  clearTimeout(losing);
  losing = undefined;
  lost.say(null);
  if (panes.length) {
    for (const pane of panes) pane.watch();
    return;
  }
  const known = remembered().filter(({ person }) => playground.person(person));
  const start = known.length ? known : [{ person: playground.people[0].id, place: null }];
  for (const at of start) open(at);
  if (firstVisit()) welcome(panes[0]);
}

/** @param {Page.Where} at */
function open(at) {
  const pane = new Pane(panes.length ? "right" : "left", playground, at);
  pane.addEventListener("moved", remember);
  panes.push(pane);
  stage.append(pane.element);
  arrange();
  pane.watch();
}

function split() {
  if (panes.length > 1) {
    panes.pop()?.close();
    arrange();
    return;
  }
  const [first] = panes;
  const other = playground.people.find(({ id }) => id !== first.person) ?? playground.people[0];
  open({ person: other.id, place: first.place });
}

function arrange() {
  stage.classList.toggle("split", panes.length > 1);
  bar.showSplit(panes.length > 1);
  remember();
}

function remember() {
  sessionStorage.setItem(
    OPEN,
    JSON.stringify(panes.map(({ person, place }) => ({ person, place }))),
  );
}

/** @returns {Page.Where[]} */
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(OPEN) ?? "[]");
  } catch {
    return [];
  }
}
