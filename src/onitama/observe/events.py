"""What each viewer is told when a step is made (R70).

A step is told as `str(step)` writes it, with `?` for what the viewer may not know, and behind `=` what the step
brought to light:

    boar:c1c2   boar:c1c2=ninja         a pawn moved; it captured a ninja (R44)
    ox:c3c4=red   spirit:c3c4=both      the spirit changed places with ninjas, which are now shown (R60)
    place:?                             ninjas were placed
    ninja:?   ninja:?b3                 a ninja moved or stayed; it captured the pawn on b3 (R45)
    ninja:?b3!=yes   ninja:?b3!=no      a challenge and its answer (R46)
    lantern:c=yes   lantern:c=no        a lantern and its answer (R47)
    boar:?   boar:?b3                   Shadow in the Way of Light: moved a ninja or could not; it captured (R71)

In the Way of Light, Shadow's hidden first part of a wind card is told together with the spirit's part, as if nothing
had happened in between: so nobody else can tell it from a spirit that moved alone because no ninja could (R71).
"""

import re
from typing import NamedTuple

from onitama.cards import Card, Kind
from onitama.geometry import bit, format_square
from onitama.player import Player
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
    lantern_answer,
)

__all__ = ["Event", "Played", "events_of", "is_seen_turn", "is_unnoticed", "step_events"]


class Played(NamedTuple):
    """One step as it happened; it holds the hidden truth, so it stays with the referee."""

    before: Position
    step: Step
    after: Position


class Event(NamedTuple):
    """One thing that a viewer is told."""

    number: int
    """Of the turn it belongs to; 0 while ninjas are placed."""
    player: Player
    """Whose turn it is."""
    text: str
    """What happened, in the words above."""


def step_events(played: Played, viewer: Player | None) -> tuple[Event, ...]:
    """What a viewer is told when a step is made: nothing yet, or up to two events (R71).

    Where it is nothing, the viewer's observation has not changed either, and no message may be sent.
    """
    return events_of(played, viewer, played.after.outcome is not None)


def events_of(played: Played, viewer: Player | None, is_open: bool) -> tuple[Event, ...]:
    """The same for a game whose end may have come later; if it is open, nothing is kept back."""
    before, step, _ = played
    if is_open or viewer is before.to_move:
        texts: tuple[str, ...] = (f"{step}{_fact(played)}",)
    else:
        texts = _outside_texts(played)
    number = 0 if before.phase is Phase.PLACE else before.turn_number
    return tuple(Event(number, before.to_move, text) for text in texts)


def _fact(played: Played) -> str:
    """What a step brought to light for everyone."""
    before, step, after = played
    enemy = before.to_move.other
    is_ninja_captured = after.ninjas_mask[enemy].bit_count() < before.ninjas_mask[enemy].bit_count()
    match step:
        case Lantern(str(line)):
            return "=yes" if lantern_answer(before, line) else "=no"
        case NinjaMove(challenge=True):
            return "=yes" if is_ninja_captured else "=no"
        case Move(_, origin, target) | SpiritMove(origin, target) if before.spirit_mask == bit(origin):
            swapped = [str(player) for player in Player if before.ninjas_mask[player] & bit(target)]
            return f"={'both' if len(swapped) == 2 else swapped[0]}" if swapped else ""
        case Move() if is_ninja_captured:
            return "=ninja"
    return ""


def _outside_texts(played: Played) -> tuple[str, ...]:
    """What all but the mover are told of a step."""
    before, step, after = played
    mover = before.to_move
    match step:
        case Place():
            return ("place:?",)
        case Move(card) | Pass(card) if not before.rules.has_pawns(mover):
            return () if is_unnoticed(after) else _shadow_texts(played, card)
        case NinjaStay() if not before.revealed_mask[mover]:
            return ("ninja:?",)
        case NinjaMove(_, target, challenge) if not before.revealed_mask[mover]:
            if challenge:
                return (f"ninja:?{format_square(target)}!{_fact(played)}",)
            return (f"ninja:?{_capture(before, target)}",)
    told = f"{step}{_fact(played)}"
    if is_unnoticed(before):
        assert before.card is not None
        return f"{before.card.slug}:?", told
    return (told,)


def _shadow_texts(played: Played, card: Card) -> tuple[str, ...]:
    """What others are told when Shadow begins its turn in the Way of Light."""
    before, step, _ = played
    unknown = f"{card.slug}:?"
    if not isinstance(step, Move):
        return (unknown,)
    if before.spirit_mask != bit(step.origin):
        return (f"{unknown}{_capture(before, step.target)}",)
    if card.kind is not Kind.WIND:
        return (f"{step}{_fact(played)}",)
    return unknown, f"{SpiritMove(step.origin, step.target)}{_fact(played)}"


def _capture(before: Position, target: int) -> str:
    """The square on which a ninja captures a pawn; nothing if it captures none."""
    enemy = before.to_move.other
    enemy_pawns = before.students_mask[enemy] | before.masters_mask[enemy]
    return format_square(target) if enemy_pawns & bit(target) else ""


_SEEN_STEP = re.compile(
    r"""
    [a-z-]+ : ( pass | SQUARE SQUARE (= (ninja | red | blue | both))? | \? SQUARE? )
    | ninja : ( stay | SQUARE SQUARE (! (= (yes | no))?)? | \? (SQUARE (! = (yes | no))?)? )
    | spirit : SQUARE SQUARE (= (red | blue | both))?
    | lantern : ( none | [a-e1-5] = (yes | no) )
    | place : ( \? | SQUARE SQUARE? )
    """.replace("SQUARE", "(?:[a-e][1-5])"),
    re.VERBOSE,
)


def is_seen_turn(text: str) -> bool:
    """Whether a text is one that an observation can hold of a turn."""
    return all(_SEEN_STEP.fullmatch(step) for step in text.split(" "))


def is_unnoticed(position: Position) -> bool:
    """Whether the mover has begun its turn in a way that others may not notice before the spirit moves (R71).

    A hidden ninja of Shadow's has made the first part of a wind card. Had it captured, it would be shown.
    """
    mover = position.to_move
    return (
        position.phase is Phase.SPIRIT
        and not position.rules.has_pawns(mover)
        and not position.revealed_mask[mover]
    )
