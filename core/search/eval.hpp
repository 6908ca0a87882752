// The worth of a position that is not decided, in hundredths of a student. Integers only, named weights only.
#pragma once

#include <array>

#include "search/movegen.hpp"

namespace onitama {

// Square tables are seen by the owner: a1 is its left end of the home row.
struct Weights {
    int student = 100;
    int tempo = 8;
    int mobility = 6;         // a square that a student may go to with a card in hand
    int master_mobility = 6;  // the same for the master
    int coverage = 4;         // a different square that some pawn reaches
    int safe_escape = 4;      // a square that the master may go to and no enemy reaches now
    std::array<std::int8_t, kSquares> student_square = {
        -8, -4, 0, -4, -8,
        -2, 2, 4, 2, -2,
        0, 6, 10, 6, 0,
        2, 6, 8, 6, 2,
        -2, 2, 2, 2, -2};
    std::array<std::int8_t, kSquares> master_square = {
        -6, 0, 4, 0, -6,
        -2, 2, 4, 2, -2,
        -2, 2, 6, 2, -2,
        0, 4, 6, 4, 0,
        0, 4, 0, 4, 0};
};

// Scores of evaluation stay below this, far from those of proven results.
inline constexpr int kMaxEval = 3000;

// Weights laid out for the search. `balance` is the part of the evaluation that a turn changes piece by piece; it is
// kept along the line, from Red's view. Square 31 stands for "no square" and is worth nothing.
class Evaluator {
public:
    Evaluator() : Evaluator(Weights{}) {}
    explicit Evaluator(const Weights& weights);

    int balance(const Board& board) const;

    // The balance after a turn that was made on `before`.
    template <bool kSpirit>
    int balance_after(int balance, const Board& before, Turn turn) const {
        const Player us = before.to_move, them = other(us);
        const Square from = turn.from(), to = turn.to();
        const auto& own = (before.masters[us] & bit(from)) ? master_[us] : student_[us];
        balance += own[to] - own[from];
        if (before.pawns[them] & bit(to)) balance -= student_[them][to];
        if constexpr (kSpirit)
            if (turn.spirit_to() != kNoSquare) balance += swap_gain(before, turn);
        return balance;
    }

    // The whole evaluation from the mover's view.
    int evaluate(const Board& board, const Tables& tables, int balance) const;

private:
    int swap_gain(const Board& before, Turn turn) const;

    Weights weights_;
    std::array<std::array<std::int16_t, 32>, 2> student_{};
    std::array<std::array<std::int16_t, 32>, 2> master_{};
};

}  // namespace onitama
