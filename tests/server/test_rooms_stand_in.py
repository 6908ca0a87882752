"""The computer against itself: it plays in place of who has opened the room, and comes to an end."""

import asyncio

import pytest

from onitama.server.rooms import Code, Refused, Setup, Status, wants
from onitama.server.rooms.events import Pace
from onitama.server.rooms.wants import ComputerAnswer, ComputerOffer, ComputerStep
from onitama.server.thinking import Thinker
from room_table import ANNA, DANCE, EVE, Table


def play_on(table: Table, count: int) -> None:
    """Make any steps for the computer of both sides."""
    for _ in range(count):
        for want in wants(table.room):
            assert isinstance(want, ComputerStep)
            assert table.room.game is not None
            player, actor = table.room.player(want.person), table.room.people[want.person]
            assert actor is not None
            if want.is_placement:
                table.does(actor, "place", step=str(table.room.game.placements(player)[0]))
            else:
                step = table.room.game.observe(player).legal_steps[0]
                table.does(actor, "step", moment=want.moment, step=str(step))


@pytest.mark.parametrize("rules", ["base", "way-of-the-wind", "way-of-shadow", "way-of-light"])
def test_the_computer_is_asked_for_the_steps_of_both_sides(rules: str) -> None:
    table = Table(rules=rules, computer="2", stand_in="1", deal=None, starter=None, seed=3)
    levels = set()
    for _ in range(6):
        levels |= {(want.person, want.level) for want in wants(table.room)}
        play_on(table, 1)
    assert levels == {(0, "1"), (1, "2")}
    people = table.state(None)["people"]
    assert [(one["name"], one["is_computer"]) for one in people] == [("1", True), ("2", True)]


def test_r84_it_agrees_on_a_draw_where_the_game_goes_round() -> None:
    async def test() -> None:
        table = Table(computer="3", stand_in="3", deal="crab,horse/mantis,tiger/elephant", starter=None)
        table.plays("crab:e1e2", "mantis:d5e4", *2 * DANCE)
        async with Thinker() as thinker:
            for kind in (ComputerOffer, ComputerAnswer):
                want = next(one for one in wants(table.room) if isinstance(one, kind))
                actor = table.room.people[want.person]
                assert actor is not None
                table.sends(actor, await thinker.command("room", table.room, want))
        assert table.room.status is Status.OVER
        assert table.state()["view"]["outcome"] == {"winner": None, "by": "agreement"}

    asyncio.run(test())


@pytest.mark.parametrize(
    "choices",
    [
        {"stand_in": "1"},
        {"stand_in": 1, "computer": "1"},
        {"stand_in": "1", "computer": "1", "format": "coaching"},
    ],
)
def test_it_needs_a_computer_on_the_other_side_and_no_talk(choices: dict[str, object]) -> None:
    with pytest.raises(Refused) as refusal:
        Setup.from_json(choices)
    assert refusal.value.code is Code.BAD_SETUP
    assert "stand_in" in str(refusal.value)


def test_who_looks_on_may_still_give_up() -> None:
    table = Table(computer="1", stand_in="1")
    table.does(ANNA, "resign")
    assert table.room.status is Status.OVER


def test_it_stands_still_until_it_is_told_to_go_on() -> None:
    table = Table(computer="2", stand_in="1", time="5+0")
    play_on(table, 2)
    stale = wants(table.room)[0]
    assert isinstance(stale, ComputerStep)
    table.does(ANNA, "pace", pace="still")
    assert wants(table.room) == ()
    assert table.state(None)["pace"] == "still"
    game = table.room.game
    assert game is not None
    actor = table.room.people[stale.person]
    assert actor is not None
    step = str(game.position.legal_steps[0])
    table.refuses(Code.NOT_NOW, actor, "step", moment=stale.moment, step=step)
    clock = table.state()["clock"]
    table.waits(3_600_000)
    assert table.room.status is Status.PLAYING
    table.does(ANNA, "pace", pace="quick")
    after = table.state()["clock"]
    assert (after["red_ms"], after["blue_ms"]) == (clock["red_ms"], clock["blue_ms"])
    assert after["running"] == game.position.to_move.name.lower()
    [want] = wants(table.room)
    assert isinstance(want, ComputerStep)
    assert want.pace is Pace.QUICK
    assert want != stale, "it begins anew, so that the pace is felt at once"
    play_on(table, 1)


def test_who_only_watches_or_plays_sets_no_pace() -> None:
    table = Table(computer="2", stand_in="1")
    table.refuses(Code.NOT_A_PLAYER, EVE, "pace", pace="still")
    assert table.does(ANNA, "pace", pace="human").events == ()
    table.does(ANNA, "resign")
    table.refuses(Code.NOT_NOW, ANNA, "pace", pace="still")
    Table(computer="2").refuses(Code.NOT_NOW, ANNA, "pace", pace="still")


def test_a_game_that_stands_still_can_be_given_up() -> None:
    table = Table(computer="1", stand_in="1", time="5+0")
    table.does(ANNA, "pace", pace="still")
    table.does(ANNA, "resign")
    assert table.room.status is Status.OVER
