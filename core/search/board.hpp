// The position of a game without hidden pieces, at the beginning of a turn, as the search needs it.
//
// `Board` is a small value, copied for every turn made. What the five cards do lies in the game's `CardSet`.
#pragma once

#include <cstdint>

#include "rules/cards.hpp"
#include "rules/geometry.hpp"

namespace onitama {

struct Board {
    Mask pawns[2] = {0, 0};    // all men of a player, the master included
    Mask masters[2] = {0, 0};  // the master's bit; 0 once it is captured
    Mask spirit = 0;           // the Spirit of the Wind; 0 in games without it
    std::uint8_t arrangement = 0;
    Player to_move = kRed;

    bool operator==(const Board&) const = default;
};

// All of a position but the spirit, exactly, in 62 bits; `key_of` tells positions apart without fail.
//   bits 0..24 red pawns · 25..49 blue pawns · 50..52, 53..55 rank of each master among its pawns
//   56..60 arrangement · 61 side to move
// Defined for positions in which both masters live.
using Key = std::uint64_t;

inline Key key_of(const Board& board) {
    const auto rank = [&](Player player) {
        return static_cast<Key>(std::popcount(board.pawns[player] & (board.masters[player] - 1)));
    };
    return static_cast<Key>(board.pawns[kRed]) | static_cast<Key>(board.pawns[kBlue]) << 25 | rank(kRed) << 50 |
           rank(kBlue) << 53 | static_cast<Key>(board.arrangement) << 56 | static_cast<Key>(board.to_move) << 61;
}

// One whole turn. A pass (R14) has neither origin nor spirit target. A spirit moved in a pawn's place (R31, R32)
// has no origin; a wind card's turn may have both parts.
struct Turn {
    std::uint32_t bits = 0;  // slot 1 · from 5 · to 5 · spirit_to 5; kNoSquare where there is none

    static constexpr Turn make(int slot, Square from, Square to, Square spirit_to = kNoSquare) {
        return {static_cast<std::uint32_t>(slot) | static_cast<std::uint32_t>(from) << 1 | static_cast<std::uint32_t>(to) << 6 |
                static_cast<std::uint32_t>(spirit_to) << 11 | 1u << 16};
    }
    constexpr explicit operator bool() const { return bits != 0; }
    constexpr int slot() const { return bits & 1; }  // which of the mover's two cards, in the arrangement's order
    constexpr Square from() const { return bits >> 1 & 31; }
    constexpr Square to() const { return bits >> 6 & 31; }
    constexpr Square spirit_to() const { return bits >> 11 & 31; }
    constexpr bool operator==(const Turn&) const = default;
};

}  // namespace onitama
