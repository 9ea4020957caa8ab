// Discord's markdown: what becomes what, and that no text, however odd, becomes anything else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parse, parseInline } from "#page/markdown.js";

// Short forms for the trees that are expected.
const text = (words) => ({ kind: "text", text: words });
const around =
  (kind) =>
  (...children) => ({ kind, children: children.map(node) });
const node = (each) => (typeof each === "string" ? text(each) : each);
const paragraph = around("paragraph");
const strong = around("strong");
const emphasis = around("emphasis");
const underlined = around("underlined");
const struck = around("struck");
const spoiler = around("spoiler");
const quote = around("quote");
const heading = (level, ...children) => ({ kind: "heading", level, children: children.map(node) });
const mark = (kind, value) => ({ kind, value });
const code = (words) => ({ kind: "code", text: words });
const fence = (words) => ({ kind: "fence", text: words });
const link = (address, ...children) => ({ kind: "link", address, children: children.map(node) });
const points = (...items) => ({ kind: "list", start: null, items: items.map(itemOf) });
const numbers = (start, ...items) => ({ kind: "list", start, items: items.map(itemOf) });
const itemOf = (item) => (Array.isArray(item) ? item : [item]).map(node);

/** Say with a test what each text becomes within a line. */
function inline(sentence, cases) {
  for (const [source, ...nodes] of cases) {
    test(`${sentence}: ${JSON.stringify(source)}`, () => {
      assert.deepEqual(parseInline(source), nodes.map(node));
    });
  }
}

/** Say with a test what each text becomes as a whole. */
function blocks(sentence, cases) {
  for (const [source, ...expected] of cases) {
    test(`${sentence}: ${JSON.stringify(source)}`, () => {
      assert.deepEqual(parse(source), expected);
    });
  }
}

// Within a line

inline("plain words stay as they are", [
  ["words", "words"],
  ["Mara's move, 3 < 4 & 5 > 2", "Mara's move, 3 < 4 & 5 > 2"],
  ["naïve 将棋 🎲 👨‍👩‍👧", "naïve 将棋 🎲 👨‍👩‍👧"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["snake_case_name", "snake_case_name"],
  ["_a_b", "_a_b"],
]);

test("a text of nothing is nothing", () => {
  assert.deepEqual(parseInline(""), []);
  assert.deepEqual(parse(""), []);
});

inline("marks around words change how they look", [
  ["**a**", strong("a")],
  ["*a*", emphasis("a")],
  ["_a_", emphasis("a")],
  ["__a__", underlined("a")],
  ["~~a~~", struck("a")],
  ["||a||", spoiler("a")],
  ["`a`", code("a")],
  ["a **b** c", "a ", strong("b"), " c"],
  ["🎲 *🎲*", "🎲 ", emphasis("🎲")],
]);

inline("marks stand in each other", [
  ["***a***", strong(emphasis("a"))],
  ["**a *b* c**", strong("a ", emphasis("b"), " c")],
  ["*a **b** c*", emphasis("a ", strong("b"), " c")],
  ["__*a*__", underlined(emphasis("a"))],
  ["||**a** ~~b~~||", spoiler(strong("a"), " ", struck("b"))],
  ["[**a**](https://x.y)", link("https://x.y", strong("a"))],
  ["**<@1>**", strong(mark("person", "1"))],
]);

inline("a mark that is not closed is what was typed", [
  ["*", "*"],
  ["**", "**"],
  ["a*b", "a*b"],
  ["**a", "**a"],
  ["~a~", "~a~"],
  ["~~a", "~~a"],
  ["|a|", "|a|"],
  ["||a", "||a"],
  ["`a", "`a"],
  ["[a", "[a"],
  ["[a](", "[a]("],
  ["<@1", "<@1"],
  ["<t:1", "<t:1"],
  ["\\", "\\"],
]);

inline("a backslash takes its meaning from a mark, and stays before a letter", [
  ["\\*a\\*", "*a*"],
  ["\\\\*a*", "\\", emphasis("a")],
  ["\\`a`", "`a`"],
  ["\\<@1>", "<@1>"],
  ["**\\***", strong("*")],
  ["*a\\**", emphasis("a*")],
  ["\\a", "\\a"],
]);

inline("nothing in code means anything", [
  ["`**a**`", code("**a**")],
  ["`<@1>`", code("<@1>")],
  ["`\\*`", code("\\*")],
  ["``a`b``", code("a`b")],
]);

inline("code ends with as many backticks as it began with", [
  ["`a``", "`a``"],
  ["`a`` b`", code("a`` b")],
]);

// Links

inline("an address of the web is a link, without the punctuation after it", [
  ["https://x.y", link("https://x.y", "https://x.y")],
  ["<http://x.y>", link("http://x.y", "http://x.y")],
  ["https://x.y/?a=1&b=2#c", link("https://x.y/?a=1&b=2#c", "https://x.y/?a=1&b=2#c")],
  ["see https://x.y, please", "see ", link("https://x.y", "https://x.y"), ", please"],
  ["(https://x.y)", "(", link("https://x.y", "https://x.y"), ")"],
  ["**https://x.y**", strong(link("https://x.y", "https://x.y"))],
  ["https://", "https://"],
]);

inline("a link can have words of its own", [
  ["[a](https://x.y)", link("https://x.y", "a")],
  ["[a](<https://x.y>)", link("https://x.y", "a")],
  ['[a](https://x.y "title")', link("https://x.y", "a")],
  ["[a\\]b](https://x.y)", link("https://x.y", "a]b")],
  ["[a](https://x.y)(b)", link("https://x.y", "a"), "(b)"],
]);

inline("a link holds no other link, so that its words lead where it leads", [
  ["[https://x.y](https://other.y)", link("https://other.y", "https://x.y")],
  ["[<https://x.y>](https://other.y)", link("https://other.y", "<https://x.y>")],
  ["[**https://x.y**](https://other.y)", link("https://other.y", strong("https://x.y"))],
]);

inline("an address that does not lead to the web is no link", [
  ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  ["[a](data:text/html,x)", "[a](data:text/html,x)"],
  ["[a](//x.y)", "[a](//x.y)"],
  ["[a](ftp://x.y)", "[a](ftp://x.y)"],
  ["<javascript:alert(1)>", "<javascript:alert(1)>"],
  ["javascript:alert(1)", "javascript:alert(1)"],
]);

// What Discord writes for people, places and times

inline("mentions are read with their ids", [
  ["<@1>", mark("person", "1")],
  ["<@!1>", mark("person", "1")],
  ["<@&1>", mark("role", "1")],
  ["<#1>", mark("place", "1")],
  ["</chess move:1>", mark("command", "chess move")],
  ["<:die:1>", mark("emoji", "die")],
  ["<a:die:1>", mark("emoji", "die")],
  ["@everyone and @here", mark("everyone", "everyone"), " and ", mark("everyone", "here")],
]);

inline("what only looks like a mention is what was typed", [
  ["<@abc>", "<@abc>"],
  ["<@ 1>", "<@ 1>"],
  ["<#x>", "<#x>"],
  ["<:a b:1>", "<:a b:1>"],
  ["<b:a:1>", "<b:a:1>"],
  ["</a:b>", "</a:b>"],
  ["@mara", "@mara"],
]);

inline("timestamps are read with their style", [
  ["<t:5>", { kind: "time", seconds: 5, style: "f" }],
  ["<t:-5:R>", { kind: "time", seconds: -5, style: "R" }],
  ["<t:5:t>", { kind: "time", seconds: 5, style: "t" }],
]);

inline("a timestamp with another style, or too far away, is what was typed", [
  ["<t:5:q>", "<t:5:q>"],
  ["<t:5:>", "<t:5:>"],
  ["<t:99999999999999>", "<t:99999999999999>"],
]);

// Whole texts

blocks("lines are one paragraph, with its breaks", [
  ["a\nb", paragraph("a\nb")],
  ["a\n\nb", paragraph("a\n\nb")],
  ["a\n**b**", paragraph("a\n", strong("b"))],
]);

blocks("a mark can reach over the end of a line", [
  ["**a\nb**", paragraph(strong("a\nb"))],
  ["||a\nb||", paragraph(spoiler("a\nb"))],
  ["`a\nb`", paragraph(code("a\nb"))],
]);

blocks("a mark does not reach into another block", [
  ["*a\n# b*", paragraph("*a"), heading(1, "b*")],
  ["*a\n- b*", paragraph("*a"), points("b*")],
]);

blocks("up to three # make a heading", [
  ["# a", heading(1, "a")],
  ["## a", heading(2, "a")],
  ["### **a**", heading(3, strong("a"))],
  ["#### a", paragraph("#### a")],
  ["#a", paragraph("#a")],
  ["# a\nb", heading(1, "a"), paragraph("b")],
]);

blocks("-# makes small print", [
  ["-# a", { kind: "small", children: [text("a")] }],
  ["-#a", paragraph("-#a")],
]);

blocks("> quotes a line, and lines after each other together", [
  ["> a", quote(paragraph("a"))],
  ["> a\n> b\nc", quote(paragraph("a\nb")), paragraph("c")],
  ["> # a\n> - b", quote(heading(1, "a"), points("b"))],
  [">a", quote(paragraph("a"))],
]);

blocks(">>> quotes all that follows", [
  [">>> a\nb", quote(paragraph("a\nb"))],
  ["a\n>>> b\n- c", paragraph("a"), quote(paragraph("b"), points("c"))],
]);

blocks("there is no quote in a quote", [
  ["> > a", quote(paragraph("> a"))],
  [">>> a\n> b", quote(paragraph("a\n> b"))],
]);

blocks("lines with - or * are a list, with numbers a numbered one", [
  ["- a\n- b", points("a", "b")],
  ["* a\n* b", points("a", "b")],
  ["1. a\n2. b", numbers(1, "a", "b")],
  ["7. a\n9. b", numbers(7, "a", "b")],
  ["- **a**", points(strong("a"))],
  ["-a", paragraph("-a")],
  ["1.a", paragraph("1.a")],
]);

blocks("deeper lines are a list in the item above", [
  ["- a\n  - b\n- c", points(["a", points("b")], "c")],
  ["- a\n  1. b\n  2. c", points(["a", numbers(1, "b", "c")])],
  ["  - a\n- b", points("a", "b")],
]);

blocks("a list with numbers after one with points is another list", [
  ["- a\n1. b", points("a"), numbers(1, "b")],
  ["3. a\n- b", numbers(3, "a"), points("b")],
]);

blocks("three backticks fence text in that means nothing", [
  ["```\n**a**\n```", fence("**a**")],
  ["```js\na\n\nb\n```", fence("a\n\nb")],
  ["a\n```\nb\n```\nc", paragraph("a"), fence("b"), paragraph("c")],
  ["a ```b``` c", paragraph("a "), fence("b"), paragraph(" c")],
  ["```\n# a\n> b\n<@1>\n```", fence("# a\n> b\n<@1>")],
  ["```<script>```", fence("<script>")],
]);

// Whatever is written

const KINDS = {
  heading: ["kind", "level", "children"],
  small: ["kind", "children"],
  quote: ["kind", "children"],
  fence: ["kind", "text"],
  list: ["kind", "start", "items"],
  paragraph: ["kind", "children"],
  text: ["kind", "text"],
  code: ["kind", "text"],
  link: ["kind", "address", "children"],
  time: ["kind", "seconds", "style"],
  ...Object.fromEntries(
    ["strong", "underlined", "emphasis", "struck", "spoiler"].map((kind) => [
      kind,
      ["kind", "children"],
    ]),
  ),
  ...Object.fromEntries(
    ["person", "role", "place", "emoji", "command", "everyone"].map((kind) => [
      kind,
      ["kind", "value"],
    ]),
  ),
};

/** Check that a tree holds nothing but what `text.js` knows, and that links lead to the web. */
function check(each) {
  assert.ok(Object.hasOwn(KINDS, each.kind), each.kind);
  assert.deepEqual(Object.keys(each).sort(), [...KINDS[each.kind]].sort());
  if (each.kind === "link") assert.match(each.address, /^https?:\/\/\S+$/);
  if (each.kind === "heading") assert.ok([1, 2, 3].includes(each.level));
  if (Object.hasOwn(each, "text")) assert.equal(typeof each.text, "string");
  for (const child of [...(each.children ?? []), ...(each.items ?? []).flat()]) check(child);
}

const HOSTILE = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  '[a](https://x.y" onclick="alert(1))',
  "[a](https://x.y'><script>)",
  "<javascript:alert(1)>",
  "&lt;script&gt;",
  "__proto__",
  "<:__proto__:1>",
  "</constructor:1>",
  "\u0000\uffff\ud800 *\udc00*",
  "\u202etxet\u202c **\u2066a\u2069**",
  "\r\n# a\r\n> b\r\n- c",
  "```",
  "``````",
  "**__~~||**__~~||",
  "[[[[a](https://x.y)](https://x.y)](https://x.y)](https://x.y)",
];

for (const source of HOSTILE) {
  test(`what is meant to do harm is read as a text: ${JSON.stringify(source)}`, () => {
    for (const block of parse(source)) check(block);
  });
}

test("markup is a text to the letter", () => {
  for (const source of HOSTILE.slice(0, 2)) assert.deepEqual(parse(source), [paragraph(source)]);
});

test("any mixture of marks is read, and what is read is known", () => {
  const pieces = [
    ..."*_`~|>#-\\[]()<@&:!/1 a\n",
    "https://x.y",
    "<t:1:R>",
    "```",
    "**",
    "||",
    "\n- ",
  ];
  let seed = 1;
  // A fixed row of numbers (Park and Miller's): the same texts in every run.
  const pick = () => {
    seed = (seed * 48271) % 2147483647;
    return pieces[seed % pieces.length];
  };
  for (let n = 0; n < 3000; n += 1) {
    const source = Array.from({ length: 1 + (n % 40) }, pick).join("");
    for (const block of parse(source)) check(block);
  }
});

// A message has at most 4,000 characters. Where patterns run away, this many take hours.
const LONGEST = 4000;
const LONG = [
  ..."*_`~|>#-\\[(<@ \n",
  ...["**", "__", "||", "~~", "*_", "**__", "||**~~__", "*a", "_a ", "*a**", "a`", "` ", "_a_a"],
  ...["[a](", "](", "[*", "[\\]", "<t:", "<:a", "</a", "https://", "https://.", "``` ", "```\n"],
  ...["- ", "-\n", "> ", "> \n", "# ", "- a\n", "- a\n1. a\n", "> a\n"],
];

for (const piece of LONG) {
  test(`a whole message of ${JSON.stringify(piece)} is read before anybody notices`, () => {
    const began = process.cpuUsage();
    for (const [before, after] of [
      ["", ""],
      ["*", "*"],
      ["||", "||"],
      ["[", "](https://x.y)"],
    ]) {
      const source = `${before}${piece.repeat(LONGEST / piece.length)}${after}`;
      for (const block of parse(source)) check(block);
    }
    const { user } = process.cpuUsage(began);
    assert.ok(user < 2_000_000, `${user} µs`);
  });
}

test("a list in a list in a list, as deep as a message has room, is read", () => {
  const lines = Array.from({ length: 80 }, (_, depth) => `${" ".repeat(depth)}- a`);

  const blocks = parse(lines.join("\n"));

  for (const block of blocks) check(block);
  let depth = 0;
  for (let list = blocks[0]; list; list = list.items[0][1]) depth += 1;
  assert.equal(depth, lines.length);
});
