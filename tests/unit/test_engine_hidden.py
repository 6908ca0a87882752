"""The native engine in hidden games: it cannot peek, keeps its limits and does what a native engine does (R70)."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import onitama as on
from onitama.engine import Analysis, Engine, Limits, chances
from onitama.engine.belief import believe, read_record
from onitama.errors import OnitamaError
from onitama.notation import parse_observed_position, parse_position
from onitama.observe import Observation, Played, observe
from onitama.rules import Place, Position, Rules

HIDDEN_RULES = [
    *(rules for rules in on.PRESETS.values() if rules.hidden),
    Rules(spirit=True, wind_cards=5, hidden="light"),
    Rules(spirit=True, wind_cards=4, hidden="shadow"),
]
QUICK = Limits(nodes=200)


def untimed(analysis: Analysis) -> Analysis:
    return replace(analysis, seconds=0.0)


def moments(rules: Rules, seed: int, turns: int = 14) -> Iterator[tuple[list[Played], Position]]:
    """Every moment of a random game, the placing of ninjas too."""
    rng, position, history = Random(seed), on.deal(rules, seed), list[Played]()
    while position.outcome is None and position.turn_number < turns:
        yield history, position
        step = rng.choice(position.legal_steps)
        after = position.play(step)
        history.append(Played(position, step, after))
        position = after


def view_of(preset: str, seed: int, moment: int) -> Observation:
    """What the player to move knows at a moment of a random game."""
    history, position = list(moments(on.PRESETS[preset], seed, turns=60))[moment]
    return observe(history[:moment], position, position.to_move)


# It cannot peek


def truths(preset: str, seed: int, steps: int, count: int) -> list[tuple[list[Played], Position]]:
    """Games that one player cannot tell apart, with the other's ninjas in different places."""
    rng = Random(seed)
    games = list(moments(on.PRESETS[preset], seed, turns=60))
    leader, position = games[-1][0][:steps], games[min(steps, len(games) - 1)][1]
    viewer = position.to_move
    wanted = observe(leader, position, viewer)
    record = " | ".join(wanted.turns)
    found = [(leader, position)]

    def explore(history: list[Played], at: Position) -> None:
        seen = observe(history, at, viewer)
        if len(found) == count or not record.startswith(" | ".join(seen.turns)):
            return
        if seen == wanted:
            if all(at.ninjas_mask != other.ninjas_mask for _, other in found):
                found.append((history, at))
            return
        if len(history) > len(leader) + 2:
            return
        for step in rng.sample(at.legal_steps, len(at.legal_steps)):
            explore([*history, Played(at, step, at.play(step))], at.play(step))

    explore([], games[0][1])
    return found


@pytest.mark.parametrize(
    "preset", ["way-of-shadow", "way-of-light", "way-of-light-blue", "shadow-and-wind", "light-and-wind"]
)
def test_r70_every_hidden_truth_gives_the_same_choice(preset: str) -> None:
    compared = 0
    for seed in range(6):
        same = truths(preset, seed, steps=9, count=4)
        answers = set()
        for history, position in same:
            view = observe(history, position, position.to_move)
            with Engine(seed=seed, hash_mb=1) as engine:
                answers.add(repr(untimed(engine.analyse(view, QUICK, multipv=50))))
        assert len(answers) == 1
        compared += len(same) - 1
    assert compared > 0


def test_it_is_asked_with_an_observation_only() -> None:
    with pytest.raises(OnitamaError, match="shows the hidden ninjas"):
        Engine().analyse(on.deal("way-of-shadow", 1), QUICK)


# It plays


@pytest.mark.parametrize("rules", HIDDEN_RULES, ids=str)
def test_it_plays_legal_games_of_every_kind(rules: Rules) -> None:
    game = on.Game(on.deal(rules, 4))
    with Engine(seed=1, hash_mb=1) as engine:
        for _ in range(60):
            if game.outcome:
                break
            view = game.observe(game.position.to_move)
            best = engine.play(view, Limits(nodes=60))
            assert best in view.legal_steps
            game.play(best)


def test_the_same_view_seed_and_nodes_give_the_same_answer() -> None:
    view = view_of("way-of-shadow", 3, 7)
    one, two = (untimed(Engine(seed=5, hash_mb=1).analyse(view, QUICK, multipv=9)) for _ in range(2))
    assert one == two


def test_it_places_its_ninjas_in_different_ways() -> None:
    for preset, least in (("way-of-shadow", 2), ("way-of-light", 3)):
        view = view_of(preset, 3, 0)
        chosen = {Engine(seed=seed, hash_mb=1).play(view, QUICK) for seed in range(24)}
        assert len(chosen) >= least
        assert all(isinstance(step, Place) for step in chosen)


def test_as_many_lines_as_are_asked_for_the_chosen_step_first() -> None:
    view = view_of("way-of-shadow", 3, 2)
    analysis = Engine(seed=1, hash_mb=1).analyse(view, QUICK, multipv=5)
    assert len(analysis.lines) == 5
    assert analysis.lines[0].best == analysis.best
    assert len({line.best for line in analysis.lines}) == 5


def test_limits_are_kept() -> None:
    view = view_of("way-of-shadow", 3, 2)
    engine = Engine(seed=1, hash_mb=1)
    assert engine.analyse(view, Limits(nodes=333)).nodes == 333
    assert engine.analyse(view, Limits(depth=1)).seldepth == 1
    assert engine.analyse(view, Limits(seconds=0.05)).nodes > 0


def test_only_a_win_at_once_is_called_proven() -> None:
    won = parse_observed_position(
        "2m2/2S2/5/5/2M2 boar,crab/ox,horse/eel r 5 hidden=shadow ninjas=a3/? lanterns=0/0 seen-by=red"
    )
    assert Engine(seed=1, hash_mb=1).analyse(won, QUICK).plies_to_end == 1
    assert Engine(seed=1, hash_mb=1).analyse(view_of("way-of-shadow", 3, 2), QUICK).proven is None


def test_stop_ends_a_search_without_a_limit() -> None:
    view, engine, news = view_of("way-of-shadow", 3, 2), Engine(seed=1, hash_mb=1), list[int]()

    def hear(analysis: Analysis) -> None:
        news.append(analysis.nodes)
        threading.Thread(target=engine.stop).start()

    analysis = engine.analyse(view, Limits(until_proven=True), on_info=hear)
    assert analysis.best in view.legal_steps
    assert news[0] == 512


def test_what_on_info_raises_comes_out() -> None:
    def fail(_: Analysis) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        Engine(seed=1, hash_mb=1).analyse(
            view_of("way-of-shadow", 3, 2), Limits(until_proven=True), on_info=fail
        )


def test_cancelling_an_async_search_stops_it() -> None:
    view, engine = view_of("way-of-shadow", 3, 2), Engine(seed=1, hash_mb=1)

    async def cancel() -> None:
        told = asyncio.Event()
        task = asyncio.create_task(
            engine.analyse_async(view, Limits(until_proven=True), on_info=lambda _: told.set())
        )
        await told.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert engine.play(view, QUICK) in view.legal_steps


# What it believes


@pytest.mark.parametrize("rules", HIDDEN_RULES, ids=str)
def test_the_record_is_read_to_the_end_and_the_truth_is_in_the_belief(rules: Rules) -> None:
    for seed in range(3):
        for history, position in moments(rules, seed):
            view = observe(history, position, position.to_move)
            belief = believe(view)
            assert position.ninjas_mask[position.to_move.other] in belief
            assert sum(belief.values()) == pytest.approx(1)
            reached = parse_position(read_record(view).position)
            for part in ("to_move", "phase", "turn_number", "side", "card", "spirit_due", "lanterns"):
                assert getattr(reached, part) == getattr(position, part)
            assert list(map(set, reached.hands)) == list(map(set, position.hands))


def test_chances_add_up_to_the_number_of_ninjas() -> None:
    for preset, number in (("way-of-shadow", 1), ("way-of-light", 2)):
        assert sum(chances(view_of(preset, 3, 3)).values()) == pytest.approx(number)
