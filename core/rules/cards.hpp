// The five cards of a game as data: where each takes each piece. No rules, and no card is known here by name:
// grids come from outside (onitama/cards.toml) as 25-bit pictures.
#pragma once

#include <array>
#include <cstdint>

#include "rules/geometry.hpp"

namespace onitama {

inline constexpr int kCards = 5;

// The number of a card within its game, 0..4.
using CardId = std::uint8_t;

// A card's grids as pictures seen by its owner (R2): bit (dy + 2) * 5 + (dx + 2) is set if the offset is marked.
struct CardGrids {
    Mask student = 0;  // students and ninjas; of a wind card the first grid
    Mask master = 0;   // differs from `student` on dual cards only (R22)
    Mask spirit = 0;   // of a wind card the second grid, else the same as `student`
    bool is_wind = false;
};

// Where a card in one player's hand takes each piece: for every origin a mask of destinations on the board.
struct Reach {
    std::array<Mask, kSquares> student{};
    std::array<Mask, kSquares> master{};
    std::array<Mask, kSquares> spirit{};
};

// The five cards of a game.
class CardSet {
public:
    CardSet() = default;
    explicit CardSet(const std::array<CardGrids, kCards>& grids);

    const CardGrids& grids(CardId card) const { return grids_[card]; }
    bool is_wind(CardId card) const { return grids_[card].is_wind; }
    const Reach& reach(Player owner, CardId card) const { return reach_[owner][card]; }

private:
    std::array<CardGrids, kCards> grids_{};
    std::array<std::array<Reach, kCards>, 2> reach_{};
};

// Destinations that a picture marks for a piece of `owner` on `origin`; off the board is left out (R2).
Mask destinations(Mask picture, Player owner, Square origin);

// How five cards can lie: who holds which two, and which is at the side. There are 30 ways, numbered 0..29.
struct Arrangement {
    std::array<std::array<CardId, 2>, 2> hand;  // by player, each pair ascending: order in a hand means nothing
    CardId side;
};

inline constexpr int kArrangements = 30;

struct Arrangements {
    std::array<Arrangement, kArrangements> of{};
    // next[arrangement][player][slot]: after the player has used the card in that slot of its hand (R13).
    std::array<std::array<std::array<std::uint8_t, 2>, 2>, kArrangements> next{};
};

constexpr Arrangements make_arrangements() {
    Arrangements all{};
    int count = 0;
    for (int side = 0; side < kCards; ++side)
        for (int a = 0; a < kCards; ++a)
            for (int b = a + 1; b < kCards; ++b) {
                if (a == side || b == side) continue;
                std::array<CardId, 2> rest{};
                int found = 0;
                for (int card = 0; card < kCards; ++card)
                    if (card != side && card != a && card != b) rest[found++] = static_cast<CardId>(card);
                all.of[count++] = {{{{static_cast<CardId>(a), static_cast<CardId>(b)}, rest}}, static_cast<CardId>(side)};
            }
    for (int from = 0; from < kArrangements; ++from)
        for (int player = 0; player < 2; ++player)
            for (int slot = 0; slot < 2; ++slot) {
                const CardId used = all.of[from].hand[player][slot];
                const CardId kept = all.of[from].hand[player][1 - slot];
                const CardId taken = all.of[from].side;
                for (int to = 0; to < kArrangements; ++to) {
                    const auto& hand = all.of[to].hand[player];
                    if (all.of[to].side == used && (hand[0] == kept || hand[1] == kept) && (hand[0] == taken || hand[1] == taken))
                        all.next[from][player][slot] = static_cast<std::uint8_t>(to);
                }
            }
    return all;
}

inline constexpr Arrangements kArrangement = make_arrangements();

// The number of an arrangement; the order of the two cards in a hand does not matter.
constexpr int arrangement_of(CardId red_one, CardId red_two, CardId side) {
    for (int number = 0; number < kArrangements; ++number) {
        const auto& red = kArrangement.of[number].hand[kRed];
        const bool is_hand = (red[0] == red_one && red[1] == red_two) || (red[0] == red_two && red[1] == red_one);
        if (is_hand && kArrangement.of[number].side == side) return number;
    }
    return -1;
}

}  // namespace onitama
