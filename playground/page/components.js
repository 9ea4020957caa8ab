// Discord's Components V2 as elements: containers, sections, texts, pictures, buttons, selects.
// What a click does comes from outside; forms are in `form.js`.

import { button, el, fill } from "./elements.js";
import { emojiText } from "./emoji.js";
import { icon } from "./icons.js";
import { download, gallery, thumbnail } from "./media.js";
import { select } from "./select.js";
import { linkTo, richText, spoiler } from "./text.js";
import { t } from "./words.js";

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 6: "primary" };
const LINK = 5;

/** @type {Record<number, (component: Protocol.Component, scene: Page.ControlScene) => Page.Child>} */
const MAKERS = {
  1: (component, scene) => el("div", { class: "row" }, all(component.components, scene)),
  2: buttonOf,
  3: selectOf,
  5: selectOf,
  6: selectOf,
  7: selectOf,
  8: selectOf,
  9: (component, scene) =>
    el(
      "div",
      { class: "section" },
      el("div", { class: "stack" }, all(component.components, scene)),
      one(component.accessory, scene),
    ),
  10: (component, scene) => richText(component.content, scene),
  11: (component) => thumbnail(component),
  12: (component) => gallery(component.items),
  13: fileOf,
  14: (component) =>
    el("hr", {
      class: `separator ${component.divider === false ? "bare" : ""} ${component.spacing === 2 ? "wide" : ""}`,
    }),
  17: containerOf,
};

/**
 * Show a message's components.
 *
 * `scene` is the reader (see `text.js`) with `members`, `roles` and `places` for selects, and
 * `press(custom_id)` and `choose(custom_id, values)`, which give promises.
 *
 * @param {Protocol.Component[]} components
 * @param {Page.ControlScene} scene
 */
export function componentsOf(components, scene) {
  return all(components, scene);
}

/**
 * Give the addresses of all files that components show.
 *
 * @param {Protocol.Component[]} components
 * @returns {string[]}
 */
export function shownFiles(components) {
  return components.flatMap((component) => [
    ...(component.items ?? []).map((/** @type {Page.Picture} */ item) => item.media.url),
    ...[component.file?.url, component.media?.url].filter(Boolean),
    ...shownFiles(component.components ?? []),
    ...shownFiles(component.accessory ? [component.accessory] : []),
  ]);
}

/**
 * @param {Protocol.Component[] | undefined} components
 * @param {Page.ControlScene} scene
 */
function all(components, scene) {
  return (components ?? []).map((component) => one(component, scene));
}

/**
 * @param {Protocol.Component} component
 * @param {Page.ControlScene} scene
 */
function one(component, scene) {
  const make = MAKERS[component.type];
  return make ? make(component, scene) : el("p", { class: "nothing" }, notShown(component));
}

/**
 * Say that a component is of a kind that the page does not know.
 *
 * @param {Protocol.Component} component
 */
export function notShown({ type }) {
  return t("(component {type} is not shown here)", { type });
}

/**
 * @param {Protocol.Component} component
 * @param {Page.ControlScene} scene
 */
function containerOf(component, scene) {
  const box = el("div", { class: "container" }, all(component.components, scene));
  if (typeof component.accent_color === "number") {
    box.classList.add("accented");
    box.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  }
  return component.spoiler ? spoiler([box]) : box;
}

/** @param {Protocol.Component} component */
function fileOf(component) {
  const { url } = component.file;
  const name = component.name ?? decodeURIComponent(url.split("?")[0].split("/").at(-1));
  const shown = download(name, component.size, url);
  return component.spoiler ? spoiler([shown]) : shown;
}

/**
 * @param {Protocol.Component} component
 * @param {Page.ControlScene} scene
 */
function buttonOf(component, scene) {
  const words = [emojiText(component.emoji), component.label].filter(Boolean).join(" ");
  if (component.style === LINK) {
    const content = [words, icon("link")];
    return component.disabled
      ? el("span", { class: "secondary", "aria-disabled": true }, content)
      : linkTo(component.url, scene, { class: "secondary" }, content);
  }
  const made = button(words, press, {
    class: STYLES[component.style] ?? "secondary",
    dir: "auto",
    disabled: component.disabled,
    data: { control: component.custom_id ?? "" },
  });
  function press() {
    waitFor(made, scene.press(component.custom_id));
  }
  return made;
}

/**
 * @param {Protocol.Component} component
 * @param {Page.ControlScene} scene
 */
function selectOf(component, scene) {
  const { element } = select(component, scene, (values) => {
    waitFor(element, scene.choose(component.custom_id, values));
  });
  return element;
}

/**
 * Show that a control waits for its answer; further clicks mean nothing meanwhile.
 *
 * @param {HTMLElement} control
 * @param {Promise<void>} answer
 */
async function waitFor(control, answer) {
  const message = control.closest(".message");
  message?.querySelector(".failed")?.remove();
  control.classList.add("waiting");
  control.setAttribute("aria-busy", "true");
  try {
    await answer;
  } catch (refused) {
    const said = el("p", { class: "failed", role: "alert" });
    message?.querySelector(".body")?.append(said);
    fill(said, icon("alert"), refused.message);
  } finally {
    control.classList.remove("waiting");
    control.removeAttribute("aria-busy");
  }
}
