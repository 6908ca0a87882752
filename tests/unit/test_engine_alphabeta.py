"""Alpha-beta: the same score as a plain minimax, exact distances, and the known mistakes of other engines."""

from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random

import pytest

import onitama as on
from build import build
from onitama.engine import WIN_SCORE, Engine, Limits
from onitama.engine.alphabeta import _Search
from onitama.engine.judging import evaluate, way_to_win
from onitama.geometry import format_square
from onitama.rules import Pass, Phase, Position, Step
from random_states import random_state
from reference_rules import State
from small_states import BASE, WIND

ONE_NODE = Limits(nodes=1)


def positions(number: int, rules: State, *, seed: int) -> Iterator[Position]:
    rng = Random(seed)
    return (Position.from_json(random_state(rng, rules)) for _ in range(number))


def undecided(number: int, rules: State, *, seed: int, students: int) -> Iterator[Position]:
    """Random positions with at most so many students, in which nobody can force a win in two plies."""
    found = (one for turn in count() for one in positions(1, rules, seed=1000 * seed + turn))
    few = (one for one in found if sum(mask.bit_count() for mask in one.students_mask) <= students)
    return islice((one for one in few if abs(minimax(one, 1)) < 9000), number)


def minimax(position: Position, depth: int, known: dict[object, int] | None = None) -> int:
    """The score by trying everything; wins are seen one ply beyond the depth, and age by one at every ply."""
    known = {} if known is None else known
    key = position.repetition_key, depth
    if key not in known:
        children = [position.play(step) for step in position.legal_steps]
        if any(child.outcome for child in children):
            known[key] = WIN_SCORE - 1
        elif depth == 0:
            known[key] = evaluate(position, position.to_move)
        else:
            known[key] = max(
                minimax(child, depth, known)
                if child.to_move is position.to_move
                else -aged(minimax(child, depth - 1, known))
                for child in children
            )
    return known[key]


def aged(score: int) -> int:
    return score - (score > 9000) + (score < -9000)


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


# The truth


@pytest.mark.parametrize(("rules", "depth", "number"), [(BASE, 1, 200), (BASE, 2, 60), (WIND, 1, 100)])
def test_the_score_is_that_of_plain_minimax(rules: State, depth: int, number: int) -> None:
    for position in positions(number, rules, seed=depth):
        analysis = Engine().analyse(position, Limits(depth=depth))
        assert analysis.score == minimax(position, analysis.depth)
        assert analysis.depth == depth or analysis.plies_to_end


@pytest.mark.parametrize(
    ("rules", "depth", "number", "students"),
    [(BASE, 3, 12, 8), (BASE, 5, 8, 2), (WIND, 2, 8, 8), (WIND, 4, 6, 1)],
)
def test_the_score_of_a_deep_search_is_that_of_plain_minimax(
    rules: State, depth: int, number: int, students: int
) -> None:
    for position in undecided(number, rules, seed=depth, students=students):
        analysis = Engine().analyse(position, Limits(depth=depth))
        assert analysis.score == minimax(position, analysis.depth)


def test_the_score_in_the_middle_of_a_turn_is_that_of_plain_minimax() -> None:
    middles = 0
    for position in positions(40, WIND, seed=7):
        for after in {position.play(step) for step in position.legal_steps[:3]}:
            if after.phase is Phase.SPIRIT:
                middles += 1
                assert Engine().analyse(after, Limits(depth=1)).score == minimax(after, 1)
    assert middles > 20


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


@pytest.mark.parametrize("name", ["alphabeta", "greedy", "sensible"])
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


@pytest.mark.parametrize("name", ["alphabeta", "greedy", "sensible"])
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


def test_a_proven_line_is_as_long_as_the_score_says_and_ends_the_game() -> None:
    lengths = set()
    for position in (*positions(120, BASE, seed=8), *positions(20, WIND, seed=9)):
        analysis = Engine().analyse(position, Limits(depth=3, nodes=20_000))
        end = position
        for step in analysis.line:
            end = end.play(step)
        if analysis.plies_to_end is None:
            assert end.outcome is None
            assert end.turn_number - position.turn_number == analysis.depth
        else:
            assert end.outcome is not None
            assert end.turn_number - position.turn_number + 1 == abs(analysis.plies_to_end)
            assert (end.outcome.winner is position.to_move) == (analysis.plies_to_end > 0)
            lengths.add(analysis.plies_to_end)
    assert {1, -2, 3} <= lengths


def test_it_prefers_the_shorter_win_and_the_longer_loss() -> None:
    for position in positions(60, BASE, seed=10):
        analysis = Engine().analyse(position, Limits(depth=2))
        if analysis.plies_to_end == 3:
            assert not wins_now(position)
        if analysis.plies_to_end == -4:
            assert safe_steps(position) >= {analysis.best}


def test_it_makes_the_capture_that_is_free() -> None:
    position = build(red="Mc1 b2", blue="Mc5 b3 e5", cards="ox boar / crab elephant / horse")
    assert str(Engine().play(position, Limits(depth=2))) in ("ox:b2b3", "boar:b2b3")


def twins(position: Position) -> Iterator[Position]:
    """The position, the same with the other player to move, and with the spirit elsewhere."""
    data = position.to_json()
    yield position
    yield Position.from_json(data | {"to_move": str(position.to_move.other)})
    if data["spirit"]:
        free = next(square for square in range(25) if not position.piece_at(square))
        yield Position.from_json(data | {"spirit": format_square(free)})


def openings(preset: str, number: int) -> Iterator[Position]:
    """Positions early in random games, far from won."""
    for seed in range(number):
        rng, position = Random(seed), on.deal(preset, seed)
        while position.turn_number < 5 or position.phase is not Phase.MOVE:
            position = position.play(rng.choice(position.legal_steps))
        yield position


@pytest.mark.parametrize(
    ("starts", "depth"),
    [
        (undecided(30, BASE, seed=14, students=8), 3),
        (openings("base", 12), 2),
        (openings("way-of-the-wind", 3), 2),
    ],
    ids=["near-the-end", "openings", "with-the-spirit"],
)
def test_one_table_serves_all_positions_depths_and_windows(starts: Iterator[Position], depth: int) -> None:
    rng, search = Random(13), _Search(Limits(nodes=10**9), ticks())
    asked = [
        (twin, minimax(twin, look), look)
        for position in starts
        for twin in twins(position)
        for look in range(1, depth + 1)
    ]
    for _ in range(8):
        rng.shuffle(asked)
        for position, score, look in asked:
            ply = rng.choice([0, 2, 4])
            truth = score - ply if score > 9000 else score + ply if score < -9000 else score
            alpha, beta = sorted(truth + offset for offset in rng.sample(range(-150, 151, 5), 2))
            found, _ = search._search(position, look, ply, alpha, beta)
            if found <= alpha:
                assert truth <= found
            elif found >= beta:
                assert truth >= found
            else:
                assert truth == found


# Known mistakes of others


def stuck() -> Position:
    """Red cannot move: its pawns fill the last row, and its cards do not lead back."""
    return build(red="Ma5 b5 c5 d5 e5", blue="Me2 a2 b2", cards="elephant boar / ox crab / horse")


def test_r14_a_position_without_moves_does_not_end_the_search() -> None:
    position = stuck()
    analysis = Engine().analyse(position, Limits(depth=3))
    assert position.legal_steps == (Pass(on.card("elephant")), Pass(on.card("boar")))
    assert analysis.depth == 3
    assert analysis.best in position.legal_steps
    assert analysis.score == minimax(position, 3)


def test_r14_an_opponent_without_moves_is_played_through() -> None:
    position = build(
        red="Ma5 b5 c5 d5 e5", blue="Me2 a2 b2", to_move="blue", cards="elephant boar / ox crab / horse"
    )
    analysis = Engine().analyse(position, Limits(depth=3))
    assert isinstance(analysis.line[1], Pass)
    assert analysis.score == minimax(position, 3)


def test_the_position_is_not_changed_by_a_search() -> None:
    for position in (on.deal("base", 2), on.deal("way-of-the-wind", 2), stuck()):
        before = position.to_json(), position.legal_steps, hash(position)
        Engine().analyse(position, Limits(depth=2))
        assert (position.to_json(), position.legal_steps, hash(position)) == before


def test_finished_positions_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Position.play_unchecked
    made = []

    def watched(position: Position, step: Step) -> Position:
        after = played(position, step)
        made.append(after.phase)
        return after

    monkeypatch.setattr(Position, "play_unchecked", watched)
    for position in positions(100, BASE, seed=11):
        Engine().analyse(position, Limits(depth=2))
    assert len(made) > 1000
    assert Phase.OVER not in made


# Limits


def ticks() -> Callable[[], float]:
    """A clock on which a second passes whenever it is read."""
    numbers = count()
    return lambda: float(next(numbers))


def test_the_limit_of_nodes_is_kept() -> None:
    start = on.deal("base", 4)
    for nodes in (100, 1000, 3000):
        assert 0.5 * nodes < Engine().analyse(start, Limits(nodes=nodes)).nodes <= nodes


def test_the_limit_of_depth_is_kept() -> None:
    assert [Engine().analyse(on.deal("base", 4), Limits(depth=n)).depth for n in (1, 2, 3)] == [1, 2, 3]


def test_the_limit_of_time_is_kept() -> None:
    start = on.deal("base", 4)
    first_ply = Engine().analyse(start, Limits(depth=1)).nodes
    short, long = (Engine(clock=ticks()).analyse(start, Limits(seconds=seconds)) for seconds in (1, 1000))
    assert (short.depth, short.nodes) == (1, first_ply)
    assert long.depth > 1
    assert long.nodes <= first_ply + 1000


def test_the_first_limit_reached_counts() -> None:
    start = on.deal("base", 4)
    assert Engine().analyse(start, Limits(seconds=1000, depth=2, nodes=10**6)).depth == 2
    assert Engine(clock=ticks()).analyse(start, Limits(seconds=1, depth=9)).depth == 1


def test_the_same_search_twice_takes_the_same_nodes() -> None:
    for preset in ("base", "way-of-the-wind"):
        one, two = (Engine().analyse(on.deal(preset, 6), Limits(nodes=3000)) for _ in range(2))
        assert one == two


def test_a_search_without_end_stops_by_itself() -> None:
    masters = build(red="Ma1", blue="Me5", cards="boar ox / horse elephant / crab")
    analysis = Engine().analyse(masters, Limits(nodes=5000, depth=10**6))
    assert analysis.nodes <= 5000


def test_a_full_table_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    start = on.deal("base", 6)
    score = Engine().analyse(start, Limits(depth=4)).score
    monkeypatch.setattr("onitama.engine.alphabeta._MOST_ENTRIES", 10)
    assert Engine().analyse(start, Limits(depth=4)).score == score
