// The search with the endgame table: it plays endings as the table says and proves from above them.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include "search/movegen.hpp"
#include "search/search.hpp"
#include "tablebase/tablebase.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

constexpr int kMen = 2;  // a side in the table

struct Ending {
    CardSet cards = test::bench_cards();
    Tablebase table;
    Searcher searcher;

    Ending() {
        const std::atomic<bool> stop{false};
        REQUIRE(table.build(cards, kMen, 1, stop));
        REQUIRE(searcher.configure(std::size_t{1} << 20, 1));
        searcher.set_game(cards, false);
        searcher.set_tablebase(&table);
    }

    // A random position of the table whose value is `value`.
    Board board(test::RandomBoards& random, Wdl value) const {
        for (;;) {
            const Board board = random.board(false);
            if (table.covers(board) && table.probe(board) == value) return board;
        }
    }
};

Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

TEST_CASE("a root in the table has the table's value, and its exact distance") {
    Ending ending;
    test::RandomBoards random(1);
    for (const Wdl value : {Wdl::kWin, Wdl::kLoss})
        for (int i = 0; i < 20; ++i) {
            const Board board = ending.board(random, value);
            const Result result = ending.searcher.search({board}, to_depth(3), nullptr, nullptr);
            const int score = result.lines[0].score;
            CHECK((score > kProven) == (value == Wdl::kWin));
            CHECK((score < -kProven) == (value == Wdl::kLoss));
            CHECK(kWin - std::abs(score) == ending.table.distance(board));
        }
}

TEST_CASE("a drawn root in the table is a proven draw, and the turn keeps it") {
    Ending ending;
    test::RandomBoards random(2);
    for (int i = 0; i < 3; ++i) {
        const Board board = ending.board(random, Wdl::kDraw);
        for (const bool until_proven : {true, false}) {
            Limits limits = to_depth(4);
            limits.until_proven = until_proven;
            const Result result = ending.searcher.search({board}, limits, nullptr, nullptr);
            CHECK(result.proven_draw);
            CHECK(result.lines[0].score == 0);
            CHECK(ending.table.probe(make(board, result.lines[0].pv[0])) == Wdl::kDraw);
        }
    }
}

TEST_CASE("lines of a root in the table are sorted and each as the table says") {
    Ending ending;
    test::RandomBoards random(3);
    Limits limits = to_depth(2);
    limits.multipv = kMaxMultiPv;
    const Board board = ending.board(random, Wdl::kWin);
    const Result result = ending.searcher.search({board}, limits, nullptr, nullptr);
    TurnList list;
    CHECK(result.count == generate(board, Tables(ending.cards), list));
    for (int i = 0; i < result.count; ++i) {
        if (i) CHECK(result.lines[i - 1].score >= result.lines[i].score);
        const Board next = make(board, result.lines[i].pv[0]);
        if (is_over(next)) continue;
        const Wdl answer = ending.table.probe(next);
        CHECK((result.lines[i].score > 0) == (answer == Wdl::kLoss));
        CHECK((result.lines[i].score < 0) == (answer == Wdl::kWin));
    }
}

TEST_CASE("a won ending is won, however little time a turn has") {
    Ending ending;
    test::RandomBoards random(5);
    Limits limits;
    limits.time_us = 50;
    for (int i = 0; i < 150; ++i) {
        Board board = ending.board(random, Wdl::kWin);
        const Player winner = board.to_move;
        int plies = 0;
        for (; !is_over(board) && plies < 400; ++plies) {
            const bool is_winner = board.to_move == winner;
            Turn turn = is_winner ? ending.searcher.search({board}, limits, nullptr, nullptr).lines[0].pv[0] : Turn{};
            if (!is_winner) turn = ending.table.best_turn(board);
            board = make(board, turn);
        }
        CHECK(is_over(board));
        CHECK(has_won(board, winner));
    }
}

TEST_CASE("above the table its values prove results") {
    Ending ending;
    test::RandomBoards random(4);
    Searcher without;
    REQUIRE(without.configure(std::size_t{1} << 20, 1));
    without.set_game(ending.cards, false);
    int known = 0;
    for (int i = 0; i < 200; ++i) {
        const Board board = random.board(false);
        if (ending.table.covers(board)) continue;
        const Result result = ending.searcher.search({board}, to_depth(4), nullptr, nullptr);
        const Result deeper = without.search({board}, to_depth(7), nullptr, nullptr);
        known += result.table_hits > 0;
        if (std::abs(result.lines[0].score) > kKnown && std::abs(deeper.lines[0].score) > kKnown)
            CHECK((result.lines[0].score > 0) == (deeper.lines[0].score > 0));
    }
    CHECK(known > 0);
}

}  // namespace
}  // namespace onitama
