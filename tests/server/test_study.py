"""The analysis board: every notation is read, steps are tried, and what the computer thinks comes and can be ended."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

import onitama as on
from onitama.deal import deal
from onitama.engine import chances
from onitama.errors import OnitamaError
from onitama.geometry import format_square
from onitama.notation import (
    format_codingame_turn,
    format_litama_board,
    format_litama_state,
    format_position,
    format_record,
    record_to_json,
)
from onitama.observe import Observation
from onitama.rules import PRESETS
from onitama.server.app.messages import read_message
from onitama.server.app.questions import read_question
from onitama.server.study import beliefs, next_position, read_text, record_of
from server_table import Client, FakeClock, Running, bearer, running


def played(rules: str = "base", steps: int = 6) -> on.Game:
    game = on.Game.deal(rules, seed=3)
    for _ in range(steps):
        game.play(game.position.legal_steps[0])
    return game


@pytest.mark.parametrize("rules", PRESETS)
def test_positions_of_all_rules_are_read_and_played_on(rules: str) -> None:
    position = played(rules, 3).position
    for text in (format_position(position), json.dumps(position.to_json())):
        [game] = read_text(text)
        assert game["start"]["position"] == format_position(position)
        assert game["start"]["view"]["legal_steps"] == [str(step) for step in position.legal_steps]
    step = str(position.legal_steps[0])
    assert next_position(format_position(position), step)["position"] == format_position(position.play(step))


def test_games_in_every_form_come_step_by_step() -> None:
    game = played()
    litama = json.dumps(format_litama_state(game))
    for text in (format_record(game), json.dumps(record_to_json(game)), litama):
        [found] = read_text(text)
        assert [one["step"] for one in found["moves"]] == [
            str(step) for turn in game.turns for step in turn.steps
        ]
        assert found["moves"][-1]["position"] == format_position(game.position)
    [with_more] = read_text(format_record(game), None, [str(game.position.legal_steps[0])])
    assert len(with_more["moves"]) == 7
    assert len(read_text(format_record(game) + "\n" + format_record(game))) == 2
    [read] = read_text(format_record(game))
    record = record_of(format_position(game.start), [one["step"] for one in read["moves"]])
    assert read_text(record)[0]["moves"] == read["moves"]


def test_boards_of_other_programs_are_read() -> None:
    start = deal("base", seed=3)
    beside = format_position(start)
    assert read_text(format_litama_board(start), beside)[0]["start"]["position"] == beside
    turn = format_codingame_turn(start, first=True)
    assert read_text(turn)[0]["start"]["view"]["red"] == read_text(beside)[0]["start"]["view"]["red"]


def test_a_won_game_says_who_won_and_threats_are_told() -> None:
    [game] = read_text("1m3/5/5/2s2/2M2 tiger,ox/crab,boar/horse b 2")
    assert any("takes the master" in threat for threat in game["start"]["threats"])
    step = next(one for one in game["start"]["view"]["legal_steps"] if one.endswith("c2c1"))
    won = next_position(game["start"]["position"], step)["view"]
    assert won["outcome"] == {"winner": "blue", "by": "stone"}
    assert won["legal_steps"] == []


@pytest.mark.parametrize("rules", ["way-of-shadow", "way-of-light"])
def test_beliefs_are_those_of_the_player_to_move_turn_by_turn(rules: str) -> None:
    game = played(rules, 14)
    steps = [str(step) for turn in game.turns for step in turn.steps]
    found = beliefs(format_position(game.start), steps)
    assert len(found) == len(steps) + 1
    again, told = on.Game(game.start), 0
    for step, belief in zip([*steps, None], found, strict=True):
        now = again.position
        enemy = now.to_move.other
        if now.phase is on.Phase.MOVE and now.ninjas_mask[enemy] & ~now.revealed_mask[enemy]:
            assert belief is not None
            seen = chances(again.observe(now.to_move))
            assert belief == {format_square(square): round(one, 4) for square, one in seen.items()}
            told += 1
        else:
            assert belief is None
        if step is not None:
            again.play(step)
    assert told > 1
    assert set(beliefs(format_position(deal("base", seed=3)), ())) == {None}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "found nothing"),
        ("hello", "expected a position string"),
        ("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b", "found 3 fields"),
        ("ssmss/5/5/5/SSMSS ox,boar/horse,ox/crab b 1", "in two places"),
        ("ssss1/5/5/5/SSSS1 ox,boar/horse,elephant/crab b 1", "both masters are missing"),
        ("1121100000000000000033433", "tells no cards"),
        ('{"hands": 1}', "position"),
        ("{", "record, line 1"),
        ('[Onitama "1"]\n[Rules "base"]\n', "record"),
        ("[" * 9000, "record"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(OnitamaError) as error:
        read_text(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_question_after_steps_knows_what_the_player_to_move_was_told() -> None:
    game = played("way-of-shadow", 8)
    steps = [str(step) for turn in game.turns for step in turn.steps]
    asked = {"type": "analyse", "position": format_position(game.start), "steps": steps}
    question = read_question(read_message(json.dumps(asked)))
    assert question.view == game.observe(game.position.to_move)
    assert "place:?" in question.view.turns


# Over the network


@pytest.fixture
async def server(url: str, clock: FakeClock) -> AsyncIterator[Running]:
    async with running(url, clock) as one:
        yield one


async def until_final(client: Client) -> dict[str, Any]:
    while True:
        message = await client.until("analysis")
        if message["is_final"]:
            return message


@pytest.mark.anyio
async def test_a_position_is_asked_about_until_the_next_question(server: Running) -> None:
    client = await server.person("Anna")
    position = format_position(deal("base", seed=3))
    assert (await client.asks("analyse", position=position, lines=2))["type"] == "done"
    assert len((await until_final(client))["lines"]) == 2
    computer = server.service.analyst
    computer.may_think.clear()  # type: ignore[attr-defined]
    for _ in range(3):
        assert (await client.asks("analyse", position=position))["type"] == "done"
    assert (await client.asks("stop"))["type"] == "done"
    computer.may_think.set()  # type: ignore[attr-defined]
    assert (await client.asks("analyse", position=position, lines=1, seconds=1))["type"] == "done"
    assert len((await until_final(client))["lines"]) == 1


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({}, "position"),
        ({"position": "x"}, "position"),
        ({"position": 7}, "position"),
        ({"lines": 9}, "lines: expected a number from 1 to 8"),
        ({"lines": 1.5}, "lines"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": "1"}, "seconds"),
        ({"position": "5/5/5/5/2M2 ox,boar/horse,elephant/crab b 2"}, "the game is over"),
        ({"steps": "ox:a1a2"}, "steps"),
        ({"steps": ["ox:a1a1"]}, "analyse"),
        ({"more": 1}, "unexpected key"),
    ],
)
async def test_a_question_that_cannot_be_is_refused(
    server: Running, question: dict[str, Any], said: str
) -> None:
    client = await server.person("Anna")
    whole = (
        question
        if not question or "position" in question
        else {"position": format_position(deal("base", 3)), **question}
    )
    answer = await client.asks("analyse", **whole)
    assert (answer["type"], answer["code"]) == ("refused", "bad-message")
    assert said in answer["message"]


@pytest.mark.anyio
async def test_who_is_nobody_cannot_ask(server: Running) -> None:
    client = await server.client()
    answer = await client.asks("analyse", position=format_position(deal("base", seed=3)))
    assert answer["code"] == "no-identity"


@pytest.mark.anyio
async def test_bad_texts_and_steps_are_answered_with_a_sentence(server: Running) -> None:
    for path, body in (
        ("/study", {"text": "nonsense"}),
        ("/study/step", {"position": format_position(deal("base", seed=3)), "step": "ox:a1a5"}),
        ("/study/record", {"position": "x", "steps": []}),
    ):
        answer = await server.http.post(path, json=body)
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-message"


@pytest.mark.anyio
async def test_many_games_are_looked_through_and_a_bad_one_leaves_the_others_alone(server: Running) -> None:
    text = format_record(played())
    long = f"{text}\n{{{'x' * 150_000}}}\n"
    answer = await server.http.post(
        "/study/games", json={"texts": [text, "nonsense", f"{text}\n{text}", long]}
    )
    assert answer.status_code == 200
    found = answer.json()["texts"]
    summary = {"names": ["", ""], "result": "*", "turns": 6}
    assert [one["games"] for one in found] == [[summary], [], [summary, summary], [summary]]
    assert [one["problem"] is None for one in found] == [True, False, True, True]
    assert (await server.http.post("/study", json={"text": long})).status_code == 200
    for texts in ([text] * 101, ["x" * 100_001] * 2):
        refused = await server.http.post("/study/games", json={"texts": texts})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-message")
    too_large = await server.http.post("/study/games", json={"texts": ["x" * 1_100_000]})
    assert too_large.status_code == 413


@pytest.mark.anyio
async def test_insight_is_for_who_may_have_help_and_tells_what_the_seat_may_know(server: Running) -> None:
    secret = await server.newcomer("Anna")
    room = await server.open(
        secret, rules="way-of-shadow", computer="1", colour="red", seed=3, deal=None, starter=None
    )
    anna = await server.client(secret)
    await anna.asks("enter", room=room)
    state = (await anna.until("snapshot"))["state"]
    await anna.asks("place", room=room, moment=state["moment"], step=state["placements"][0])
    while not (state := anna.states[room])["view"]["legal_steps"] or state["placements"]:
        await anna.hear()
    assert (await server.http.get(f"/rooms/{room}/insight")).status_code == 409
    found = (await server.http.get(f"/rooms/{room}/insight", headers=bearer(secret))).json()
    assert found["moment"] == state["moment"]
    snapshot = (await server.http.get(f"/rooms/{room}", headers=bearer(secret))).json()
    seen = Observation.from_json({**snapshot["state"]["view"], "turns": snapshot["turns"]})
    assert found["chances"] == {format_square(square): round(one, 4) for square, one in chances(seen).items()}
