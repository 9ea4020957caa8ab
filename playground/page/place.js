// What an open place says of itself: above its first message, and in the field where one types.

import { el } from "./elements.js";
import { icon } from "./icons.js";
import { richText } from "./text.js";
import { t } from "./words.js";

/**
 * Introduce a place. `starter` shows the message that a thread was started from.
 *
 * @param {Protocol.Place | null} place
 * @param {Page.Reader} reader
 * @param {HTMLElement} starter
 */
export function introOf(place, reader, starter) {
  const name = place?.name ?? "";
  const sign = place?.kind === "direct" ? "" : "#";
  const title = place?.kind === "thread" ? name : t("Welcome to {place}", { place: sign + name });
  return [
    el("div", { class: "intro-mark" }, icon(place?.kind ?? "text")),
    el("h2", { dir: "auto" }, title),
    place?.topic ? richText(place.topic, reader) : null,
    starter,
  ];
}

/**
 * Say where one types, or why one cannot.
 *
 * @param {Protocol.Place | null} place
 */
export function placeholderOf(place) {
  if (!place) return "";
  if (place.archived) return t("This thread is archived");
  if (place.locked) return t("This thread is locked");
  if (!place.writable) return t("You cannot write here");
  const where =
    place.kind === "direct"
      ? `@${place.name}`
      : place.kind === "thread"
        ? place.name
        : `#${place.name}`;
  return t("Type / to use a command in {place}", { place: where });
}
