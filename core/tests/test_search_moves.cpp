// What the search sees at a glance agrees with the turns themselves, and turns are taken in their order.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "search/successors.hpp"
#include "search/turn_source.hpp"
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
            CHECK(has_capture == static_cast<bool>(reached_by(board, tables, board.to_move) & board.pawns[other(board.to_move)]));
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

// A position in which the mover cannot win at once.
bool is_searched(const Board& board, const Tables& tables) { return !can_win_now(board, tables, board.to_move); }

std::vector<std::uint32_t> sorted_bits(std::vector<Turn> turns) {
    std::vector<std::uint32_t> bits;
    for (const Turn turn : turns) bits.push_back(turn.bits);
    std::sort(bits.begin(), bits.end());
    return bits;
}

TEST_CASE("turns made in stages are the safe ones, each once, captures before quiet turns") {
    test::RandomBoards random(23);
    const auto order = std::make_unique<OrderTables>();
    const Features features;
    std::vector<ScoredTurn> list(kMaxTurns);
    int preferred = 0;
    for (int deal = 0; deal < 40; ++deal) {
        const Tables tables(random.cards(test::kNoSpirit));
        for (int i = 0; i < 100; ++i) {
            const Board board = random.board(false);
            const Danger danger = danger_to_mover(board, tables);
            if (!is_searched(board, tables) || danger.temple) continue;
            TurnList all;
            generate(board, tables, all);
            std::vector<Turn> safe;
            for (const Turn turn : all)
                if (turn.from() != kNoSquare && is_searched(make(board, turn), tables)) safe.push_back(turn);
            if (safe.empty()) continue;
            const auto any = [&] { return safe[static_cast<std::size_t>(random.below(static_cast<int>(safe.size())))]; };
            order->killers(0) = {name_of(board, any()), name_of(board, any())};
            const Turn first = random.below(2) ? any() : Turn{};
            TurnSource<false> source({board, Turn{}, 0}, tables, danger, Kind::kAll, true, first, features, *order, list.data());
            std::vector<Turn> found;
            while (const Turn turn = source.next()) found.push_back(turn);
            CHECK(sorted_bits(found) == sorted_bits(safe));
            if (first) CHECK(found[0] == first);
            const auto is_capture = [&](Turn turn) { return (board.pawns[other(board.to_move)] & bit(turn.to())) != 0; };
            CHECK(std::is_partitioned(found.begin() + (first ? 1 : 0), found.end(), is_capture));
            preferred += !is_capture(turn_named(board, order->killers(0)[0]));
        }
    }
    CHECK(preferred > 1000);
}

TEST_CASE("a turn is judged before it is made as its board is afterwards") {
    test::RandomBoards random(24);
    int judged = 0;
    for (int deal = 0; deal < 20; ++deal) {
        const CardSet cards = random.cards(test::kNoSpirit);
        const Tables tables(cards);
        const auto evaluator = std::make_unique<Evaluator>(cards, false);
        for (int i = 0; i < 60; ++i) {
            const Board board = random.board(false);
            const Danger danger = danger_to_mover(board, tables);
            if (!is_searched(board, tables) || danger.any() || wins_by_temple_threat(board, tables, danger)) continue;
            TurnList all;
            generate(board, tables, all);
            Successors successors(board, tables, *evaluator);
            for (const Turn turn : all) {
                const Board next = make(board, turn);
                if (turn.from() == kNoSquare || !is_searched(next, tables)) continue;
                const Danger threat = danger_to_mover(next, tables);
                const int score = successors.evaluate(turn);
                if (score == Successors::kNotQuiet) {
                    CHECK((threat.any() || (next.masters[next.to_move] & tables.threat_squares(next.to_move, next.arrangement))));
                    continue;
                }
                CHECK(score == evaluator->evaluate(next));
                CHECK_FALSE(threat.any());
                CHECK(successors.danger().is_near_temple == threat.is_near_temple);
                if (reached_by(next, tables, next.to_move) & next.pawns[board.to_move]) CHECK(successors.may_capture());
                ++judged;
            }
        }
    }
    CHECK(judged > 1000);
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
