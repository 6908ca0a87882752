"""Names that people give themselves: any script, but nothing that could mislead or break a page."""

import re
import unicodedata

from onitama.errors import shown
from onitama.server.rooms.refusals import Code, Refused

__all__ = ["MOST_NAME_CHARACTERS", "clean_name"]

MOST_NAME_CHARACTERS = 30
_MOST_GIVEN_CHARACTERS = 4 * MOST_NAME_CHARACTERS
_MOST_MARKS_IN_A_ROW = 4

_MARKUP = frozenset("<>&")
# Letters and signs by their category, nothing to the eye: Hangul fillers and the empty Braille cell.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Persian, Indic scripts and emoji are not written without these, which have the category of invisible signs.
_JOINERS = frozenset("\u200c\u200d")


def clean_name(text: object) -> str:
    """The name as it is shown: composed characters, single blanks, none at the ends.

    >>> clean_name("  Ada   L. ")
    'Ada L.'

    Raises:
        Refused: for no text, an empty or overlong name, markup, and characters that cannot be seen.
    """
    if not isinstance(text, str):
        raise Refused(Code.BAD_NAME, f"name: expected a text, found {shown(text)}")
    # Looked at before the text is composed, which takes time and may make it longer.
    if len(text) > _MOST_GIVEN_CHARACTERS:
        raise _too_long(len(text))
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # Some single signs are whole sentences, and as wide: they count as what they stand for.
    length = len(unicodedata.normalize("NFKC", name))
    if length > MOST_NAME_CHARACTERS:
        raise _too_long(length)
    for letter in name:
        if letter in _MARKUP:
            raise Refused(Code.BAD_NAME, f"name: {letter} cannot be part of a name")
        if _is_unseen(letter):
            raise Refused(Code.BAD_NAME, f"name: the character U+{ord(letter):04X} cannot be part of a name")
    if not any(
        unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in name
    ):
        raise Refused(Code.BAD_NAME, "name: expected a letter, a digit or a picture in it")
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else " " for letter in name)
    if re.search("m" * (_MOST_MARKS_IN_A_ROW + 1), marks):
        raise Refused(Code.BAD_NAME, f"name: at most {_MOST_MARKS_IN_A_ROW} marks can stand on one letter")
    return name


def _is_unseen(letter: str) -> bool:
    return letter in _BLANKS or (unicodedata.category(letter)[0] == "C" and letter not in _JOINERS)


def _too_long(length: int) -> Refused:
    return Refused(Code.BAD_NAME, f"name: expected at most {MOST_NAME_CHARACTERS} characters, found {length}")
