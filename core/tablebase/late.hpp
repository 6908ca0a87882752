// Wins that were found late, for distance() and best_turn(): for each the sweep in which it was found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebase/deals.hpp"

namespace onitama::tablebase {

// The first sweep whose wins are noted, for a class: a win found in sweep n (from 0) takes at least 2n + 1 plies. Later
// where there are many: with three men on both sides, notes from the fifth sweep on would take 20 MB more.
constexpr int late_sweep(int red_men, int blue_men) {
    const int men = red_men + blue_men;
    return men <= 4 ? 5 : men == 5 ? 11 : 12;
}

// Arrangements of a position won in a late sweep, as noted while building.
struct LateWin {
    std::uint64_t cell : 26;  // row * columns + column
    std::uint64_t deals : kArrangements;
    std::uint64_t sweep : 8;  // the last one that fits, if later

    static constexpr std::uint32_t kMostCells = (1u << 26) - 1;
    static constexpr std::uint32_t kAllDeals = (1u << kArrangements) - 1;
};
static_assert(sizeof(LateWin) == 8);

// The late wins of a class, two bytes each: a list for each row in the order of columns and, in a column, of
// arrangements, with the distance to the next win and its sweep.
class LateWins {
public:
    LateWins() = default;
    // Wins in `sorted_by_cell` were found in sweep `first_sweep` or later.
    LateWins(int first_sweep, int rows, int columns, const std::vector<LateWin>& sorted_by_cell);

    // The sweep of a win, 62 after the first if it is later; 0 if the win is not late.
    int sweep_of(int row, int column, int deal) const;

    std::size_t bytes() const { return starts_.capacity() * sizeof(starts_[0]) + tokens_.capacity() * sizeof(tokens_[0]); }

private:
    using Token = std::uint16_t;  // distance << kSweepBits | sweep - first_sweep_ + 1; without a sweep it only leads further
    static constexpr int kSweepBits = 6;
    static constexpr int kLatest = (1 << kSweepBits) - 2;
    static constexpr int kFurthest = (1 << (16 - kSweepBits)) - 1;

    void add(int distance, int sweep);

    int first_sweep_ = 0;
    std::vector<std::uint32_t> starts_;  // by row, and the end
    std::vector<Token> tokens_;
};

}  // namespace onitama::tablebase
