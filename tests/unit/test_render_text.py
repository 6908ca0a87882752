"""Boards and cards as text and as sentences; the goldens are written by running this file."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import onitama as on
from build import build, play
from onitama.geometry import destinations, format_square, parse_square, squares
from onitama.observe import observe
from onitama.render import board_text, card_text, cards_text, describe, describe_card, legend, status
from onitama.render.view import Trace, grids_of, side_owner, trace
from onitama.rules import Outcome, Phase, PieceKind
from random_states import random_state

GOLDEN = Path(__file__).parents[1] / "golden/render"
SEATS = list(on.Player)
POSITIONS: dict[str, Callable[[], on.Position]] = {
    "base": lambda: on.deal("base", seed=7),
    "promo": lambda: build(cards="okija nessie / kumo butterfly / whale", blue="Mb4 a5 e2"),
    "wind": lambda: on.deal("way-of-the-wind-3", seed=2),
    "shadow": lambda: build(
        hidden="shadow",
        red="Mc1 a1 e1",
        red_ninjas="b2",
        blue="Mc5 d4",
        blue_ninjas="d3",
        revealed="d3",
        lanterns=(2, 1),
    ),
    "shadow-and-wind": lambda: build(
        hidden="shadow",
        spirit="c3",
        cards="hawk ox / eagle boar / crab",
        red_ninjas="b2",
        blue_ninjas="b2",
        turn={"phase": "ninja", "card": "Hawk", "spirit_due": True},
    ),
    "light": lambda: on.deal("way-of-light", seed=5).play("place:a5d5"),
}


def page(position: on.Position) -> str:
    """Everything there is of a position as text, from both seats."""
    parts = [legend(position), legend(position, unicode=False)]
    for seat in SEATS:
        for unicode in (True, False):
            parts += [
                board_text(position, seat, unicode=unicode),
                cards_text(position, seat, unicode=unicode),
            ]
        parts.append(describe(position, seat))
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_the_text_is_the_golden_one(name: str) -> None:
    assert page(POSITIONS[name]()) == (GOLDEN / f"{name}.txt").read_text("utf-8")


def rows_as_seen(seat: on.Player) -> list[list[int]]:
    """The squares row by row from the top left, written out: Blue sees the board turned."""
    rows = ["a5b5c5d5e5", "a4b4c4d4e4", "a3b3c3d3e3", "a2b2c2d2e2", "a1b1c1d1e1"]
    read = [[parse_square(row[at : at + 2]) for at in range(0, 10, 2)] for row in rows]
    return read if seat is on.RED else [row[::-1] for row in read[::-1]]


def board_cells(text: str, *, unicode: bool) -> list[list[str]]:
    if unicode:
        lines = [line for line in text.splitlines() if "│" in line]
        return [line.split("│")[1:6] for line in lines]
    return [[line.ljust(17)[at : at + 3] for at in range(2, 17, 3)] for line in text.splitlines()[:5]]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_every_piece_stands_where_it_is_seen_from_the_seat(seat: on.Player, unicode: bool) -> None:
    signs = {
        (PieceKind.MASTER, on.RED): "◎M",
        (PieceKind.STUDENT, on.RED): "●S",
        (PieceKind.MASTER, on.BLUE): "▣m",
        (PieceKind.STUDENT, on.BLUE): "■s",
        (PieceKind.SPIRIT, None): "◈*",
    }
    rng = Random(1)
    for _ in range(40):
        position = on.Position.from_json(random_state(rng))
        cells = board_cells(board_text(position, seat, unicode=unicode), unicode=unicode)
        for row, shown in zip(rows_as_seen(seat), cells, strict=True):
            for square, cell in zip(row, shown, strict=True):
                piece = position.piece_at(square)
                if piece is not None:
                    assert cell == f" {signs[piece.kind, piece.owner][not unicode]} "
                elif (position.ninjas_mask[on.RED] | position.ninjas_mask[on.BLUE]) & 1 << square:
                    assert cell.strip() in ("N", "n", "&")
                else:
                    temple = square in (parse_square("c1"), parse_square("c5"))
                    assert cell.strip() == (
                        ("⌂" if unicode else "+") if temple else ("·" if unicode else ".")
                    )


@pytest.mark.parametrize("seat", SEATS, ids=str)
@pytest.mark.parametrize("name", POSITIONS)
def test_r2_all_five_cards_mark_what_they_mark_on_the_board(name: str, seat: on.Player) -> None:
    position = POSITIONS[name]()
    side = (position.side, side_owner(position))
    own, other = ([(one, player) for one in position.hands[player]] for player in (seat, seat.other))
    text = cards_text(position, seat, unicode=False).splitlines()
    for place, (card, owner) in enumerate([*own, side, *other]):
        column = [line.ljust(70)[place * 14 : place * 14 + 12].strip() for line in text]
        assert column[0].startswith(("side, " if place == 2 else "") + str(owner).capitalize())
        assert column[1].removesuffix(" ?") == card.name
        lines = [line.split() for line in column if len(line) == 9 and line[1::2] == "    "]
        for at, (_, grid) in enumerate(grids_of(card)):
            reached = squares(destinations(grid, owner, parse_square("c3")))
            for row, shown in zip(rows_as_seen(seat), lines[5 * at : 5 * at + 5], strict=True):
                for square, sign in zip(row, shown, strict=True):
                    middle = "^" if owner is seat else "v"
                    expected = middle if format_square(square) == "c3" else "x" if square in reached else "."
                    assert sign == expected


def test_r2_a_turned_card_written_out() -> None:
    rabbit = on.card("rabbit")
    upright = ["Rabbit", "blue stamp", ". . . . .", ". . . x .", ". . ^ . x", ". x . . .", ". . . . ."]
    turned = ["Rabbit", "blue stamp", ". . . . .", ". . . x .", "x . v . .", ". x . . .", ". . . . ."]
    for seat in SEATS:
        assert card_text(rabbit, seat, seat, unicode=False).splitlines() == upright
        assert card_text(rabbit, seat.other, seat, unicode=False).splitlines() == turned


def test_plain_text_is_ascii_and_no_text_can_be_taken_for_markup() -> None:
    for make in POSITIONS.values():
        position = make()
        plain = board_text(position, unicode=False, targets=range(25)) + legend(position, unicode=False)
        assert (plain + cards_text(position, unicode=False)).isascii()
        assert "[" not in plain + page(position)
        assert len({len(line) for line in board_text(position).splitlines()[:11]} - {23}) == 0


def test_targets_and_the_last_turn_are_marked() -> None:
    text = board_text(
        build(red="Mc1 c3", blue="Mc5 c4"),
        unicode=False,
        targets=[parse_square("c4"), parse_square("d3")],
        last_step="boar:b3c3 lantern:1=no",
    )
    assert text.splitlines()[1:5] == [
        "4  .  . <s> .  .",
        "3  . (.)(S)<.> .",
        "2  .  .  .  .  .",
        "1 :.::.::M::.::.:",
    ]


@pytest.mark.parametrize(
    ("text", "origins", "targets", "lines"),
    [
        ("boar:c1c2", "c1", "c2", ()),
        ("boar:pass", "", "", ()),
        ("boar:? spirit:c3b3=both", "c3", "b3", ()),
        ("boar:?b3", "", "b3", ()),
        ("sea-snake:c1c2=ninja ninja:?b3!=yes lantern:c=no", "c1", "c2b3", ("c",)),
        ("ninja:b1b2! lantern:none", "b1", "b2", ()),
        ("ninja:stay lantern:4", "", "", ("4",)),
        ("place:a5c5", "", "a5c5", ()),
        ("place:?", "", "", ()),
    ],
)
def test_r70_only_what_a_text_says_is_marked(
    text: str, origins: str, targets: str, lines: tuple[str, ...]
) -> None:
    def named(joined: str) -> frozenset[int]:
        return frozenset(parse_square(joined[at : at + 2]) for at in range(0, len(joined), 2))

    assert trace(text) == Trace(named(origins), named(targets), lines)


@pytest.mark.parametrize("text", ["boar", "boar:c1c2,", "<b>", "boar:c1c2=", "boar:c1c9"])
def test_a_last_step_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(on.NotationError):
        board_text(on.deal("base", seed=1), last_step=text)


def test_r70_what_an_observation_does_not_know_is_not_told() -> None:
    texts = set()
    for square in ("b5", "d5"):
        start = play(on.deal("way-of-shadow", seed=3), f"place:{square} place:b1")
        seen = observe([], start, on.RED)
        texts.add(describe(seen) + board_text(seen) + cards_text(seen))
        assert f"ninja {square} hidden" in describe(start)
    (text,) = texts
    assert "Blue: master c5; students a5, e5; 1 ninja out of sight; 2 lanterns." in text
    assert "Red: master c1; students a1, e1; ninja b1 hidden; 2 lanterns." in text
    start = play(on.deal("way-of-shadow", seed=3), "place:b5 place:b1")
    spectator = describe(observe([], start, None))
    assert spectator.count("1 ninja out of sight") == 2


def test_a_shown_ninja_is_told_from_a_hidden_one() -> None:
    text = describe(POSITIONS["shadow"]())
    assert "ninja b2 hidden" in text
    assert "ninja d3 in the open" in text


def test_r13_the_side_card_is_for_who_takes_it_next() -> None:
    for preset in on.PRESETS:
        rng, position = Random(5), on.deal(preset, seed=5)
        while position.phase is Phase.PLACE:
            assert side_owner(position) is side_owner(observe([], position, None)) is position.starter
            position = position.play(rng.choice(position.legal_steps))
        before, player = position.side, side_owner(position)
        assert player is position.to_move
        while position.to_move is player and position.phase is not Phase.LANTERN:
            assert side_owner(position) is player
            position = position.play(position.legal_steps[0])
        assert before in position.hands[player]
        assert side_owner(position) is player.other


def test_the_status_says_which_step_is_due() -> None:
    texts = set()
    for preset in ("shadow-and-wind", "light-and-wind"):
        rng, position = Random(2), on.deal(preset, seed=2)
        while position.turn_number < 12 and position.outcome is None:
            texts.add(status(position).partition(": ")[2].partition(" with")[0] or status(position))
            position = position.play(rng.choice(position.legal_steps))
    assert {"Red to move", "Blue to move", "Blue to move its ninja", "Red to move the spirit"} < texts
    assert {"Blue to light a lantern, or none", "Blue to place its ninja", "Blue to place its ninjas"} < texts


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(on.RED, on.Way.STONE), "Red has won by the Way of the Stone"),
        (Outcome(on.BLUE, on.Way.STREAM), "Blue has won by the Way of the Stream"),
        (Outcome(on.BLUE, on.Ending.RESIGNATION), "Blue has won by resignation"),
        (Outcome(on.RED, on.Ending.TIME), "Red has won on time"),
        (Outcome(None, on.Ending.AGREEMENT), "The game is a draw by agreement"),
        (Outcome(None, on.Ending.TIME), "The game is a draw on time"),
    ],
)
def test_the_status_says_how_the_game_ended(outcome: Outcome, words: str) -> None:
    assert status(observe([], on.deal("base", seed=1), None, outcome)) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ox", "Ox, blue stamp: 1 forward; 1 right; 1 back."),
        ("tanuki", "Tanuki, blue stamp: 1 forward; 1 forward and 2 right; 1 back and 1 left."),
        (
            "lion",
            "Lion, red stamp: first a pawn 1 forward and 1 right; 1 back and 1 left, "
            "then the spirit 2 forward; 1 forward.",
        ),
        (
            "okija",
            "Okija, red stamp: a student 1 forward, the master 2 forward and 2 left; 2 forward and 2 right.",
        ),
        ("whale", "Whale: 1 forward; 2 left; 2 right; 1 back. Unconfirmed: one source; stamp unknown."),
        (
            "moth",
            "Moth, blue stamp: 1 forward; 1 back and 2 left; 1 back and 2 right. "
            "Stamp unconfirmed: moves confirmed; stamp from one source.",
        ),
    ],
)
def test_a_card_in_words(name: str, words: str) -> None:
    assert describe_card(on.card(name)) == words


if __name__ == "__main__":
    for name, make in POSITIONS.items():
        (GOLDEN / f"{name}.txt").write_text(page(make()), "utf-8")
