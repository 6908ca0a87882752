// What a worker remembers of turns that were good elsewhere: killers, history and answers to turns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "search/moves.hpp"

namespace onitama {

inline constexpr int kMaxPly = 160;  // no line of a search is longer

// A turn named by its card: a slot holds another card a few turns later.
inline std::uint32_t name_of(const Board& board, Turn turn) {
    return turn.bits >> 1 << 3 | kArrangement.of[board.arrangement].hand[board.to_move][turn.slot()];
}

// The turn of that name; an empty one if the mover does not hold its card.
inline Turn turn_named(const Board& board, std::uint32_t name) {
    const auto& hand = kArrangement.of[board.arrangement].hand[board.to_move];
    const CardId card = name & 7;
    if (card != hand[0] && card != hand[1]) return Turn{};
    return {name >> 3 << 1 | (card == hand[1])};
}

class OrderTables {
public:
    using Order = std::int16_t;

    void clear() { *this = OrderTables{}; }

    Order& history(const Board& board, Turn turn) {
        const CardId card = kArrangement.of[board.arrangement].hand[board.to_move][turn.slot()];
        return history_[board.to_move][card][turn.from()][turn.to()];
    }
    const Order* history_from(const Board& board, int slot, Square from) const {
        const CardId card = kArrangement.of[board.arrangement].hand[board.to_move][slot];
        return history_[board.to_move][card][from];
    }
    Order& spirit_history(const Board& board, Turn turn) {
        const CardId card = kArrangement.of[board.arrangement].hand[board.to_move][turn.slot()];
        return spirit_[board.to_move][card][turn.spirit_to()];
    }
    // The turn that last refuted `previous`, which the opponent of the mover made.
    std::uint32_t& counter(const Board& board, Turn previous) {
        return counter_[board.to_move][previous.to()][previous.from()];
    }
    std::array<std::uint32_t, 2>& killers(int ply) { return killers_[ply]; }

    // Moves a value toward its bound by a share of what is left, so that it never overflows and old news fade.
    static void credit(Order& value, int bonus) {
        value = static_cast<Order>(value + bonus - value * std::abs(bonus) / kBound);
    }

    static constexpr int kBound = 8192;
    static constexpr std::array<Order, 32> kNoHistory{};

private:
    Order history_[2][kCards][32][32] = {};
    Order spirit_[2][kCards][32] = {};
    std::uint32_t counter_[2][32][32] = {};
    std::array<std::uint32_t, 2> killers_[kMaxPly] = {};
};

// Takes turns out of a list, the highest order first.
class Picker {
public:
    Picker(ScoredTurn* first, int count) : next_(first), end_(first + count) {}

    bool is_empty() const { return next_ == end_; }
    // The turn that `take` will give.
    ScoredTurn peek() {
        if (!is_chosen_) {
            ScoredTurn highest = *next_;  // first the value, which takes no jump that the processor has to guess
            for (const ScoredTurn* turn = next_ + 1; turn < end_; ++turn) highest = std::max(highest, *turn);
            std::swap(*std::find(next_, end_, highest), *next_);
            is_chosen_ = true;
        }
        return *next_;
    }
    ScoredTurn take() {
        const ScoredTurn turn = peek();
        ++next_;
        is_chosen_ = false;
        return turn;
    }

private:
    ScoredTurn* next_;
    ScoredTurn* end_;
    bool is_chosen_ = false;
};

// `order` within 16 signed bits, packed before the turn.
inline ScoredTurn with_order(ScoredTurn turn, int order) {
    return (turn & 0xFFFF) | static_cast<ScoredTurn>(order + 32768) << 16;
}

}  // namespace onitama
