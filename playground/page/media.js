// Pictures and files in messages: galleries, thumbnails, attachments for download, and the large
// view that opens when a picture is clicked.

import { button, el, fill } from "./elements.js";
import { icon } from "./icons.js";
import { spoiler } from "./text.js";
import { number, plural, t } from "./words.js";

const KIB = 1024;

/**
 * Show a gallery: `items` are Discord's, with `media`, `description` and `spoiler`.
 *
 * @param {Page.Picture[]} items
 */
export function gallery(items) {
  const pictures = items.map((item) => ({ address: item.media.url, alt: item.description ?? "" }));
  const shown = items.map((item, i) => {
    const one = picture(pictures, i);
    return item.spoiler ? spoiler([one]) : one;
  });
  return el("div", { class: `gallery of-${Math.min(items.length, 4)}` }, shown);
}

/**
 * Show a small picture beside a text.
 *
 * @param {Protocol.Component} component
 */
export function thumbnail(component) {
  const pictures = [{ address: component.media.url, alt: component.description ?? "" }];
  const one = picture(pictures, 0, "picture thumbnail");
  return component.spoiler ? spoiler([one]) : one;
}

/**
 * Show attachments that no component shows.
 *
 * @param {Protocol.Attachment[]} files
 */
export function attachments(files) {
  const pictures = files.filter((file) => (file.content_type ?? "").startsWith("image/"));
  const others = files.filter((file) => !pictures.includes(file));
  const items = pictures.map((file) => ({
    media: { url: file.url },
    description: file.description,
  }));
  return [
    items.length ? gallery(items) : null,
    others.map((file) => download(file.filename, file.size, file.url)),
  ];
}

/**
 * Show a file that can be saved.
 *
 * @param {string} name
 * @param {number | undefined} size
 * @param {string} address
 */
export function download(name, size, address) {
  return el(
    "a",
    { class: "file", href: address, download: name },
    icon("file"),
    el(
      "span",
      { class: "file-words" },
      el("span", { class: "file-name", dir: "auto" }, name),
      size ? el("small", {}, sizeOf(size)) : null,
    ),
    icon("download"),
  );
}

/**
 * @param {{ address: string, alt: string }[]} pictures
 * @param {number} i
 */
function picture(pictures, i, style = "picture") {
  const { address, alt } = pictures[i];
  const image = el("img", { src: address, alt, decoding: "async" });
  image.addEventListener("error", () => image.closest("button")?.classList.add("broken"));
  return button([image], () => enlarge(pictures, i), {
    class: style,
    "aria-haspopup": "dialog",
    title: t("Enlarge"),
  });
}

/** @param {number} bytes */
function sizeOf(bytes) {
  if (bytes < KIB) return plural("{n} byte", "{n} bytes", bytes);
  if (bytes < KIB * KIB) return t("{n} KiB", { n: number(bytes / KIB) });
  return t("{n} MiB", { n: number(bytes / KIB / KIB) });
}

/**
 * Open a picture over the whole window; the arrows go to its neighbours.
 *
 * It is shown whole. A click shows it in its own size where that is larger, as on a phone.
 *
 * @param {{ address: string, alt: string }[]} pictures
 * @param {number} start
 */
function enlarge(pictures, start) {
  let at = start;
  const view = el("figure", {});
  const dialog = el("dialog", { class: "large", "aria-label": t("Picture") }, view);
  const show = () => {
    const { address, alt } = pictures[at];
    const image = el("img", { src: address, alt });
    image.addEventListener("click", () => whole.classList.toggle("own-size"));
    const whole = el("div", { class: "whole", tabindex: 0 }, image);
    fill(
      view,
      whole,
      el(
        "figcaption",
        {},
        alt ? el("p", { dir: "auto", tabindex: 0 }, alt) : null,
        el(
          "a",
          { href: address, target: "_blank", rel: "noopener noreferrer", class: "link" },
          t("Open in a new tab"),
        ),
      ),
    );
  };
  dialog.append(
    button(icon("close"), () => dialog.close(), { label: t("Close"), class: "corner" }),
  );
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || pictures.length === 1) return;
    at = (at + step + pictures.length) % pictures.length;
    show();
  });
  dialog.addEventListener("click", (event) => {
    const around = event.target instanceof Element && event.target.classList.contains("whole");
    if (event.target === dialog || around) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  show();
  document.body.append(dialog);
  dialog.showModal();
}
