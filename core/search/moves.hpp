// The search's own turn generation: in games without the spirit only turns after which the opponent cannot win at
// once ("safe" turns), found by masks. Both presume that the mover cannot win at once: that is seen a ply before.
#pragma once

#include "search/movegen.hpp"

namespace onitama {

// What the opponent threatens to do at once.
struct Danger {
    Mask attackers = 0;         // its pieces that could capture the mover's master
    bool is_near_temple = false;  // its master could step on the mover's temple, if nothing stood there
    bool temple = false;        // and nothing that stops it stands there

    bool any() const { return attackers || temple; }
};

inline Danger danger_to_mover(const Board& board, const Tables& tables) {
    const Player us = board.to_move, them = other(us);
    Danger danger;
    danger.attackers = attackers(board, tables, them);
    danger.is_near_temple = is_near_temple(board, tables, them, kPairNumber[board.arrangement][them]);
    danger.temple = danger.is_near_temple && !((board.pawns[them] | board.spirit) & kTemple[us]);
    return danger;
}

// A turn with its order: the higher 16 bits are the order, the lower ones the turn without its mark.
using ScoredTurn = std::uint32_t;

inline Turn turn_of(ScoredTurn scored) { return {(scored & 0xFFFF) | 1u << 16}; }
inline ScoredTurn unscored(Turn turn) { return turn.bits & 0xFFFF; }

// The squares that the cards of `player` mark for its pieces, whatever stands there.
inline Mask reached_by(const Board& board, const Tables& tables, Player player) {
    const int hand = kPairNumber[board.arrangement][player];
    Mask targets = tables.master_reach(player, hand, lowest(board.masters[player]));
    for (Mask students = board.pawns[player] ^ board.masters[player]; students;)
        targets |= tables.student_reach(player, hand, take_lowest(students));
    return targets;
}

// Whether the mover has any turn but a pass, in a game without the spirit.
inline bool has_moves(const Board& board, const Tables& tables) {
    return reached_by(board, tables, board.to_move) & ~board.pawns[board.to_move];
}

// One side's choices in a game without the spirit, as masks.
class SafeTurns {
public:
    SafeTurns(const Board& board, const Tables& tables, const Danger& danger) : board_(board), tables_(tables) {
        const Player us = board.to_move;
        student_targets_ = ~board.pawns[us];
        if (danger.attackers) {  // a student helps only by capturing the one attacker
            const bool is_double = danger.attackers & (danger.attackers - 1);
            student_targets_ = is_double ? 0 : danger.attackers;
        }
        // The opponent's own student on the mover's temple stops its master there: it must be left alone.
        const Mask forbidden = danger.is_near_temple ? kTemple[us] : 0;
        student_targets_ &= ~forbidden;
        master_targets_ = ~(board.pawns[us] | forbidden);
    }

    // Where students may go without losing at once, of the squares that their card marks.
    Mask student_targets() const { return student_targets_; }

    // The safe ones among the squares that a card marks for the master.
    Mask safe_for_master(Mask targets) {
        targets &= master_targets_;
        if (targets && !is_reach_known_) {
            // A piece that the master captures does not reach its own square, so it need not be taken away first.
            master_targets_ &= ~reached_by(board_, tables_, other(board_.to_move));
            is_reach_known_ = true;
        }
        return targets & master_targets_;
    }

    // Calls visit(slot, from, targets) for the pieces that may have safe turns to `wanted` squares; some have none.
    template <class Visit>
    void for_each_piece(Mask wanted, const Visit& visit) {
        const Player us = board_.to_move;
        const Mask student_targets = student_targets_ & wanted;
        const Mask master = board_.masters[us];
        const Square master_square = lowest(master);
        for (int slot = 0; slot < 2; ++slot) {
            const Reach& reach = tables_.reach(us, board_.arrangement, slot);
            if (student_targets)
                for (Mask students = board_.pawns[us] ^ master; students;) {
                    const Square from = take_lowest(students);
                    visit(slot, from, reach.student[from] & student_targets);
                }
            visit(slot, master_square, safe_for_master(reach.master[master_square] & wanted));
        }
    }

    // Whether a turn, from anywhere, is one of the safe ones.
    bool has(Turn turn) {
        const Player us = board_.to_move;
        const Square from = turn.from();
        if (!(board_.pawns[us] & bit(from))) return false;
        const Reach& reach = tables_.reach(us, board_.arrangement, turn.slot());
        if (board_.masters[us] & bit(from)) return safe_for_master(reach.master[from] & bit(turn.to()));
        return reach.student[from] & student_targets_ & bit(turn.to());
    }

private:
    const Board& board_;
    const Tables& tables_;
    Mask student_targets_, master_targets_;
    bool is_reach_known_ = false;
};

enum class Kind { kAll, kCaptures };

// Whether there is a safe turn that is no pass.
bool has_safe_turn(const Board& board, const Tables& tables, const Danger& danger);

// All turns, or those that capture, with no look at safety: for games with the spirit. Passes (R14) with kAll only.
int generate_plain(const Board& board, const Tables& tables, Kind kind, ScoredTurn* out);

// Whether the mover, who cannot win at once, wins in three plies by a threat on the temple. Without the spirit such a
// threat cannot be met but by winning at once, so a safe turn that makes it decides.
bool wins_by_temple_threat(const Board& board, const Tables& tables, const Danger& danger);

// Whether a turn that may be damaged is one that this position allows.
bool is_possible(const Board& board, const Tables& tables, Turn turn);

}  // namespace onitama
