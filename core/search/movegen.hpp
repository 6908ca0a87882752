// Turns of games without hidden pieces: all of them in the rules' sense, making one, and who has won.
//
// The search makes its own choice of turns (moves.hpp); this is the plain statement that it is tested against.
#pragma once

#include <array>

#include "search/tables.hpp"

namespace onitama {

inline constexpr int kMaxTurns = 512;  // the cards that exist allow at most 160

struct TurnList {
    std::array<Turn, kMaxTurns> turns;
    int count = 0;

    void add(Turn turn) {
        if (count < kMaxTurns) turns[count++] = turn;
    }
    const Turn* begin() const { return turns.data(); }
    const Turn* end() const { return turns.data() + count; }
};

// Every turn of the player to move in a game that is not over; passes (R14) if there is no other.
int generate(const Board& board, const Tables& tables, TurnList& list);

// The ways to end a wind card's turn whose pawn part is made (R31): the spirit's part with the card in `slot`.
int generate_spirit_parts(const Board& board, const Tables& tables, int slot, TurnList& list);

// Where the mover may take the spirit with the card in `slot` (R33).
inline Mask spirit_targets(const Board& board, const Tables& tables, int slot) {
    if (!board.spirit) return 0;
    const Reach& reach = tables.reach(board.to_move, board.arrangement, slot);
    return reach.spirit[lowest(board.spirit)] & ~(board.masters[kRed] | board.masters[kBlue]);
}

// Moves the spirit; a student on its new square goes to its old one (R33).
inline void move_spirit(Board& board, Square target) {
    const Mask swap = board.spirit | bit(target);
    board.spirit = bit(target);
    for (Mask& pawns : board.pawns)
        if (pawns & bit(target)) pawns ^= swap;
}

// The pawn part alone: no exchange, the mover stays. No origin and no target (31) change nothing.
inline void move_pawn(Board& board, Square from, Square to) {
    const Player us = board.to_move, them = other(us);
    board.pawns[us] ^= bit(from) ^ bit(to);
    board.masters[us] = board.masters[us] == bit(from) ? bit(to) : board.masters[us];
    board.pawns[them] &= ~bit(to);  // R12
    board.masters[them] &= ~bit(to);
}

// The board after a whole turn: pawn part, then spirit part (R31), then the exchange (R13).
template <bool kSpirit>
inline Board make(const Board& board, Turn turn) {
    Board next = board;
    move_pawn(next, turn.from(), turn.to());
    if constexpr (kSpirit)
        if (turn.spirit_to() != kNoSquare) move_spirit(next, turn.spirit_to());
    next.arrangement = kArrangement.next[board.arrangement][board.to_move][turn.slot()];
    next.to_move = other(board.to_move);
    return next;
}

inline Board make(const Board& board, Turn turn) { return make<true>(board, turn); }

// Whether `player` has won (R15); both ways in one turn are the Stone, which is the same winner.
inline bool has_won(const Board& board, Player player) {
    return !board.masters[other(player)] || board.masters[player] == kTemple[other(player)];
}

inline bool is_over(const Board& board) { return has_won(board, kRed) || has_won(board, kBlue); }

// The pieces of `player` that could capture the other master in their next turn.
inline Mask attackers(const Board& board, const Tables& tables, Player player) {
    const int hand = kPairNumber[board.arrangement][player];
    const int target = lowest(board.masters[other(player)]);
    const Mask master = board.masters[player];
    return ((board.pawns[player] ^ master) & tables.student_sources(player, hand, target)) |
           (master & tables.master_sources(player, hand, target));
}

// Whether the master of `player` could reach the other temple with a card in hand, but for what stands there.
inline bool is_near_temple(const Board& board, const Tables& tables, Player player, int hand) {
    return board.masters[player] & tables.master_sources(player, hand, kTempleSquare[other(player)]);
}

// Whether the master of `player` could step on the other temple in its next turn; own pieces and the spirit block.
inline bool threatens_temple(const Board& board, const Tables& tables, Player player) {
    return is_near_temple(board, tables, player, kPairNumber[board.arrangement][player]) &&
           !((board.pawns[player] | board.spirit) & kTemple[other(player)]);
}

// Whether `player`, were it to move, could win at once. A wind card's first part is a pawn's, so it counts too.
inline bool can_win_now(const Board& board, const Tables& tables, Player player) {
    return attackers(board, tables, player) || threatens_temple(board, tables, player);
}

}  // namespace onitama
