"""Threats, and the coaching round in which a step counts when it is confirmed (R81)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build import build
from onitama.clock import CLOCK_DUEL, Clock
from onitama.errors import IllegalStep, InvalidPosition, NotationError, OnitamaError
from onitama.formats import CoachingRound, threats
from onitama.game import Game
from onitama.geometry import bit, squares
from onitama.observe import observe
from onitama.player import BLUE, RED, Player
from onitama.rules import PRESETS, Move, Phase, Position, Way
from played_games import base_game, random_game, snapshot

seeds = st.integers(0, 2**32)
OPEN = [name for name, rules in PRESETS.items() if not rules.hidden]
HIDDEN = [name for name, rules in PRESETS.items() if rules.hidden]


def listed(position: Position, viewer: Player | None = None) -> list[str]:
    return sorted(map(str, threats(observe((), position, viewer))))


# Threats


def test_r81_captures_of_both_sides_are_shown() -> None:
    position = build(red="Mc1 c3", blue="Mc5 c4", cards="tiger boar / crab ox / horse")
    assert listed(position) == [
        "blue: crab:c4c3 takes a student",
        "blue: ox:c4c3 takes a student",
        "red: boar:c3c4 takes a student",
        "red: tiger:c3c5 takes the master",
    ]


def test_r81_a_master_before_the_temple_is_shown() -> None:
    position = build(red="Mc4", blue="Ma5", cards="tiger boar / crab ox / horse")
    assert listed(position) == ["red: boar:c4c5 reaches the temple"]
    student = build(red="Ma1 c4", blue="Ma5", cards="tiger boar / crab ox / horse")
    assert listed(student) == [], "a student on the temple is nothing"


def test_a_master_that_captures_on_the_temple_reaches_it() -> None:
    position = build(red="Mc4", blue="Ma5 c5", cards="tiger boar / crab ox / horse")
    assert "red: boar:c4c5 reaches the temple" in listed(position)
    position = build(red="Mc4", blue="Mc5", cards="tiger boar / crane frog / horse")
    assert "red: boar:c4c5 takes the master" in listed(position)


def test_r13_a_card_in_use_counts_as_exchanged() -> None:
    start = build(red="Mc1", blue="Me5 a3 b4", spirit="c3", cards="eagle boar / crab rooster / tiger")
    middle = start.play("eagle:c1b2")
    assert middle.phase is Phase.SPIRIT
    red = [threat for threat in listed(middle) if threat.startswith("red")]
    assert red == ["red: tiger:b2b4 takes a student"], "by the Tiger at the side, not by the Eagle to a3"


def test_r33_the_spirit_is_in_the_way() -> None:
    position = build(red="Mc1 c4", blue="Me5", spirit="c5", cards="tiger boar / crab ox / horse")
    assert listed(position) == []


def test_a_game_that_is_over_threatens_nothing() -> None:
    won = build(red="Mc3", blue="Mc5 a5", cards="tiger boar / crab ox / horse").play("tiger:c3c5")
    assert listed(won) == []


def as_if_to_move(position: Position, player: Player) -> Position:
    return Position.from_json(position.to_json() | {"to_move": str(player)})


@settings(max_examples=150)
@given(st.sampled_from(OPEN), seeds, st.integers(0, 25))
def test_r81_threats_are_the_legal_moves_that_capture_or_reach_the_temple(
    preset: str, seed: int, turns: int
) -> None:
    position = random_game(preset, seed, turns).position
    if position.outcome is not None:
        return
    expected = set()
    for player in Player:
        own = as_if_to_move(position, player)
        for step in own.legal_steps:
            if not isinstance(step, Move) or own.spirit_mask == bit(step.origin):
                continue
            after, enemy = own.play(step), player.other
            if after.masters_mask[enemy] != own.masters_mask[enemy]:
                expected.add(f"{player}: {step} takes the master")
            elif after.outcome is not None and after.outcome.by is Way.STREAM:
                expected.add(f"{player}: {step} reaches the temple")
            elif after.students_mask[enemy].bit_count() < own.students_mask[enemy].bit_count():
                expected.add(f"{player}: {step} takes a student")
    found = listed(position)
    assert set(found) == expected
    assert len(set(found)) == len(found)


def shadow(**changes: Any) -> Position:
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "Mc5 a5 e5", "red_ninjas": "b3", "blue_ninjas": "d2"}
    return build(hidden="shadow", **(parts | changes))


def test_r70_only_ninjas_that_the_viewer_sees_threaten_and_are_threatened() -> None:
    position = shadow(blue="Mc5 b4 e5", red="Mc1 a1 d1", cards="tiger boar / crab ox / horse")
    assert listed(position, None) == []
    assert listed(position, RED) == [
        "blue: crab:b4b3 takes a ninja",
        "blue: ox:b4b3 takes a ninja",
        "red: boar:b3b4 takes a student",
    ]
    assert listed(position, BLUE) == [
        "blue: crab:d2d1 takes a student",
        "blue: ox:d2d1 takes a student",
        "red: boar:d1d2 takes a ninja",
    ]
    shown = shadow(revealed="d2", red="Mc1 a1 d1", cards="tiger boar / crab ox / horse")
    assert listed(shown, RED) == [
        "blue: crab:d2d1 takes a student",
        "blue: ox:d2d1 takes a student",
        "red: boar:d1d2 takes a ninja",
    ]


def test_r53_light_threatens_and_is_threatened_by_what_it_sees() -> None:
    position = build(
        red="Mc4 a1", blue="", hidden="light", blue_ninjas="a2 c5", revealed="a2",
        cards="tiger boar / crab ox / horse",
    )  # fmt: skip
    assert listed(position, RED) == [
        "blue: crab:a2a1 takes a student",
        "blue: ox:a2a1 takes a student",
        "red: boar:a1a2 takes a ninja",
        "red: boar:c4c5 reaches the temple",
    ]


# The round


def test_r81_a_choice_may_be_revised_until_it_is_confirmed() -> None:
    game = base_game()
    talk = CoachingRound(game)
    before = snapshot(game)
    talk.propose("tiger:c1c3")
    talk.propose("boar:c1c2")
    assert str(talk.proposal(BLUE)) == "boar:c1c2"
    assert snapshot(game) == before, "nothing counts yet"
    talk.confirm()
    assert [str(turn) for turn in game.turns] == ["boar:c1c2"]
    assert talk.proposal(RED) is None


def test_an_illegal_proposal_is_refused_and_the_former_one_stands() -> None:
    talk = CoachingRound(base_game())
    talk.propose("tiger:c1c3")
    with pytest.raises(IllegalStep, match="tiger:c1c2"):
        talk.propose("tiger:c1c2")
    with pytest.raises(NotationError):
        talk.propose("tiger")
    assert str(talk.proposal(RED)) == "tiger:c1c3"


def test_there_is_nothing_to_confirm_without_a_proposal() -> None:
    talk = CoachingRound(base_game())
    with pytest.raises(OnitamaError, match="no proposal"):
        talk.confirm()
    talk.propose("tiger:c1c3")
    talk.confirm()
    with pytest.raises(OnitamaError, match="no proposal"):
        talk.confirm()
    assert len(talk.game.turns) == 1


def test_a_proposal_lapses_when_the_game_moves_on_without_it() -> None:
    talk = CoachingRound(base_game())
    talk.propose("tiger:c1c3")
    talk.game.play("boar:c1c2")
    assert talk.proposal(RED) is None
    with pytest.raises(OnitamaError, match="no proposal"):
        talk.confirm()


def test_a_refused_confirmation_keeps_the_proposal() -> None:
    talk = CoachingRound(base_game())
    talk.propose("tiger:c1c3")
    talk.game.resign(BLUE)
    with pytest.raises(IllegalStep, match="the game is over"):
        talk.confirm()
    assert talk.game.turns == ()


def test_r81_the_round_is_untimed() -> None:
    with pytest.raises(OnitamaError, match="no clock"):
        CoachingRound(Game.deal("base", 7, clock=Clock.of(CLOCK_DUEL)))


def test_r81_threats_are_those_after_the_proposal() -> None:
    game = Game(build(red="Mc1", blue="Mc5 e5", cards="tiger crane / ox boar / horse"))
    talk = CoachingRound(game)
    assert talk.threats(BLUE) == ()
    talk.propose("tiger:c1c3")
    assert [str(threat) for threat in talk.threats(BLUE)] == []
    talk.confirm()
    talk.propose("boar:c5c4")
    assert sorted(map(str, talk.threats(None))) == [
        "blue: ox:c4c3 takes the master",
        "red: crane:c3c4 takes the master",
        "red: horse:c3c4 takes the master",
    ]


def test_r81_a_proposal_is_looked_at_as_if_it_met_no_unseen_ninja() -> None:
    # The only ninja may be anywhere, on b1 too; that the step could win the game there is not told.
    start = build(
        red="Mc4 a1", blue="", hidden="light", blue_ninjas="b1", cards="ox boar / crab horse / tiger"
    )
    talk = CoachingRound(Game(start))
    talk.propose("boar:a1b1")
    assert [str(threat) for threat in talk.threats(RED)] == ["red: ox:c4c5 reaches the temple"]


def test_r71_a_proposal_in_a_hidden_game_is_shown_to_the_mover_only() -> None:
    game = Game(shadow(cards="tiger boar / crab ox / horse"))
    talk = CoachingRound(game)
    now = {viewer: talk.threats(viewer) for viewer in (BLUE, None)}
    talk.propose("tiger:a1a3")
    assert str(talk.proposal(RED)) == "tiger:a1a3"
    for viewer in (BLUE, None):
        assert talk.proposal(viewer) is None
        assert talk.threats(viewer) == now[viewer] == threats(game.observe(viewer))


@settings(max_examples=80)
@given(st.sampled_from(HIDDEN), seeds, st.integers(0, 25))
def test_r81_advice_in_hidden_games_uses_only_what_the_mover_knows(
    preset: str, seed: int, steps: int
) -> None:
    rng = Random(seed)
    game = Game.deal(preset, seed)
    for _ in range(steps):
        if game.outcome is None:
            game.play(rng.choice(game.position.legal_steps))
    if game.outcome is not None:
        return
    mover = game.position.to_move
    view = observe((), game.position, mover)
    step = rng.choice(view.legal_steps)
    answers = set()
    for position in possible_positions(game.position, mover, rng):
        talk = CoachingRound(Game(position))
        assert threats(observe((), position, mover)) == threats(view)
        talk.propose(step)
        answers.add(talk.threats(mover))
    assert len(answers) == 1


def possible_positions(position: Position, viewer: Player, rng: Random) -> list[Position]:
    """The position, and others in which the opponent's unseen ninjas are elsewhere."""
    view = observe((), position, viewer)
    enemy = viewer.other
    unseen = (position.ninjas_mask[enemy] & ~position.revealed_mask[enemy]).bit_count()
    found = [position]
    for _ in range(8):
        chosen = rng.sample(squares((1 << 25) - 1), unseen)
        try:
            found.append(view.position(sum(map(bit, chosen))))
        except InvalidPosition:
            continue
    return found
