"""Where the opponent's unseen ninjas may be, from what a player has been told and nothing else (R70).

The record is read turn by turn; its words are those of `onitama.observe.events`. Each way in which the ninjas may
stand is a mask with a weight: how likely it is if the opponent moves them at random. What blocked a square in earlier
turns is left out of account, so a little more is held possible than is.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from random import Random

from onitama.cards import Card, card
from onitama.geometry import ALL_SQUARES_MASK, HOME_ROWS, bit, file_mask, parse_square, reach, squares
from onitama.observe import Observation
from onitama.player import Player
from onitama.rules import Phase, Position
from onitama.rules.lanterns import line_mask

__all__ = ["Belief", "believe", "guesses"]

Belief = dict[int, float]
"""The weight of each mask of squares on which the living enemy ninjas may stand; the weights add up to 1."""


def guesses(view: Observation, rng: Random, count: int) -> list[tuple[Position, float]]:
    """At most so many positions that the view may stand for, each with its share; the shares add up to 1."""
    belief = believe(view)
    if len(belief) > count:
        drawn = rng.choices(list(belief), list(belief.values()), k=count)
        belief = {mask: drawn.count(mask) / count for mask in drawn}
    seen = view.ninjas_mask[_enemy(view)]
    return [(view.position(mask & ~seen), share) for mask, share in belief.items()]


def believe(view: Observation) -> Belief:
    """What a player who is to move, the ninjas being placed, may think of the enemy's."""
    enemy = _enemy(view)
    blocked = view.spirit_mask
    for pawns in (*view.students_mask, *view.masters_mask):
        blocked |= pawns

    def fits(mask: int) -> bool:
        is_seen = mask & view.ninjas_mask[enemy] == view.ninjas_mask[enemy]
        return is_seen and not mask & blocked and mask.bit_count() == view.ninjas_alive[enemy]

    reader = _Reader(view)
    for text, mover in _turns(view):
        reader.read_turn(text, mover)
    anywhere = _evenly(combinations(range(25), view.ninjas_alive[enemy]))
    # The record may not tell all: a game can be set up by hand.
    return _only(reader.belief, fits) or _only(anywhere, fits)


def _enemy(view: Observation) -> Player:
    return view.to_move.other


def _turns(view: Observation) -> list[tuple[str, Player]]:
    """The turns so far, each with the player who made it; the last one may be running."""
    texts = [text for text in view.turns if not text.startswith("place:")]
    player = view.to_move.other if view.phase is Phase.MOVE else view.to_move
    turns = []
    for text in reversed(texts):
        turns.append((text, player))
        player = player.other
    return turns[::-1]


class _Reader:
    """Follows the enemy's ninjas through the record."""

    def __init__(self, view: Observation) -> None:
        self._viewer, self._enemy = view.to_move, _enemy(view)
        # Shadow in the Way of Light must move a ninja if it can (R51), but the spirit may stand in the way.
        self._may_stay = view.rules.hidden == "shadow" or view.rules.spirit
        count = view.rules.places_ninjas(self._enemy)
        start = ALL_SQUARES_MASK
        if any(text.startswith("place:") for text in view.turns):
            start = HOME_ROWS[self._enemy]
            if view.rules.hidden == "shadow":
                start &= file_mask("b") | file_mask("d")
        self.belief = _evenly(combinations(squares(start), count))

    def read_turn(self, text: str, mover: Player) -> None:
        """Take in one turn, or the part of it that has been played."""
        used = card(text.partition(":")[0])
        for word in text.split():
            told, _, fact = word.partition("=")
            head, _, tail = told.partition(":")
            if head == "lantern" and mover is self._viewer and fact:
                self._light(tail, is_there=fact == "yes")
            elif head == "ninja" and mover is self._viewer and fact:
                self._land(parse_square(tail[2:4]), is_captured=fact == "yes")
            elif (head == "ninja" and mover is self._enemy) or tail.startswith("?"):
                self._move_ninja(used, tail)
            elif head not in ("lantern", "ninja") and tail != "pass":
                self._move(parse_square(tail[:2]), parse_square(tail[2:]), mover, fact)

    def _light(self, line: str, *, is_there: bool) -> None:
        lit = line_mask(line)
        self.belief = _only(self.belief, lambda mask: bool(mask & lit) == is_there)

    def _land(self, square: int, *, is_captured: bool) -> None:
        """A piece has come to a square, which takes the enemy ninja there or shows that there is none."""
        there = bit(square)
        self.belief = _only(self.belief, lambda mask: bool(mask & there) == is_captured)
        self.belief = {mask & ~there: weight for mask, weight in self.belief.items()}

    def _move(self, origin: int, target: int, mover: Player, fact: str) -> None:
        """A pawn or the spirit has moved; the enemy's ninja is not on the target unless it was taken or swapped."""
        if fact not in ("both", str(self._enemy)):
            self._land(target, is_captured=fact == "ninja" and mover is self._viewer)
            return
        swapped = bit(target)
        self.belief = {
            mask & ~swapped | bit(origin): weight for mask, weight in self.belief.items() if mask & swapped
        }

    def _move_ninja(self, used: Card, tail: str) -> None:
        """An enemy ninja has moved in a way of which more or less is known: `?`, `?b3`, `b1b2`, `stay`."""
        if tail == "stay":
            return
        squares_told = tail.removesuffix("!")
        is_unknown = squares_told == "?"
        origins = ALL_SQUARES_MASK if squares_told[0] == "?" else bit(parse_square(squares_told[:2]))
        targets = ALL_SQUARES_MASK if is_unknown else bit(parse_square(squares_told[-2:]))
        moved: Belief = {}
        for mask, weight in self.belief.items():
            options = _moves(mask, used, self._enemy, origins, targets)
            if is_unknown and (self._may_stay or not options):
                options += (mask,)
            for option in options:
                moved[option] = moved.get(option, 0) + weight / len(options)
        self.belief = _only(moved, lambda _: True)


@lru_cache(maxsize=1 << 16)
def _moves(mask: int, used: Card, player: Player, origins: int, targets: int) -> tuple[int, ...]:
    """The masks after one of the ninjas has moved from one of the origins to one of the targets.

    Cached, because the whole record is read again for every step.
    """
    reachable = reach(used, player).student_masks
    return tuple(
        mask & ~bit(origin) | bit(target)
        for origin in squares(mask & origins)
        for target in squares(reachable[origin] & targets & ~mask)
    )


def _evenly(groups: Iterable[Iterable[int]]) -> Belief:
    masks = [sum(map(bit, group)) for group in groups]
    return dict.fromkeys(masks, 1 / len(masks))


def _only(belief: Belief, fits: Callable[[int], bool]) -> Belief:
    """The masks that fit, their weights adding up to 1 again."""
    left = {mask: weight for mask, weight in belief.items() if fits(mask)}
    total = sum(left.values())
    return {mask: weight / total for mask, weight in left.items()}
