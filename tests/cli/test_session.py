"""Whole games at the terminal, with a screen that types for people and remembers what it showed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

import onitama as on
from build import build
from onitama.cli.session import Session, Settings
from onitama.clock import CLOCK_DUEL, Clock
from onitama.engine import Engine, Limits
from onitama.game import Game
from onitama.notation import parse_record
from onitama.observe import Observation
from onitama.render import View

QUICK = Limits(depth=1)
Typist = Callable[[str], str | None]


class Typing:
    """A screen without a terminal: `typist` answers each prompt."""

    def __init__(self, typist: Typist) -> None:
        self.typist = typist
        self.views: list[Observation] = []
        self.said: list[str] = []
        self.complaints: list[str] = []
        self.holder: on.Player | None = None
        self.doubts = "nothing"
        """What a question must hold for the person not to be sure."""
        self.takers = 10**6
        """How often somebody takes the device over before the input ends."""

    def show(self, view: View, seat: on.Player, targets: tuple[int, ...] = ()) -> None:
        assert isinstance(view, Observation), "people see observations only"
        if view.rules.hidden and view.outcome is None and self.holder is not None:
            assert view.viewer is self.holder is seat, "the screen shows one side's secrets to the other"
        assert all(0 <= target < 25 for target in targets)
        self.views.append(view)

    def say(self, text: str) -> None:
        self.said.append(text)

    def complain(self, text: str) -> None:
        self.complaints.append(text)

    def ask(self, prompt: str) -> str | None:
        return self.typist(prompt)

    def is_sure(self, question: str) -> bool:
        self.said.append(question)
        return self.doubts not in question

    def hand_over(self, player: on.Player, news: Sequence[str]) -> bool:
        self.holder = player
        self.said.extend(news)
        self.takers -= 1
        return self.takers >= 0


def people(**changes: Engine) -> dict[on.Player, Engine | None]:
    """Seats: people but for those named red= or blue=."""
    return {on.RED: changes.get("red"), on.BLUE: changes.get("blue")}


def random_typist(game: Game, seed: int) -> Typist:
    """Types a random legal step for whoever is to move."""
    rng = Random(seed)
    return lambda _prompt: str(rng.choice(game.observe(game.position.to_move).legal_steps))


def script(*lines: str) -> Typist:
    """Types these lines, then ends."""
    left = list(lines)
    return lambda _prompt: left.pop(0) if left else None


def base_game() -> Game:
    """Red ox boar, Blue horse elephant, crab at the side; Red starts."""
    return Game.deal_by_hand(
        "base", red=("ox", "boar"), blue=("horse", "elephant"), side="crab", starter=on.RED
    )


@pytest.mark.parametrize("preset", on.PRESETS)
def test_two_people_play_every_variant_to_the_end(preset: str) -> None:
    game = Game.deal(preset, seed=1)
    screen = Typing(random_typist(game, seed=2))
    assert Session(game, Settings(people()), screen).run()
    assert game.outcome is not None
    assert screen.views[-1].outcome == game.outcome
    assert not screen.complaints


@pytest.mark.parametrize("preset", on.PRESETS)
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_person_plays_the_computer_to_the_end(preset: str, colour: str) -> None:
    game = Game.deal(preset, seed=4)
    screen = Typing(random_typist(game, seed=3))
    computer = Engine("random", seed=5)
    seats = people(**{colour: computer})
    assert Session(game, Settings(seats, QUICK), screen).run()
    person = on.RED if colour == "blue" else on.BLUE
    shown = [view.viewer for view in screen.views if view.outcome is None]
    assert set(shown) <= {person}


def test_squares_alone_ask_which_card_if_two_allow_it() -> None:
    game = base_game()
    screen = Typing(script("c1c2", "boar:c1c2"))
    Session(game, Settings(people()), screen).run()
    assert any("Several cards" in text and "ox:c1c2" in text and "boar:c1c2" in text for text in screen.said)
    assert [str(turn) for turn in game.turns] == ["boar:c1c2"]


def test_a_first_square_shows_where_the_piece_can_go_and_plays_nothing() -> None:
    game = Game.deal_by_hand("base", red=("ox", "crab"), blue=("horse", "eel"), side="boar", starter=on.RED)
    game.play("ox:c1c2")
    game.play("horse:c5c4")
    screen = Typing(script("c2", "crab"))
    Session(game, Settings(people()), screen).run()
    assert "boar:c2b2, boar:c2d2, boar:c2c3, crab:c2a2, crab:c2e2, crab:c2c3" in screen.said
    assert any(text.startswith("crab:c2a2") and "crab:e1e2" in text for text in screen.said)
    assert len(game.turns) == 2


def test_bad_input_is_explained_and_loses_nothing() -> None:
    game = base_game()
    lines = (
        "boar:c1c3",
        "xyz",
        "c9",
        ":",
        "boar:",
        "c1c2 c1c2",
        "save",
        "save /nowhere/at/all",
        "boar:c1c2 boar:c2c3",
        "",
    )
    screen = Typing(script(*lines))
    assert not Session(game, Settings(people()), screen).run()
    assert len(screen.complaints) == len(lines) - 2
    assert "boar:c1c3: Boar does not reach c3 from c1" in screen.complaints
    assert not game.turns


def test_a_line_with_a_wrong_step_is_played_not_at_all_in_open_games() -> None:
    game = Game.deal_by_hand(
        "way-of-the-wind", red=("eagle", "boar"), blue=("horse", "elephant"), side="mantis"
    )
    screen = Typing(script("eagle:c1b2 spirit:c3b3", "eagle:c1b2 d5"))
    Session(game, Settings(people()), screen).run()
    assert len(screen.complaints) == 2
    assert [str(turn) for turn in game.turns] == []
    screen.typist = script("eagle:b1c2 spirit:c3b3", "eagle:b1a2 e5")
    Session(game, Settings(people()), screen).run()
    assert [str(turn) for turn in game.turns] == ["eagle:b1a2 spirit:c3e5"]


@pytest.mark.parametrize("blue_ninja", ["c2", "e5"])
def test_r70_a_refused_later_step_in_one_line_tells_nothing_for_free(blue_ninja: str) -> None:
    """Whether or not the pawn meets the ninja on c2, the pawn's step counts before the next is looked at."""
    start = build(
        hidden="shadow",
        red="Mc1 a1",
        blue="Mc5 a5",
        red_ninjas="b1",
        blue_ninjas=blue_ninja,
        cards="ox boar / horse elephant / crab",
    )
    game = Game(start)
    screen = Typing(script("boar:c1c2 ninja:b1b2! nonsense"))
    Session(game, Settings(people()), screen).run()
    assert game.turns
    assert game.turns[0].steps[0] == on.parse_step("boar:c1c2")


def test_undo_against_the_computer_takes_back_both_turns() -> None:
    game = base_game()
    screen = Typing(script("boar:c1c2", "undo", "ox:c1c2"))
    Session(game, Settings(people(blue=Engine("random", seed=1)), QUICK), screen).run()
    assert str(game.turns[0]) == "ox:c1c2"


def test_r83_a_takeback_between_people_needs_agreement() -> None:
    game = base_game()
    screen = Typing(script("boar:c1c2", "undo", "n", "undo", "y", "ox:c1c2"))
    Session(game, Settings(people()), screen).run()
    assert "blue does not agree." in screen.said, "the slip was red's, so blue is asked"
    assert [str(turn) for turn in game.turns] == ["ox:c1c2"]


def test_r84_a_draw_needs_agreement() -> None:
    game = base_game()
    screen = Typing(script("draw", "n", "draw", "y"))
    assert Session(game, Settings(people()), screen).run()
    assert game.outcome == on.Outcome(None, on.Ending.AGREEMENT)


def test_r81_a_coached_choice_counts_only_when_confirmed() -> None:
    game = base_game()
    screen = Typing(script("boar:c1c2", "no", "ox:c1c2", "y"))
    Session(game, Settings(people(), coaching=True), screen).run()
    assert [str(turn) for turn in game.turns] == ["ox:c1c2"]


def test_r14_a_forced_pass_is_explained_and_asks_for_a_card() -> None:
    game = Game(build(red="Ma5", blue="Mc3", cards="tanuki okija / horse elephant / crab"))
    screen = Typing(script("pass", "pass okija"))
    Session(game, Settings(people()), screen).run()
    assert any("Nothing of yours can move" in text for text in screen.said)
    assert [str(turn) for turn in game.turns] == ["okija:pass"]


@pytest.mark.parametrize("preset", ["base", "way-of-the-wind", "shadow-and-wind", "light-and-wind"])
def test_a_game_left_at_any_step_is_saved_and_goes_on_where_it_was(preset: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    game = Game.deal(preset, seed=9)
    rng = Random(1)
    for _ in range(40):
        step = str(rng.choice(game.observe(game.position.to_move).legal_steps))
        Session(game, Settings(people(), save=path), Typing(script(step))).run()
        again = parse_record(path.read_text("utf-8"))
        assert again.position == game.position
        assert again.turns == game.turns
        assert again.outcome == game.outcome
        if game.outcome is not None:
            break
        game = again


def test_r82_a_line_that_comes_after_the_time_is_out_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0, 1_000, 299_999, 300_000, 300_000])
    monkeypatch.setattr("onitama.cli.session.now_ms", lambda: next(times))
    game = Game(base_game().start, clock=Clock.of(CLOCK_DUEL))
    screen = Typing(script("moves", "boar:c1c2", "horse:c5c4"))
    assert Session(game, Settings(people()), screen).run()
    assert game.outcome == on.Outcome(on.BLUE, on.Ending.TIME)
    assert not game.turns


def test_a_question_never_plays_a_step() -> None:
    game = Game.deal_by_hand(
        "base", red=("tiger", "okija"), blue=("horse", "eel"), side="boar", starter=on.RED
    )
    screen = Typing(script("c1", "tiger", "c1 c3"))
    Session(game, Settings(people()), screen).run()
    assert [str(turn) for turn in game.turns] == ["tiger:c1c3"], "only the line with both squares"


def test_squares_that_no_card_allows_get_the_reason_of_each_card() -> None:
    screen = Typing(script("c1c3", "a5a4"))
    Session(base_game(), Settings(people()), screen).run()
    assert screen.complaints == [
        "c1c3: Ox does not reach c3 from c1; Boar does not reach c3 from c1",
        "a5a4: the piece on a5 is blue's",
    ]


def test_r70_offers_in_hidden_games_are_answered_after_a_hand_over() -> None:
    game = Game.deal("way-of-shadow", seed=3)
    holders: list[on.Player | None] = []

    def typist(prompt: str) -> str | None:
        if "agree" in prompt:
            holders.append(screen.holder)
            return "n"
        return lines.pop(0) if lines else None

    lines = ["draw"]
    screen = Typing(typist)
    Session(game, Settings(people()), screen).run()
    assert holders == [game.position.to_move.other], "whoever is asked holds the device"
    assert screen.holder is game.position.to_move, "and gives it back"
    assert screen.said.count(f"{game.position.to_move.other} does not agree.") == 2, "told to both"


def test_r47_both_hear_the_answer_at_the_next_hand_over_and_the_asker_again_later() -> None:
    start = build(
        hidden="shadow",
        red="Mc1 a1",
        blue="Mc5 a5",
        red_ninjas="b1",
        blue_ninjas="d4",
        lanterns=(2, 2),
        cards="ox boar / horse elephant / crab",
    )
    screen = Typing(script("ox:c1c2 stay 4", "horse:c5c4 stay none"))
    Session(Game(start), Settings(people()), screen).run()
    assert screen.said.count("Yes: at least one ninja is in row 4.") >= 3


def test_save_asks_before_it_writes_over_another_file(tmp_path: Path) -> None:
    other, own = tmp_path / "other.txt", tmp_path / "own.txt"
    other.write_text("precious", "utf-8")
    screen = Typing(script(f"save {own}", f"save {own}", f"save {other}"))
    screen.doubts = "exists"
    Session(base_game(), Settings(people()), screen).run()
    assert other.read_text("utf-8") == "precious"
    assert parse_record(own.read_text("utf-8")).position == base_game().position


def test_who_has_just_saved_leaves_without_a_question(tmp_path: Path) -> None:
    for lines, asks in (
        (("save FILE", "quit"), False),
        (("save FILE", str(base_game().position.legal_steps[0]), "quit"), True),
        (("quit",), True),
    ):
        screen = Typing(script(*(line.replace("FILE", str(tmp_path / "game.txt")) for line in lines)))
        Session(base_game(), Settings(people()), screen).run()
        assert ("Leave without saving?" in screen.said) is asks


def test_a_game_that_cannot_be_saved_where_it_should_asks_for_another_place(tmp_path: Path) -> None:
    bad, good = tmp_path / "gone" / "game.txt", tmp_path / "game.txt"
    screen = Typing(script("resign", str(good)))
    assert Session(base_game(), Settings(people(), save=bad), screen).run()
    assert parse_record(good.read_text("utf-8")).outcome == on.Outcome(on.BLUE, on.Ending.RESIGNATION)


def test_other_words_at_the_coaching_question_are_the_next_line() -> None:
    game = base_game()
    screen = Typing(script("boar:c1c2", "ox:c1c2", "y"))
    Session(game, Settings(people(), coaching=True), screen).run()
    assert [str(turn) for turn in game.turns] == ["ox:c1c2"]


def test_cards_of_two_words_are_typed_as_they_are_shown() -> None:
    game = Game.deal_by_hand(
        "base", red=("sea snake", "bear"), blue=("viper", "fox"), side="dog", starter=on.RED
    )
    screen = Typing(script("Sea Snake", "sea-snake:c1c2"))
    Session(game, Settings(people()), screen).run()
    assert any(text.startswith("sea-snake:") and ", " in text for text in screen.said)
    assert [str(turn) for turn in game.turns] == ["sea-snake:c1c2"]


def test_r70_an_offer_that_nobody_takes_over_to_answer_ends_the_input_not_the_game() -> None:
    game = Game.deal("way-of-shadow", seed=3)
    screen = Typing(script("draw", "y"))
    screen.takers = 1
    assert not Session(game, Settings(people()), screen).run()
    assert game.outcome is None


def test_r82_an_answer_after_the_time_is_out_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    times = [0, 1_000, 2_000, 3_000]
    monkeypatch.setattr("onitama.cli.session.now_ms", lambda: times.pop(0) if times else 300_001)
    game = Game(base_game().start, clock=Clock.of(CLOCK_DUEL))
    screen = Typing(script("draw", "y"))
    assert Session(game, Settings(people()), screen).run()
    assert game.outcome == on.Outcome(on.BLUE, on.Ending.TIME)
    assert "blue agrees." not in screen.said


def test_steps_beyond_the_end_of_a_hidden_turn_are_mentioned() -> None:
    start = build(
        hidden="shadow",
        red="Mc1 a1",
        blue="Mc5 a5",
        red_ninjas="b1",
        blue_ninjas="e5",
        cards="ox boar / horse eel / crab",
    )
    screen = Typing(script("ox:c1c2 stay c none"))
    Session(Game(start), Settings(people()), screen).run()
    assert screen.complaints == ["The turn is over: 2 more in the line did not count."]
