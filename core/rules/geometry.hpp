// Squares and bitboards of the 5x5 board; no rules. The names are those of onitama/geometry.py.
//
// A square is an index 0..24 (a1 = 0, b1 = 1, ... e5 = 24); a mask has bit `square` set (R1).
#pragma once

#include <bit>
#include <cstdint>

namespace onitama {

using Mask = std::uint32_t;
using Square = std::uint8_t;

inline constexpr int kSquares = 25;
inline constexpr Square kNoSquare = 31;
inline constexpr Mask kAllSquares = (Mask{1} << kSquares) - 1;

enum Player : std::uint8_t { kRed = 0, kBlue = 1 };

constexpr Player other(Player player) { return static_cast<Player>(player ^ 1); }

constexpr Mask bit(int square) { return Mask{1} << square; }
constexpr Square lowest(Mask mask) { return static_cast<Square>(std::countr_zero(mask)); }
constexpr Mask rank_mask(int rank) { return Mask{0b11111} << (rank - 1) * 5; }           // rank 1..5
constexpr Mask file_mask(char file) { return Mask{0b00001'00001'00001'00001'00001} << (file - 'a'); }

inline constexpr Mask kHomeRow[2] = {rank_mask(1), rank_mask(5)};
inline constexpr Square kTempleSquare[2] = {2, 22};
inline constexpr Mask kTemple[2] = {bit(2), bit(22)};

// The mask on the board turned by 180 degrees: square s becomes 24 - s.
constexpr Mask rotate(Mask mask) {
    mask = (mask & 0x55555555u) << 1 | (mask >> 1 & 0x55555555u);
    mask = (mask & 0x33333333u) << 2 | (mask >> 2 & 0x33333333u);
    mask = (mask & 0x0F0F0F0Fu) << 4 | (mask >> 4 & 0x0F0F0F0Fu);
    mask = (mask & 0x00FF00FFu) << 8 | (mask >> 8 & 0x00FF00FFu);
    return (mask << 16 | mask >> 16) >> 7;
}

// The lowest set bit, taken out of the mask.
constexpr Square take_lowest(Mask& mask) {
    const Square square = lowest(mask);
    mask &= mask - 1;
    return square;
}

}  // namespace onitama
