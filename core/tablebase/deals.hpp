// The 30 ways five cards can lie, as the bits of one word: a turn's exchange of cards done for all of them at once.
//
// A word belongs to one placement of the men; a bit says something about one arrangement (`Arrangements`). Playing a
// card permutes the bits in the same way for all placements, so it needs shifts and masks only, and many words can be
// done in one vector. Seen with the player to move as Red.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

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

using Word = std::uint32_t;

inline constexpr Word kAllDeals = (Word{1} << kArrangements) - 1;

// Which bit an arrangement has. Found by search, so that `blue_reaches` is two rotations and `red_reaches` needs few
// shifts: three arrangements in which Red holds the same hand lie at p, p + 10 and p + 20, since Blue's turn changes
// one of these into another.
inline constexpr std::array<std::uint8_t, kArrangements> kDealBit = {
    11, 22, 8, 20, 29, 17, 14, 25, 6, 0, 19, 27, 13, 5, 26, 2, 18, 7, 23, 4, 16, 1, 28, 9, 3, 24, 15, 21, 12, 10};

constexpr Word deal_mask(int arrangement) { return Word{1} << kDealBit[arrangement]; }

// By card: the arrangements with that card at the side, which are those that its use leads to (R13).
constexpr std::array<Word, kCards> make_side_masks() {
    std::array<Word, kCards> masks{};
    for (int deal = 0; deal < kArrangements; ++deal) masks[kArrangement.of[deal].side] |= deal_mask(deal);
    return masks;
}
inline constexpr std::array<Word, kCards> kSideMask = make_side_masks();

// The arrangements in which none of `player`'s cards is in the set `cards` (bit = card).
constexpr Word deals_without(Player player, unsigned cards) {
    Word word = 0;
    for (int deal = 0; deal < kArrangements; ++deal) {
        const auto& hand = kArrangement.of[deal].hand[player];
        if (!(cards >> hand[0] & 1) && !(cards >> hand[1] & 1)) word |= deal_mask(deal);
    }
    return word;
}

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

// One step of a permutation of bits: those in `from`, moved up by `shift` (down, if negative).
struct BitStep {
    int shift = 0;
    Word to = 0;
};

struct BitSteps {
    std::array<BitStep, 2 * kArrangements> step{};
    int count = 0;

    constexpr void add(int from, int to) {
        int k = 0;
        while (k < count && step[k].shift != to - from) ++k;
        if (k == count) step[count++].shift = to - from;
        step[k].to |= Word{1} << to;
    }
};

constexpr BitSteps make_red_steps() {
    BitSteps steps;
    for (int deal = 0; deal < kArrangements; ++deal)
        for (int slot = 0; slot < 2; ++slot) steps.add(kDealBit[kArrangement.next[deal][kRed][slot]], kDealBit[deal]);
    return steps;
}
constexpr BitSteps make_change_steps() {
    BitSteps steps;
    for (int deal = 0; deal < kArrangements; ++deal) steps.add(kDealBit[deal], kDealBit[kChangedOver[deal]]);
    return steps;
}
inline constexpr BitSteps kRedSteps = make_red_steps();
inline constexpr BitSteps kChangeSteps = make_change_steps();

template <const BitSteps& steps, std::size_t k, class W>
ONITAMA_INLINE W run_step(W word) {
    constexpr int shift = steps.step[k].shift;
    if constexpr (shift >= 0)
        return word << shift & steps.step[k].to;
    else
        return word >> -shift & steps.step[k].to;
}

template <const BitSteps& steps, class W, std::size_t... k>
ONITAMA_INLINE W run_steps(W word, std::index_sequence<k...>) {
    return (run_step<steps, k>(word) | ...);
}

// The arrangements from which Red's turn, with one card or the other, leads into `word`. W: Word or a vector of them.
template <class W>
ONITAMA_INLINE W red_reaches(const W& word) {
    return run_steps<kRedSteps>(word, std::make_index_sequence<kRedSteps.count>{});
}

// The same for Blue's turn.
template <class W>
ONITAMA_INLINE W blue_reaches(const W& word) {
    return (word << 10 | word >> 20 | word << 20 | word >> 10) & kAllDeals;
}

// The word of the same position with the colours changed over.
template <class W>
ONITAMA_INLINE W changed_over(const W& word) {
    return run_steps<kChangeSteps>(word, std::make_index_sequence<kChangeSteps.count>{});
}

}  // namespace onitama::tablebase
