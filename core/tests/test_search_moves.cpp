// What the search sees at a glance agrees with the turns themselves, and turns are taken in their order.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "search/ordering.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

TEST_CASE("the mover reaches an enemy exactly if it has a capture") {
    test::RandomBoards random(21);
    for (int deal = 0; deal < 20; ++deal) {
        const Tables tables(random.cards(test::kNoSpirit));
        for (int i = 0; i < 100; ++i) {
            const Board board = random.board(false);
            ScoredTurn turns[kMaxTurns];
            const bool has_capture = generate_plain(board, tables, Kind::kCaptures, turns) > 0;
            CHECK(has_capture == static_cast<bool>(reached_by_mover(board, tables) & board.pawns[other(board.to_move)]));
        }
    }
}

TEST_CASE("a win by a threat on the temple comes only from the squares marked for it") {
    test::RandomBoards random(22);
    int wins = 0;
    for (int deal = 0; deal < 40; ++deal) {
        const Tables tables(random.cards(test::kNoSpirit));
        for (int i = 0; i < 100; ++i) {
            const Board board = random.board(false);
            if (is_over(board) || can_win_now(board, tables, board.to_move)) continue;
            if (!wins_by_temple_threat(board, tables, danger_to_mover(board, tables))) continue;
            ++wins;
            CHECK((board.masters[board.to_move] & tables.threat_squares(board.to_move, board.arrangement)) != 0);
        }
    }
    CHECK(wins > 20);
}

TEST_CASE("the picker gives the highest order first, and what it has shown before") {
    std::vector<ScoredTurn> turns;
    for (int i = 0; i < 25; ++i) turns.push_back(with_order(unscored(Turn::make(0, 3, static_cast<Square>(i))), i * 7 % 25 * 900 - 8000));
    std::vector<ScoredTurn> sorted = turns;
    std::sort(sorted.rbegin(), sorted.rend());
    Picker picker(turns.data(), static_cast<int>(turns.size()));
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        REQUIRE_FALSE(picker.is_empty());
        if (i % 2) CHECK(picker.peek() == sorted[i]);
        CHECK(picker.take() == sorted[i]);
    }
    CHECK(picker.is_empty());
}

}  // namespace
}  // namespace onitama
