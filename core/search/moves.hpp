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

// One side's choices in a game without the spirit, as masks.
class SafeTurns {
public:
    SafeTurns(const Board& board, const Tables& tables, const Danger& danger)
        : board_(board), tables_(tables), us_(board.to_move), them_(other(us_)), hand_(kPairNumber[board.arrangement][them_]) {
        own_ = board.pawns[us_];
        student_targets_ = ~own_;
        if (danger.attackers) {  // a student helps only by capturing the one attacker
            const bool is_double = danger.attackers & (danger.attackers - 1);
            student_targets_ = is_double ? 0 : danger.attackers;
        }
        // The opponent's own student on the mover's temple stops its master there: it must be left alone.
        if (danger.is_near_temple) student_targets_ &= ~kTemple[us_];
        forbidden_ = danger.is_near_temple ? kTemple[us_] : 0;
    }

    // Where students may go without losing at once, of the squares that their card marks.
    Mask student_targets() const { return student_targets_; }

    // The safe ones among the squares that a card marks for the master.
    Mask safe_for_master(Mask targets) const {
        targets &= ~(own_ | forbidden_);
        Mask safe = 0;
        while (targets) {
            const Square to = take_lowest(targets);
            const Mask left = ~bit(to);  // what stood there is captured
            const Mask master = board_.masters[them_];
            const Mask students = (board_.pawns[them_] ^ master) & left;
            const bool is_hit = (students & tables_.student_sources(them_, hand_, to)) | (master & tables_.master_sources(them_, hand_, to));
            safe |= is_hit ? 0 : bit(to);
        }
        return safe;
    }

private:
    const Board& board_;
    const Tables& tables_;
    const Player us_, them_;
    const int hand_;
    Mask own_, student_targets_, forbidden_;
};

enum class Kind { kAll, kCaptures };

// Calls emit(slot, from, to) for the safe turns that end on one of the `wanted` squares. No passes.
template <class Emit>
inline void for_each_safe(const Board& board, const Tables& tables, const Danger& danger, Mask wanted, const Emit& emit) {
    const Player us = board.to_move;
    const SafeTurns safe(board, tables, danger);
    const Mask student_targets = safe.student_targets() & wanted;
    const Mask master = board.masters[us];
    const Square master_square = lowest(master);
    for (int slot = 0; slot < 2; ++slot) {
        const Reach& reach = tables.reach(us, board.arrangement, slot);
        if (student_targets)
            for (Mask students = board.pawns[us] ^ master; students;) {
                const Square from = take_lowest(students);
                for (Mask targets = reach.student[from] & student_targets; targets;) emit(slot, from, take_lowest(targets));
            }
        for (Mask targets = safe.safe_for_master(reach.master[master_square] & wanted); targets;)
            emit(slot, master_square, take_lowest(targets));
    }
}

// Whether there is a safe turn that is no pass.
bool has_safe_turn(const Board& board, const Tables& tables, const Danger& danger);

// All turns, or those that capture, with no look at safety: for games with the spirit. Passes (R14) with kAll only.
int generate_plain(const Board& board, const Tables& tables, Kind kind, ScoredTurn* out);

// Whether the mover, who cannot win at once, wins in three plies by a threat on the temple. Without the spirit such a
// threat cannot be met but by winning at once, so a safe turn that makes it decides.
bool wins_by_temple_threat(const Board& board, const Tables& tables, const Danger& danger);

// The squares that the mover's cards mark for its pieces, whatever stands there.
inline Mask reached_by_mover(const Board& board, const Tables& tables) {
    const Player us = board.to_move;
    const int hand = kPairNumber[board.arrangement][us];
    Mask targets = tables.master_reach(us, hand, lowest(board.masters[us]));
    for (Mask students = board.pawns[us] ^ board.masters[us]; students;)
        targets |= tables.student_reach(us, hand, take_lowest(students));
    return targets;
}

// Whether the mover has any turn but a pass, in a game without the spirit.
inline bool has_moves(const Board& board, const Tables& tables) { return reached_by_mover(board, tables) & ~board.pawns[board.to_move]; }

// Whether a turn that may be damaged is one that this position allows.
bool is_possible(const Board& board, const Tables& tables, Turn turn);

}  // namespace onitama
