// The worth of a position that is not decided, in hundredths of a student: the network (net.hpp) in integers, the same
// on every machine.
#pragma once

#include <array>

#include "search/net.hpp"

namespace onitama {

// Scores of evaluation stay below this, far from those of proven results.
inline constexpr int kMaxEval = 3000;

// Units are added up in registers: vectors as wide as the target's own, since gcc keeps wider ones in memory.
#ifdef __AVX2__
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif
using Vector = std::int16_t __attribute__((vector_size(kVectorBytes)));

// The units of the board, then those of the mirrored board.
struct alignas(64) Lanes {
    static constexpr int kVectors = kLanes * 2 / kVectorBytes;
    Vector part[kVectors] = {};

    Lanes& operator+=(const Lanes& added) {
        for (int i = 0; i < kVectors; ++i) part[i] += added.part[i];
        return *this;
    }
};

// The network for the five cards of a game: what a piece on a square adds is summed up beforehand for each of the 30
// ways the cards can lie, so that a position costs two rows a piece and a few more.
class Evaluator {
public:
    Evaluator() = default;
    Evaluator(const CardSet& cards, bool has_spirit) : Evaluator(cards, built_in_net(has_spirit)) {}
    Evaluator(const CardSet& cards, const NetWeights& weights);

    // From the mover's view. Both masters live.
    int evaluate(const Board& board, const Tables& tables) const;

private:
    const Lanes& fact(int feature) const { return facts_[feature - net::kGuards]; }
    Lanes sum_of(const Board& board, const Tables& tables) const;

    std::array<std::array<Lanes, net::kPieceKinds * kSquares>, kArrangements> pieces_{};
    std::array<Lanes, net::kFeatures - net::kGuards> facts_{};
    Lanes output_{};
};

}  // namespace onitama
