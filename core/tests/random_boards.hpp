// Random games without hidden pieces for tests: any five cards, any legal material, one seed one sequence.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "search/board.hpp"
#include "tests/cards.hpp"

namespace onitama::test {

inline constexpr int kNoSpirit = -1;

class RandomBoards {
public:
    explicit RandomBoards(std::uint64_t seed) : state_(seed) {}

    // A number from 0 to bound - 1 (SplitMix64; the small bias is no matter here).
    int below(int bound) {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return static_cast<int>((z ^ z >> 31) % static_cast<std::uint64_t>(bound));
    }

    // Five cards with that many wind cards among them; `kNoSpirit` or 0: none.
    CardSet cards(int wind_cards) {
        std::array<std::string, kCards> names;
        for (int i = 0; i < kCards; ++i) {
            const auto& deck = deck_of(i < wind_cards);
            do names[i] = deck[below(static_cast<int>(deck.size()))];
            while (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i);
        }
        for (int i = kCards - 1; i > 0; --i) std::swap(names[i], names[below(i + 1)]);
        return card_set(names);
    }

    // Five cards of random pictures, most of them with more marks than real cards have.
    CardSet wild_cards() {
        std::array<CardGrids, kCards> grids{};
        for (CardGrids& card : grids) {
            card.student = picture();
            card.master = below(2) ? card.student : picture();
            card.spirit = card.student;
        }
        return CardSet(grids);
    }

    // A position in which nobody has won: one to five men a side, anywhere, in any arrangement.
    Board board(bool has_spirit) {
        Board board;
        Mask taken = 0;
        for (const Player player : {kRed, kBlue}) {
            board.masters[player] = place(taken, kTemple[other(player)]);  // not where it would have won (R15)
            board.pawns[player] = board.masters[player];
        }
        for (const Player player : {kRed, kBlue})
            for (int students = below(5); students > 0; --students) board.pawns[player] |= place(taken, 0);
        if (has_spirit) board.spirit = place(taken, 0);
        board.arrangement = static_cast<std::uint8_t>(below(kArrangements));
        board.to_move = static_cast<Player>(below(2));
        return board;
    }

private:
    static const std::vector<std::string>& deck_of(bool wind) {
        static const std::array<std::vector<std::string>, 2> decks = [] {
            std::array<std::vector<std::string>, 2> found;
            for (const auto& [name, grids] : all_cards()) found[grids.is_wind].push_back(name);
            return found;
        }();
        return decks[wind];
    }

    Mask picture() {
        Mask marks = 0;
        for (int count = below(12); count >= 0; --count) marks |= bit(below(kSquares));
        return marks & ~bit(12);  // a piece does not stay where it is
    }

    Mask place(Mask& taken, Mask forbidden) {
        Mask square = 0;
        do square = bit(below(kSquares));
        while (square & (taken | forbidden));
        taken |= square;
        return square;
    }

    std::uint64_t state_;
};

}  // namespace onitama::test
