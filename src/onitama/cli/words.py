"""What a person may type for a step: `boar:c1c2`, `c1c2`, `c1`, `boar`, `stay`, `c`; no I/O."""

from collections.abc import Iterable, Sequence

from onitama.cards import card
from onitama.errors import NotationError, UnknownCard
from onitama.geometry import format_square
from onitama.rules import (
    Lantern,
    Move,
    NinjaMove,
    NinjaStay,
    Pass,
    Place,
    SpiritMove,
    Step,
    parse_step,
)

__all__ = ["matching", "squares_of", "targets_of"]


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


def matching(word: str, legal_steps: Sequence[Step]) -> list[Step]:
    """The legal steps that a word can mean, best understood in this order.

    A full step; squares (`c1c2`, with `!` for a challenge) or only the first square, for the ninja and the spirit
    the last one; a card's name; `stay` and `pass`; a lantern's line or `none`. A full step is returned even if it is
    not legal, so that the rules can say what is wrong with it.

    Raises:
        NotationError: if the word means nothing here.
    """
    text = word.strip().lower()
    if ":" in text:
        return [parse_step(text)]
    found = [step for step in legal_steps if text in _short_forms(step)]
    if not found and len(text) == 2:
        found = [step for step in legal_steps if squares_of(step).startswith(text)]
        found = found or [step for step in legal_steps if text in _goals(step)]
    if not found:
        found = _of_card(text, legal_steps)
    if not found:
        raise NotationError(
            f"{word!r} is not a step that can be made now; type moves to see all, help for help"
        )
    return found


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


def _of_card(text: str, legal_steps: Sequence[Step]) -> list[Step]:
    try:
        used = card(text)
    except UnknownCard:
        return []
    return [step for step in legal_steps if isinstance(step, Move | Pass) and step.card is used]
