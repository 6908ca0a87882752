"""What every engine that judges sees: wins at once, losses that can be avoided, proofs that hold."""

from collections.abc import Iterator
from random import Random

import pytest

import onitama as on
from build import build
from onitama.engine import WIN_SCORE, Engine, Limits
from onitama.engine.judging import way_to_win
from onitama.rules import Pass, Phase, Position, Step
from random_states import random_state
from reference_rules import State
from small_states import BASE, WIND

ONE_NODE = Limits(nodes=1)


def positions(number: int, rules: State, *, seed: int) -> Iterator[Position]:
    rng = Random(seed)
    return (Position.from_json(random_state(rng, rules)) for _ in range(number))


def ends_of_turn(position: Position) -> Iterator[tuple[Step, Position]]:
    """The first step of every way to play the turn, with where it leads to."""
    for step in position.legal_steps:
        after = position.play(step)
        if after.outcome or after.to_move is not position.to_move:
            yield step, after
        else:
            yield from ((step, end) for _, end in ends_of_turn(after))


def wins_now(position: Position) -> set[Step]:
    return {step for step, end in ends_of_turn(position) if end.outcome}


def safe_steps(position: Position) -> set[Step]:
    """The steps after which the opponent cannot win with its next turn, if the turn is finished well."""
    return {step for step, end in ends_of_turn(position) if not wins_now(end)}


def forced_end(position: Position, plies: int) -> int | None:
    """In how many plies, at most so many, the game ends by force; negative if the player to move loses."""
    if plies == 0:
        return None
    ends = list({end for _, end in ends_of_turn(position)})
    if any(end.outcome for end in ends):
        return 1
    found = [forced_end(end, plies - 1) for end in ends]
    losses = [-each for each in found if each is not None and each < 0]
    if losses:
        return min(losses) + 1
    wins = [each for each in found if each is not None]
    return -(max(wins) + 1) if len(wins) == len(found) else None


def test_r53_light_wins_by_the_last_ninja_only() -> None:
    last, both = (
        build(hidden="light", red="Mc1 b3", blue="", blue_ninjas=ninjas, cards="boar crab / ox horse / eel")
        for ninjas in ("b4", "b4 e5")
    )
    found = way_to_win(last, on.RED)
    assert found is not None
    assert last.play(found).outcome
    assert way_to_win(both, on.RED) is None


def test_a_way_to_win_is_seen_exactly_when_there_is_one() -> None:
    for position in (*positions(300, BASE, seed=1), *positions(300, WIND, seed=2)):
        winning = {step for step in position.legal_steps if position.play(step).outcome}
        found = way_to_win(position, position.to_move)
        assert found in winning if winning else found is None


@pytest.mark.parametrize("name", ["native", "greedy", "sensible"])
@pytest.mark.parametrize("rules", [BASE, WIND])
def test_no_win_is_passed_up_and_no_avoidable_loss_allowed(name: str, rules: State) -> None:
    wins = losses = 0
    for position in positions(120, rules, seed=3):
        best = Engine(name, seed=4).play(position, ONE_NODE)
        assert best in position.legal_steps
        if winning := wins_now(position):
            wins += 1
            assert best in winning
        elif (safe := safe_steps(position)) and len(safe) < len(position.legal_steps):
            losses += 1
            assert best in safe
    assert wins > 10
    assert losses > 10


@pytest.mark.parametrize("name", ["native", "greedy", "sensible"])
def test_the_second_step_of_a_turn_parries_too(name: str) -> None:
    parried = 0
    for position in positions(350, WIND, seed=5):
        for after in (position.play(step) for step in position.legal_steps[:2]):
            if after.phase is not Phase.SPIRIT:
                continue
            safe = safe_steps(after)
            if safe and len(safe) < len(after.legal_steps):
                parried += 1
                assert Engine(name, seed=1).play(after, ONE_NODE) in safe
    assert parried > 8


@pytest.mark.parametrize(("rules", "plies", "number"), [(BASE, 3, 60), (WIND, 2, 40)])
def test_what_is_proven_is_what_trying_everything_proves(rules: State, plies: int, number: int) -> None:
    proofs = set()
    for position in positions(number, rules, seed=6):
        truth = forced_end(position, plies)
        found = Engine().analyse(position, Limits(depth=plies)).plies_to_end
        if truth is not None:
            assert found == truth
        elif found is not None:
            assert abs(found) > plies
        proofs.add(truth)
    assert proofs >= {1, -2, None}


def test_what_is_proven_in_the_middle_of_a_turn_is_true() -> None:
    middles = 0
    for position in positions(40, WIND, seed=7):
        for after in {position.play(step) for step in position.legal_steps[:3]}:
            if after.phase is Phase.SPIRIT:
                middles += 1
                truth, found = forced_end(after, 2), Engine().analyse(after, Limits(depth=2)).plies_to_end
                assert found == truth or (truth is None and found is not None and abs(found) > 2)
    assert middles > 20


def test_a_proven_line_is_as_long_as_the_score_says_and_ends_the_game() -> None:
    lengths = set()
    for position in (*positions(300, BASE, seed=8), *positions(60, WIND, seed=9)):
        analysis = Engine().analyse(position, Limits(depth=7, nodes=100_000))
        end = position
        for step in analysis.line:
            end = end.play(step)
        if analysis.plies_to_end is None:
            assert end.outcome is None
        else:
            assert end.outcome is not None
            assert end.turn_number - position.turn_number + 1 == abs(analysis.plies_to_end)
            assert (end.outcome.winner is position.to_move) == (analysis.plies_to_end > 0)
            assert analysis.proven == ("win" if analysis.plies_to_end > 0 else "loss")
            assert abs(analysis.score) == WIN_SCORE - abs(analysis.plies_to_end)
            lengths.add(analysis.plies_to_end)
    assert {1, -2, 3, -4, 5} <= lengths


def test_it_makes_the_capture_that_is_free() -> None:
    position = build(red="Mc1 b2", blue="Mc5 b3 e5", cards="ox boar / crab elephant / horse")
    assert str(Engine().play(position, Limits(depth=4))) in ("ox:b2b3", "boar:b2b3")


# Known mistakes of others


def stuck() -> Position:
    """Red cannot move: its pawns fill the last row, and its cards do not lead back."""
    return build(red="Ma5 b5 c5 d5 e5", blue="Me2 a2 b2", cards="elephant boar / ox crab / horse")


def test_r14_a_position_without_moves_does_not_end_the_search() -> None:
    position = stuck()
    analysis = Engine().analyse(position, Limits(depth=3))
    assert position.legal_steps == (Pass(on.card("elephant")), Pass(on.card("boar")))
    assert analysis.best in position.legal_steps
    assert analysis.depth == 3 or analysis.plies_to_end
    assert len(analysis.line) > 1


def test_r14_an_opponent_without_moves_is_played_through() -> None:
    position = build(
        red="Ma5 b5 c5 d5 e5", blue="Me2 a2 b2", to_move="blue", cards="elephant boar / ox crab / horse"
    )
    analysis = Engine().analyse(position, Limits(depth=3))
    assert isinstance(analysis.line[1], Pass)


def test_the_position_is_not_changed_by_a_search() -> None:
    for position in (on.deal("base", 2), on.deal("way-of-the-wind", 2), stuck()):
        before = position.to_json(), position.legal_steps, hash(position)
        Engine().analyse(position, Limits(depth=2))
        assert (position.to_json(), position.legal_steps, hash(position)) == before
