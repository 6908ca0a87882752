"""What a person may type for a step: `boar:c1c2`, `c1c2`, `c1`, `boar`, `stay`, `c`; no I/O."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from onitama.cards import CARDS, card
from onitama.errors import IllegalStep, NotationError, UnknownCard, shown
from onitama.geometry import format_square, parse_square
from onitama.rules import (
    Lantern,
    Move,
    NinjaMove,
    NinjaStay,
    Pass,
    Phase,
    Place,
    Position,
    SpiritMove,
    Step,
    parse_step,
)

__all__ = ["Meaning", "explain_squares", "is_square", "meaning", "squares_of", "targets_of", "words_of"]


class Meaning(NamedTuple):
    """What a word can mean."""

    steps: tuple[Step, ...]
    is_step: bool
    """Whether it names a step; else it is a question, such as where a piece can go."""


def is_square(word: str) -> bool:
    """Whether a word names one square."""
    return re.fullmatch("[a-eA-E][1-5]", word) is not None


def squares_of(step: Step) -> str:
    """The squares a step names, as a person would type them; empty for steps without squares."""
    match step:
        case Move(_, origin, target) | SpiritMove(origin, target) | NinjaMove(origin, target, _):
            return format_square(origin) + format_square(target)
        case Place(squares):
            return "".join(map(format_square, squares))
    return ""


def targets_of(steps: Iterable[Step]) -> tuple[int, ...]:
    """The squares that the steps lead to."""
    return tuple({step.target for step in steps if isinstance(step, Move | NinjaMove | SpiritMove)})


def meaning(word: str, legal_steps: Sequence[Step]) -> Meaning:
    """The legal steps that a word can mean.

    It names a step as a full step; by squares (`c1c2`, with `!` for a challenge), for the ninja and the spirit by the
    last square alone; as `stay` or `pass`; by a lantern's line or `none`. It asks with the first square of a piece or
    with the name of a card. A full step is returned even if it is not legal, so that the rules can say what is wrong.

    Raises:
        NotationError: if the word means nothing here.
    """
    text = word.strip().lower()
    if ":" in text:
        return Meaning((parse_step(text),), is_step=True)
    named = tuple(step for step in legal_steps if text in _short_forms(step))
    if named:
        return Meaning(named, is_step=True)
    asked = tuple(step for step in legal_steps if is_square(text) and squares_of(step).startswith(text))
    asked = asked or _of_card(text, legal_steps)
    if asked:
        return Meaning(asked, is_step=False)
    goals = tuple(step for step in legal_steps if text in _goals(step))
    if goals:
        return Meaning(goals, is_step=True)
    raise NotationError(
        f"{shown(word)} is not a step that can be made now; type moves to see all, help for help"
    )


def words_of(line: str) -> list[str]:
    """The words of a line; two squares are one word, and so are a pass and the name of a card."""
    words = line.split()
    if len(words) == 2 and all(map(is_square, words)):
        return ["".join(words)]
    is_pass = words[0].lower() == "pass"
    name = "-".join(words[is_pass:])
    if any(one.slug == name.lower() for one in CARDS.values()):
        return [f"pass {name}" if is_pass else name]
    return words


def explain_squares(word: str, position: Position) -> None:
    """Say what is wrong with squares alone: what the rules say of them with each card.

    Raises:
        IllegalStep: if the word is two squares that no card in hand allows.
    """
    if (
        len(word) != 4
        or not (is_square(word[:2]) and is_square(word[2:]))
        or position.phase is not Phase.MOVE
    ):
        return
    reasons = []
    for held in position.hands[position.to_move]:
        try:
            position.play(Move(held, parse_square(word[:2].lower()), parse_square(word[2:].lower())))
        except IllegalStep as error:
            reasons.append(str(error).partition(": ")[2])
    raise IllegalStep(f"{word}: {'; '.join(dict.fromkeys(reasons))}")


def _short_forms(step: Step) -> set[str]:
    match step:
        case NinjaStay():
            return {"stay"}
        case Pass(used):
            return {"pass", f"pass {used.slug}"}
        case Lantern(line):
            return {line or "none"}
        case NinjaMove(_, _, challenge):
            return {squares_of(step) + ("!" if challenge else "")}
    return {squares_of(step)}


def _goals(step: Step) -> set[str]:
    """The last square alone will do where only one piece can be meant."""
    is_plain = isinstance(step, SpiritMove) or (isinstance(step, NinjaMove) and not step.challenge)
    return {squares_of(step)[2:]} if is_plain else set()


def _of_card(text: str, legal_steps: Sequence[Step]) -> tuple[Step, ...]:
    try:
        used = card(text)
    except UnknownCard:
        return ()
    return tuple(step for step in legal_steps if isinstance(step, Move | Pass) and step.card is used)
