// One message: who wrote it, what it answers, its text, embeds, components and files, and what
// stands below it (a thread, or that only one person sees it).

import { avatar } from "./avatar.js";
import { componentsOf, shownFiles } from "./components.js";
import { button, el } from "./elements.js";
import { icon } from "./icons.js";
import { attachments, gallery } from "./media.js";
import { inlineText, richText } from "./text.js";
import { format, short } from "./time.js";
import { plural, sentence, t } from "./words.js";

/** @type {Record<number, (said: { who: string, what: string }) => string>} */
const NOTES = {
  1: ({ who, what }) =>
    what ? t("{who} added {what}.", { who, what }) : t("{who} added somebody.", { who }),
  2: ({ who }) => t("{who} left.", { who }),
  3: ({ who }) => t("{who} called.", { who }),
  4: ({ who, what }) => t("{who} changed the name: {what}", { who, what }),
  6: ({ who }) => t("{who} pinned a message.", { who }),
  7: ({ who }) => t("{who} joined the server.", { who }),
  18: ({ who, what }) => t("{who} started a thread: {what}", { who, what }),
};
const STARTER = 21;

/**
 * Show a message as an element of a list.
 *
 * `scene` is as for `componentsOf`, with `press(message, custom_id)` and `choose(message, custom_id,
 * values)` for any message, and `dismiss(message)`.
 *
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
export function messageItem(message, scene) {
  const classes = ["message"];
  if (message.ephemeral) classes.push("ephemeral");
  if (message.pinged) classes.push("pinged");
  const note = NOTES[message.type];
  const content = note ? noteOf(message, note, scene) : articleOf(message, scene);
  return el(
    "li",
    { class: classes.join(" "), data: { id: message.id, author: message.author.id } },
    content,
  );
}

/**
 * Tell whether a message may stand under the head of the one before it.
 *
 * @param {Protocol.Message} message
 * @param {Protocol.Message | null} before
 */
export function follows(message, before) {
  if (!before || message.author.id !== before.author.id) return false;
  if (message.command || message.referenced_message || message.ephemeral !== before.ephemeral)
    return false;
  if (NOTES[message.type] || NOTES[before.type]) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < 7 * 60 * 1000;
}

/**
 * @param {Protocol.Message} message
 * @param {(said: { who: string, what: string }) => string} note
 * @param {Page.MessageScene} scene
 */
function noteOf(message, note, scene) {
  const words = note({ who: message.name, what: message.content });
  const when = el(
    "time",
    { class: "when", datetime: message.timestamp, lang: scene.locale },
    short(new Date(message.timestamp), scene.locale),
  );
  return el(
    "article",
    { class: "note", tabindex: -1 },
    icon("thread"),
    el("span", { dir: "auto" }, words),
    when,
  );
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function articleOf(message, scene) {
  const date = new Date(message.timestamp);
  const when = el(
    "time",
    {
      class: "when",
      datetime: message.timestamp,
      title: format(date, "F", scene.locale),
      lang: scene.locale,
    },
    short(date, scene.locale),
  );
  const head = el(
    "header",
    { class: "head" },
    el("span", { class: "author", dir: "auto" }, message.name),
    message.author.bot ? el("span", { class: "app" }, t("App")) : null,
    when,
  );
  const said = { who: message.name, when: short(date, scene.locale) };
  const label = message.ephemeral
    ? t("{who}, {when}, only for you", said)
    : t("{who}, {when}", said);
  return el(
    "article",
    { tabindex: -1, "aria-label": label },
    above(message, scene),
    avatar(message.author.id, message.name, message.author.bot),
    el("div", { class: "body" }, head, bodyOf(message, scene), below(message, scene)),
  );
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function above(message, scene) {
  if (message.command) {
    const { name, user, user_id: id } = message.command;
    const who = scene.names[id] ?? user;
    return el(
      "p",
      { class: "answers" },
      icon("reply"),
      avatar(id, who),
      sentence("{who} used {command}", {
        who: el("span", { dir: "auto" }, who),
        command: el("span", { class: "mention" }, `/${name}`),
      }),
    );
  }
  if (message.type === STARTER || !message.message_reference) return null;
  const first = message.referenced_message;
  if (!first)
    return el(
      "p",
      { class: "answers" },
      icon("reply"),
      el("em", {}, t("The original message was deleted.")),
    );
  const author = scene.names[first.author.id] ?? first.author.global_name ?? first.author.username;
  const words = first.content ? inlineText(first.content, scene) : el("em", {}, t("a message"));
  return el(
    "p",
    { class: "answers" },
    icon("reply"),
    avatar(first.author.id, author, first.author.bot),
    el("span", { class: "author", dir: "auto" }, author),
    words,
  );
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function bodyOf(message, scene) {
  if (message.thinking) {
    return el(
      "p",
      { class: "thinking", role: "status" },
      el("span", { class: "dots", "aria-hidden": true }, el("i"), el("i"), el("i")),
      t("{who} is thinking…", { who: message.name }),
    );
  }
  const components = message.components ?? [];
  const shown = new Set(shownFiles(components));
  const own = {
    ...scene,
    press: (/** @type {string} */ customId) => scene.press(message, customId),
    choose: (/** @type {string} */ customId, /** @type {string[]} */ values) =>
      scene.choose(message, customId, values),
  };
  return [
    message.content ? richText(message.content, scene) : null,
    !message.ephemeral ? edited(message, scene) : null,
    attachments((message.attachments ?? []).filter((file) => !shown.has(file.url))),
    (message.embeds ?? []).map((embed) => embedOf(embed, scene)),
    components.length
      ? el("div", { class: "components", lang: scene.locale }, componentsOf(components, own))
      : null,
  ];
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function edited(message, scene) {
  if (!message.content || message.edited_timestamp === null) return null;
  const title = format(new Date(message.edited_timestamp), "F", scene.locale);
  return el("small", { class: "edited", title }, t("(edited)"));
}

/**
 * @param {Protocol.Embed} embed
 * @param {Page.MessageScene} scene
 */
function embedOf(embed, scene) {
  const box = el(
    "div",
    { class: "container accented embed" },
    embed.author?.name ? el("p", { dir: "auto" }, embed.author.name) : null,
    embed.title ? el("p", { class: "embed-title" }, inlineText(embed.title, scene)) : null,
    embed.description ? richText(embed.description, scene) : null,
    embed.fields?.length
      ? el(
          "dl",
          {},
          embed.fields.map((/** @type {{ name: string, value: string }} */ field) =>
            el(
              "div",
              {},
              el("dt", {}, inlineText(field.name, scene)),
              el("dd", {}, richText(field.value, scene)),
            ),
          ),
        )
      : null,
    embed.image ? gallery([{ media: { url: embed.image.url } }]) : null,
    embed.footer?.text ? el("small", { dir: "auto" }, embed.footer.text) : null,
  );
  if (typeof embed.color === "number") {
    box.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  }
  return box;
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function below(message, scene) {
  return [
    message.thread ? threadOf(message.thread, scene) : null,
    message.ephemeral ? whisper(message, scene) : null,
  ];
}

/**
 * @param {Protocol.Thread} thread
 * @param {Page.Reader} scene
 */
function threadOf(thread, scene) {
  return button(
    [
      icon("thread"),
      el("span", { class: "thread-name", dir: "auto" }, thread.name),
      el("span", { class: "thread-count" }, countOf(thread)),
    ],
    () => scene.go(thread.id, null),
    { class: "thread", data: { to: thread.id } },
  );
}

/**
 * @param {Protocol.Message} message
 * @param {Page.MessageScene} scene
 */
function whisper(message, scene) {
  const dismiss = button(t("Dismiss message"), () => scene.dismiss(message), { class: "link" });
  return el(
    "p",
    { class: "whisper" },
    icon("eye"),
    sentence("Only you can see this · {dismiss}", { dismiss }),
  );
}

/** @param {Protocol.Thread} thread */
function countOf(thread) {
  return thread.archived
    ? plural("{n} message, archived", "{n} messages, archived", thread.messages)
    : plural("{n} message", "{n} messages", thread.messages);
}
