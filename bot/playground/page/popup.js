// A box that opens beside a control: menus and lists. The browser's popovers do the hard part
// (above everything else, closed by Escape or a click elsewhere); here it gets its place, and the
// focus goes back to where it came from.

import { el } from "./elements.js";

const GAP = 4;
const MARGIN = 8;

/**
 * Open a box beside `anchor` with `content` in it, and give a function that closes it.
 *
 * `props` are the box's attributes; `closed` is called once when it closes for any reason. If the
 * anchor's box is open already it is closed instead, as a second click on a button should do.
 */
export function openPopup(anchor, content, { props = {}, closed = () => {} } = {}) {
  const box = el(
    "div",
    { popover: "auto", ...props, class: `popup ${props.class ?? ""}` },
    content,
  );
  // Beside the control, not at the end of the page: so the tab order goes on from it, and a list
  // in a dialog belongs to the dialog.
  (anchor.closest("dialog") ?? anchor.parentElement).append(box);
  const place = () => put(box, anchor);
  const close = () => {
    if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
  };
  box.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const focused =
      box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    removeEventListener("resize", place);
    removeEventListener("scroll", place, true);
    anchor.setAttribute("aria-expanded", "false");
    if (focused && anchor.isConnected) anchor.focus();
    closed();
  });
  addEventListener("resize", place);
  addEventListener("scroll", place, true);
  anchor.setAttribute("aria-expanded", "true");
  box.showPopover();
  place();
  return close;
}

/** Let a button open a box with what `content(close)` gives; a second click closes it. */
export function opens(anchor, content, props = {}) {
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

function put(box, anchor) {
  if (!anchor.isConnected) {
    box.hidePopover();
    return;
  }
  const at = anchor.getBoundingClientRect();
  box.style.minWidth = `${Math.min(at.width, innerWidth - 2 * MARGIN)}px`;
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const upwards = below < box.scrollHeight && above > below;
  box.style.maxHeight = `${Math.max(120, upwards ? above : below)}px`;
  const size = box.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(at.left, innerWidth - size.width - MARGIN));
  const top = upwards ? Math.max(MARGIN, at.top - GAP - size.height) : at.bottom + GAP;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
