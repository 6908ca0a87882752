// The evaluation against a plain sum over its features, and the symmetries of the game.
#include <doctest/doctest.h>

#include "search/eval.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

// The network without look-ups, vectors or any order of its own: feature by feature.
int plain_evaluation(const Board& board, const CardSet& cards, const NetWeights& weights) {
    const auto mirrored = net::make_mirrored_features();
    std::array<int, kUnits> sum{}, mirrored_sum{};
    for_each_feature(board, cards, [&](int feature) {
        for (int unit = 0; unit < kUnits; ++unit) {
            sum[unit] += weights.units_of(feature)[unit];
            mirrored_sum[unit] += weights.units_of(mirrored[feature])[unit];
        }
    });
    int value = (sum[0] + mirrored_sum[0]) * NetWeights::kLinearFactor;
    for (int unit = 1; unit < kUnits; ++unit)
        for (const int whole : {sum[unit], mirrored_sum[unit]}) {
            const int active = std::clamp(whole >> NetWeights::kActivationShift, 0, NetWeights::kActivationOne);
            value += active * active * weights.output()[unit];
        }
    return std::clamp(value >> NetWeights::kOutputShift, -kMaxEval, kMaxEval);
}

Mask mirrored(Mask mask) {
    Mask result = 0;
    while (mask) result |= bit(net::mirrored_square(take_lowest(mask)));
    return result;
}

Board mirrored(Board board) {
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = mirrored(board.pawns[player]);
        board.masters[player] = mirrored(board.masters[player]);
    }
    board.spirit = mirrored(board.spirit);
    return board;
}

CardSet mirrored(const CardSet& cards) {
    std::array<CardGrids, kCards> grids{};
    for (CardId card = 0; card < kCards; ++card) {
        grids[card] = cards.grids(card);
        for (Mask* picture : {&grids[card].student, &grids[card].master, &grids[card].spirit}) *picture = mirrored(*picture);
    }
    return CardSet(grids);
}

Board turned(const Board& board) {
    Board other_side;
    for (const Player player : {kRed, kBlue}) {
        other_side.pawns[other(player)] = rotate(board.pawns[player]);
        other_side.masters[other(player)] = rotate(board.masters[player]);
    }
    other_side.spirit = rotate(board.spirit);
    other_side.arrangement = tablebase::kChangedOver[board.arrangement];
    other_side.to_move = other(board.to_move);
    return other_side;
}

// Calls check(cards, has_spirit, board) for random positions of every kind of game.
template <class Check>
void for_random_positions(std::uint64_t seed, const Check& check) {
    test::RandomBoards random(seed);
    for (int wind = test::kNoSpirit; wind <= kCards; ++wind)
        for (int deal = 0; deal < 10; ++deal) {
            const CardSet cards = deal < 8 ? random.cards(std::max(wind, 0)) : random.wild_cards();
            for (int i = 0; i < 30; ++i) check(cards, wind != test::kNoSpirit, random.board(wind != test::kNoSpirit));
        }
}

}  // namespace

TEST_CASE("the evaluation is the plain sum of what the position's features weigh") {
    for_random_positions(11, [](const CardSet& cards, bool has_spirit, const Board& board) {
        const int expected = plain_evaluation(board, cards, built_in_net(has_spirit));
        REQUIRE(Evaluator(cards, has_spirit).evaluate(board) == expected);
    });
}

TEST_CASE("both players judge alike: the board turned, colours changed over") {
    for_random_positions(12, [](const CardSet& cards, bool has_spirit, const Board& board) {
        const Evaluator evaluator(cards, has_spirit);
        REQUIRE(evaluator.evaluate(board) == evaluator.evaluate(turned(board)));
    });
}

TEST_CASE("left and right are alike: board and cards mirrored") {
    for_random_positions(13, [](const CardSet& cards, bool has_spirit, const Board& board) {
        const CardSet other_cards = mirrored(cards);
        REQUIRE(Evaluator(cards, has_spirit).evaluate(board) ==
                Evaluator(other_cards, has_spirit).evaluate(mirrored(board)));
    });
}

TEST_CASE("a captured student counts no more") {
    // Against the same position with that student, over many: one fewer is worse for its side.
    int worse = 0, all = 0;
    for_random_positions(14, [&](const CardSet& cards, bool has_spirit, const Board& board) {
        const Mask students = board.pawns[board.to_move] ^ board.masters[board.to_move];
        if (!students) return;
        const Evaluator evaluator(cards, has_spirit);
        Board without = board;
        without.pawns[board.to_move] ^= bit(lowest(students));
        worse += evaluator.evaluate(without) < evaluator.evaluate(board);
        ++all;
    });
    CHECK(worse > all * 8 / 10);
}

}  // namespace onitama
