#include "search/eval.hpp"

#include <algorithm>

namespace onitama {

Evaluator::Evaluator(const Weights& weights) : weights_(weights) {
    for (int square = 0; square < kSquares; ++square) {
        const int student = weights.student + weights.student_square[square];
        const int master = weights.master_square[square];
        student_[kRed][square] = static_cast<std::int16_t>(student);
        student_[kBlue][kSquares - 1 - square] = static_cast<std::int16_t>(-student);
        master_[kRed][square] = static_cast<std::int16_t>(master);
        master_[kBlue][kSquares - 1 - square] = static_cast<std::int16_t>(-master);
    }
}

int Evaluator::balance(const Board& board) const {
    int sum = 0;
    for (const Player player : {kRed, kBlue}) {
        for (Mask students = board.pawns[player] & ~board.masters[player]; students;)
            sum += student_[player][take_lowest(students)];
        for (Mask master = board.masters[player]; master;) sum += master_[player][take_lowest(master)];
    }
    return sum;
}

// A student that the spirit displaces keeps its side and changes its square (R33).
int Evaluator::swap_gain(const Board& before, Turn turn) const {
    Board moved = before;
    move_pawn(moved, turn.from(), turn.to());
    const Square old = lowest(moved.spirit), target = turn.spirit_to();
    for (const Player player : {kRed, kBlue})
        if (moved.pawns[player] & bit(target)) return student_[player][old] - student_[player][target];
    return 0;
}

int Evaluator::evaluate(const Board& board, const Tables& tables, int balance) const {
    int sum = balance;
    Mask reached[2], escapes[2];
    for (const Player player : {kRed, kBlue}) {
        const int hand = kPairNumber[board.arrangement][player];
        const Mask free = ~(board.pawns[player] | board.spirit);
        const Mask master_targets = tables.master_reach(player, hand, lowest(board.masters[player]));
        Mask all = master_targets;
        int mobility = 0;
        for (Mask students = board.pawns[player] ^ board.masters[player]; students;) {
            const Mask targets = tables.student_reach(player, hand, take_lowest(students));
            mobility += std::popcount(targets & free);
            all |= targets;
        }
        reached[player] = all;
        escapes[player] = master_targets & free;
        const int worth = weights_.mobility * mobility + weights_.master_mobility * std::popcount(escapes[player]) +
                          weights_.coverage * std::popcount(all);
        sum += player == kRed ? worth : -worth;
    }
    const auto difference = [](Mask red, Mask blue) { return std::popcount(red) - std::popcount(blue); };
    sum += weights_.safe_escape * difference(escapes[kRed] & ~reached[kBlue], escapes[kBlue] & ~reached[kRed]);
    return std::clamp((board.to_move == kRed ? sum : -sum) + weights_.tempo, -kMaxEval, kMaxEval);
}

}  // namespace onitama
