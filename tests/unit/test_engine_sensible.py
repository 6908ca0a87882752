"""The player for hidden games: what it sees it uses, what it does not see cannot reach it (R70)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import onitama as on
from build import build
from onitama.engine import Engine
from onitama.engine.belief import believe
from onitama.geometry import bit, format_square, parse_square, squares
from onitama.observe import Played, observe
from onitama.rules import Lantern, Phase, Place, Position, Rules, Step, Way
from random_states import random_state

HIDDEN_RULES = [
    *(rules for rules in on.PRESETS.values() if rules.hidden),
    Rules(spirit=True, wind_cards=5, hidden="light"),
    Rules(spirit=True, wind_cards=4, hidden="shadow"),
]


def at(*names: str) -> int:
    return sum(bit(parse_square(name)) for name in names)


def shadow(**changes: Any) -> Position:
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "Mc5 a5 e5", "red_ninjas": "b1", "blue_ninjas": "d5"}
    return build(hidden="shadow", **(parts | changes))


def light(**changes: Any) -> Position:
    parts: dict[str, Any] = {"red": "Mc1 a1", "blue": "", "blue_ninjas": "a5 e5"}
    return build(hidden="light", **(parts | changes))


def choice(position: Position, seed: int = 1) -> Step:
    return Engine("sensible", seed=seed).play(observe((), position, position.to_move))


def choices(position: Position) -> set[str]:
    return {str(choice(position, seed)) for seed in range(12)}


def played(position: Position, steps: str) -> list[Played]:
    history = []
    for text in steps.split():
        step, after = on.parse_step(text), position.play(text)
        history.append(Played(position, step, after))
        position = after
    return history


# What it sees


def test_it_captures_the_master_with_a_pawn() -> None:
    assert choices(shadow(red="Mc1 c4", cards="boar crab / ox horse / eel")) <= {"boar:c4c5", "crab:c4c5"}


def test_it_captures_the_master_with_its_ninja() -> None:
    middle = shadow(red_ninjas="c4", cards="boar crab / ox horse / eel").play("boar:a1a2")
    assert choices(middle) == {"ninja:c4c5"}


def test_it_begins_the_turn_with_the_card_its_ninja_wins_by() -> None:
    position = shadow(red_ninjas="c3", cards="tiger ox / horse eel / goose")
    assert {choice.split(":")[0] for choice in choices(position)} == {"tiger"}


def test_it_goes_to_the_temple() -> None:
    position = shadow(red="Mc4 a1", blue="Me3 a5", cards="boar crab / ox horse / eel")
    assert choices(position) <= {"boar:c4c5", "crab:c4c5"}


def test_shadow_captures_lights_master() -> None:
    position = light(to_move="blue", blue_ninjas="c2 e5", cards="ox horse / boar crab / eel")
    assert choices(position) <= {"boar:c2c1", "crab:c2c1"}


def test_light_captures_the_last_ninja_if_it_is_shown() -> None:
    position = light(red="Mc1 b3", blue_ninjas="b4", revealed="b4", cards="boar crab / ox horse / eel")
    assert choices(position) <= {"boar:b3b4", "crab:b3b4"}


def test_it_takes_its_master_out_of_reach_of_a_shown_ninja() -> None:
    # Blue's ninja on c2 reaches c1 with both of its cards, and no pawn of Red's reaches it.
    position = shadow(
        red="Mc1", red_ninjas="e1", blue_ninjas="c2", revealed="c2", cards="rooster crab / boar ox / eel"
    )
    for seed in range(8):
        after = position.play(choice(position, seed))
        assert after.masters_mask[on.RED] != at("c1") or not after.ninjas_mask[on.BLUE]


def test_its_ninja_captures_where_no_pawn_can_take_it() -> None:
    # It can capture on c4 or e3; then it is shown, and Blue's master reaches c4 with both of its cards.
    position = shadow(
        red="Me1",
        blue="Mb4 c4 e3",
        red_ninjas="c3",
        cards="crab boar / goose elephant / eel",
        turn={"phase": "ninja", "card": "Crab", "spirit_due": False},
    )
    assert choices(position) == {"ninja:c3e3"}


# What it has reason for


def test_it_challenges_where_the_ninja_must_be() -> None:
    # Blue's ninja was shown on b3 and Blue's turn is over, so it is still there.
    position = shadow(
        red="Mc1",
        red_ninjas="b2",
        blue_ninjas="b3",
        revealed="b3",
        cards="boar crab / ox horse / eel",
        turn={"phase": "ninja", "card": "Boar", "spirit_due": False},
    )
    assert choices(position) == {"ninja:b2b3!"}


def test_it_does_not_challenge_without_a_reason() -> None:
    # From no square that Red's ninja reaches could an unseen one take Red's master.
    position = shadow(
        red="Me1",
        red_ninjas="b2",
        blue_ninjas="b3",
        cards="boar crab / ox horse / eel",
        turn={"phase": "ninja", "card": "Boar", "spirit_due": False},
    )
    assert not any("!" in text for text in choices(position))


def test_it_lights_a_lantern_only_in_danger() -> None:
    turn = {"phase": "lantern", "card": None, "spirit_due": False}
    near = light(red="Mc3", lanterns=(2, 0), turn=turn, cards="ox horse / goose rooster / eel")
    assert "lantern:none" not in choices(near)
    start = on.deal_by_hand("way-of-light", red=("ox", "boar"), blue=("horse", "crab"), side="eel")
    history = played(start, "place:a5b5 ox:a1a2 horse:b5b4 boar:a2a3")
    assert history[-1].after.phase is Phase.LANTERN
    far = observe(history, history[-1].after, on.RED)
    assert {Engine("sensible", seed=seed).play(far) for seed in range(12)} == {Lantern(None)}


def test_it_places_its_ninjas_anywhere() -> None:
    starts = on.deal("way-of-light", 3), on.deal("way-of-shadow", 3)
    for start in starts:
        chosen = [choice(start, seed) for seed in range(80)]
        assert all(isinstance(step, Place) for step in chosen)
        assert set(chosen) == set(start.legal_steps)


# What it cannot see


def test_r70_every_hidden_truth_gives_the_same_choice() -> None:
    for seed in range(3):
        answers = {
            Engine("sensible", seed=seed).analyse(observe((), shadow(blue_ninjas=square), on.RED))
            for square in ("d5", "b5", "b3", "c2", "b1")
        }
        assert len(answers) == 1
        answers = {
            Engine("sensible", seed=seed).analyse(observe((), light(blue_ninjas=pair), on.RED))
            for pair in ("a5 e5", "b2 c2", "c3 d3")
        }
        assert len(answers) == 1


def test_it_is_not_always_the_same() -> None:
    assert len(choices(shadow())) > 1


def random_views(number: int, hidden: str, seed: int) -> Iterator[Position]:
    rng = Random(seed)
    while number:
        rules = {"spirit": rng.random() < 0.3, "hidden": hidden, "lantern_rule": "both"}
        if hidden == "light":
            rules["light_player"] = rng.choice(["red", "blue"])
        yield Position.from_json(random_state(rng, rules))
        number -= 1


def without_unseen(position: Position) -> Position | None:
    """The same with the unseen enemy ninjas gone, for what is certain; None if there would be none left in Light."""
    data = position.to_json()
    enemy = data[str(position.to_move.other)]
    if not enemy["revealed"] and enemy["master"] is None:
        return None
    enemy["ninjas"] = enemy["revealed"]
    return Position.from_json(data)


def ends_of_turn(position: Position) -> Iterator[tuple[Step, Position]]:
    for step in position.legal_steps:
        if position.phase is Phase.LANTERN and step != Lantern(None):
            continue
        after = position.play(step)
        if after.outcome or after.to_move is not position.to_move:
            yield step, after
        else:
            yield from ((step, end) for _, end in ends_of_turn(after))


def can_win(position: Position) -> bool:
    return any(end.outcome for _, end in ends_of_turn(position))


@pytest.mark.parametrize("hidden", ["shadow", "light"])
def test_no_win_in_sight_is_passed_up_and_no_loss_in_sight_allowed(hidden: str) -> None:
    wins = losses = 0
    for position in random_views(70, hidden, seed=12):
        known = without_unseen(position)
        if known is None or known.legal_steps != position.legal_steps:
            continue
        best = choice(position)
        assert best in position.legal_steps
        ends = list(ends_of_turn(known))
        # One ninja in the open is not the last one if another hides.
        is_last = known.ninjas_mask == position.ninjas_mask or position.rules.hidden == "shadow"
        winning = {step for step, end in ends if end.outcome and (is_last or end.outcome.by is Way.STREAM)}
        safe = {step for step, end in ends if not can_win(end)}
        if winning:
            wins += 1
            assert best in winning
        elif safe and len(safe) < len(known.legal_steps):
            losses += 1
            assert best in safe
    assert wins > 2
    assert losses > 2


# Where the unseen ninjas may be


def believed(history: list[Played]) -> dict[str, float]:
    """The belief of the player to move, the ninjas' squares by name."""
    position = history[-1].after
    belief = believe(observe(history, position, position.to_move), evenly=True)
    return {"".join(map(format_square, squares(mask))): weight for mask, weight in belief.items()}


def test_the_belief_is_what_the_record_leaves_possible() -> None:
    start = on.deal_by_hand(
        "way-of-shadow", red=("ox", "boar"), blue=("horse", "crab"), side="eel", starter=on.RED
    )
    history = played(start, "place:b5 place:b1")
    assert believed(history) == pytest.approx({"b5": 1 / 2, "d5": 1 / 2}, abs=1e-6)
    # Horse leads forward, back and to one side; the side is off the board or taken by the master.
    history += played(history[-1].after, "ox:a1a2 ninja:stay horse:a5a4 ninja:b5b4")
    assert believed(history) == dict.fromkeys(("b5", "b4", "d5", "d4"), pytest.approx(1 / 4, abs=0.01))
    # Lantern: yes, so b5 or b4. Then Crab, forward or two to a side.
    history += played(history[-1].after, "boar:a2a3 ninja:stay lantern:b crab:a4a3 ninja:stay lantern:none")
    sixth = pytest.approx(1 / 6, abs=0.01)
    assert believed(history) == {
        "b5": sixth,
        "d5": sixth,
        "b4": pytest.approx(1 / 3, abs=0.01),
        "b3": sixth,
        "d4": sixth,
    }


def test_the_belief_starts_anew_where_the_ninja_was_seen() -> None:
    start = on.deal_by_hand(
        "way-of-shadow", red=("ox", "boar"), blue=("horse", "crab"), side="eel", starter=on.RED
    )
    history = played(start, "place:b5 place:b1 ox:a1a2 ninja:stay horse:a5a4 ninja:b5b4!")
    assert believed(history) == {"b4": 1}
    history += played(
        history[-1].after, "boar:a2a3 ninja:stay lantern:none crab:a4a3 ninja:b4b3 lantern:none"
    )
    third = pytest.approx(1 / 3, abs=0.01)
    assert believed(history) == {"b4": third, "b3": third, "d4": third}


def test_the_belief_follows_two_ninjas() -> None:
    start = on.deal_by_hand("way-of-light", red=("ox", "boar"), blue=("horse", "crab"), side="eel")
    history = played(start, "place:a5b5")
    assert len(believed(history)) == 10
    history += played(history[-1].after, "ox:a1a2 horse:b5b4")
    assert {"a5b5", "b4d5"} - set(believed(history)) == {"a5b5"}, "one of them had to move forward or aside"
    history += played(history[-1].after, "boar:a2a3 lantern:4 crab:b4b3")
    assert all(set(names) & set("34") for names in believed(history)), "the answer was yes"


@pytest.mark.parametrize("rules", HIDDEN_RULES, ids=str)
def test_the_truth_is_always_held_possible(rules: Rules) -> None:
    asked = 0
    for seed in range(8):
        rng, position, history = Random(seed), on.deal(rules, seed), list[Played]()
        while position.outcome is None and position.turn_number < 30:
            mover = position.to_move
            if position.phase is not Phase.PLACE and rng.random() < 0.4:
                asked += 1
                belief = believe(observe(history, position, mover))
                assert position.ninjas_mask[mover.other] in belief
                assert sum(belief.values()) == pytest.approx(1)
            step = rng.choice(position.legal_steps)
            after = position.play_unchecked(step)
            history.append(Played(position, step, after))
            position = after
    assert asked > 50


def test_a_position_set_up_by_hand_leaves_every_free_square_possible() -> None:
    view = observe((), shadow(), on.RED)
    free = [square for square in range(25) if not bit(square) & at("c1", "a1", "e1", "c5", "a5", "e5")]
    assert set(believe(view)) == set(map(bit, free))
    assert [squares(mask) for mask in believe(observe((), shadow(revealed="d5"), on.RED))] == [
        (parse_square("d5"),)
    ]
