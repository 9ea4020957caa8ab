"""A finished game as one page of HTML that needs nothing else: boards, moves, result, proof.

It opens without a network in any browser. What people wrote is escaped, and the page itself
forbids every script and style but its own two (by their hashes) and every picture from elsewhere.
Without scripts all boards are shown one below the other. What does not belong here: which boards
there are, and what is said of them (`cogs.match.shared_pages`).
"""

import base64
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from PIL import Image

from render.animation import Reel, sheets

_STYLE: Final = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; box-sizing: border-box; }
h1 { font-size: 1.4rem; margin: 0; }
.told, figcaption, pre { overflow-wrap: anywhere; white-space: pre-line; }
figure { margin: 1rem 0; }
figure img { display: block; width: 100%; max-width: 600px; height: auto; margin: 0 auto; border-radius: 8px; }
figcaption { max-width: 600px; margin: .5rem auto; min-height: 3em; }
.note { border-left: 3px solid; margin: .75rem 0 0; padding-left: .75rem; opacity: .85; }
nav { display: none; gap: .5rem; justify-content: center; flex-wrap: wrap; }
.steps nav { display: flex; }
.steps figure { display: none; }
.steps figure.now { display: block; }
button { font: inherit; min-width: 4.5rem; min-height: 2.75rem; }
li a { color: inherit; }
li a[aria-current] { font-weight: bold; }
"""
_SCRIPT: Final = """
"use strict";
const boards = [...document.querySelectorAll("figure")];
const moves = [...document.querySelectorAll("li a")];
const ways = [...document.querySelectorAll("nav button")];
let now = 0;
function go(step) {
  now = Math.max(0, Math.min(boards.length - 1, step));
  boards.forEach((board, n) => board.classList.toggle("now", n === now));
  moves.forEach((move, n) => {
    if (n === now) move.setAttribute("aria-current", "step");
    else move.removeAttribute("aria-current");
  });
  ways[0].disabled = ways[1].disabled = now === 0;
  ways[2].disabled = ways[3].disabled = now === boards.length - 1;
}
ways.forEach((way, n) => way.addEventListener("click", () =>
  go([0, now - 1, now + 1, boards.length - 1][n])));
moves.forEach((move, n) => move.addEventListener("click", (event) => {
  event.preventDefault();
  go(n);
}));
document.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: boards.length - 1 };
  if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    go(steps[event.key]);
  }
});
document.body.classList.add("steps");
go(0);
"""


@dataclass(frozen=True, slots=True)
class Told:
    """What a page says, in its reader's language: nothing of it is markup.

    `steps` are what was played before each board, and `alts` what each board shows.
    """

    language: str
    title: str
    result: str
    proof: str
    labels: tuple[str, ...]
    moves: str
    steps: tuple[str, ...]
    alts: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """What players wrote on each step, or nothing at all."""


def stills(reel: Reel) -> list[bytes]:
    """Return some boards as PNGs."""
    return [_png(sheet) for sheet in sheets(reel)]


def _png(sheet: Image.Image) -> bytes:
    written = io.BytesIO()
    sheet.save(written, "PNG", optimize=True)
    return written.getvalue()


def page(told: Told, boards: Sequence[bytes]) -> bytes:
    """Return the page as a file."""
    figures = "\n".join(
        f'<figure id="b{n}"><img alt="{escape(alt)}" src="data:image/png;base64,'
        f'{base64.b64encode(board).decode()}"><figcaption>{escape(step)}{_note(note)}</figcaption></figure>'
        for n, (board, alt, step, note) in enumerate(
            zip(boards, told.alts, told.steps, told.notes or ("",) * len(boards), strict=True)
        )
    )
    moves = "\n".join(
        f'<li><a href="#b{n}">{escape(step)}</a></li>' for n, step in enumerate(told.steps)
    )
    ways = "".join(f'<button type="button">{escape(label)}</button>' for label in told.labels)
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(_STYLE)}; "
        f"script-src {_hash(_SCRIPT)}; base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="{escape(told.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(told.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(told.title)}</h1>
<p class="told">{escape(told.result)}</p>
<main>
{figures}
</main>
<nav>{ways}</nav>
<h2>{escape(told.moves)}</h2>
<ol start="0">
{moves}
</ol>
<p class="told">{escape(told.proof)}</p>
<script>{_SCRIPT}</script>
</body>
</html>
""".encode()


def _note(note: str) -> str:
    return f'<p class="note">{escape(note)}</p>' if note else ""


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
