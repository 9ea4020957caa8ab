// The one websocket to the server: ask for something and wait for the answer, listen to what it
// tells, and come back after a lost connection. What the messages mean is written in
// `protocol.py` beside this folder; nothing here shows anything.

import { t } from "./words.js";

const LONGEST_WAIT = 5000;
const FIRST_WAIT = 250;

/** The server refused what was asked; `code` says why, `message` in words. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** The line to the server. Events: "lost", "tells" (detail: the message). */
export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, { resolve(done: any): void, reject(refused: Refused): void }>} */
  #asked = new Map();
  #count = 0;
  #wait = FIRST_WAIT;

  /** Connect, and connect again for ever when the line breaks. */
  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws${location.search}`);
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lose());
    this.#socket = socket;
  }

  /**
   * Ask the server for something and give what its answer says.
   *
   * Rejects with `Refused`, also (code "lost") while there is no connection.
   *
   * @param {string} action
   * @param {Record<string, unknown>} fields
   * @returns {Promise<any>}
   */
  ask(action, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("lost", t("There is no connection to the playground.")));
    }
    this.#count += 1;
    const n = this.#count;
    this.#socket.send(JSON.stringify({ do: action, n, ...fields }));
    return new Promise((resolve, reject) => this.#asked.set(n, { resolve, reject }));
  }

  /** @param {any} message */
  #receive(message) {
    this.#wait = FIRST_WAIT;
    if (message.is !== "done" && message.is !== "refused") {
      this.dispatchEvent(new CustomEvent("tells", { detail: message }));
      return;
    }
    const asked = this.#asked.get(message.n);
    this.#asked.delete(message.n);
    if (message.is === "done") asked?.resolve(message);
    else asked?.reject(new Refused(message.code, message.text));
  }

  #lose() {
    for (const { reject } of this.#asked.values()) {
      reject(new Refused("lost", t("The connection to the playground was lost.")));
    }
    this.#asked.clear();
    this.dispatchEvent(new CustomEvent("lost"));
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }
}
