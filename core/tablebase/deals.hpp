// The 30 ways five cards can lie: their numbers are the bits of a word, and the planes of the table.
//
// Numbered as `kArrangement` numbers them: six with the same card at the side are neighbours. These six are what the
// use of that card leads to (R13). Seen with the player to move as Red.
#pragma once

#include <array>
#include <cstdint>

#include "rules/cards.hpp"

// Vectors wider than the target's registers are passed to functions in another way than on targets that have them. No
// such function is called from other code: all are inlined.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"
#define ONITAMA_INLINE __attribute__((always_inline)) inline
#else
#define ONITAMA_INLINE inline
#endif

namespace onitama::tablebase {

using Word = std::uint32_t;  // a bit for each arrangement

inline constexpr int kPerCard = kArrangements / kCards;  // arrangements with the same card at the side

constexpr Word deal_mask(int arrangement) { return Word{1} << arrangement; }

// By card: the arrangements with that card at the side, which are those that its use leads to (R13).
constexpr Word side_mask(int card) { return ((Word{1} << kPerCard) - 1) << card * kPerCard; }

constexpr bool are_numbered_by_side() {
    for (int deal = 0; deal < kArrangements; ++deal)
        if (kArrangement.of[deal].side != deal / kPerCard) return false;
    return true;
}
static_assert(are_numbered_by_side());

// The arrangements in which none of `player`'s cards is in the set `cards` (bit = card).
constexpr Word deals_without(Player player, unsigned cards) {
    Word word = 0;
    for (int deal = 0; deal < kArrangements; ++deal) {
        const auto& hand = kArrangement.of[deal].hand[player];
        if (!(cards >> hand[0] & 1) && !(cards >> hand[1] & 1)) word |= deal_mask(deal);
    }
    return word;
}

// before[arrangement][player]: the arrangements from which the use of a card by the player leads to it.
constexpr auto make_before() {
    std::array<std::array<std::array<std::uint8_t, 2>, 2>, kArrangements> before{};
    for (int player = 0; player < 2; ++player)
        for (int to = 0; to < kArrangements; ++to) {
            int count = 0;
            for (int from = 0; from < kArrangements; ++from)
                for (const int next : kArrangement.next[from][player])
                    if (next == to) before[to][player][count++] = static_cast<std::uint8_t>(from);
        }
    return before;
}
inline constexpr auto kBefore = make_before();

// An arrangement with the hands changed over.
constexpr std::array<std::uint8_t, kArrangements> make_changed_over() {
    std::array<std::uint8_t, kArrangements> deals{};
    for (int deal = 0; deal < kArrangements; ++deal) {
        const Arrangement& lie = kArrangement.of[deal];
        deals[deal] = static_cast<std::uint8_t>(arrangement_of(lie.hand[kBlue][0], lie.hand[kBlue][1], lie.side));
    }
    return deals;
}
inline constexpr std::array<std::uint8_t, kArrangements> kChangedOver = make_changed_over();

}  // namespace onitama::tablebase
