// Build elements. Everything on the page goes through here, so that nothing shown can run script:
// texts become text nodes, never markup, and addresses must be of the web or of this server.

/**
 * Give the address if it is http or https (or a path on this server), else null.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function webAddress(text) {
  let url;
  try {
    url = new URL(text, location.origin);
  } catch {
    return null;
  }
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

/**
 * Make an element.
 *
 * `props` are attributes, and besides: `class`, `data` (an object for the dataset), `on` (an object
 * of listeners). Null, undefined and false leave an attribute out, except for `aria-…`, where
 * false is a value. Children are nodes, texts, or arrays of them; null and false are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} props
 * @param {Page.Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...present(children));
  return element;
}

/**
 * Replace what is in an element; children as for `el`.
 *
 * @template {Element} Filled
 * @param {Filled} element
 * @param {Page.Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/**
 * Make a button with a text (or an icon and a spoken `label`) that does something.
 *
 * @param {Page.Child} content
 * @param {(event: MouseEvent) => unknown} action
 * @param {Record<string, any>} props
 */
export function button(content, action, props = {}) {
  const { label, ...rest } = props;
  return el(
    "button",
    {
      type: "button",
      "aria-label": label ?? null,
      title: label ?? null,
      on: { click: action },
      ...rest,
    },
    content,
  );
}

/**
 * Find all elements in another that a selector fits.
 *
 * @param {Element} element
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function elementsIn(element, selector) {
  return [...element.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

/**
 * Tell which element has the focus, if it is in another (or is it); else null.
 *
 * @param {Element} element
 */
export function focusedIn(element) {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && element.contains(focused) ? focused : null;
}

/**
 * @param {Page.Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {any[]} */ (children)
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (value === null || value === undefined) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value))
      element.addEventListener(event, listener);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else if (name.startsWith("aria-")) {
    element.setAttribute(name, String(value));
  } else if (value === false) {
    // Left out: a boolean attribute that is not there is false.
  } else if (name === "href" || name === "src") {
    const address = webAddress(value);
    if (address !== null) element.setAttribute(name, address);
  } else if (name.startsWith("on") || name === "style" || name === "srcdoc") {
    throw new TypeError(`${name} is not set from here`);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

let ids = 0;

/**
 * Give an id that no other element has, for labels and lists that refer to each other.
 *
 * @param {string} what
 */
export function freshId(what) {
  ids += 1;
  return `${what}-${ids}`;
}
