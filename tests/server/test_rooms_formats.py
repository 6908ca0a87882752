"""Mirror match, coaching round, and games against the computer."""

from typing import Any

import pytest

from onitama.server.rooms import Code, Computer, Status, due, wants
from onitama.server.rooms.deadlines import ABANDONED_MS, BREAK_MS
from onitama.server.rooms.wants import ComputerStep
from room_table import ANNA, BEN, EVE, Table

# Mirror match


def half_time(**setup: Any) -> Table:
    table = Table(format="mirror", **setup).joined()
    table.plays("tiger:c1c3", "boar:a5a4")
    table.does(BEN, "resign")
    assert table.room.status is Status.BETWEEN
    return table


def test_r80_a_mirror_match_is_two_games_with_one_deal() -> None:
    table = half_time()
    first = table.state()["dealt"]
    table.does(ANNA, "ready")
    assert table.state()["people"][0]["is_ready"]
    assert table.does(ANNA, "ready").events == ()
    table.does(BEN, "ready")
    state = table.state()
    assert state["dealt"] == first
    assert [one["colour"] for one in state["people"]] == ["blue", "red"]
    assert [one["score"] for one in state["people"]] == [1.0, 0.0]
    assert table.mover == BEN, "the same colour starts"
    table.plays("tiger:c1c3")
    table.does(ANNA, "resign")
    assert table.room.status is Status.OVER
    assert [one["score"] for one in table.state()["people"]] == [1.0, 1.0]


def test_r80_a_drawn_deal_is_the_same_in_both_games() -> None:
    table = Table(format="mirror", deal=None, starter=None).joined()
    table.does(BEN, "resign")
    first = table.state()["dealt"]
    table.entropy = bytes([7] * 16)
    table.does(ANNA, "ready")
    table.does(BEN, "ready")
    assert table.state()["dealt"] == first
    table.does(BEN, "resign")
    table.does(BEN, "offer", kind="rematch")
    table.does(ANNA, "answer", answer="accept")
    assert table.state()["dealt"] != first
    assert [one["score"] for one in table.state()["people"]] == [0, 0], "a new match"


def test_half_time_is_no_time_for_anything_else() -> None:
    table = half_time()
    table.refuses(Code.NOT_NOW, ANNA, "step", step="ox:a1a2")
    table.refuses(Code.NOT_NOW, ANNA, "offer", kind="rematch")
    table.refuses(Code.NOT_NOW, ANNA, "resign")
    table.refuses(Code.NO_HINTS, ANNA, "help", kind="analysis")
    table.refuses(Code.NOT_A_PLAYER, EVE, "ready")


def test_the_second_game_cannot_be_broken_off() -> None:
    table = half_time()
    table.does(ANNA, "ready")
    table.does(BEN, "ready")
    table.refuses(Code.NOT_NOW, ANNA, "abort")


@pytest.mark.parametrize(("time", "wait_ms"), [("5+0", BREAK_MS), (None, ABANDONED_MS)])
def test_who_does_not_come_back_for_the_second_game(time: str | None, wait_ms: int) -> None:
    table = half_time(time=time)
    assert due(table.room) == table.now_ms + wait_ms
    table.until_due()
    assert table.room.status is Status.CLOSED
    table = half_time(time=time)
    table.does(ANNA, "ready")
    table.until_due()
    assert table.room.status is Status.PLAYING, "who is ready does not lose its match by the other's absence"
    table.until_due()
    assert [one["score"] for one in table.state()["people"]] == [2.0, 0.0]


def test_a_second_game_in_which_one_does_not_place_is_lost() -> None:
    table = Table(format="mirror", rules="way-of-shadow").joined()
    table.does(BEN, "resign")
    table.does(ANNA, "ready")
    table.does(BEN, "ready")
    table.does(ANNA, "place", step="place:b5")
    table.until_due()
    assert [one["score"] for one in table.state()["people"]] == [2.0, 0.0]


# Coaching


def coaching(**setup: Any) -> Table:
    return Table(format="coaching", **setup).joined()


def test_r81_a_step_is_said_first_and_counts_when_confirmed() -> None:
    table = coaching()
    table.refuses(Code.NOT_NOW, ANNA, "step", step="tiger:c1c3")
    table.refuses(Code.STALE, ANNA, "confirm", step="tiger:c1c3")
    table.does(ANNA, "propose", step="tiger:c1c3")
    assert table.state(1)["coaching"] == {
        "proposal": "tiger:c1c3",
        "threats": table.state(0)["coaching"]["threats"],
    }
    table.does(ANNA, "propose", step="ox:c1c2")
    table.refuses(Code.STALE, ANNA, "confirm", step="tiger:c1c3")
    table.refuses(Code.ILLEGAL, ANNA, "propose", step="tiger:c1c5")
    table.refuses(Code.NOT_YOUR_TURN, BEN, "propose", step="crab:c5c4")
    table.crash()
    assert table.does(ANNA, "propose", step="ox:c1c2").events == ()
    table.does(ANNA, "confirm", step="ox:c1c2")
    assert table.sees(None)["turns"] == ["ox:c1c2"]
    assert table.state(0)["coaching"]["proposal"] is None


def test_r81_threats_are_shown_to_both_and_to_those_who_watch() -> None:
    table = coaching(deal="tiger,ox/crab,boar/horse")
    table.does(ANNA, "propose", step="tiger:c1c3")
    threats = [table.state(viewer)["coaching"]["threats"] for viewer in (0, 1, None)]
    assert threats[0] == threats[1] == threats[2]


def test_r71_in_hidden_games_a_proposal_is_its_players_own() -> None:
    table = coaching(rules="way-of-shadow", deal="ox,boar/horse,elephant/crab")
    table.does(BEN, "place", step="place:b5")
    table.does(ANNA, "place", step="place:b1")
    seen = {viewer: (table.sees(viewer), len(table.frames[viewer])) for viewer in (1, None)}
    for step in ("ox:c1c2", "boar:c1c2", "ox:c1c2"):
        table.does(ANNA, "propose", step=step)
    assert table.state(0)["coaching"]["proposal"] == "ox:c1c2"
    assert {viewer: (table.sees(viewer), len(table.frames[viewer])) for viewer in (1, None)} == seen
    table.does(ANNA, "confirm", step="ox:c1c2")
    assert [frames[-1]["number"] for frames in table.frames.values()] == list(map(len, table.frames.values()))


def test_only_coaching_has_proposals() -> None:
    table = Table().joined()
    assert table.state()["coaching"] is None
    table.refuses(Code.NOT_NOW, ANNA, "propose", step="tiger:c1c3")
    table.refuses(Code.NOT_NOW, ANNA, "confirm", step="tiger:c1c3")


def test_r81_help_is_part_of_coaching() -> None:
    assert coaching().does(BEN, "help", kind="hint").help is not None


# The computer


def play_against_computer(table: Table) -> int:
    """Play on, the computer doing what it is asked to; how many steps it made."""
    made = 0
    for _ in range(60):
        game = table.room.game
        if table.room.status is not Status.PLAYING or game is None:
            break
        wanted = wants(table.room)
        if wanted:
            [one] = wanted
            assert isinstance(one, ComputerStep)
            computer = table.room.people[one.person]
            assert isinstance(computer, Computer)
            steps = game.placements(table.room.player(one.person))
            if not one.is_placement:
                steps = game.observe(table.room.player(one.person)).legal_steps
            kind = "place" if one.is_placement else "step"
            table.does(computer, kind, moment=one.moment, step=str(steps[0]))
            made += 1
        elif table.state(0)["placements"]:
            table.does(ANNA, "place", step=table.state(0)["placements"][0])
        else:
            legal = table.state(0)["view"]["legal_steps"]
            kinds = ("propose", "confirm") if table.room.setup.format.value == "coaching" else ("step",)
            for kind in kinds:
                table.does(ANNA, kind, step=legal[0])
    return made


@pytest.mark.parametrize("rules", ["base", "way-of-the-wind", "way-of-shadow", "light-and-wind"])
@pytest.mark.parametrize("form", ["single", "coaching"])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_the_computer_is_asked_for_all_it_has_to_do(rules: str, form: str, colour: str) -> None:
    table = Table(computer="expert", rules=rules, format=form, colour=colour, deal=None, starter=None, seed=3)
    assert table.room.status is Status.PLAYING
    assert play_against_computer(table) > 3


def test_the_computers_thought_of_an_old_position_is_refused() -> None:
    table = Table(computer="expert", starter="blue")
    [one] = wants(table.room)
    assert isinstance(one, ComputerStep)
    computer = table.room.people[1]
    assert computer is not None
    table.does(computer, "step", moment=one.moment, step="boar:a5a4")
    table.does(ANNA, "offer", kind="takeback", turn_number=1)
    table.refuses(Code.STALE, computer, "step", moment=one.moment, step="boar:a5a4")
    assert wants(table.room) != (one,)


def test_a_mirror_match_with_the_computer_goes_on_when_the_person_is_ready() -> None:
    table = Table(computer="expert", format="mirror")
    table.does(ANNA, "resign")
    table.does(ANNA, "ready")
    assert table.room.status is Status.PLAYING
    assert len(wants(table.room)) == 1


def test_nobody_joins_a_game_with_the_computer() -> None:
    table = Table(computer="expert")
    table.refuses(Code.SEAT_TAKEN, BEN, "join")
    table.refuses(Code.NOT_NOW, Computer("expert"), "join")
    table.refuses(Code.NOT_A_PLAYER, Computer("beginner"), "resign")
