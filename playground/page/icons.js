// Draw the icons: small strokes on a field of 24 by 24, in the colour of the text beside them.
// No emoji and no icon font: neither can be relied on.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const PATHS = {
  alert: "M12 4 2.5 20h19zM12 10v4M12 17v.5",
  back: "M14 6l-6 6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  columns: "M4 5h16v14H4zM12 5v14",
  direct: "M4 5h16v11H10l-5 4v-4H4z",
  down: "M6 9.5l6 6 6-6",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  forum: "M4 4h13v9H9l-5 4zM8 17h8l4 3V9",
  globe:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-4.5 5-4.5 13 0 18M12 3c4.5 5 4.5 13 0 18",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.5",
  link: "M14 5h5v5M19 5l-8 8M11 6H5v13h13v-6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  menu: "M4 7h16M4 12h16M4 17h16",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  plus: "M12 5v14M5 12h14",
  reply: "M20 18v-4a4 4 0 0 0-4-4H5M9.5 5.5L5 10l4.5 4.5",
  send: "M4 4l17 8-17 8 3-8zM7 12h8",
  slash: "M14.5 5l-5 14M4 4h16v16H4z",
  text: "M9.5 4L7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v8a3 3 0 0 0 3 3h11M15 11l4 4-4 4M10 6h9",
  voice: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4 4 0 0 1 0 6",
  wheel: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5h4v5h-4zM7 14.5h4v5H7z",
};

/**
 * Draw an icon. It says nothing to a screen reader: what it stands for is written beside it.
 *
 * @param {string} name
 */
export function icon(name) {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svg.append(shape("path", { d: PATHS[name] }));
  return svg;
}

/** Draw the bot's face: a die that shows five. */
export function die() {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: "die", "aria-hidden": "true" });
  for (const [x, y] of [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ]) {
    svg.append(shape("circle", { cx: x, cy: y, r: 2.2 }));
  }
  return svg;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
