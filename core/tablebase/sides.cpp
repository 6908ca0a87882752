#include "tablebase/sides.hpp"

#include <numeric>

namespace onitama::tablebase {

Sides::Sides(const CardSet& cards, int men) : men_(men) {
    const std::uint32_t count = placements(men);
    start_.reserve(count * kCards + 1);
    attacked_.resize(count);
    for (std::uint32_t placement = 0; placement < count; ++placement) {
        const Side side = side_of(men, placement);
        squares_.push_back(side.men);
        turned_.push_back(rotate(side.men));
        master_.push_back(side.master);
        for (Mask students = side.men ^ bit(side.master); students;) {
            const Square square = take_lowest(students);
            const std::uint32_t rest = index_of({side.men ^ bit(square), side.master});
            students_.push_back({square, static_cast<std::uint16_t>(rest)});
        }
        unsigned mobile = 0;
        unsigned goal = 0;
        for (CardId card = 0; card < kCards; ++card) {
            start_.push_back(static_cast<std::uint32_t>(to_.size()));
            const Reach& reach = cards.reach(kRed, card);
            for (Mask origins = side.men; origins;) {
                const Square from = take_lowest(origins);
                const bool is_master = from == side.master;
                Mask targets = (is_master ? reach.master : reach.student)[from] & ~side.men;  // R12, R22
                attacked_[placement][card] |= targets;
                if (targets) mobile |= 1u << card;
                while (targets) {
                    const Square to = take_lowest(targets);
                    const Side after{side.men ^ bit(from) ^ bit(to), is_master ? to : side.master};
                    if (after.master == kGoal)
                        goal |= 1u << card;
                    else
                        to_.push_back(static_cast<std::uint16_t>(index_of(after)));
                }
            }
        }
        goal_.push_back(static_cast<std::uint8_t>(goal));
        for (const Player player : {kRed, kBlue}) stuck_[player].push_back(deals_without(player, mobile));
    }
    start_.push_back(static_cast<std::uint32_t>(to_.size()));
    turn_moves_back();
    make_sets();
}

void Sides::turn_moves_back() {
    back_start_.assign(start_.size() + 1, 0);
    const auto for_each_move = [&](auto&& f) {
        for (int placement = 0; placement < count(); ++placement)
            for (int card = 0; card < kCards; ++card)
                for (const int to : moves(placement, card)) f(placement, to * kCards + card);
    };
    // Counted two places on, summed up to starts one place on, which filling moves to where they belong.
    for_each_move([&](int, int nth) { ++back_start_[nth + 2]; });
    std::partial_sum(back_start_.begin(), back_start_.end(), back_start_.begin());
    from_.resize(to_.size());
    for_each_move([&](int placement, int nth) { from_[back_start_[nth + 1]++] = static_cast<std::uint16_t>(placement); });
}

void Sides::make_sets() {
    sets_.resize(nth_set(0, blocks()));
    for (int placement = 0; placement < count(); ++placement) {
        const int block = placement / kBlock;
        const auto add = [&](int set) {
            sets_[nth_set(set, block)][placement / 64 % kLanes] |= Bits{1} << placement % 64;
        };
        const auto add_squares = [&](int set, Mask squares) {
            while (squares) add(set + take_lowest(squares));
        };
        add(kAll);
        add(kWithMaster + master_[placement]);
        master_squares_[block] |= bit(master_[placement]);
        add_squares(kWithMan, squares_[placement]);
        for (int card = 0; card < kCards; ++card) {
            add_squares(kAttacking + card * kSquares, attacked_[placement][card]);
            if (goal_[placement] >> card & 1) add(kWithGoal + card);
            for (const int to : moves(placement, card)) origins_[to / kBlock] |= BlockSet{1} << block;
        }
        for (int deal = 0; deal < kArrangements; ++deal)
            if (stuck_[kRed][placement] & deal_mask(deal)) {
                add(kWithoutMove + deal);
                has_stuck_ |= BlockSet{1} << block;
            }
    }
}

}  // namespace onitama::tablebase
