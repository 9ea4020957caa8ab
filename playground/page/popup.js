// A box that opens beside a control: menus and lists. The browser's popovers do the hard part
// (above everything else, closed by Escape or a click elsewhere); here it gets its place, where
// there is room, and the focus goes back to where it came from.

import { el } from "./elements.js";

const GAP = 4;
const MARGIN = 8;
/** What a box gets at least, even if it has to cover its control for that. */
const LEAST = 320;
const PHONE = "(max-width: 760px)";

/**
 * Open a box beside `anchor` with `content` in it, and give a function that closes it.
 *
 * `props` are the box's attributes; `closed` is called once when it closes for any reason. With
 * `sheet` it comes from the lower edge of a phone, over its whole width.
 *
 * @param {HTMLElement} anchor
 * @param {Page.Child} content
 * @param {{ props?: Record<string, any>, closed?: () => void, sheet?: boolean }} options
 */
export function openPopup(anchor, content, { props = {}, closed = () => {}, sheet = false } = {}) {
  const box = el(
    "div",
    { popover: "auto", ...props, class: `popup ${props.class ?? ""}` },
    content,
  );
  // Beside the control, not at the end of the page: so the tab order goes on from it, and a list
  // in a dialog belongs to the dialog.
  (anchor.closest("dialog") ?? anchor.parentElement)?.append(box);
  const place = () => {
    const below = sheet && matchMedia(PHONE).matches;
    box.classList.toggle("sheet", below);
    if (!anchor.isConnected) box.hidePopover();
    else if (below) box.removeAttribute("style");
    else put(box, anchor);
  };
  // What is scrolled inside the box does not move it.
  const follow = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Node && box.contains(event.target))) place();
  };
  const close = () => {
    if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
  };
  box.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const focused =
      box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    removeEventListener("resize", place);
    removeEventListener("scroll", follow, true);
    anchor.setAttribute("aria-expanded", "false");
    if (focused && anchor.isConnected) anchor.focus();
    closed();
  });
  addEventListener("resize", place);
  addEventListener("scroll", follow, true);
  anchor.setAttribute("aria-expanded", "true");
  box.showPopover();
  place();
  return close;
}

/**
 * Let a button open a box with what `content(close)` gives; a second click closes it.
 *
 * @param {HTMLElement} anchor
 * @param {(close: () => void) => Page.Child} content
 * @param {Record<string, any>} props
 */
export function opens(anchor, content, props = {}) {
  /** @type {(() => void) | null} */
  let close = null;
  let wasOpen = false;
  anchor.setAttribute("aria-expanded", "false");
  // A popover closes when the pointer goes down, so the click that follows would open it again.
  anchor.addEventListener("pointerdown", () => {
    wasOpen = close !== null;
  });
  anchor.addEventListener("click", (event) => {
    const byPointer = event.detail > 0;
    if ((byPointer && wasOpen) || close !== null) {
      close?.();
      return;
    }
    const closed = () => {
      close = null;
    };
    close = openPopup(
      anchor,
      content(() => close?.()),
      { props, closed },
    );
  });
  return anchor;
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} anchor
 */
function put(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const { style } = box;
  style.minWidth = `${Math.min(at.width, innerWidth - 2 * MARGIN)}px`;
  style.maxHeight = "none";
  const { width, height } = box.getBoundingClientRect();
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const upwards = below < height && above > below;
  const room = Math.min(Math.max(above, below, LEAST), innerHeight - 2 * MARGIN);
  style.maxHeight = `${room}px`;
  style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - width - MARGIN))}px`;
  // A list that gets shorter while one searches stays at its control: so that edge is the fixed one.
  const edge = upwards ? innerHeight - at.top + GAP : at.bottom + GAP;
  const fixed = Math.max(MARGIN, Math.min(edge, innerHeight - MARGIN - Math.min(height, room)));
  style.top = upwards ? "auto" : `${fixed}px`;
  style.bottom = upwards ? `${fixed}px` : "auto";
}
