// The worth of a position that is not decided, in hundredths of a student: the network (net.hpp) in integers, the same
// on every machine.
#pragma once

#include <array>

#include "search/net.hpp"

namespace onitama {

// Scores of evaluation stay below this, far from those of proven results.
inline constexpr int kMaxEval = 3000;

// The units of the board, then those of the mirrored board. Vectors of 16 bytes: every target has registers for them.
struct alignas(2 * kLanes) Lanes {
    using Vector = std::int16_t __attribute__((vector_size(16)));
    static constexpr int kVectors = kLanes / 8;

    Vector part[kVectors] = {};

    Lanes& operator+=(const Lanes& added) {
        for (int i = 0; i < kVectors; ++i) part[i] += added.part[i];
        return *this;
    }
};

// The network for the five cards of a game: what a piece on a square adds is summed up beforehand for each of the 30
// ways the cards can lie, so that a position costs a row of 32 bytes a piece, and one more.
class Evaluator {
public:
    Evaluator() = default;
    Evaluator(const CardSet& cards, bool has_spirit) : Evaluator(cards, built_in_net(has_spirit)) {}
    Evaluator(const CardSet& cards, const NetWeights& weights);

    // From the mover's view. Both masters live.
    int evaluate(const Board& board) const;

private:
    using Pieces = std::array<Lanes, net::kPieceKinds * kSquares>;  // by kind and square

    std::array<Pieces, kArrangements> pieces_{};
    std::array<Lanes, net::kFeatures - net::kMaterial> material_{};
    Lanes output_{};
};

}  // namespace onitama
