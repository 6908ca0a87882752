// What the five cards of a game do, arranged for the search: reach of two cards together, by hand.
#pragma once

#include <array>
#include <cstdint>

#include "search/board.hpp"

namespace onitama {

inline constexpr int kPairs = 10;  // ways to choose two of five cards

// pair_number[arrangement][player]: which of the ten pairs of cards the player holds.
constexpr auto make_pair_numbers() {
    std::array<std::array<std::uint8_t, 2>, kArrangements> numbers{};
    for (int arrangement = 0; arrangement < kArrangements; ++arrangement)
        for (int player = 0; player < 2; ++player) {
            const auto& hand = kArrangement.of[arrangement].hand[player];
            int number = 0;
            for (int a = 0; a < hand[0]; ++a) number += kCards - 1 - a;
            numbers[arrangement][player] = static_cast<std::uint8_t>(number + hand[1] - hand[0] - 1);
        }
    return numbers;
}

inline constexpr auto kPairNumber = make_pair_numbers();

// Computed once for a deal. A card's marks are the same for both players but for the half turn, so the squares from
// which a player's piece reaches a square are those that the other player's piece would reach from it.
class Tables {
public:
    Tables() = default;
    explicit Tables(const CardSet& cards);

    const CardSet& cards() const { return cards_; }
    const Reach& reach(Player owner, int arrangement, int slot) const {
        return cards_.reach(owner, kArrangement.of[arrangement].hand[owner][slot]);
    }
    bool is_wind(Player owner, int arrangement, int slot) const {
        return cards_.is_wind(kArrangement.of[arrangement].hand[owner][slot]);
    }

    // Where either card of a hand takes a piece of `owner` from `origin`.
    Mask student_reach(Player owner, int hand, int origin) const { return student_[owner][hand][origin]; }
    Mask master_reach(Player owner, int hand, int origin) const { return master_[owner][hand][origin]; }

    // From where either card of a hand takes a piece of `owner` to `target`.
    Mask student_sources(Player owner, int hand, int target) const { return student_[owner ^ 1][hand][target]; }
    Mask master_sources(Player owner, int hand, int target) const { return master_[owner ^ 1][hand][target]; }

    // Where the master of `player` has to stand, so that a turn of its may threaten to step on the other temple.
    Mask threat_squares(Player player, int arrangement) const { return threats_[player][arrangement]; }

private:
    void find_threats();

    using PairReach = std::array<std::array<std::array<Mask, kSquares>, kPairs>, 2>;

    CardSet cards_;
    PairReach student_{};
    PairReach master_{};
    std::array<std::array<Mask, kArrangements>, 2> threats_{};
};

}  // namespace onitama
