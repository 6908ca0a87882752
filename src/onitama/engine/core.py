"""How the core is told of cards and positions."""

from functools import cache

from onitama import _core
from onitama.cards import CARDS, Card, Grid, Kind
from onitama.notation import format_position
from onitama.player import BLUE, RED, Player
from onitama.rules import Phase, Position

__all__ = [
    "BoardNumbers",
    "GridNumbers",
    "board_numbers",
    "core_belief",
    "core_game",
    "five_cards",
    "grid_numbers",
]

BoardNumbers = tuple[int, int, int, int, int, int, int, int]
"""Pawns of Red and Blue, their masters, the spirit, the lie of the cards, who moves, the card in use or -1."""
GridNumbers = tuple[int, int, int, bool]
"""Pictures for students, master and spirit, and whether it is a wind card."""


def five_cards(position: Position) -> tuple[Card, ...]:
    """The cards of the game in order of name; their places are the core's numbers for them."""
    return tuple(sorted((*position.hands[RED], *position.hands[BLUE], position.side)))


def grid_numbers(card: Card) -> GridNumbers:
    """A card's grids as the core takes them."""
    grids = card.moves, card.master_moves, card.spirit_moves
    student, master, spirit = map(_picture, grids)
    return student, master, spirit, card.kind is Kind.WIND


def _picture(grid: Grid) -> int:
    """A grid as 25 bits, as its owner sees it."""
    return sum(1 << (dy + 2) * 5 + dx + 2 for dx, dy in grid)


def board_numbers(position: Position) -> BoardNumbers:
    """A position of a game without ninjas."""
    number = {card: index for index, card in enumerate(five_cards(position))}
    red_hand, blue_hand = ([number[card] for card in hand] for hand in position.hands)
    slot = -1
    if position.phase is Phase.SPIRIT:
        assert position.card is not None
        slot = sorted((red_hand, blue_hand)[position.to_move]).index(number[position.card])
    (red_students, blue_students), (red_master, blue_master) = position.students_mask, position.masters_mask
    return (
        red_students | red_master,
        blue_students | blue_master,
        red_master,
        blue_master,
        position.spirit_mask,
        _core.arrangement(red_hand[0], red_hand[1], number[position.side]),
        int(position.to_move),
        slot,
    )


@cache
def _all_cards() -> _core.Cards:
    return _core.Cards([(card.slug, *grid_numbers(card)) for card in CARDS.values()])


def core_game(position: Position | str) -> _core.Game:
    """A game of the core that begins at a position, of any variant."""
    return _core.Game(_all_cards(), position if isinstance(position, str) else format_position(position))


def core_belief(start: Position, viewer: Player, *, evenly: bool) -> _core.Belief:
    """A belief of the core; of the viewer's enemy only the number of ninjas counts, and those that are shown."""
    return _core.Belief(_all_cards(), format_position(start), int(viewer), evenly)
