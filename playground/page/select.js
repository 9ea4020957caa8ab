// Selects of every kind, in messages and in forms: a button that says what is chosen, and a list
// with a search field that opens from it.

import { avatar } from "./avatar.js";
import { button, el, fill } from "./elements.js";
import { emojiText } from "./emoji.js";
import { icon } from "./icons.js";
import { OptionList, search } from "./options.js";
import { openPopup } from "./popup.js";
import { listed, plural, t } from "./words.js";

/** Lists that are seen whole at a glance: their search field is there for the keys alone. */
const FEW = 7;
const STRING = 3;
const PERSON = 5;
const ROLE = 6;
const PERSON_OR_ROLE = 7;
const PLACE = 8;
/** @type {Record<number, Protocol.Kind>} */
const KINDS_OF_PLACE = {
  0: "text",
  1: "direct",
  2: "voice",
  11: "thread",
  12: "thread",
  15: "forum",
};

/**
 * Give what a select offers in a place: items for a list.
 *
 * @param {Protocol.Component} component
 * @param {Page.Scene} scene
 * @returns {Page.Item<string>[]}
 */
function itemsOf(component, scene) {
  const people = () =>
    scene.members.map((member) => ({
      value: member.id,
      label: member.name,
      mark: avatar(member.id, member.name, member.bot),
    }));
  const roles = () => scene.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  switch (component.type) {
    case STRING:
      return choicesOf(component).map((option) => ({
        value: option.value,
        label: [emojiText(option.emoji), option.label].filter(Boolean).join(" "),
        note: option.description,
      }));
    case PERSON:
      return people();
    case ROLE:
      return roles();
    case PERSON_OR_ROLE:
      return [...people(), ...roles()];
    case PLACE:
      return placesOf(
        (component.channel_types ?? []).map((/** @type {number} */ type) => KINDS_OF_PLACE[type]),
        scene,
      );
    default:
      return [];
  }
}

/**
 * List places as items; `kinds` are the protocol's words for them, empty for all.
 *
 * @param {Protocol.Kind[]} kinds
 * @param {Page.Scene} scene
 */
export function placesOf(kinds, scene) {
  return scene.places
    .filter((place) => kinds.length === 0 || kinds.includes(place.kind))
    .map((place) => ({ value: place.id, label: place.name, mark: icon(place.kind) }));
}

/**
 * Tell which values a select starts with.
 *
 * @param {Protocol.Component} component
 * @returns {string[]}
 */
function startOf(component) {
  const options = choicesOf(component)
    .filter((option) => option.default)
    .map((option) => option.value);
  /** @type {{ id: string }[]} */
  const others = component.default_values ?? [];
  return [...options, ...others.map(({ id }) => id)];
}

/**
 * @param {Protocol.Component} component
 * @returns {Protocol.Choice[]}
 */
function choicesOf(component) {
  return component.options ?? [];
}

/**
 * Make a select.
 *
 * `scene` is where it stands (see `itemsOf`); `chosen(values)` is called with each complete choice.
 * `read()` gives what is chosen. With `keeps` it shows what was chosen by itself, as in a form;
 * without, it waits for the bot to change the message.
 *
 * @param {Protocol.Component} component
 * @param {Page.Scene} scene
 * @param {(values: string[]) => void} chosen
 * @param {{ keeps?: boolean, id?: string | null, label?: string | null }} options
 */
export function select(component, scene, chosen, { keeps = false, id = null, label = null } = {}) {
  const items = itemsOf(component, scene);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const shown = el("span", { class: "select-words", dir: "auto" });
  let values = startOf(component);
  const opener = button([shown, icon("down")], open, {
    class: "select",
    id,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    disabled: component.disabled,
    data: { control: component.custom_id },
  });

  function show() {
    const words = values.map((value) => items.find((item) => item.value === value)?.label ?? value);
    const empty = component.placeholder || t("Make a selection");
    const name = label ?? component.placeholder;
    const said = words.length ? listed(words) : "";
    fill(shown, said || empty);
    shown.classList.toggle("placeholder", words.length === 0);
    opener.setAttribute(
      "aria-label",
      said && name ? t("{name}: {chosen}", { name, chosen: said }) : said || name || empty,
    );
  }

  /** @param {string[]} next */
  function settle(next) {
    if (keeps) {
      values = next;
      show();
    }
    chosen(next);
  }

  function open() {
    openList(
      opener,
      { items, values, most, least, label: component.placeholder ?? label ?? t("Options") },
      settle,
    );
  }

  show();
  return { element: opener, read: () => values };
}

/**
 * Open the list of a select; several are confirmed together.
 *
 * @param {HTMLElement} anchor
 * @param {{ items: Page.Item<string>[], values: string[], most: number, least: number, label: string }} list
 * @param {(values: string[]) => void} settle
 */
function openList(anchor, { items, values, most, least, label }, settle) {
  const several = most > 1;
  let picked = new Set(values);
  const enough = () => picked.size >= least && picked.size <= most;
  const field = el("input", {
    type: "text",
    class: items.length > FEW ? "search" : "search only-spoken",
    placeholder: t("Search"),
    "aria-label": t("Search: {list}", { list: label }),
    autocomplete: "off",
  });
  const confirm = several ? button("", done, { class: "primary" }) : null;
  const list = new OptionList({ label, several, choose: take });
  const nothing = el("p", { class: "nothing", role: "status" });

  function show(start = 0) {
    const found = search(items, field.value);
    list.show(found, { chosen: picked, start });
    fill(nothing, found.length ? "" : t("Nothing found"));
    if (confirm) {
      confirm.disabled = !enough();
      fill(
        confirm,
        picked.size < least
          ? plural("Choose at least one", "Choose at least {n}", least)
          : plural("Choose this one", "Choose these {n}", picked.size),
      );
    }
  }

  /** @param {Page.Item} item */
  function take(item) {
    if (!several) {
      picked = new Set([item.value]);
      done();
      return;
    }
    if (!picked.delete(item.value) && picked.size < most) picked.add(item.value);
    show(search(items, field.value).indexOf(item));
  }

  function done() {
    if (!enough()) return;
    close();
    settle(items.map((item) => item.value).filter((value) => picked.has(value)));
  }

  field.addEventListener("input", () => show());
  field.addEventListener("keydown", (event) => {
    if (list.move(event.key)) event.preventDefault();
    else if (event.key === "Enter") {
      event.preventDefault();
      if (several && (event.ctrlKey || event.metaKey)) done();
      else list.take();
    }
  });
  const clear =
    !several && least === 0 && values.length
      ? button(
          t("Choose nothing"),
          () => {
            picked = new Set();
            done();
          },
          { class: "quiet" },
        )
      : null;
  show(
    Math.max(
      0,
      items.findIndex((item) => picked.has(item.value)),
    ),
  );
  // A sheet covers the question that it answers.
  const question = el("p", { class: "menu-head question", dir: "auto" }, label);
  const close = openPopup(anchor, [question, field, list.element, nothing, confirm, clear], {
    props: { class: "select-list" },
    sheet: true,
  });
  list.attach(field);
  // On a touch screen the keyboard would take the room of the list.
  (matchMedia("(pointer: coarse)").matches ? list.element : field).focus();
}
