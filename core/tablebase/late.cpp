#include "tablebase/late.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace onitama::tablebase {

LateWins::LateWins(int first_sweep, int rows, int columns, const std::vector<LateWin>& sorted_by_cell)
    : first_sweep_(first_sweep) {
    starts_.reserve(static_cast<std::size_t>(rows) + 1);
    auto win = sorted_by_cell.begin();
    for (int row = 0; row < rows; ++row) {
        starts_.push_back(static_cast<std::uint32_t>(tokens_.size()));
        const int first = row * columns;
        for (int last_place = 0; win != sorted_by_cell.end() && static_cast<int>(win->cell) < first + columns;) {
            const auto cell = win->cell;
            std::array<int, kArrangements> sweeps{};
            for (; win != sorted_by_cell.end() && win->cell == cell; ++win)
                for (Word deals = win->deals; deals; deals &= deals - 1) sweeps[std::countr_zero(deals)] = static_cast<int>(win->sweep);
            for (int bit = 0; bit < kArrangements; ++bit) {
                if (!sweeps[bit]) continue;
                const int place = (static_cast<int>(cell) - first) * kArrangements + bit;
                add(place - last_place, sweeps[bit]);
                last_place = place;
            }
        }
    }
    starts_.push_back(static_cast<std::uint32_t>(tokens_.size()));
    tokens_ = std::vector<Token>(tokens_);  // no room to spare
}

void LateWins::add(int distance, int sweep) {
    for (; distance > kFurthest; distance -= kFurthest) tokens_.push_back(kFurthest << kSweepBits);
    tokens_.push_back(static_cast<Token>(distance << kSweepBits | (std::min(sweep - first_sweep_, kLatest) + 1)));
}

int LateWins::sweep_of(int row, int column, int deal) const {
    const int sought = column * kArrangements + deal;
    int place = 0;
    for (std::uint32_t at = starts_[row]; at < starts_[row + 1]; ++at) {
        place += tokens_[at] >> kSweepBits;
        const int sweep = tokens_[at] & ((1 << kSweepBits) - 1);
        if (place >= sought && sweep) return place == sought ? first_sweep_ - 1 + sweep : 0;
    }
    return 0;
}

}  // namespace onitama::tablebase
