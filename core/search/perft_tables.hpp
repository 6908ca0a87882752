// What perft looks up of a game's five cards, made once for each count.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "rules/cards.hpp"
#include "search/board.hpp"
#include "search/tables.hpp"

namespace onitama {

constexpr std::uint64_t both(Mask mask) { return std::uint64_t{mask} << 32 | mask; }

// What both cards of a hand do for a piece, looked up at once: bits 0..24 by the first card, 32..56 by the second.
// The squares above 24 are for a piece that is not there: it moves nowhere.
inline constexpr int kNoPiece = 32;  // lowest(0)
struct PairReach {
    std::array<std::uint64_t, kNoPiece + 1> student{};
    std::array<std::uint64_t, kNoPiece + 1> master{};
    std::array<std::uint64_t, kSquares> student_origins{};  // from where a student reaches that square
    std::array<std::uint64_t, kSquares> master_origins{};
};

// Eight turns at a time: lanes 0..3 are of the hand's first card, lanes 4..7 of its second. The vector types are those
// that gcc and clang offer for every machine.
inline constexpr int kLanes = 8;
using Lanes [[gnu::vector_size(4 * kLanes)]] = std::uint32_t;
using HalfLanes [[gnu::vector_size(2 * kLanes)]] = std::uint32_t;

// Destinations of a piece by one card, a mask a lane. An unused lane holds all squares, for these are never all free.
struct LaneTargets {
    std::array<HalfLanes, kNoPiece + 1> student;
    std::array<HalfLanes, kSquares> master;
};

struct PerftTables {
    const CardSet& cards;
    std::array<std::array<PairReach, kPairs>, 2> reach{};  // by player, pair: few enough to stay in the nearest cache
    std::array<std::array<LaneTargets, kCards>, 2> targets;
    bool fit_lanes = true;  // no card has more marks than its lanes hold

    explicit PerftTables(const CardSet& cards_of_game) : cards(cards_of_game) {
        for (const Player player : {kRed, kBlue}) {
            for (int arrangement = 0; arrangement < kArrangements; ++arrangement)
                for (int slot = 0; slot < 2; ++slot) add_hand(player, arrangement, slot);
            for (CardId card = 0; card < kCards; ++card) add_targets(player, card);
        }
    }

    const PairReach& hand(Player player, const Board& board) const {
        return reach[player][kPairNumber[board.arrangement][player]];
    }

private:
    void add_hand(Player player, int arrangement, int slot) {
        const Reach& card = cards.reach(player, kArrangement.of[arrangement].hand[player][slot]);
        PairReach& hand = reach[player][kPairNumber[arrangement][player]];
        for (int from = 0; from < kSquares; ++from) {
            hand.student[from] |= std::uint64_t{card.student[from]} << 32 * slot;
            hand.master[from] |= std::uint64_t{card.master[from]} << 32 * slot;
            for (int to = 0; to < kSquares; ++to) {
                hand.student_origins[to] |= std::uint64_t{card.student[from] >> to & 1} << (32 * slot + from);
                hand.master_origins[to] |= std::uint64_t{card.master[from] >> to & 1} << (32 * slot + from);
            }
        }
    }

    void add_targets(Player player, CardId card) {
        const Reach& of = cards.reach(player, card);
        LaneTargets& to = targets[player][card];
        const auto spread = [this](Mask reached) {
            HalfLanes lanes{};
            for (int lane = 0; lane < kLanes / 2; ++lane)
                lanes[lane] = reached ? bit(take_lowest(reached)) : kAllSquares;
            fit_lanes &= reached == 0;
            return lanes;
        };
        for (int from = 0; from <= kNoPiece; ++from) to.student[from] = spread(from < kSquares ? of.student[from] : 0);
        for (int from = 0; from < kSquares; ++from) to.master[from] = spread(of.master[from]);
    }
};

}  // namespace onitama
