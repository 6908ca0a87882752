// How a class of positions lies in memory: a bit for each, in sets of columns.
//
// Rows are placements of Blue's men and columns those of Red's, both numbered from their own seats (`index_of`). For
// each arrangement a row is a set of columns, a bit each, cut into blocks of 256. Sorted by the card at the side, then by
// block, then by row: a card leads to six arrangements, which lie side by side, and what Blue's turns in one block read
// is a stretch of memory for each square of Blue's master.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tablebase/deals.hpp"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace onitama::tablebase {

using Bits = std::uint64_t;
inline constexpr int kLanes = 4;  // 32 bytes: a register with AVX2, two with SSE or NEON; also on other machines correct
inline constexpr int kBlock = 64 * kLanes;
using Columns = Bits __attribute__((vector_size(kLanes * sizeof(Bits))));

inline constexpr int kMostBlocks = 26;  // three men
using BlockSet = std::uint32_t;

constexpr int blocks_of(int columns) { return (columns + kBlock - 1) / kBlock; }
constexpr BlockSet all_blocks(int columns) { return (BlockSet{1} << blocks_of(columns)) - 1; }

ONITAMA_INLINE Columns no_columns() { return Columns{}; }
ONITAMA_INLINE Columns all_columns() { return ~Columns{}; }
ONITAMA_INLINE bool any_of(const Columns& set) {
#if defined(__AVX__)
    const auto all = reinterpret_cast<__m256i>(set);
    return !_mm256_testz_si256(all, all);
#else
    return ((set[0] | set[1]) | (set[2] | set[3])) != 0;
#endif
}

// `f(column)` for each column of a set; `first`: that of the block.
template <class F>
ONITAMA_INLINE void for_each_column(const Columns& set, int first, F&& f) {
    for (int lane = 0; lane < kLanes; ++lane)
        for (Bits bits = set[lane]; bits; bits &= bits - 1) f(first + lane * 64 + __builtin_ctzll(bits));
}

struct Matrix {
    Columns* planes = nullptr;
    int rows = 0, columns = 0;
    int blocks = 0;  // of the memory that it lies in: a smaller matrix can lie where a larger one will be

    // Rows left free between the cards, so that a row's parts do not compete for the same places of the cache.
    static constexpr int kGap = 77;

    static std::size_t size(int rows, int columns) { return kCards * card_stride(rows, blocks_of(columns)); }
    static std::size_t card_stride(int rows, int blocks) {
        return (static_cast<std::size_t>(blocks) * rows + kGap) * kPerCard;
    }
    std::size_t bytes() const { return size(rows, columns) * sizeof(Columns); }

    // The six arrangements with the card at the side.
    Columns* at(int card, int block, int row) const {
        return planes + card * card_stride(rows, blocks) + (static_cast<std::size_t>(block) * rows + row) * kPerCard;
    }
    Columns& plane(int deal, int block, int row) const { return at(deal / kPerCard, block, row)[deal % kPerCard]; }
    bool has(int deal, int column, int row) const {
        return plane(deal, column / kBlock, row)[column / 64 % kLanes] >> column % 64 & 1;
    }
};

// 64 rows of 256 columns turned about the diagonal, in fours: then lane l of the k-th is column 64 l + k, by row.
inline constexpr int kTile = 64;
struct Tile {
    Columns line[kTile];
};

template <int kHalf>
ONITAMA_INLINE void exchange_halves(Columns& low, Columns& high) {
    constexpr Bits kMask = ~Bits{0} / ((Bits{1} << kHalf) + 1);
    const Columns moved = ((low >> kHalf) ^ high) & kMask;
    high ^= moved;
    low ^= moved << kHalf;
}

// Three of the six steps for eight lines, so that they stay in registers.
template <int kApart>
ONITAMA_INLINE void turn_eight(Columns* line) {
    Columns part[8];
    for (int k = 0; k < 8; ++k) part[k] = line[k * kApart];
    for (int k = 0; k < 4; ++k) exchange_halves<4 * kApart>(part[k], part[k + 4]);
    for (int k = 0; k < 8; k += 4)
        for (int i = 0; i < 2; ++i) exchange_halves<2 * kApart>(part[k + i], part[k + i + 2]);
    for (int k = 0; k < 8; k += 2) exchange_halves<kApart>(part[k], part[k + 1]);
    for (int k = 0; k < 8; ++k) line[k * kApart] = part[k];
}

inline void turn(Tile& tile) {
    for (int k = 0; k < 8; ++k) turn_eight<8>(tile.line + k);
    for (int k = 0; k < kTile; k += 8) turn_eight<1>(tile.line + k);
}

}  // namespace onitama::tablebase
