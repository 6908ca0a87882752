// The worth of a position that is not decided, in hundredths of a student: the network (net.hpp) in integers, the same
// on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "search/net.hpp"

namespace onitama {

// Scores of evaluation stay below this, far from those of proven results.
inline constexpr int kMaxEval = 3000;

// The units of the board, then those of the mirrored board. One vector, which compilers split where registers are
// narrower: what is written as two halves and read as one waits for the memory.
using Lanes = std::int16_t __attribute__((vector_size(2 * kLanes)));

// The network for the five cards of a game: what a piece on a square adds is summed up beforehand for each of the 30
// ways the cards can lie, so that a position costs a row of 32 bytes a piece, and one more.
class Evaluator {
public:
    Evaluator() = default;
    Evaluator(const CardSet& cards, bool has_spirit) : Evaluator(cards, built_in_net(has_spirit)) {}
    Evaluator(const CardSet& cards, const NetWeights& weights);

    // From the mover's view. Both masters live.
    int evaluate(const Board& board) const;

    // The parts of it, for many positions that differ little: how a player sees the board while the cards lie so,
    class View {
    public:
        // what a piece of its (or the opponent's) adds,
        const Lanes& piece(int kind, int square) const { return rows_[kind * kSquares + origin_ + step_ * square]; }

    private:
        friend class Evaluator;
        const Lanes* rows_;
        int origin_, step_;
        Player viewer_;
    };
    View seen_by(Player viewer, int arrangement) const {
        View view;
        view.rows_ = pieces_[viewer == kRed ? arrangement : tablebase::kChangedOver[arrangement]].data();
        view.origin_ = viewer == kRed ? 0 : kSquares - 1;
        view.step_ = viewer == kRed ? 1 : -1;
        view.viewer_ = viewer;
        return view;
    }
    // what the numbers of men add,
    const Lanes& material(int own, int theirs) const { return material_[net::material(own - 1, theirs - 1) - net::kMaterial]; }
    // all that a board adds,
    Lanes sum(const Board& board, const View& view) const;
    // and what it comes to.
    int worth(const Lanes& sum) const;

private:
    using Pieces = std::array<Lanes, net::kPieceKinds * kSquares>;  // by kind and square

    std::array<Pieces, kArrangements> pieces_{};
    std::array<Lanes, net::kFeatures - net::kMaterial> material_{};
    Lanes output_{};
};

inline Lanes Evaluator::sum(const Board& board, const View& view) const {
    const Player us = view.viewer_, them = other(us);
    Lanes sum = material(std::popcount(board.pawns[us]), std::popcount(board.pawns[them]));
    for (Mask students = board.pawns[us] ^ board.masters[us]; students;) sum += view.piece(net::kOwnStudent, take_lowest(students));
    for (Mask students = board.pawns[them] ^ board.masters[them]; students;) sum += view.piece(net::kTheirStudent, take_lowest(students));
    sum += view.piece(net::kOwnMaster, lowest(board.masters[us]));
    sum += view.piece(net::kTheirMaster, lowest(board.masters[them]));
    if (board.spirit) sum += view.piece(net::kSpirit, lowest(board.spirit));
    return sum;
}

inline int Evaluator::worth(const Lanes& sum) const {
    const Lanes none = {}, one = none + std::int16_t{NetWeights::kActivationOne};
    Lanes cut = sum >> NetWeights::kActivationShift;
    cut = cut > none ? cut : none;
    cut = cut < one ? cut : one;
    const Lanes squares = cut * cut;
    std::int32_t value = (sum[0] + sum[kUnits]) * NetWeights::kLinearFactor;
    for (int i = 0; i < kLanes; ++i) value += squares[i] * output_[i];
    return std::clamp(value >> NetWeights::kOutputShift, -kMaxEval, kMaxEval);
}

}  // namespace onitama
