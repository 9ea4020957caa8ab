// What the page knows about the playground as a whole: people, servers, the bot, the clock. Panes
// know what one person sees. Events: "changed" (people, bot, mentions), "ready", "lost".

import { later } from "./ids.js";
import { setClock } from "./time.js";
import { tick } from "./timestamps.js";

const PEEK = "peek-";

/** The playground at the other end of a connection. */
export class Playground extends EventTarget {
  /** @type {Protocol.Person[]} */
  people = [];
  /** @type {Protocol.Named[]} */
  servers = [];
  /** @type {string[]} */
  locales = [];
  /** @type {Protocol.Game[]} */
  games = [];
  bot = { id: "0", name: "", online: true };
  clock = { now: new Date().toISOString(), ahead: 0 };
  /**
   * How often each person (by id) is mentioned in what they have not read.
   *
   * @type {Map<Protocol.Id, number>}
   */
  mentions = new Map();
  /** @type {Map<string, (message: any) => void>} */
  #panes = new Map();
  /** @type {Set<Protocol.Id>} */
  #peeking = new Set();

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {import("./notices.js").Notices} notices
   */
  constructor(connection, notices) {
    super();
    this.connection = connection;
    this.notices = notices;
    connection.addEventListener("tells", (event) => {
      if (event instanceof CustomEvent) this.#hear(event.detail);
    });
    connection.addEventListener("lost", () => {
      this.#peeking.clear();
      this.dispatchEvent(new Event("lost"));
    });
  }

  /**
   * Send everything that concerns a pane to `hear(message)`.
   *
   * @param {string} pane
   * @param {(message: any) => void} hear
   */
  listen(pane, hear) {
    this.#panes.set(pane, hear);
  }

  /**
   * Stop listening, and let the server forget the pane.
   *
   * @param {string} pane
   */
  forget(pane) {
    this.#panes.delete(pane);
    this.connection.ask("close", { pane }).catch(() => {}); // without a connection it is forgotten already
  }

  /**
   * Give a person by id.
   *
   * @param {Protocol.Id} id
   */
  person(id) {
    return this.people.find((person) => person.id === id) ?? null;
  }

  /**
   * Ask for something; a refusal becomes a notice, and null.
   *
   * @param {string} action
   * @param {Record<string, unknown>} fields
   * @returns {Promise<any>}
   */
  async try(action, fields) {
    try {
      return await this.connection.ask(action, fields);
    } catch (refused) {
      this.notices.show(refused.message);
      return null;
    }
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.is) {
      case "hello":
        Object.assign(this, {
          people: message.people,
          servers: message.servers,
          bot: message.bot,
          locales: message.locales,
          games: message.games,
        });
        this.#setClock(message.clock);
        this.#peek();
        this.dispatchEvent(new Event("ready"));
        break;
      case "people":
        this.people = message.people;
        this.#peek();
        break;
      case "bot":
        this.bot = message.bot;
        break;
      case "clock":
        this.#setClock(message.clock);
        break;
      case "view":
        this.mentions.set(message.person, mentionsIn(message));
        this.#panes.get(message.pane)?.(message);
        break;
      default:
        this.#panes.get(message.pane)?.(message);
        return;
    }
    this.dispatchEvent(new Event("changed"));
  }

  /** @param {Protocol.Clock} clock */
  #setClock(clock) {
    this.clock = clock;
    setClock(clock.now);
    tick();
  }

  /** Keep an eye on what everybody sees, for the counts on their tabs. */
  #peek() {
    for (const { id } of this.people) {
      if (this.#peeking.has(id)) continue;
      this.#peeking.add(id);
      this.connection
        .ask("watch", { pane: PEEK + id, person: id, place: null })
        .catch(() => this.#peeking.delete(id));
    }
  }
}

/**
 * Give all places of a view, one after the other.
 *
 * @param {Protocol.View} view
 */
export function placesIn(view) {
  return [...view.servers.flatMap((server) => server.places), ...view.directs];
}

/**
 * Give the place that a newcomer should see first: where something was said last, or the first.
 *
 * @param {Protocol.View} view
 */
export function firstPlace(view) {
  const open = placesIn(view).filter((place) => place.kind === "text" || place.kind === "direct");
  let [first = null] = open;
  for (const place of open) {
    if (place.last !== null && later(place.last, first?.last ?? "") > 0) first = place;
  }
  return first;
}

/** @param {Protocol.View} view */
function mentionsIn(view) {
  return placesIn(view).reduce((sum, place) => sum + place.mentions, 0);
}
