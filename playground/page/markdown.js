// Read Discord's markdown into a tree of plain objects, `{kind, …}`. It knows nothing of the page:
// `text.js` turns the tree into elements.

const FENCE = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/g;
const HEADING = /^(#{1,3}) +(.+)$/;
const SMALL = /^-# +(.+)$/;
const QUOTE = /^> ?(.*)$/;
const REST_QUOTED = /^>>> ?/;
const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;

/** @type {[Page.Pattern, RegExp][]} */
const INLINE = [
  ["escaped", /\\([!-/:-@[-`{-~])/y],
  ["code", /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/sy],
  ["address", /<(https?:\/\/[^\s<>]+)>/y],
  ["person", /<@!?(\d+)>/y],
  ["role", /<@&(\d+)>/y],
  ["place", /<#(\d+)>/y],
  ["time", /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y],
  ["emoji", /<a?:(\w+):\d+>/y],
  ["command", /<\/([^:<>]+):\d+>/y],
  ["link", /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"[^"]*")?\)/y],
  ["address", /(https?:\/\/[^\s<>]*[^\s<>.,:;"')\]!?])/y],
  ["strong", /\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/sy],
  ["underlined", /__((?:\\.|[^\\])+?)__(?!_)/sy],
  ["emphasis", /\*(?!\s)((?:\\.|\*\*|[^\\*])+?)\*(?!\*)/sy],
  ["emphasis", /(?<![A-Za-z0-9_])_((?:\\.|__|[^\\_])+?)_(?![A-Za-z0-9_])/sy],
  ["struck", /~~((?:\\.|[^\\])+?)~~/sy],
  ["spoiler", /\|\|((?:\\.|[^\\])+?)\|\|/sy],
  ["everyone", /@(everyone|here)/y],
];
const LINKS = new Set(["address", "link"]);

/**
 * Read a text: a list of blocks.
 *
 * @param {string} source
 * @returns {Page.Block[]}
 */
export function parse(source) {
  /** @type {Page.Block[]} */
  const blocks = [];
  let end = 0;
  for (const fence of source.matchAll(FENCE)) {
    blocks.push(...parseLines(source.slice(end, fence.index).replace(/\n$/, "")));
    blocks.push({ kind: "fence", text: fence[2] });
    end = fence.index + fence[0].length;
  }
  blocks.push(...parseLines(end > 0 ? source.slice(end).replace(/^\n/, "") : source));
  return blocks;
}

/**
 * Read a piece of a paragraph: a list of nodes. In a link (`linked`) there are no further links.
 *
 * @param {string} source
 * @param {boolean} linked
 * @returns {Page.Inline[]}
 */
export function parseInline(source, linked = false) {
  /** @type {Page.Inline[]} */
  const nodes = [];
  let text = "";
  let at = 0;
  while (at < source.length) {
    const { node, length } = match(source, at, linked);
    if (node.kind === "text") {
      text += node.text;
    } else {
      if (text) nodes.push({ kind: "text", text });
      text = "";
      nodes.push(node);
    }
    at += length;
  }
  if (text) nodes.push({ kind: "text", text });
  return nodes;
}

/**
 * Read lines; within a quote there are no further quotes, as in Discord.
 *
 * @param {string} source
 * @returns {Page.Block[]}
 */
function parseLines(source, quoted = false) {
  if (source === "") return [];
  const lines = source.split("\n");
  /** @type {Page.Block[]} */
  const blocks = [];
  /** @type {string[]} */
  const plain = [];
  const endParagraph = () => {
    if (plain.length === 0) return;
    // As one text: what is marked may go on in the next line.
    blocks.push({ kind: "paragraph", children: parseInline(plain.join("\n")) });
    plain.length = 0;
  };
  for (let i = 0; i < lines.length; ) {
    const found = parseBlock(lines, i, quoted);
    if (found === null) {
      plain.push(lines[i]);
      i += 1;
      continue;
    }
    endParagraph();
    const [block, used] = found;
    blocks.push(block);
    i += used;
  }
  endParagraph();
  return blocks;
}

/**
 * Read the block that begins with a line, and tell how many lines it has; null for plain text.
 *
 * @param {string[]} lines
 * @param {number} i
 * @param {boolean} quoted
 * @returns {[Page.Block, number] | null}
 */
function parseBlock(lines, i, quoted) {
  const line = lines[i];
  const heading = HEADING.exec(line);
  if (heading)
    return [{ kind: "heading", level: heading[1].length, children: parseInline(heading[2]) }, 1];
  const small = SMALL.exec(line);
  if (small) return [{ kind: "small", children: parseInline(small[1]) }, 1];
  if (!quoted && REST_QUOTED.test(line)) {
    const rest = [line.replace(REST_QUOTED, ""), ...lines.slice(i + 1)];
    return [{ kind: "quote", children: parseLines(rest.join("\n"), true) }, lines.length - i];
  }
  const inQuote = quoted ? [] : runOf(lines, i, QUOTE);
  if (inQuote.length) {
    const text = inQuote.map((each) => each[1]).join("\n");
    return [{ kind: "quote", children: parseLines(text, true) }, inQuote.length];
  }
  const items = sameList(runOf(lines, i, ITEM));
  if (items.length) return [nest(items), items.length];
  return null;
}

/**
 * @param {string[]} lines
 * @param {number} i
 * @param {RegExp} pattern
 */
function runOf(lines, i, pattern) {
  const found = [];
  for (let at = i; at < lines.length; at += 1) {
    const each = pattern.exec(lines[at]);
    if (!each) break;
    found.push(each);
  }
  return found;
}

/**
 * Cut a run of list lines where a list with numbers follows one with points, or the reverse.
 *
 * @param {RegExpExecArray[]} items
 */
function sameList(items) {
  const other = items.findIndex(
    ([, indent, number]) =>
      indent.length <= items[0][1].length && (number === undefined) !== (items[0][2] === undefined),
  );
  return other < 0 ? items : items.slice(0, other);
}

/**
 * Turn a run of list lines into a list; deeper indentation makes a list in the last item.
 *
 * @param {RegExpExecArray[]} items
 * @returns {Page.List}
 */
function nest(items) {
  const [, indent, number] = items[0];
  /** @type {Page.List} */
  const list = { kind: "list", start: number === undefined ? null : Number(number), items: [] };
  for (let i = 0; i < items.length; ) {
    const deeper = [];
    const above = list.items.at(-1);
    if (above && items[i][1].length > indent.length) {
      while (i < items.length && items[i][1].length > indent.length) deeper.push(items[i++]);
      above.push(nest(deeper));
    } else {
      list.items.push(parseInline(items[i++][3]));
    }
  }
  return list;
}

/**
 * Read what begins at a place: a character, if nothing else does.
 *
 * @param {string} source
 * @param {number} at
 * @param {boolean} linked
 * @returns {{ node: Page.Inline, length: number }}
 */
function match(source, at, linked) {
  /** @type {Page.Inline} */
  const character = { kind: "text", text: source[at] };
  // Most characters begin nothing: leave them before any pattern is tried.
  if (!"\\`<[h*_~|@".includes(source[at])) return { node: character, length: 1 };
  for (const [kind, pattern] of INLINE) {
    if (linked && LINKS.has(kind)) continue;
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) return { node: nodeOf(kind, found, linked), length: found[0].length };
  }
  return { node: character, length: 1 };
}

/**
 * @param {Page.Pattern} kind
 * @param {RegExpExecArray} found
 * @param {boolean} linked
 * @returns {Page.Inline}
 */
function nodeOf(kind, found, linked) {
  switch (kind) {
    case "escaped":
      return { kind: "text", text: found[1] };
    case "code":
      return { kind, text: found[2] };
    case "link":
      return { kind, address: found[2], children: parseInline(found[1], true) };
    case "address":
      return { kind: "link", address: found[1], children: [{ kind: "text", text: found[1] }] };
    case "time":
      return { kind, seconds: Number(found[1]), style: found[2] ?? "f" };
    case "strong":
    case "underlined":
    case "emphasis":
    case "struck":
    case "spoiler":
      return { kind, children: parseInline(found[1], linked) };
    default:
      return { kind, value: found[1] };
  }
}
