// Turn texts with Discord's markdown into elements: what people and the bot write, with mentions
// by the reader's names, timestamps in the reader's language, and links that only lead to the web.

import { button, el, elementsIn, webAddress } from "./elements.js";
import { parse, parseInline } from "./markdown.js";
import { timestamp } from "./timestamps.js";
import { t } from "./words.js";

// A message stands below the page's own headings.
/** @type {("h3" | "h4" | "h5")[]} */
const HEADINGS = ["h3", "h4", "h5"];
const INSIDE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;
/** @type {Record<string, "strong" | "u" | "em" | "s">} */
const TAGS = { strong: "strong", underlined: "u", emphasis: "em", struck: "s" };

/**
 * Show a text.
 *
 * `reader` is who looks: `person` (id), `locale`, `names` ({id: name}), and `go(place, message)`,
 * which opens a place.
 *
 * @param {string} source
 * @param {Page.Reader} reader
 */
export function richText(source, reader) {
  return el(
    "div",
    { class: "text", dir: "auto", lang: reader.locale },
    parse(source).map((block) => blockOf(block, reader)),
  );
}

/**
 * Show a text on one line, as replies and titles do.
 *
 * @param {string} source
 * @param {Page.Reader} reader
 */
export function inlineText(source, reader) {
  return el(
    "span",
    { class: "text", dir: "auto", lang: reader.locale },
    nodesOf(parseInline(source.replace(/\s+/g, " ")), reader),
  );
}

/**
 * Make a link; addresses of places in Discord open them here.
 *
 * @param {string} address
 * @param {Page.Reader} reader
 * @param {Record<string, any>} props
 * @param {Page.Child[]} content
 */
export function linkTo(address, reader, props, ...content) {
  const inside = INSIDE.exec(address);
  if (inside) {
    return button(content, () => reader.go(inside[1], inside[2] ?? null), {
      ...props,
      data: { to: inside[1] },
    });
  }
  if (webAddress(address) === null) return el("span", {}, content);
  return el(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer", ...props },
    content,
  );
}

/**
 * @param {Page.Block} block
 * @param {Page.Reader} reader
 * @returns {HTMLElement}
 */
function blockOf(block, reader) {
  switch (block.kind) {
    case "heading":
      return el(
        HEADINGS[block.level - 1],
        { class: `size-${block.level}` },
        nodesOf(block.children, reader),
      );
    case "small":
      return el("small", {}, nodesOf(block.children, reader));
    case "quote":
      return el(
        "blockquote",
        {},
        block.children.map((child) => blockOf(child, reader)),
      );
    case "fence":
      return el("pre", { tabindex: 0 }, el("code", {}, block.text));
    case "list":
      return listOf(block, reader);
    default:
      return el("p", {}, nodesOf(block.children, reader));
  }
}

/**
 * @param {Page.List} list
 * @param {Page.Reader} reader
 * @returns {HTMLElement}
 */
function listOf(list, reader) {
  const tag = list.start === null ? "ul" : "ol";
  const items = list.items.map((item) =>
    el(
      "li",
      {},
      item.map((node) => (node.kind === "list" ? listOf(node, reader) : nodeOf(node, reader))),
    ),
  );
  return el(tag, { start: list.start }, items);
}

/**
 * @param {Page.Inline[]} nodes
 * @param {Page.Reader} reader
 * @returns {Page.Child[]}
 */
function nodesOf(nodes, reader) {
  return nodes.map((node) => nodeOf(node, reader));
}

/**
 * @param {Page.Inline} node
 * @param {Page.Reader} reader
 * @returns {Page.Child}
 */
function nodeOf(node, reader) {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return el("code", {}, node.text);
    case "link":
      return linkTo(node.address, reader, { class: "link" }, nodesOf(node.children, reader));
    case "time":
      return timeOf(node, reader);
    case "person":
      return named(mention("", node.value === reader.person), "@", node.value, reader.names);
    case "role":
      return named(mention("", false), "@", node.value, reader.names);
    case "everyone":
      return mention(`@${node.value}`, false);
    case "command":
      return mention(`/${node.value}`, false);
    case "place":
      return named(
        button("", () => reader.go(node.value, null), { class: "mention" }),
        "#",
        node.value,
        reader.names,
      );
    case "emoji":
      return `:${node.value}:`;
    case "spoiler":
      return spoiler(nodesOf(node.children, reader));
    default:
      return el(TAGS[node.kind], {}, nodesOf(node.children, reader));
  }
}

/**
 * @param {{ seconds: number, style: string }} node
 * @param {Page.Reader} reader
 */
function timeOf(node, reader) {
  const date = new Date(node.seconds * 1000);
  return Number.isNaN(date.getTime())
    ? t("Invalid date")
    : timestamp(date, node.style, reader.locale);
}

/**
 * @param {string} text
 * @param {boolean} me
 */
function mention(text, me) {
  return el("span", { class: me ? "mention me" : "mention" }, text);
}

/**
 * Write somebody's or something's name into an element, and remember whose it is.
 *
 * @param {HTMLElement} element
 * @param {string} sign
 * @param {string} id
 * @param {Record<string, string>} names
 */
function named(element, sign, id, names) {
  Object.assign(element.dataset, { sign, names: id });
  const name = names[id] ?? t("unknown");
  element.textContent = `${sign}${name}`;
  return element;
}

/**
 * Write the names anew in everything below an element: they change, or become known later.
 *
 * @param {Element} root
 * @param {Record<string, string>} names
 */
export function rename(root, names) {
  for (const element of elementsIn(root, "[data-names]")) {
    const { sign = "", names: id = "" } = element.dataset;
    named(element, sign, id, names);
  }
}

/**
 * Hide something until it is clicked (or Enter is pressed on it).
 *
 * @param {Page.Child[]} content
 */
export function spoiler(content) {
  const hidden = el("span", { class: "spoiler-content", "aria-hidden": true }, content);
  const cover = button([hidden], reveal, {
    class: "spoiler",
    "aria-label": t("Spoiler: press to show"),
  });
  function reveal() {
    cover.replaceWith(el("span", { class: "spoiler shown" }, [...hidden.childNodes]));
  }
  return cover;
}
