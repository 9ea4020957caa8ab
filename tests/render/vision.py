"""How colours look to eyes that lack a kind of cone, and how far apart two of them are.

Matrices for complete deficiencies: Machado, Oliveira and Fernandes (2009), applied to linear
RGB. Distances: CIEDE2000, of which 2.3 is what one just notices.
"""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, Literal

from render.theme import Colour

Eyes = Literal["normal", "protanopia", "deuteranopia", "tritanopia"]
Triple = tuple[float, float, float]

EYES: Final[dict[Eyes, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_WHITE: Final = (0.95047, 1.0, 1.08883)


def _times(rows: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in rows)
    return one, two, three


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab(colour: Colour, eyes: Eyes = "normal") -> Triple:
    """Return the CIELAB coordinates of a colour as these eyes see it."""
    red, green, blue = map(_linear, colour)
    red, green, blue = (min(max(part, 0), 1) for part in _times(EYES[eyes], (red, green, blue)))
    xyz = _times(
        (
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ),
        (red, green, blue),
    )
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance of two CIELAB colours (Sharma, Wu and Dalal 2005)."""
    (light, a, b), (other_light, other_a, other_b) = one, other
    mean = (hypot(a, b) + hypot(other_a, other_b)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    a, other_a = a * stretch, other_a * stretch
    chroma, other_chroma = hypot(a, b), hypot(other_a, other_b)
    hue, other_hue = degrees(atan2(b, a)) % 360, degrees(atan2(other_b, other_a)) % 360
    turn = (other_hue - hue + 180) % 360 - 180 if chroma * other_chroma else 0.0
    middle = (hue + turn / 2) % 360 if chroma * other_chroma else hue + other_hue
    mean, height = (chroma + other_chroma) / 2, ((light + other_light) / 2 - 50) ** 2
    tone = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    lightness = (other_light - light) / (1 + 0.015 * height / sqrt(20 + height))
    saturation = (other_chroma - chroma) / (1 + 0.045 * mean)
    shift = 2 * sqrt(chroma * other_chroma) * sin(radians(turn / 2)) / (1 + 0.015 * mean * tone)
    twist = -2 * sqrt(mean**7 / (mean**7 + 25**7))
    twist *= sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    return sqrt(lightness**2 + saturation**2 + shift**2 + twist * saturation * shift)


def nearest(colours: list[Colour], eyes: Eyes) -> float:
    """Return how far apart the two most alike of some colours are."""
    seen = [lab(colour, eyes) for colour in colours]
    return min(ciede2000(one, other) for one, other in combinations(seen, 2))
