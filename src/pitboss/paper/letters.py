"""Widths of letters, so that words can be fitted before anything is drawn.

Layouts are lettered in Libertinus Serif Bold, which comes with typst. The widths are in
thousandths of the font's size.
"""

from typing import Final

FONT: Final = "Libertinus Serif"
CAP_HEIGHT: Final = 0.66  # of a capital letter, in font sizes
DESCENT: Final = 0.24  # of a letter that hangs below the line
WIDEST: Final = 1028  # for letters that the table lacks

_WIDTHS: Final = {
    " ": 250, "!": 266, "#": 514, "$": 514, "%": 637, "&": 729, "'": 215, "(": 315, ")": 315,
    "*": 433, "+": 537, ",": 244, "-": 358, ".": 244, "/": 316, ":": 256, ";": 256, "?": 430,
    "A": 740, "B": 654, "C": 706, "D": 734, "E": 609, "F": 545, "G": 732, "H": 817, "I": 367,
    "J": 373, "K": 736, "L": 577, "M": 899, "N": 740, "O": 730, "P": 614, "Q": 730, "R": 716,
    "S": 504, "T": 652, "U": 732, "V": 700, "W": 1028, "X": 718, "Y": 624, "Z": 624,
    "a": 506, "b": 542, "c": 456, "d": 561, "e": 489, "f": 391, "g": 521, "h": 619, "i": 322,
    "j": 312, "k": 613, "l": 325, "m": 905, "n": 616, "o": 551, "p": 581, "q": 573, "r": 428,
    "s": 427, "t": 358, "u": 598, "v": 529, "w": 777, "x": 561, "y": 558, "z": 452,
    "’": 253, "–": 534, "×": 527,
} | dict.fromkeys("0123456789", 514)  # fmt: skip


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """The width of a line of text; `spacing` is added after each letter, in font sizes."""
    letters = sum(_WIDTHS.get(letter, WIDEST) for letter in text) / 1000
    return size * (letters + spacing * len(text))


def wrap(text: str, size: float, width: float) -> list[str]:
    """The text's words in lines no wider than `width`, or one word a line where a word is wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
