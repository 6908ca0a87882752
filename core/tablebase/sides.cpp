#include "tablebase/sides.hpp"

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
            with_student_[square].push_back({static_cast<std::uint16_t>(placement), static_cast<std::uint16_t>(rest)});
        }
        unsigned mobile = 0;
        Word goal = 0;
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
                        goal |= kSideMask[card];
                    else
                        to_.push_back(static_cast<std::uint16_t>(index_of(after)));
                }
            }
        }
        goal_.push_back(goal);
        for (const Player player : {kRed, kBlue}) stuck_[player].push_back(deals_without(player, mobile));
    }
    start_.push_back(static_cast<std::uint32_t>(to_.size()));
    merge_moves();
    turn_moves();
}

void Sides::merge_moves() {
    for (int placement = 0; placement < count(); ++placement) {
        const std::size_t first = merged_.size();
        merged_start_.push_back(static_cast<std::uint32_t>(first));
        for (int card = 0; card < kCards; ++card)
            for (const std::uint16_t to : moves(placement, card)) {
                std::size_t at = first;
                while (at < merged_.size() && merged_[at].to != to) ++at;
                if (at == merged_.size()) merged_.push_back({to, 0});
                merged_[at].cards = static_cast<std::uint16_t>(merged_[at].cards | 1u << card);
            }
    }
    merged_start_.push_back(static_cast<std::uint32_t>(merged_.size()));
}

void Sides::turn_moves() {
    // Counting sort of all moves by destination and card.
    origin_start_.resize(start_.size());
    origins_.resize(to_.size());
    for (int placement = 0; placement < count(); ++placement)
        for (int card = 0; card < kCards; ++card)
            for (const int to : moves(placement, card)) ++origin_start_[to * kCards + card];
    std::uint32_t sum = 0;
    for (std::uint32_t& start : origin_start_) start = sum += start;
    for (int placement = count(); placement-- > 0;)
        for (int card = 0; card < kCards; ++card)
            for (const int to : moves(placement, card))
                origins_[--origin_start_[to * kCards + card]] = static_cast<std::uint16_t>(placement);
}

}  // namespace onitama::tablebase
