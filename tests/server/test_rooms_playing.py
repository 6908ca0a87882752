"""Playing in a room: turns, moments, ninjas, and what the log gives again."""

import pytest

import onitama as on
from onitama.server.rooms import Code, Status, fold, missed
from room_table import ANNA, BEN, EVE, Table, truth


def test_a_game_between_two_people_to_its_end() -> None:
    table = Table().joined()
    table.plays("tiger:c1c3", "boar:c5c4")
    assert table.sees(None)["turns"] == ["tiger:c1c3", "boar:c5c4"]
    table.plays("ox:c3c4")
    assert table.room.status is Status.OVER
    for viewer, frames in table.frames.items():
        assert frames[-1]["state"]["view"]["outcome"] == {"winner": "red", "by": "stone"}
        assert [one["number"] for one in frames] == list(range(1, len(frames) + 1)), viewer
        assert table.sees(viewer)["number"] == len(frames)
    assert [one["score"] for one in table.state()["people"]] == [1.0, 0.0]


def test_the_turn_is_checked() -> None:
    table = Table().joined()
    table.refuses(Code.NOT_YOUR_TURN, BEN, "step", step="crab:c5c4")
    table.refuses(Code.NOT_A_PLAYER, EVE, "step", step="tiger:c1c3")


def test_an_illegal_step_is_refused_with_the_reason() -> None:
    table = Table().joined()
    assert "tiger:c1c4" in table.refuses(Code.ILLEGAL, ANNA, "step", step="tiger:c1c4")
    assert "card" in table.refuses(Code.ILLEGAL, ANNA, "step", step="nonsense")
    table.plays("tiger:c1c3")


def test_two_clicks_play_once() -> None:
    table = Table().joined()
    moment = table.state(0)["moment"]
    table.does(ANNA, "step", moment=moment, step="tiger:c1c3")
    table.refuses(Code.STALE, ANNA, "step", moment=moment, step="tiger:c1c3")


def test_two_tabs_play_once_even_when_the_second_step_would_be_legal() -> None:
    table = Table().joined()
    moment = table.state(0)["moment"]
    table.plays("tiger:c1c3", "boar:a5a4")
    table.refuses(Code.STALE, ANNA, "step", moment=moment, step="ox:a1a2")
    table.plays("ox:a1a2")


def test_what_does_not_touch_the_board_makes_no_step_stale() -> None:
    table = Table().joined()
    moment = table.state(0)["moment"]
    table.does(BEN, "offer", kind="draw")
    table.does(ANNA, "step", moment=moment, step="tiger:c1c3")


def test_each_own_step_counts_one_moment() -> None:
    """So a program may send the steps of a turn without waiting for the answers."""
    table = Table(rules="way-of-the-wind", deal="hawk,ox/crab,boar/horse").joined()
    moment = table.state(0)["moment"]
    for number, step in enumerate(("hawk:b1a2", "spirit:c3a3")):
        table.does(ANNA, "step", moment=moment + number, step=step)
    assert table.state(0)["moment"] == moment + 2


def test_no_step_after_the_end() -> None:
    table = Table().joined()
    table.does(BEN, "resign")
    table.refuses(Code.NOT_NOW, ANNA, "step", step="tiger:c1c3")
    table.refuses(Code.NOT_NOW, ANNA, "resign")


def test_r14_a_pass_is_a_step() -> None:
    table = Table(deal="tiger,ox/crab,boar/horse").joined()
    assert "pass" in table.refuses(Code.ILLEGAL, ANNA, "step", step="tiger:pass")


def test_a_resumed_game_has_the_right_turn_and_cards() -> None:
    for rules in ("base", "way-of-shadow", "light-and-wind", "way-of-the-wind"):
        table = Table(rules=rules, deal=None, starter=None, seed=5).joined()
        for _ in range(12):
            before = [table.sees(viewer) for viewer in (0, 1, None)]
            table.crash()
            assert [table.sees(viewer) for viewer in (0, 1, None)] == before
            for person, seat in ((ANNA, 0), (BEN, 1)):
                state = table.state(seat)
                if state["placements"]:
                    table.does(person, "place", step=state["placements"][0])
                    break
            else:
                seat = table.room.index_of(table.mover) or 0
                table.plays(table.state(seat)["view"]["legal_steps"][-1])
        assert table.room.game is not None
        assert len(table.room.game.history) == 12


# Ninjas


def shadow() -> Table:
    return Table(rules="way-of-shadow", deal="ox,boar/horse,elephant/crab", starter="red").joined()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_r40_both_place_at_the_same_time_and_in_secret(order: tuple[int, int]) -> None:
    table = shadow()
    people, squares = (ANNA, BEN), ("b1", "d5")
    assert table.state(0)["placements"] == ["place:b1", "place:d1"]
    assert table.state(1)["placements"] == ["place:b5", "place:d5"]
    moments = [table.state(seat)["moment"] for seat in (0, 1)]
    for seat in order:
        table.does(people[seat], "place", moment=moments[seat], step=f"place:{squares[seat]}")
        other = order[1]
        if seat == order[0]:
            assert table.state(seat)["placements"] == []
            assert table.state(other)["people"][seat]["has_placed"]
            assert squares[seat] not in str(table.sees(other)["state"]["view"])
            assert squares[seat] not in str(table.frames[other][-1]["told"])
            assert squares[seat] not in str(table.frames[None][-1]["told"])
    assert table.state(0)["view"]["red"]["ninjas"] == ["b1"]
    assert table.state(0)["view"]["blue"]["ninjas"] == []
    assert table.state(1)["view"]["blue"]["ninjas"] == ["d5"]
    assert table.sees(None)["turns"] == ["place:?", "place:?"]
    assert table.sees(0)["turns"] == ["place:?", "place:b1"]


def test_who_has_placed_early_sees_where_after_a_reload() -> None:
    table = shadow()
    table.does(ANNA, "place", step="place:d1")
    table.crash()
    assert table.state(0)["placed_aside"] == "place:d1"
    assert table.state(1)["placed_aside"] is None
    assert "d1" not in str(table.sees(None)["state"]["placed_aside"])


def test_ninjas_are_placed_once_and_before_the_first_turn() -> None:
    table = shadow()
    table.does(ANNA, "place", step="place:b1")
    table.refuses(Code.ILLEGAL, ANNA, "place", step="place:d1")
    table.refuses(Code.NOT_NOW, BEN, "step", step="place:b5")
    table.refuses(Code.ILLEGAL, BEN, "place", step="place:b1")
    table.does(BEN, "place", step="place:b5")
    table.refuses(Code.NOT_NOW, BEN, "place", step="place:d5")


def test_r70_a_turn_is_played_step_by_step() -> None:
    """A refused later step would tell what an earlier one found, and cost nothing."""
    table = shadow()
    table.does(ANNA, "place", step="place:b1")
    table.does(BEN, "place", step="place:b5")
    table.refuses(Code.ILLEGAL, ANNA, "step", step="ox:c1c2 ninja:stay")
    table.plays("ox:c1c2")
    table.plays("ninja:stay")
    assert table.frames[1][-1]["told"] == [{"turn": 1, "player": "red", "text": "ninja:?"}]
    assert table.frames[0][-1]["told"] == [{"turn": 1, "player": "red", "text": "ninja:stay"}]


def test_r46_r47_challenge_and_lantern_are_answered_to_everybody() -> None:
    table = shadow()
    table.does(ANNA, "place", step="place:b1")
    table.does(BEN, "place", step="place:b5")
    told: list[str] = []
    for _ in range(60):
        seat = table.room.index_of(table.mover)
        assert seat is not None
        legal = table.state(seat)["view"]["legal_steps"]
        telling = [step for step in legal if "!" in step or ("lantern" in step and "none" not in step)]
        table.plays((telling or legal)[-1])
        if table.room.status is not Status.PLAYING:
            break
        if telling:
            texts = {viewer: frames[-1]["told"][0]["text"] for viewer, frames in table.frames.items()}
            assert len({text.partition("=")[2] for text in texts.values()}) == 1
            told.append(texts[None])
    assert any(text.startswith("lantern:") for text in told)
    assert any("!=" in text for text in told)


def test_r70_after_a_hidden_game_all_is_open() -> None:
    table = shadow()
    table.does(ANNA, "place", step="place:b1")
    table.does(BEN, "place", step="place:b5")
    table.plays("ox:c1c2", "ninja:stay")
    table.does(BEN, "resign")
    for viewer in (0, 1, None):
        last = table.frames[viewer][-1]
        assert last["turns"] == ["place:b5", "place:b1", "ox:c1c2 ninja:stay"]
        assert last["state"]["view"]["blue"]["ninjas"] == ["b5"]


def test_nothing_of_an_aborted_hidden_game_is_opened() -> None:
    table = shadow()
    table.does(ANNA, "place", step="place:b1")
    table.does(BEN, "place", step="place:b5")
    table.does(BEN, "abort")
    assert table.room.status is Status.CLOSED
    assert table.sees(None)["turns"] == ["place:?", "place:?"]
    assert table.state(0)["view"]["blue"]["ninjas"] == []
    assert table.state(0)["view"]["legal_steps"] == []


# The log


def test_the_log_is_the_truth() -> None:
    table = Table(time="5+3").joined()
    table.plays("tiger:c1c3", "boar:c5c4")
    table.does(ANNA, "offer", kind="takeback")
    table.does(BEN, "answer", answer="accept")
    assert truth(fold(table.log)) == truth(table.room)
    assert [event.number for event in table.log] == list(range(1, len(table.log) + 1))


@pytest.mark.parametrize("rules", ["base", "light-and-wind"])
def test_who_comes_back_gets_what_it_missed(rules: str) -> None:
    table = Table(rules=rules, deal=None, starter=None, seed=5, time="5+3").joined()
    if table.room.is_placing:
        table.does(BEN, "place", step="place:a5e5")
    for number in range(7):
        legal = table.state(table.room.index_of(table.mover))["view"]["legal_steps"]
        table.plays(legal[number % len(legal)])
    table.does(ANNA, "resign")
    for viewer, frames in table.frames.items():
        for number in range(len(frames) + 2):
            assert missed(table.log, viewer, number) == frames[number:]


def test_the_record_of_a_game_names_both() -> None:
    table = Table(colour="blue").joined()
    table.does(ANNA, "resign")
    [finished] = table.room.finished
    record = finished.record
    assert record["names"] == {"red": "Ben", "blue": "Anna"}
    assert record["result"] == {"winner": "red", "by": "resignation"}
    assert finished.points() == (0.0, 1.0)


def test_every_preset_can_be_played() -> None:
    for name in on.PRESETS:
        table = Table(rules=name, deal=None, starter=None).joined()
        assert table.state()["view"]["rules"]["hidden"] == on.PRESETS[name].hidden
