"""Where the opponent's unseen ninjas may be, from what a player has been told and nothing else (R70).

The core replays the record turn by turn (`core/hidden/belief.hpp`); here the position is found that the record begins
with.
"""

from collections.abc import Iterator
from random import Random

from onitama import _core
from onitama.cards import Card, card
from onitama.deal import starter_of
from onitama.engine.core import core_belief
from onitama.geometry import squares
from onitama.notation import parse_position
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import Hand, Phase, Position

__all__ = ["Belief", "believe", "chances", "guesses", "read_record"]

Belief = dict[int, float]
"""The weight of each mask of squares on which the living enemy ninjas may stand; the weights add up to 1."""


def guesses(view: Observation, rng: Random, count: int) -> list[tuple[Position, float]]:
    """At most so many positions that the view may stand for, each with its share; the shares add up to 1.

    For simple players: the enemy is thought to move its ninjas at random.
    """
    belief = believe(view, evenly=True)
    if len(belief) > count:
        drawn = rng.choices(list(belief), list(belief.values()), k=count)
        belief = {mask: drawn.count(mask) / count for mask in drawn}
    seen = view.ninjas_mask[view.to_move.other]
    return [(view.position(mask & ~seen), share) for mask, share in belief.items()]


def believe(view: Observation, *, evenly: bool = False) -> Belief:
    """What the player to move may think of the enemy's ninjas.

    Args:
        view: what it knows.
        evenly: whether the enemy is thought to make each hidden step as likely, not as much as it must like it.
    """
    stands = dict(read_record(view, evenly=evenly).stands(view.to_move.other))
    total = sum(stands.values())
    return {mask: weight / total for mask, weight in stands.items()}


def chances(view: Observation) -> dict[int, float]:
    """How likely at least one enemy ninja is on each square; impossible squares are left out.

    >>> import onitama as on
    >>> game = on.Game.deal("way-of-shadow", seed=7)
    >>> game.play(game.position.legal_steps[0])
    >>> {on.geometry.format_square(square): chance for square, chance in chances(game.observe(on.RED)).items()}
    {'b5': 0.5, 'd5': 0.5}
    """
    found: dict[int, float] = {}
    for mask, weight in believe(view).items():
        for square in squares(mask):
            found[square] = found.get(square, 0) + weight
    return dict(sorted(found.items()))


def read_record(view: Observation, *, evenly: bool = False) -> _core.Belief:
    """The belief of the player to move, in the core."""
    if view.turns and view.turns[0].startswith("place:"):
        belief = core_belief(_start(view), view.to_move, evenly=evenly)
        if all(map(belief.tell, view.turns)) and _looks_like(parse_position(belief.position), view):
            return belief
    # The record does not tell all: a game can be set up by hand.
    return core_belief(view.position(_anywhere(view)), view.to_move, evenly=evenly)


def _looks_like(position: Position, view: Observation) -> bool:
    """Whether a replayed record has led to what is seen."""
    parts = (
        "to_move",
        "phase",
        "side",
        "card",
        "students_mask",
        "masters_mask",
        "revealed_mask",
        "spirit_mask",
    )
    return all(getattr(position, part) == getattr(view, part) for part in parts)


def _anywhere(view: Observation) -> int:
    """Squares for the unseen enemy ninjas to be put on; the belief begins with all that are free."""
    enemy = view.to_move.other
    taken = view.spirit_mask | view.ninjas_mask[enemy]
    for pawns in (*view.students_mask, *view.masters_mask):
        taken |= pawns
    free = [1 << square for square in range(25) if not taken >> square & 1]
    return sum(free[: view.ninjas_alive[enemy] - view.ninjas_mask[enemy].bit_count()])


def _start(view: Observation) -> Position:
    """The position before the ninjas were placed."""
    starter = view.to_move if view.turn_number % 2 else view.to_move.other
    red_hand, blue_hand, side = _first_cards(view, starter)
    return Position.start(view.rules, red_hand, blue_hand, side, starter)


def _first_cards(view: Observation, starter: Player) -> tuple[Hand, Hand, Card]:
    """The cards as they were dealt, found by taking the exchanges back (R13)."""
    hands, side = [set(hand) for hand in view.hands], view.side
    exchanges = list(_exchanges(view, starter))
    for number, (mover, used) in reversed(list(enumerate(exchanges))):
        # What the mover took is what was used before.
        if number:
            taken = exchanges[number - 1][1]
        else:  # one of two; the stamp says which, if either
            taken = max(sorted(hands[mover]), key=lambda one: starter_of(view.rules, one) is starter)
        hands[mover] = hands[mover] - {taken} | {used}
        side = taken
    (red_one, red_two), (blue_one, blue_two) = map(sorted, hands)
    return (red_one, red_two), (blue_one, blue_two), side


def _exchanges(view: Observation, starter: Player) -> Iterator[tuple[Player, Card]]:
    """Who has exchanged which card, in order."""
    turns = [text for text in view.turns if not text.startswith("place:")]
    mover = starter
    if view.phase in (Phase.NINJA, Phase.SPIRIT):
        turns.pop()  # still to come in the running turn
    for text in turns:
        yield mover, card(text.partition(":")[0])
        mover = mover.other
