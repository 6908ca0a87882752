"""Boards and cards as text for terminals, in plain ASCII too, and as sentences to be read aloud."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from onitama.cards import Card, DataStatus, Grid, Kind
from onitama.geometry import FILES, RANKS, TEMPLES, bit, format_square, squares
from onitama.player import BLUE, RED, Player
from onitama.render.view import (
    Trace,
    View,
    grids_of,
    marks_of,
    seen_on,
    side_owner,
    spot,
    trace,
    unseen_ninjas,
)
from onitama.rules import Ending, Outcome, Phase, Step, Way

__all__ = ["board_text", "card_text", "cards_text", "describe", "describe_card", "legend", "status"]

_SIGNS = {
    "red master": "◎M",
    "red student": "●S",
    "red ninja": "NN",
    "blue master": "▣m",
    "blue student": "■s",
    "blue ninja": "nn",
    "spirit": "◈*",
    "two ninjas": "&&",
    "empty temple": "⌂+",
    "empty": "·.",
    "mark": "◆x",
    "forward": "▲^",
    "turned": "▼v",
}
"""Each sign in Unicode and in ASCII."""

_HOW = {
    Way.STONE: "by the Way of the Stone",
    Way.STREAM: "by the Way of the Stream",
    Ending.RESIGNATION: "by resignation",
    Ending.AGREEMENT: "by agreement",
    Ending.TIME: "on time",
}

_DOUBTS = {DataStatus.UNCONFIRMED: "Unconfirmed", DataStatus.STAMP_UNCONFIRMED: "Stamp unconfirmed"}

_COLUMN_WIDTH = 12
"""Of a card in `cards_text`: room for `Blue, in use`, the longest line there is."""


def _sign(name: str, unicode: bool) -> str:
    return _SIGNS[name][0 if unicode else 1]


def _name(player: Player) -> str:
    return str(player).capitalize()


# Boards


def board_text(
    view: View,
    seat: Player = RED,
    *,
    unicode: bool = True,
    targets: Iterable[int] = (),
    last_step: Step | str | None = None,
) -> str:
    """The board as lines of text, the seat's home row at the bottom; in hidden games also what is known of ninjas.

    A cell is three characters wide: `< >` is around a target, `( )` around the squares of the last step, `: :` around
    those that a lantern lit.

    >>> from onitama.deal import deal
    >>> print(board_text(deal("base", seed=7), unicode=False, targets=[6], last_step="frog:c4b5"))
    5  s (s) m  s  s
    4  .  . (.) .  .
    3  .  .  .  .  .
    2  . <.> .  .  .
    1  S  S  M  S  S
       a  b  c  d  e

    Args:
        view: a position, or an observation of one.
        seat: who looks at it.
        unicode: draw with lines and symbols; else plain ASCII, for pipes and screen readers.
        targets: squares to mark as destinations.
        last_step: a step, or a turn's text, whose squares are to be marked. In hidden games it must be as the
            reader may know it: what is given is shown.

    Raises:
        NotationError: if `last_step` is a text that is no step.
    """
    targets, last = frozenset(targets), trace(last_step)
    rows = [[""] * 5 for _ in range(5)]
    for square in range(25):
        column, row = spot(square, seat)
        left, right = _brackets(square, targets, last)
        rows[row][column] = f"{left}{_sign(_seen_at(view, square), unicode)}{right}"
    files, ranks = (FILES, RANKS[::-1]) if seat is RED else (FILES[::-1], RANKS)
    lines = _boxed(rows, files, ranks) if unicode else _plain(rows, files, ranks)
    if view.rules.hidden:
        lines += [
            f"{_name(player)}: {', '.join(_hidden_words(view, player))}" for player in (seat, seat.other)
        ]
    return "\n".join(lines)


def _brackets(square: int, targets: frozenset[int], last: Trace) -> tuple[str, str]:
    if square in targets:
        return "<", ">"
    if square in last.origins | last.targets:
        return "(", ")"
    return (":", ":") if square in last.lit else (" ", " ")


def _seen_at(view: View, square: int) -> str:
    found = list(seen_on(view, square))
    if len(found) == 2:
        return "two ninjas"
    if found:
        return str(found[0])
    return "empty temple" if (TEMPLES[RED] | TEMPLES[BLUE]) & bit(square) else "empty"


def _plain(rows: Sequence[Sequence[str]], files: str, ranks: str) -> list[str]:
    lines = [f"{rank} {''.join(row)}".rstrip() for rank, row in zip(ranks, rows, strict=True)]
    return [*lines, f"   {'  '.join(files)}"]


def _boxed(rows: Sequence[Sequence[str]], files: str, ranks: str) -> list[str]:
    rule = "───"
    lines = [f"  ┌{'┬'.join([rule] * 5)}┐"]
    for rank, row in zip(ranks, rows, strict=True):
        lines += [f"{rank} │{'│'.join(row)}│", f"  ├{'┼'.join([rule] * 5)}┤"]
    return [*lines[:-1], f"  └{'┴'.join([rule] * 5)}┘", f"    {'   '.join(files)}"]


def legend(view: View, *, unicode: bool = True) -> str:
    """What the signs in `board_text` mean, in one line a player: only those that the rules of the view need.

    >>> from onitama.deal import deal
    >>> print(legend(deal("way-of-the-wind", seed=7)))
    Red: ◎ master, ● student
    Blue: ▣ master, ■ student
    ◈ spirit, ⌂ empty temple
    """
    rules, lines = view.rules, []
    for player in Player:
        kinds = ["master", "student"] if rules.has_pawns(player) else []
        kinds += ["ninja"] if rules.places_ninjas(player) else []
        signs = [f"{_sign(f'{player} {kind}', unicode)} {kind}" for kind in kinds]
        lines.append(f"{_name(player)}: {', '.join(signs)}")
    others = ["spirit"] if rules.spirit else []
    others += ["two ninjas"] if rules.hidden == "shadow" else []
    return "\n".join([*lines, ", ".join(f"{_sign(one, unicode)} {one}" for one in [*others, "empty temple"])])


# Cards


def cards_text(view: View, seat: Player = RED, *, unicode: bool = True, columns: int = 68) -> str:
    """The five cards side by side, each turned as it lies on the table for who sits at that seat.

    Where fewer `columns` of text are to be had than five cards take, they come in several rows.

    The seat's own two come first, then the side card, then the opponent's two. The arrow in the middle of a grid
    is the piece that moves; it points to where forward is for the card's owner.

    >>> from onitama.deal import deal
    >>> print(cards_text(deal("base", seed=7), unicode=False))
    Red           Red           side, Red     Blue          Blue
    Frog          Boar          Rooster       Mantis        Monkey
    . . . . .     . . . . .     . . . . .     . . . . .     . . . . .
    . x . . .     . . x . .     . . . x .     . . x . .     . x . x .
    x . ^ . .     . x ^ x .     . x ^ x .     . . v . .     . . v . .
    . . . x .     . . . . .     . x . . .     . x . x .     . x . x .
    . . . . .     . . . . .     . . . . .     . . . . .     . . . . .
    """
    side = side_owner(view)
    places = [(_name(seat), seat, card) for card in view.hands[seat]]
    places += [(f"side, {_name(side)}", side, view.side)]
    places += [(_name(seat.other), seat.other, card) for card in view.hands[seat.other]]
    drawn = [
        [f"{name}, in use" if card is view.card else name, *_card_lines(card, owner, seat, unicode)]
        for name, owner, card in places
    ]
    in_a_row = max(1, min(len(drawn), (columns + 2) // (_COLUMN_WIDTH + 2)))
    rows = [drawn[at : at + in_a_row] for at in range(0, len(drawn), in_a_row)]
    return "\n\n".join(_side_by_side(row) for row in rows)


def _side_by_side(columns: list[list[str]]) -> str:
    lines = zip_longest(*columns, fillvalue="")
    return "\n".join("  ".join(cell.ljust(_COLUMN_WIDTH) for cell in line).rstrip() for line in lines)


def card_text(card: Card, owner: Player | None = None, seat: Player = RED, *, unicode: bool = True) -> str:
    """One card as lines of text: its name, its stamp if known, its grid or its two grids.

    Args:
        card: the card.
        owner: whose hand it is in; None for nobody's, drawn upright.
        seat: who looks at it.
        unicode: whether the terminal can show more than ASCII.

    >>> from onitama.cards import card
    >>> print(card_text(card("horse"), unicode=False))
    Horse
    red stamp
    . . . . .
    . . x . .
    . x ^ . .
    . . x . .
    . . . . .
    """
    name, *grids = _card_lines(card, seat if owner is None else owner, seat, unicode)
    return "\n".join([name, *_stamp_words(card), *grids])


def _card_lines(card: Card, owner: Player, seat: Player, unicode: bool) -> Iterator[str]:
    yield card.name if card.data is not DataStatus.UNCONFIRMED else f"{card.name} ?"
    grids = grids_of(card)
    for piece, grid in grids:
        if len(grids) > 1:
            yield f"{piece}:"
        yield from _grid_lines(grid, owner, seat, unicode)


def _grid_lines(grid: Grid, owner: Player, seat: Player, unicode: bool) -> list[str]:
    marks = marks_of(grid, owner, seat)
    signs = {one: _sign("mark", unicode) for one in marks}
    signs[2, 2] = _sign("forward" if owner is seat else "turned", unicode)
    empty = _sign("empty", unicode)
    return [" ".join(signs.get((column, row), empty) for column in range(5)) for row in range(5)]


# Sentences


def describe(view: View, seat: Player = RED) -> str:
    """The view in sentences, one a line, for people who listen: the seat's own side first.

    >>> from onitama.deal import deal
    >>> print(describe(deal("base", seed=7)))
    Turn 1: Red to move.
    Red: master c1; students a1, b1, d1, e1.
    Blue: master c5; students a5, b5, d5, e5.
    Red holds Frog and Boar.
    Blue holds Mantis and Monkey.
    Rooster lies at the side, for Red.
    """
    players = (seat, seat.other)
    lines = [f"{status(view)}.", *(_pieces_sentence(view, player) for player in players)]
    if view.spirit_mask:
        lines.append(f"The spirit is on {_squares_words(view.spirit_mask)}.")
    lines += [f"{_name(player)} holds {' and '.join(map(str, view.hands[player]))}." for player in players]
    lines.append(f"{view.side} lies at the side, for {_name(side_owner(view))}.")
    return "\n".join(lines)


def status(view: View) -> str:
    """Whose step is due and which, or how the game ended.

    >>> from onitama.deal import deal
    >>> status(deal("way-of-shadow", seed=3))
    'Blue to place its ninja'
    """
    if view.outcome is not None:
        return _outcome_words(view.outcome)
    player = view.to_move
    due = {
        Phase.MOVE: "to move",
        Phase.PLACE: f"to place its ninja{'s' if view.rules.places_ninjas(player) > 1 else ''}",
        Phase.NINJA: f"to move its ninja with {view.card}, or leave it",
        Phase.SPIRIT: f"to move the spirit with {view.card}",
        Phase.LANTERN: "to light a lantern, or none",
    }[view.phase]
    turn = "" if view.phase is Phase.PLACE else f"Turn {view.turn_number}: "
    return f"{turn}{_name(player)} {due}"


def _outcome_words(outcome: Outcome) -> str:
    if outcome.winner is None:
        return f"The game is a draw {_HOW[outcome.by]}"
    return f"{_name(outcome.winner)} has won {_HOW[outcome.by]}"


def _squares_words(mask: int) -> str:
    return ", ".join(map(format_square, squares(mask)))


def _pieces_sentence(view: View, player: Player) -> str:
    parts = []
    if view.rules.has_pawns(player):
        master, students = view.masters_mask[player], view.students_mask[player]
        parts.append(f"master {_squares_words(master)}" if master else "no master")
        many = "s" if students.bit_count() > 1 else ""
        parts.append(f"student{many} {_squares_words(students)}" if students else "no students")
    if view.rules.hidden:
        parts += _hidden_words(view, player)
    return f"{_name(player)}: {'; '.join(parts)}."


def _hidden_words(view: View, player: Player) -> list[str]:
    """A player's ninjas, as far as they are in the view, and its lanterns."""
    words = []
    for square in squares(view.ninjas_mask[player]):
        is_shown = view.revealed_mask[player] & bit(square)
        words.append(f"ninja {format_square(square)} {'in the open' if is_shown else 'hidden'}")
    unseen = unseen_ninjas(view, player)
    if unseen:
        words.append(f"{unseen} ninja{'s' if unseen > 1 else ''} out of sight")
    if not words and view.rules.places_ninjas(player):
        words.append("ninja not placed yet" if view.phase is Phase.PLACE else "no ninja")
    if view.rules.starting_lanterns(player):
        count = view.lanterns[player]
        words.append(f"{count or 'no'} lantern{'' if count == 1 else 's'}")
    return words


def describe_card(card: Card) -> str:
    """A card's moves in words, as its owner sees them.

    >>> from onitama.cards import card
    >>> describe_card(card("tanuki"))
    'Tanuki, blue stamp: 1 forward; 1 forward and 2 right; 1 back and 1 left.'
    """
    who = {"spirit": "then the spirit", "student": "a student", "master": "the master"}
    if card.kind is Kind.WIND:
        who["pawn"] = "first a pawn"
    moves = [
        " ".join([*([who[piece]] if piece in who else []), "; ".join(_offset_words(*one) for one in grid)])
        for piece, grid in grids_of(card)
    ]
    doubt = f" {_DOUBTS[card.data]}: {card.note}." if card.data in _DOUBTS else ""
    return f"{', '.join([card.name, *_stamp_words(card)])}: {', '.join(moves)}.{doubt}"


def _stamp_words(card: Card) -> list[str]:
    return [] if card.stamp is None else [f"{card.stamp} stamp"]


def _offset_words(dx: int, dy: int) -> str:
    words = [f"{abs(dy)} {'forward' if dy > 0 else 'back'}"] if dy else []
    words += [f"{abs(dx)} {'right' if dx > 0 else 'left'}"] if dx else []
    return " and ".join(words)
