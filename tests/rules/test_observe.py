"""What players and spectators may know, by examples (R70, R71)."""

import json
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

import onitama as on
from build import build
from onitama.errors import InvalidPosition, OnitamaError
from onitama.geometry import bit, parse_square
from onitama.observe import Event, Observation, Played, common_key, observe, step_events
from onitama.rules import Ending, Outcome, Phase, Position, Way

RED, BLUE = on.RED, on.BLUE
VIEWERS = (RED, BLUE, None)


def at(*names: str) -> int:
    return sum(bit(parse_square(name)) for name in names)


def shadow(**changes: Any) -> Position:
    """Red's ninja on b1, Blue's on d5; no lanterns unless asked for."""
    parts: dict[str, Any] = {"red": "Mc1 a1 e1", "blue": "Mc5 a5 e5", "red_ninjas": "b1", "blue_ninjas": "d5"}
    return build(hidden="shadow", **(parts | changes))


def light(**changes: Any) -> Position:
    """Red is Light; Shadow's ninjas are on a5 and e5, and it is Shadow's turn."""
    parts: dict[str, Any] = {"red": "Mc1", "blue": "", "blue_ninjas": "a5 e5", "to_move": "blue"}
    return build(hidden="light", **(parts | changes))


def played(position: Position, steps: str) -> list[Played]:
    history = []
    for step in steps.split():
        after = position.play(step)
        history.append(Played(position, on.parse_step(step), after))
        position = after
    return history


def seen(position: Position, steps: str, viewer: on.Player | None) -> Observation:
    history = played(position, steps)
    return observe(history, history[-1].after, viewer)


def told(history: Sequence[Played], viewer: on.Player | None) -> list[str]:
    return [event.text for one in history for event in step_events(one, viewer)]


def same_to_the_byte(one: Observation, two: Observation) -> bool:
    return (
        one == two
        and hash(one) == hash(two)
        and repr(one) == repr(two)
        and json.dumps(one.to_json()) == json.dumps(two.to_json())
        and pickle.dumps(one) == pickle.dumps(two)
    )


# The board


def test_r70_each_sees_its_own_ninja_and_a_spectator_none() -> None:
    views = [observe((), shadow(), viewer) for viewer in VIEWERS]
    assert [view.ninjas_mask for view in views] == [(at("b1"), 0), (0, at("d5")), (0, 0)]
    assert {view.ninjas_alive for view in views} == {(1, 1)}


def test_r70_only_the_mover_gets_legal_steps() -> None:
    position = shadow()
    assert observe((), position, RED).legal_steps == position.legal_steps
    assert observe((), position, BLUE).legal_steps == observe((), position, None).legal_steps == ()


def test_r70_where_the_enemy_ninja_is_changes_nothing() -> None:
    for viewer in (RED, None):
        one, two = (observe((), shadow(blue_ninjas=square), viewer) for square in ("d5", "a3"))
        assert same_to_the_byte(one, two)


def test_r70_equal_parts_pickle_alike_whatever_objects_they_are() -> None:
    loaded = Position.from_json(shadow().to_json())
    assert same_to_the_byte(observe((), shadow(), RED), observe((), loaded, RED))


def test_without_ninjas_everyone_sees_everything() -> None:
    position = on.deal("way-of-the-wind", 5)
    for viewer in VIEWERS:
        view = observe((), position, viewer)
        assert view.position() == position
        assert (view.placed, view.ninjas_alive) == ((True, True), (0, 0))


def test_an_observation_has_no_room_for_anything_else() -> None:
    view = observe((), shadow(), RED)
    assert not hasattr(view, "__dict__")
    with pytest.raises((AttributeError, TypeError)):
        view.secret = 1  # type: ignore[attr-defined]


# Placing


def test_r40_that_a_player_has_placed_is_public_but_not_where() -> None:
    start = on.deal_by_hand(
        "way-of-shadow", red=("ox", "boar"), blue=("horse", "eel"), side="crab", starter=RED
    )
    assert observe((), start, None).placed == (False, False)
    for square in ("b5", "d5"):
        red_view, blue_view = (seen(start, f"place:{square}", viewer) for viewer in (RED, BLUE))
        assert (red_view.placed, red_view.ninjas_alive) == ((False, True), (0, 1))
        assert (red_view.turns, red_view.ninjas_mask) == (("place:?",), (0, 0))
        assert (blue_view.turns, blue_view.ninjas_mask) == ((f"place:{square}",), (0, at(square)))
    both = seen(start, "place:b5 place:d1 boar:c1c2", RED)
    assert (both.placed, both.turns) == ((True, True), ("place:?", "place:d1", "boar:c1c2"))
    assert [event.number for event in step_events(played(start, "place:b5")[0], RED)] == [0]


def test_r50_light_has_nothing_to_place() -> None:
    start = on.deal("way-of-light", 1)
    assert observe((), start, RED).placed == (True, False)
    assert seen(start, "place:a5e5", RED).turns == ("place:?",)


# What is announced


def test_r44_the_capture_of_a_ninja_is_announced_to_all() -> None:
    for viewer in VIEWERS:
        view = seen(shadow(blue_ninjas="c2"), "boar:c1c2", viewer)
        assert (view.turns, view.ninjas_alive) == (("boar:c1c2=ninja",), (1, 0))


def test_r41_whether_the_ninja_moved_is_known_to_its_owner_only() -> None:
    views = {viewer: seen(shadow(), "boar:c1c2 ninja:b1b2", viewer) for viewer in VIEWERS}
    assert views[RED].turns == ("boar:c1c2 ninja:b1b2",)
    for viewer in (BLUE, None):
        assert views[viewer].turns == ("boar:c1c2 ninja:?",)
        assert same_to_the_byte(views[viewer], seen(shadow(), "boar:c1c2 ninja:stay", viewer))


def test_r42_after_a_pass_too() -> None:
    position = shadow(
        red="Ma5", blue="Mc3", red_ninjas="c1", blue_ninjas="e5", cards="okija tanuki / ox eel / crab"
    )
    for viewer in (BLUE, None):
        moved, stayed = (
            seen(position, f"tanuki:pass {step}", viewer) for step in ("ninja:c1c2", "ninja:stay")
        )
        assert moved.turns == ("tanuki:pass ninja:?",)
        assert same_to_the_byte(moved, stayed)


def test_r45_a_ninja_that_captures_is_shown_until_its_owners_next_turn() -> None:
    position = shadow(red_ninjas="b2", blue="Mc5 b3 e5", cards="boar ox / horse elephant / crab")
    turn, reply = "boar:c1c2 ninja:b2b3", "horse:c5c4 ninja:stay"
    for viewer in (BLUE, None):
        view = seen(position, turn, viewer)
        assert view.turns == ("boar:c1c2 ninja:?b3",), "where it came from is not told"
        assert view.revealed_mask == (at("b3"), 0)
        assert view.ninjas_mask[RED] == at("b3")
        assert seen(position, f"{turn} {reply}", viewer).ninjas_mask[RED] == 0
    assert seen(position, f"{turn} {reply}", RED).turns == (turn, "horse:c5c4 ninja:?")


@pytest.mark.parametrize(("square", "answer"), [("b3", "yes"), ("d5", "no")])
def test_r46_a_challenge_shows_the_challenger_and_the_answer(square: str, answer: str) -> None:
    position = shadow(red_ninjas="b2", blue_ninjas=square)
    for viewer in (BLUE, None):
        view = seen(position, "boar:c1c2 ninja:b2b3!", viewer)
        assert view.turns == (f"boar:c1c2 ninja:?b3!={answer}",)
        assert view.ninjas_mask[RED] == at("b3")
        assert view.ninjas_alive == (1, int(answer == "no"))
    assert seen(position, "boar:c1c2 ninja:b2b3!", RED).turns == (f"boar:c1c2 ninja:b2b3!={answer}",)


def test_r47_all_hear_a_lantern_and_its_answer() -> None:
    for viewer in VIEWERS:
        texts = [
            seen(shadow(red_ninjas="", lanterns=(2, 2)), f"boar:c1c2 lantern:{line}", viewer).turns[-1]
            for line in ("d", "c", "none")
        ]
        assert texts == ["boar:c1c2 lantern:d=yes", "boar:c1c2 lantern:c=no", "boar:c1c2 lantern:none"]


@pytest.mark.parametrize(
    ("red", "blue", "fact"),
    [("c4", "c4", "=both"), ("c4", "d5", "=red"), ("b1", "c4", "=blue"), ("b1", "d5", "")],
)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_r60_a_swap_tells_whose_ninjas_it_shows(
    red: str, blue: str, fact: str, viewer: on.Player | None
) -> None:
    parts: dict[str, Any] = {"spirit": "c3", "red_ninjas": red, "blue_ninjas": blue}
    alone = seen(shadow(**parts), "ox:c3c4", viewer)
    assert alone.turns == (f"ox:c3c4{fact}",)
    for color, square, unseen in ((RED, red, "b1"), (BLUE, blue, "d5")):
        shown = square == "c4"
        assert alone.revealed_mask[color] == (at("c3") if shown else 0)
        assert alone.ninjas_mask[color] == (at("c3") if shown else at(unseen) if viewer is color else 0)
    second = seen(
        shadow(**parts, cards="lion boar / horse elephant / crab"), "lion:c1d2 ninja:stay spirit:c3c4", viewer
    )
    assert second.turns[0].split()[-1] == f"spirit:c3c4{fact}"


@pytest.mark.parametrize("step", ["ninja:stay", "ninja:c3b3", "ninja:c3b3!"])
def test_r60_a_ninja_in_the_open_moves_in_the_open(step: str) -> None:
    position = shadow(spirit="c3", red_ninjas="c4").play("boar:c3c4")
    fact = "=no" if step.endswith("!") else ""
    for viewer in VIEWERS:
        assert told(played(position, step), viewer) == [f"{step}{fact}"]


# Shadow in the Way of Light


def test_r54_shadows_capture_is_seen_but_not_its_origin() -> None:
    for origin in ("a5", "b4"):
        position = light(red="Mc1 a4", blue_ninjas=f"{origin} e5", cards="ox eel / boar elephant / crab")
        for viewer in (RED, None):
            view = seen(position, f"boar:{origin}a4", viewer)
            assert view.turns == ("boar:?a4",)
            assert (view.ninjas_mask, view.ninjas_alive) == ((0, at("a4")), (0, 2))


def test_r71_a_forced_pass_looks_like_a_hidden_move() -> None:
    cards = "ox eel / okija mejika / crab"
    stuck, free = light(blue_ninjas="a1 b1", cards=cards), light(blue_ninjas="a5 e5", cards=cards)
    moves = [str(step) for step in free.legal_steps if str(step).startswith("mejika")]
    for viewer in (RED, None):
        passed = seen(stuck, "mejika:pass", viewer)
        assert passed.turns == ("mejika:?",)
        for move in moves:
            assert same_to_the_byte(passed, seen(free, move, viewer))
            assert step_events(played(stuck, "mejika:pass")[0], viewer) == (
                *step_events(played(free, move)[0], viewer),
            )


EAGLE = "ox boar / eagle mejika / crab"


def test_r71_a_hidden_first_part_looks_like_none() -> None:
    """Red cannot tell a ninja's move and the spirit's from the spirit's alone because no ninja could move."""
    alone = played(light(spirit="c3", cards=EAGLE, blue_ninjas="a1 b1"), "eagle:c3e1")
    after_ninja = played(light(spirit="c3", cards=EAGLE, blue_ninjas="a5 b5"), "eagle:a5b4 spirit:c3e1")
    for viewer in (RED, None):
        events = [
            [event for one in way for event in step_events(one, viewer)] for way in (alone, after_ninja)
        ]
        assert events[0] == events[1] == [Event(9, BLUE, "eagle:?"), Event(9, BLUE, "spirit:c3e1")]
        views = [observe(way, way[-1].after, viewer) for way in (alone, after_ninja)]
        assert views[0].turns == ("eagle:? spirit:c3e1",)
        assert same_to_the_byte(*views)
    assert told(alone, BLUE) == ["eagle:c3e1"]
    assert told(after_ninja, BLUE) == ["eagle:a5b4", "spirit:c3e1"]


def test_r71_between_the_two_parts_nothing_is_to_be_seen() -> None:
    before = light(spirit="c3", cards=EAGLE, blue_ninjas="a5 b5")
    history = played(before, "eagle:a5b4")
    for viewer in (RED, None):
        assert step_events(history[0], viewer) == ()
        view = observe(history, history[0].after, viewer)
        assert same_to_the_byte(view, observe((), before, viewer))
        assert (view.phase, view.card, view.spirit_due) == (Phase.MOVE, None, False)
        assert same_to_the_byte(view, observe((), history[0].after, viewer)), "a game loaded right there"
    own = observe(history, history[0].after, BLUE)
    assert (own.phase, own.card, own.spirit_due) == (Phase.SPIRIT, on.card("eagle"), True)
    assert (own.turns, own.position()) == (("eagle:a5b4",), history[0].after)


def test_r71_a_swap_in_the_second_part_tells_no_more() -> None:
    alone = played(light(spirit="c3", cards=EAGLE, blue_ninjas="a1 e1"), "eagle:c3a1")
    after_ninja = played(light(spirit="c3", cards=EAGLE, blue_ninjas="a1 e5"), "eagle:e5d4 spirit:c3a1")
    for viewer in (RED, None):
        assert told(alone, viewer) == told(after_ninja, viewer) == ["eagle:?", "spirit:c3a1=blue"]
        assert same_to_the_byte(*(observe(way, way[-1].after, viewer) for way in (alone, after_ninja)))


def test_r71_a_first_part_that_captures_is_seen_at_once() -> None:
    history = played(light(spirit="c3", cards=EAGLE, red="Mc1 b4"), "eagle:a5b4 spirit:c3e1")
    assert [told([one], RED) for one in history] == [["eagle:?b4"], ["spirit:c3e1"]]
    middle = observe(history[:1], history[0].after, RED)
    assert (middle.phase, middle.card) == (Phase.SPIRIT, on.card("eagle"))


def test_r60_shadow_moves_the_spirit_in_the_open_with_a_movement_card() -> None:
    position = light(spirit="c3", cards="ox eel / horse elephant / crab")
    for viewer in VIEWERS:
        assert told(played(position, "horse:c3c2"), viewer) == ["horse:c3c2"]


def test_r60_lights_steps_with_a_wind_card_are_all_seen() -> None:
    position = light(spirit="c3", cards="eagle boar / horse elephant / crab", to_move="red")
    for viewer in VIEWERS:
        assert told(played(position, "eagle:c1b2 spirit:c3a5"), viewer) == ["eagle:c1b2", "spirit:c3a5=blue"]


# After the game


def test_r70_after_a_win_all_is_open() -> None:
    position = shadow(red_ninjas="c4", blue_ninjas="d4")
    for viewer in VIEWERS:
        view = seen(position, "boar:c1c2 ninja:c4c5", viewer)
        assert view.outcome == Outcome(RED, Way.STONE)
        assert (view.turns, view.ninjas_mask) == (("boar:c1c2 ninja:c4c5",), (at("c5"), at("d4")))


def test_r70_after_a_resignation_too() -> None:
    history = played(light(spirit="c3", cards=EAGLE, blue_ninjas="a5 b5"), "eagle:a5b4")
    outcome = Outcome(RED, Ending.RESIGNATION)
    view = observe(history, history[0].after, RED, outcome)
    assert (view.outcome, view.turns, view.legal_steps) == (outcome, ("eagle:a5b4",), ())
    assert (view.phase, view.ninjas_mask) == (Phase.SPIRIT, (0, at("b4", "b5")))
    assert view.position() == history[0].after


# Guessing


def test_a_player_may_ask_for_the_position_with_the_unseen_ninja_on_a_square() -> None:
    view = observe((), shadow(), RED)
    assert view.position(at("d5")) == shadow()
    assert view.position(at("a3")) == shadow(blue_ninjas="a3")


@pytest.mark.parametrize("guess", [0, at("d5", "a3"), at("a5"), 1 << 25, -1], ids=repr)
def test_a_guess_that_cannot_be_is_refused(guess: int) -> None:
    with pytest.raises(InvalidPosition):
        observe((), shadow(), RED).position(guess)


def test_a_spectator_cannot_ask_for_a_position_with_unseen_ninjas() -> None:
    with pytest.raises(InvalidPosition):
        observe((), shadow(), None).position(at("d5"))


# Repetition


def test_r71_repetition_goes_by_what_both_know() -> None:
    def key(position: Position) -> object:
        return common_key(observe((), position, None))

    assert key(shadow()) == key(shadow(red_ninjas="a3", blue_ninjas="e2"))
    assert key(shadow()) != key(shadow(red_ninjas=""))
    assert key(shadow()) != key(shadow(revealed="d5"))
    assert key(shadow(lanterns=(1, 0))) != key(shadow(lanterns=(0, 1)))
    assert key(shadow()) == key(shadow(turn_number=11))


def test_r16_the_order_of_cards_in_a_hand_does_not_matter_for_repetition() -> None:
    one, two = (
        build(cards=cards) for cards in ("ox boar / horse elephant / crab", "boar ox / elephant horse / crab")
    )
    assert common_key(observe((), one, None)) == common_key(observe((), two, None))


# The JSON form


def test_the_json_form_is_a_positions_and_what_else_is_known() -> None:
    view = seen(shadow(lanterns=(1, 0)), "boar:c1c2 ninja:b1b2", BLUE)
    assert view.to_json() == {
        "viewer": "blue",
        "rules": {"spirit": False, "hidden": "shadow", "lantern_rule": "both"},
        "red": {"master": "c2", "students": ["a1", "e1"], "ninjas": [], "revealed": [], "lanterns": 1},
        "blue": {"master": "c5", "students": ["a5", "e5"], "ninjas": ["d5"], "revealed": [], "lanterns": 0},
        "spirit": None,
        "hands": {"red": ["Ox", "Crab"], "blue": ["Horse", "Elephant"]},
        "side": "Boar",
        "to_move": "red",
        "turn_number": 9,
        "first_turn_done": {"red": True, "blue": True},
        "turn": {"phase": "lantern", "card": None, "spirit_due": False},
        "ninjas_alive": {"red": 1, "blue": 1},
        "legal_steps": [],
        "turns": ["boar:c1c2 ninja:?"],
        "outcome": None,
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("viewer", "green"),
        ("viewer", "blue"),
        ("viewer", None),
        ("ninjas_alive", {"red": 1, "blue": 2}),
        ("ninjas_alive", {"red": 1, "blue": True}),
        ("ninjas_alive", {"red": 1}),
        ("ninjas_alive", 3),
        ("red", None),
        ("red", {"ninjas": []}),
        ("legal_steps", []),
        ("turns", "boar:c1c2"),
        ("turns", [1]),
        ("outcome", {"winner": "red", "by": "stone"}),
        ("outcome", {"winner": "red", "by": "resignation"}),
        ("outcome", {"winner": "green", "by": "resignation"}),
        ("outcome", "stone"),
        ("secret", 1),
        ("to_move", "blue"),
    ],
)
def test_data_that_nobody_could_see_is_refused(key: str, value: object) -> None:
    data = observe((), shadow(), RED).to_json()
    assert Observation.from_json(data).to_json() == data
    with pytest.raises(OnitamaError):
        Observation.from_json(data | {key: value})


@pytest.mark.parametrize("data", [None, [], {}, {"viewer": None}])
def test_data_of_another_kind_is_refused(data: Any) -> None:
    with pytest.raises(InvalidPosition):
        Observation.from_json(data)


def test_a_finished_observation_is_read_again() -> None:
    won = seen(shadow(red_ninjas="c4"), "boar:c1c2 ninja:c4c5", BLUE)
    assert Observation.from_json(won.to_json()) == won
    drawn = observe((), shadow(), BLUE, Outcome(None, Ending.AGREEMENT))
    assert Observation.from_json(drawn.to_json()) == drawn
