"""Texts that people will read, before they are translated.

The rules use `Text` values: the English source and the values to put in. Code that shows one
to a person translates it with a `Translate` function of that person's language. What does
not belong here: languages and catalogues (`bot.text.voice`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True, slots=True)
class Seat:
    """Stand in a text for the person at a seat (counted from 0); named when it is shown."""

    index: int

    def __str__(self) -> str:
        return f"player {self.index + 1}"


class Text:
    """Hold an English source text and its values, to be translated when it is shown.

    `values` may be strings, numbers, `Seat`s or further texts. `str(text)` is English.

    >>> str(Text("{cell} is empty.", cell="c4"))
    'c4 is empty.'
    >>> str(Text("It is {who}'s turn.", who=Seat(1)))
    "It is player 2's turn."
    """

    __slots__ = ("source", "values")

    source: str
    values: Mapping[str, object]

    def __init__(self, source: str, /, **values: object) -> None:
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "values", values)

    def __setattr__(self, name: str, value: object) -> None:
        msg = f"a Text is immutable: {name} cannot be set"
        raise AttributeError(msg)

    def __setstate__(self, state: tuple[None, Mapping[str, object]]) -> None:
        # Texts travel between processes, and the usual way to unpack them would change them.
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return english(self)

    def __repr__(self) -> str:
        values = "".join(f", {key}={value!r}" for key, value in self.values.items())
        return f"{type(self).__name__}({self.source!r}{values})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (type(self), self.source, self.values) == (type(other), other.source, other.values)

    def __hash__(self) -> int:
        return hash((self.source, tuple(self.values)))


class Plural(Text):
    """Hold a text with a singular and a plural; `n` chooses and may stand in either.

    >>> str(Plural("{n} point", "{n} points", 1)), str(Plural("{n} point", "{n} points", 3))
    ('1 point', '3 points')
    """

    __slots__ = ("n", "plural")

    plural: str
    n: int

    def __init__(self, singular: str, plural: str, n: int, /, **values: object) -> None:
        super().__init__(singular, n=n, **values)
        object.__setattr__(self, "plural", plural)
        object.__setattr__(self, "n", n)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Plural) and self.plural == other.plural

    def __hash__(self) -> int:
        return hash((self.source, self.plural, self.n))


Who = Seat | Text
"""What a sentence calls a player: mostly by their seat."""

Translate = Callable[[Text], str]
"""What turns a `Text` into a person's language, seats into names included."""


def fill(text: Text, translate: Translate, pattern: str) -> str:
    """Put the values of `text` into `pattern` (its source, translated), texts by `translate`."""
    return pattern.format_map({key: _show(value, translate) for key, value in text.values.items()})


def _show(value: object, translate: Translate) -> object:
    match value:
        case Text():
            return translate(value)
        case int():
            return signed(value)
        case _:
            return value


def signed(number: int, *, plus: bool = False) -> str:
    """Write a number with a real minus sign, and with a plus sign where asked.

    >>> signed(-12), signed(14, plus=True), signed(0, plus=True)
    ('\N{MINUS SIGN}12', '+14', '±0')
    """
    if plus and not number:
        return "±0"
    return real_minus(f"{number:{'+' if plus else ''}}")


def tenths(number: float) -> str:
    """Write a number to one decimal with its sign.

    >>> tenths(-1.25), tenths(4), tenths(0.04)
    ('\N{MINUS SIGN}1.2', '+4.0', '±0')
    """
    rounded = round(number, 1)
    return real_minus(f"{rounded:+.1f}") if rounded else "±0"


def real_minus(number: str) -> str:
    """Put a real minus sign into a number that has been written out.

    >>> real_minus("-1,234")
    '\N{MINUS SIGN}1,234'
    """
    return number.replace("-", "\N{MINUS SIGN}")


def english(text: Text) -> str:
    """Render a text in English, seats as "player 1"."""
    pattern = text.plural if isinstance(text, Plural) and text.n != 1 else text.source
    return fill(text, english, pattern)


def joined(texts: Sequence[Text], pair: str = "{one}, {two}") -> Text:
    """Join texts by a pattern of two, from left to right (an empty sequence is an empty text).

    >>> str(joined([Text("a"), Text("b"), Text("c")]))
    'a, b, c'
    """
    if not texts:
        return Text("")
    return reduce(lambda one, two: Text(pair, one=one, two=two), texts)


def listed(texts: Sequence[Text]) -> Text:
    """List texts as a sentence does: "a", "a and b", "a, b and c".

    >>> str(listed([Text("a"), Text("b"), Text("c")]))
    'a, b and c'
    """
    # A list of two and the end of a longer one are not joined alike in every language.
    *earlier, last = texts
    if not earlier:
        return last
    if len(earlier) == 1:
        return Text("{one} and {two}", one=earlier[0], two=last)
    return Text("{several} and {last}", several=joined(earlier), last=last)


def series(items: Iterable[object]) -> Text:
    """List what has no words of its own, such as cells, numbers or commands.

    >>> str(series(["c4", "c6"]))
    'c4, c6'
    """
    return joined([Text("{item}", item=item) for item in items])


def quoted(written: str) -> str:
    r"""Quote what somebody wrote, on one line and shortened, to be put into a text.

    >>> print(quoted("c4\nc6"), quoted("x" * 100))
    'c4\nc6' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'
    """
    longest = 40
    return repr(written if len(written) <= longest else f"{written[: longest - 1]}…")
