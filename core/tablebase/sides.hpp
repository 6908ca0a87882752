// What the five cards of a game allow one side with a given number of men, for each of its placements.
//
// A side moves in the same way whoever it is, for it is seen from its own seat; and its own men alone decide which
// moves it has, since enemy men block nothing (R12).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/cards.hpp"
#include "tablebase/placement.hpp"
#include "tablebase/planes.hpp"

namespace onitama::tablebase {

class Sides {
public:
    // For men <= 3: there are at most as many blocks as a set of them has bits.
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
    // Placements from which such a move with the card leads here.
    Range moves_back(int placement, int card) const { return range(back_start_, from_, placement * kCards + card); }

    // The men's squares, from the own seat and from the enemy's.
    Mask squares(int placement) const { return squares_[placement]; }
    Mask squares_turned(int placement) const { return turned_[placement]; }
    Square master(int placement) const { return master_[placement]; }

    // The students of a placement, and the number without each among those with a man fewer.
    struct Fewer {
        Square square;
        std::uint16_t rest;
    };
    const Fewer* students(int placement) const { return students_.data() + placement * (men_ - 1); }
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
    // Cards (bit = card) that take the master to the enemy temple (R15).
    unsigned goal(int placement) const { return goal_[placement]; }
    // Arrangements in which the side, as `player`, has no move at all (R14).
    Word stuck(Player player, int placement) const { return stuck_[player][placement]; }
    // Squares, from the own seat, that a man can move to with the card.
    Mask attacked(int placement, int card) const { return attacked_[placement][card]; }

    // The same as sets of placements, block by block: with a man on a square, with the master there, with a man that can
    // move there with a card, with a master that can reach the temple with it, without a move in an arrangement.
    const Columns& with_man(Square square, int block) const { return sets_[nth_set(kWithMan + square, block)]; }
    const Columns& with_master(Square square, int block) const { return sets_[nth_set(kWithMaster + square, block)]; }
    const Columns& attacking(int card, Square square, int block) const {
        return sets_[nth_set(kAttacking + card * kSquares + square, block)];
    }
    const Columns& with_goal(int card, int block) const { return sets_[nth_set(kWithGoal + card, block)]; }
    const Columns& without_move(int deal, int block) const { return sets_[nth_set(kWithoutMove + deal, block)]; }
    bool has_stuck(int block) const { return has_stuck_ >> block & 1; }  // whether without_move() has any
    const Columns& all(int block) const { return sets_[nth_set(kAll, block)]; }
    int blocks() const { return blocks_of(count()); }
    Mask master_squares(int block) const { return master_squares_[block]; }
    // Blocks with a placement from which a move leads to the block.
    BlockSet origins(int block) const { return origins_[block]; }

private:
    enum Set {
        kWithMan = 0,
        kWithMaster = kWithMan + kSquares,
        kAttacking = kWithMaster + kSquares,
        kWithGoal = kAttacking + kCards * kSquares,
        kWithoutMove = kWithGoal + kCards,
        kAll = kWithoutMove + kArrangements,
        kSets
    };
    std::size_t nth_set(int set, int block) const { return static_cast<std::size_t>(block) * kSets + set; }

    static Range range(const std::vector<std::uint32_t>& start, const std::vector<std::uint16_t>& all, int nth) {
        return {all.data() + start[nth], all.data() + start[nth + 1]};
    }

    void turn_moves_back();
    void make_sets();

    int men_;
    std::vector<Mask> squares_, turned_;
    std::vector<Square> master_;
    std::vector<std::uint32_t> start_;
    std::vector<std::uint16_t> to_;
    std::vector<std::uint32_t> back_start_;
    std::vector<std::uint16_t> from_;
    std::vector<Fewer> students_;
    std::vector<std::uint8_t> goal_;
    std::array<std::vector<Word>, 2> stuck_;
    std::vector<std::array<Mask, kCards>> attacked_;
    std::vector<Columns> sets_;
    std::array<Mask, kMostBlocks> master_squares_{};
    std::array<BlockSet, kMostBlocks> origins_{};
    BlockSet has_stuck_ = 0;
};

}  // namespace onitama::tablebase
