// What the five cards of a game allow one side with a given number of men, for each of its placements.
//
// A side moves in the same way whoever it is, for it is seen from its own seat; and its own men alone decide which
// moves it has, since enemy men block nothing (R12).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/cards.hpp"
#include "tablebase/deals.hpp"
#include "tablebase/placement.hpp"

namespace onitama::tablebase {

class Sides {
public:
    // For men <= 4: numbers of placements are to fit into 16 bits.
    Sides(const CardSet& cards, int men);

    int men() const { return men_; }
    int count() const { return static_cast<int>(squares_.size()); }

    struct Range {
        const std::uint16_t* first;
        const std::uint16_t* last;
        const std::uint16_t* begin() const { return first; }
        const std::uint16_t* end() const { return last; }
    };
    // Placements that a move with the card leads to; those that reach the enemy temple with the master are left out.
    Range moves(int placement, int card) const { return range(start_, to_, placement * kCards + card); }
    // The other way round: placements from which a move with the card leads here.
    Range origins(int placement, int card) const { return range(origin_start_, origins_, placement * kCards + card); }

    // All moves of a placement: where to, and with which cards (bit = card).
    struct Move {
        std::uint16_t to, cards;
    };
    struct Moves {
        const Move* first;
        const Move* last;
        const Move* begin() const { return first; }
        const Move* end() const { return last; }
    };
    Moves merged_moves(int placement) const {
        return {merged_.data() + merged_start_[placement], merged_.data() + merged_start_[placement + 1]};
    }

    // The men's squares, from the own seat and from the enemy's.
    Mask squares(int placement) const { return squares_[placement]; }
    Mask squares_turned(int placement) const { return turned_[placement]; }
    const Mask* all_squares() const { return squares_.data(); }
    const Mask* all_squares_turned() const { return turned_.data(); }
    Square master(int placement) const { return master_[placement]; }

    // Placements with a student on a square (from the own seat), and the number without it among those with a man fewer.
    struct Fewer {
        std::uint16_t placement, rest;
    };
    const std::vector<Fewer>& with_student(Square square) const { return with_student_[square]; }
    // The number without the student on `square`.
    int without(int placement, Square square) const {
        const Side side{squares_[placement] ^ bit(square), master_[placement]};
        return static_cast<int>(index_of(side));
    }
    // The number with one student more, on `square`.
    int with(int placement, Square square) const {
        const Side side{squares_[placement] | bit(square), master_[placement]};
        return static_cast<int>(index_of(side));
    }
    // Placements with the master on a square are neighbours: [first, first + student_ways(men)).
    int first_with_master(Square square) const {
        return (square - (square > kGoal ? 1 : 0)) * static_cast<int>(student_ways(men_));
    }

    // Cards, as deal words (kSideMask), that take the master to the enemy temple (R15).
    Word goal(int placement) const { return goal_[placement]; }
    // Arrangements in which the side, as `player`, has no move at all (R14).
    Word stuck(Player player, int placement) const { return stuck_[player][placement]; }
    // Squares, from the own seat, that a man can move to with the card.
    Mask attacked(int placement, int card) const { return attacked_[placement][card]; }

private:
    static Range range(const std::vector<std::uint32_t>& start, const std::vector<std::uint16_t>& all, int nth) {
        return {all.data() + start[nth], all.data() + start[nth + 1]};
    }

    void merge_moves();
    void turn_moves();

    int men_;
    std::vector<Mask> squares_, turned_;
    std::vector<Square> master_;
    std::vector<std::uint32_t> start_, origin_start_, merged_start_;
    std::vector<std::uint16_t> to_, origins_;
    std::array<std::vector<Fewer>, kSquares> with_student_;
    std::vector<Move> merged_;
    std::vector<Word> goal_;
    std::array<std::vector<Word>, 2> stuck_;
    std::vector<std::array<Mask, kCards>> attacked_;
};

}  // namespace onitama::tablebase
