"""The text forms of the CodinGame referee for Onitama: what it tells a player each turn, and what it is answered.

Player 0 is Red, begins, and has its home row at rank 1. Cards are what their grids say: one that no base card has is
a card of its own, named after its number. The form is described in `docs/reference/notation.md`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from onitama.cards import CARDS, Card, CardSet, DataStatus, Kind, card
from onitama.errors import shown
from onitama.geometry import parse_square
from onitama.notation.board import Marks, base_position, read_board, require_base, write_board
from onitama.notation.misread import misread
from onitama.player import BLUE, RED, Player
from onitama.rules import Move, Pass, Position, Step

__all__ = [
    "CODINGAME_CARDS",
    "CodingameTurn",
    "format_codingame_action",
    "format_codingame_turn",
    "parse_codingame_action",
    "parse_codingame_turn",
]

_MOST_CHARACTERS = 10_000
_NUMBERED = """
    eel crane frog horse boar rooster crab ox cobra rabbit dragon monkey goose elephant mantis tiger
"""
CODINGAME_CARDS: Mapping[int, Card] = MappingProxyType(
    {number: card(name) for number, name in enumerate(_NUMBERED.split())}
)
"""The numbers that the referee gives the base cards."""

_MOST_MOVES = 4
_BY_GRID = {frozenset(one.moves): one for one in CARDS.values() if one.card_set is CardSet.BASE}
_MARKS = Marks(masters="WB", students="wb", empty=".")


@dataclass(frozen=True, slots=True)
class CodingameTurn:
    """What the referee tells the player to move."""

    position: Position
    """With turn number 1 for player 0 and 2 for player 1: the referee does not tell it."""
    cards: Mapping[int, Card]
    """The five cards by the referee's numbers."""
    actions: tuple[Step, ...]
    """The legal steps as the referee lists them."""


def parse_codingame_turn(text: str, player: Player | None = None) -> CodingameTurn:
    """The lines of one turn.

    Args:
        text: five lines of board, five of cards, the number of actions, and the actions.
        player: whose input it is. Without it the text begins with the line that holds the player's number, as
            the first input of a game does.

    Raises:
        NotationError: names the line.
    """
    if not isinstance(text, str) or len(text) > _MOST_CHARACTERS:
        raise misread("referee", f"expected text of at most {_MOST_CHARACTERS} characters")
    lines = [line.strip() for line in text.strip().splitlines()]
    if player is None:
        first = lines.pop(0) if lines else ""
        if first not in ("0", "1"):
            raise misread("referee, line 1", f"expected the player's number 0 or 1, found {shown(first)}")
        player = Player(int(first))
    if len(lines) < 11:
        raise misread("referee", f"expected 5 lines of board, 5 of cards and the actions, found {len(lines)}")
    cards, hands = _read_cards(lines[5:10], player)
    if lines[10] != str(len(lines) - 11):
        raise misread("referee", f"expected {shown(lines[10])} actions, found {len(lines) - 11}")
    actions = tuple(parse_codingame_action(line, cards) for line in lines[11:])
    position = base_position(
        read_board(lines[:5], _MARKS, "referee, board"),
        red=hands[RED],
        blue=hands[BLUE],
        side=hands[-1][0],
        to_move=player,
        turn_number=1 + player,
        place="referee",
        find_card={one.name: one for one in cards.values()}.__getitem__,
    )
    return CodingameTurn(position, cards, actions)


def _read_cards(lines: list[str], player: Player) -> tuple[dict[int, Card], dict[int, list[str]]]:
    """The cards by number, and the names by owner: 0, 1, or -1 for the side card."""
    cards: dict[int, Card] = {}
    hands: dict[int, list[str]] = {RED: [], BLUE: [], -1: []}
    for line in lines:
        if not re.fullmatch(r"(-?[0-9]{1,3}\s+){9}-?[0-9]{1,3}", line):
            raise misread("referee, cards", f"expected owner, number and four pairs, found {shown(line)}")
        owner, number, *grid = [int(word) for word in line.split()]
        if owner not in hands or number in cards:
            raise misread(
                "referee, cards", f"expected owner 0, 1 or -1 and five different cards: {shown(line)}"
            )
        # Grids come in the directions of the board; the side card as the player to move would use it.
        sign = -1 if BLUE in (owner, player if owner == -1 else RED) else 1
        pairs = {(sign * dx, sign * dy) for dx, dy in zip(grid[::2], grid[1::2], strict=True)} - {(0, 0)}
        if not pairs or not all(abs(dx) <= 2 and abs(dy) <= 2 for dx, dy in pairs):
            raise misread("referee, cards", f"expected one to four pairs from -2 to 2, found {shown(line)}")
        cards[number] = _BY_GRID.get(frozenset(pairs)) or _unknown_card(number, frozenset(pairs))
        hands[owner].append(cards[number].name)
    if [len(names) for names in hands.values()] != [2, 2, 1]:
        raise misread("referee, cards", "expected two cards for each player and one with owner -1")
    return cards, hands


@lru_cache(maxsize=64)
def _unknown_card(number: int, pairs: frozenset[tuple[int, int]]) -> Card:
    """A card that only this referee knows; the same one each time."""
    grid = tuple(sorted(pairs))
    return Card(
        name=f"Card {number}",
        card_set=CardSet.PROMO,
        kind=Kind.MOVE,
        stamp=None,
        moves=grid,
        master_moves=grid,
        spirit_moves=grid,
        data=DataStatus.UNCONFIRMED,
        note="known by its number only",
        name_de=None,
    )


def format_codingame_turn(
    position: Position, *, first: bool = False, cards: Mapping[int, Card] = CODINGAME_CARDS
) -> str:
    """The lines that the referee would send to the player to move.

    Args:
        position: one of the base game.
        first: whether it is the player's first turn: then its number comes first.
        cards: the numbers of the cards.

    Raises:
        NotationError: for a position of a variant, or a card that has no number or that the form has no room for.
    """
    require_base(position, "referee")
    numbers = {one: number for number, one in cards.items()}
    lines = [str(int(position.to_move))] if first else []
    lines += write_board(position, _MARKS)
    for owner, hand in ((RED, position.hands[RED]), (BLUE, position.hands[BLUE]), (-1, (position.side,))):
        for one in hand:
            if one not in numbers:
                raise misread("referee", f"{one} is no base card")
            if one.kind is not Kind.MOVE or len(one.moves) > _MOST_MOVES:
                raise misread("referee", f"{one} has more than one grid of four moves")
            lines.append(_format_card(owner, numbers[one], one, position.to_move))
    actions = [format_codingame_action(step, cards) for step in position.legal_steps]
    return "\n".join([*lines, str(len(actions)), *actions, ""])


def _format_card(owner: int, number: int, one: Card, player: Player) -> str:
    sign = -1 if BLUE in (owner, player if owner == -1 else RED) else 1
    pairs = [f"{sign * dx} {sign * dy}" for dx, dy in one.moves]
    return " ".join([str(int(owner)), str(number), *pairs, *["0 0"] * (_MOST_MOVES - len(pairs))])


def parse_codingame_action(text: str, cards: Mapping[int, Card] = CODINGAME_CARDS) -> Step:
    """The step that a player answers; a message after it is not read.

    >>> parse_codingame_action("4 C1C2 hello")
    Move(card=Card('Boar'), origin=2, target=7)

    Raises:
        NotationError: says what was expected.
    """
    if not isinstance(text, str):
        raise misread("action", f"expected a text, found {shown(text)}")
    parts = re.match(
        r"\s*([0-9]{1,3})\s+(?:([a-e][1-5])([a-e][1-5])|pass)(?:\s|$)", text, re.ASCII | re.IGNORECASE
    )
    if parts is None or int(parts[1]) not in cards:
        raise misread("action", f"expected a card's number and A1B2 or PASS, found {shown(text)}")
    used = cards[int(parts[1])]
    if parts[2] is None:
        return Pass(used)
    return Move(used, parse_square(parts[2].lower()), parse_square(parts[3].lower()))


def format_codingame_action(step: Step, cards: Mapping[int, Card] = CODINGAME_CARDS) -> str:
    """The answer that plays a step.

    >>> format_codingame_action(parse_codingame_action("4 C1C2"))
    '4 C1C2'

    Raises:
        NotationError: for a step of a variant, or a card without a number.
    """
    if isinstance(step, Move | Pass):
        for number, one in cards.items():
            if one is step.card:
                return f"{number} {str(step).partition(':')[2].upper()}"
    raise misread("action", f"expected a move or pass with a card that has a number, found {step}")
