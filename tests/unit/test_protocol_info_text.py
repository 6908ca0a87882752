"""What an engine says of a search reads back as what was meant."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onitama.engine.analysis import KNOWN_SCORE, PROVEN_SCORE, WIN_SCORE, Analysis, Line, plies_to_end, proven
from onitama.engine.info_text import (
    BestTurn,
    Info,
    format_best_turn,
    format_info,
    format_score,
    format_turns,
    parse_best_turn,
    parse_info,
    parse_turns,
    whole_turns,
)
from onitama.errors import NotationError
from onitama.notation import parse_position, parse_turn

WINDY = parse_position("ssmss/5/2*2/5/SSMSS eagle,ox/hawk,eel/crab b 1")
LINE = parse_turn("hawk:b5c4 spirit:c3a3 ox:c1c2 eel:c5d4")
SCORES = st.integers(-WIN_SCORE + 1, WIN_SCORE - 1)


def test_a_line_of_info_is_what_the_pages_say() -> None:
    analysis = Analysis(
        best=LINE[0],
        score=35,
        line=LINE,
        nodes=1500,
        depth=3,
        seldepth=7,
        seconds=0.5,
        tt_permille=12,
        table_hits=4,
        others=(Line(9_995, LINE[:1]),),
    )
    assert format_info(analysis, WINDY) == [
        "info depth 3 seldepth 7 multipv 1 score cp 35 nodes 1500 nps 3000 hashfull 12 tbhits 4 time 500"
        " pv hawk:b5c4 spirit:c3a3 ; ox:c1c2 ; eel:c5d4",
        "info depth 3 seldepth 7 multipv 2 score win 5 nodes 1500 nps 3000 hashfull 12 tbhits 4 time 500"
        " pv hawk:b5c4",
    ]
    assert parse_info(format_info(analysis, WINDY)[0]) == Info(
        35, depth=3, seldepth=7, multipv=1, nodes=1500, nps=3000, hashfull=12, tbhits=4, time=500, steps=LINE
    )


@given(SCORES)
def test_scores_read_back_as_they_were(score: int) -> None:
    read = parse_info(f"info score {format_score(score)}").score
    assert read is not None
    assert proven(read) == proven(score)
    assert plies_to_end(read) == plies_to_end(score)
    if not KNOWN_SCORE < abs(score) <= PROVEN_SCORE:  # the table knows no distance
        assert read == score


def test_a_proven_draw_is_no_mere_balance() -> None:
    assert format_score(0, is_draw_proven=True) == "draw"
    assert parse_info("info score draw depth 3") == Info(0, is_draw_proven=True, depth=3)
    assert parse_info("info score cp 0") == Info(0)


def test_a_score_never_claims_more_than_its_words() -> None:
    assert parse_info("info score cp 9999999").score == KNOWN_SCORE
    assert parse_info("info score win 123456").score == PROVEN_SCORE + 1
    assert parse_info("info score loss 0").score == 1 - WIN_SCORE


def test_words_that_are_not_known_are_skipped() -> None:
    assert parse_info("info currturn ox:c1c2 depth 4 lowerbound wdl 1 2 3").depth == 4
    assert parse_info("info string score is fine pv ox:c1c2") == Info()
    assert parse_info("info") == Info()
    assert parse_info("info depth 3 pv ") == Info(depth=3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("info depth", "info, depth: expected a whole number, found ''"),
        ("info nodes many", "info, nodes: expected a whole number, found 'many'"),
        ("info nodes 9999999999999999999", "info, nodes"),
        ("info multipv 0", "info, multipv: expected a number from 1"),
        ("info score 35", "info, score: expected cp, win or loss"),
        ("info score cp much", "found 'cp much'"),
        ("info score known", "found 'known'"),
        ("info score cp 3 pv ox:c1c2 ; nonsense", "turn 2: 'nonsense': expected a card"),
    ],
)
def test_a_word_without_its_value_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_info(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    readers: tuple[Callable[[str], object], ...] = (parse_info, parse_best_turn)
    for read in readers:
        for words in (text, f"info {text}", f"bestturn {text}", f"info depth {text} pv {text}"):
            try:
                told = repr(read(words))
            except NotationError as error:
                told = str(error)
            assert told


def test_the_best_turn_reads_back() -> None:
    for best in (BestTurn(LINE[:2]), BestTurn(LINE[:2], LINE[2:3]), BestTurn(())):
        assert parse_best_turn(format_best_turn(best)) == best
    with pytest.raises(NotationError, match="expected a turn"):
        parse_best_turn("bestturn")


def test_steps_are_put_together_to_turns_as_far_as_they_are_legal() -> None:
    turns = whole_turns(WINDY, LINE)
    assert [len(turn) for turn in turns] == [2, 1, 1]
    assert parse_turns(format_turns(turns)) == turns
    assert whole_turns(WINDY, LINE[:1]) == [LINE[:1]]
    assert whole_turns(WINDY, LINE[1:]) == []
    assert whole_turns(WINDY, (*LINE[:2], LINE[0])) == [LINE[:2]]
