// Discord's modals: a dialog with labelled controls of every kind. What is filled in stays when
// the bot refuses it, so that it can be corrected.

import { notShown } from "./components.js";
import { button, el, fill, freshId } from "./elements.js";
import { select } from "./select.js";
import { richText } from "./text.js";
import { language, t } from "./words.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const RADIO = 21;
const BOXES = 22;
const BOX = 23;
const SELECTS = new Set([3, 5, 6, 7, 8]);

/**
 * Open a form; `send(values)` gives a promise. It closes once that is fulfilled.
 *
 * @param {Protocol.Form} form
 * @param {Page.Scene} scene
 * @param {(values: Record<string, Page.Given>) => Promise<unknown>} send
 */
export function openForm(form, scene, send) {
  /** @type {Map<string, Page.FormReader>} */
  const readers = new Map();
  const title = freshId("form");
  const wrong = el("p", { class: "failed", role: "alert", lang: language });
  const submit = el("button", { type: "submit", class: "primary" }, t("Submit"));
  const dialog = el("dialog", { class: "form", "aria-labelledby": title, lang: scene.locale });
  const content = el(
    "form",
    { on: { submit: finish } },
    el("h2", { id: title, dir: "auto" }, form.title),
    form.components.map((component) => partOf(component, scene, readers)),
    wrong,
    el(
      "div",
      { class: "form-end", lang: language },
      button(t("Cancel"), () => dialog.close(), { class: "secondary" }),
      submit,
    ),
  );

  /** @param {SubmitEvent} event */
  async function finish(event) {
    event.preventDefault();
    const missing = [...readers.values()].find((reader) => reader.missing());
    if (missing) {
      fill(wrong, t("{field}: please choose.", { field: missing.label }));
      missing.element.focus();
      return;
    }
    submit.disabled = true;
    fill(wrong);
    try {
      await send(Object.fromEntries([...readers].map(([id, reader]) => [id, reader.read()])));
      dialog.close();
    } catch (refused) {
      fill(wrong, refused.message);
    } finally {
      submit.disabled = false;
    }
  }

  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(content);
  document.body.append(dialog);
  dialog.showModal();
  [...readers.values()][0]?.element.focus();
}

/**
 * @param {Protocol.Component} component
 * @param {Page.Scene} scene
 * @param {Map<string, Page.FormReader>} readers
 * @returns {Page.Child}
 */
function partOf(component, scene, readers) {
  if (component.type === TEXT) return richText(component.content, scene);
  if (component.type === ROW) {
    return component.components.map((/** @type {Protocol.Component} */ each) =>
      labelled({ label: each.label, component: each }, scene, readers),
    );
  }
  if (component.type === LABEL) return labelled(/** @type {any} */ (component), scene, readers);
  return el("p", { class: "nothing" }, notShown(component));
}

/**
 * @param {{ label: string, description?: string, component: Protocol.Component }} labelled
 * @param {Page.Scene} scene
 * @param {Map<string, Page.FormReader>} readers
 * @returns {Page.Child}
 */
function labelled({ label, description, component }, scene, readers) {
  const id = freshId("input");
  const note = description ? el("small", { id: `${id}-note`, dir: "auto" }, description) : null;
  const reader = controlOf(component, scene, { id, label, note });
  if (reader === null)
    return el("p", { class: "nothing" }, t("Files cannot be sent in the playground."));
  readers.set(component.custom_id, { missing: () => false, label, ...reader });
  const star =
    component.required === false || component.type === BOX
      ? null
      : el("span", { class: "required", "aria-hidden": true }, "*");
  const group = reader.group ?? false;
  const words = [label, star];
  return el(
    group ? "fieldset" : "div",
    { class: "input" },
    group ? el("legend", { dir: "auto" }, words) : el("label", { for: id, dir: "auto" }, words),
    note,
    reader.whole ?? reader.element,
  );
}

/**
 * Make a control: its element, how to read it, whether it still must be chosen; null for files.
 *
 * @param {Protocol.Component} component
 * @param {Page.Scene} scene
 * @param {Page.Labelled} given
 * @returns {Page.Control | null}
 */
function controlOf(component, scene, given) {
  const required = component.required !== false;
  if (component.type === TEXT_INPUT) return textInput(component, required, given);
  if (SELECTS.has(component.type)) {
    const least = required ? (component.min_values ?? 1) : 0;
    const whole = { ...component, min_values: least };
    const { element, read } = select(whole, scene, () => {}, {
      keeps: true,
      id: given.id,
      label: given.label,
    });
    return { element, read, missing: () => read().length < least };
  }
  if (component.type === RADIO || component.type === BOXES)
    return choicesOf(component, required, given);
  if (component.type === BOX) {
    const element = el("input", { type: "checkbox", id: given.id, checked: component.default });
    return { element, read: () => element.checked };
  }
  return null;
}

/**
 * @param {Protocol.Component} component
 * @param {boolean} required
 * @param {Page.Labelled} given
 */
function textInput(component, required, { id, note }) {
  const long = component.style === 2;
  const element = el(long ? "textarea" : "input", {
    id,
    type: long ? null : "text",
    rows: long ? 4 : null,
    required,
    minlength: component.min_length || null,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    autocomplete: "off",
    dir: "auto",
    "aria-describedby": note?.id,
  });
  element.value = component.value ?? "";
  return { element, read: () => element.value };
}

/**
 * @param {Protocol.Component} component
 * @param {boolean} required
 * @param {Page.Labelled} given
 */
function choicesOf(component, required, { id }) {
  const one = component.type === RADIO;
  const options = /** @type {Protocol.Choice[]} */ (component.options);
  const inputs = options.map((option) =>
    el("input", {
      type: one ? "radio" : "checkbox",
      name: id,
      value: option.value,
      checked: option.default,
    }),
  );
  const whole = el(
    "div",
    { class: "choices" },
    options.map((option, i) =>
      el(
        "label",
        { class: "choice" },
        inputs[i],
        el(
          "span",
          { dir: "auto" },
          option.label,
          option.description ? el("small", {}, option.description) : null,
        ),
      ),
    ),
  );
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const least = required ? Math.max(1, component.min_values ?? 1) : 0;
  return {
    group: true,
    element: inputs[0],
    whole,
    read: () => (one ? (picked()[0] ?? "") : picked()),
    missing: () => picked().length < least,
  };
}
