#include "search/moves.hpp"

namespace onitama {

bool has_safe_turn(const Board& board, const Tables& tables, const Danger& danger) {
    bool found = false;
    SafeTurns(board, tables, danger).for_each_piece(kAllSquares, [&](int, Square, Mask targets) { found = found || targets; });
    return found;
}

int generate_plain(const Board& board, const Tables& tables, Kind kind, ScoredTurn* out) {
    TurnList list;
    generate(board, tables, list);
    const Mask enemy = board.pawns[other(board.to_move)];
    int count = 0;
    for (const Turn turn : list)
        if (kind == Kind::kAll || (enemy & bit(turn.to()))) out[count++] = unscored(turn);
    return count;
}

bool wins_by_temple_threat(const Board& board, const Tables& tables, const Danger& danger) {
    const Player us = board.to_move;
    const Mask goal = kTemple[other(us)];
    const Mask master = board.masters[us];
    for (int slot = 0; slot < 2; ++slot) {
        const int next = kArrangement.next[board.arrangement][us][slot];
        const Mask sources = tables.master_sources(us, kPairNumber[next][us], kTempleSquare[other(us)]);
        if (!sources) continue;
        const Reach& reach = tables.reach(us, board.arrangement, slot);
        if (!((master | reach.master[lowest(master)]) & sources)) continue;
        SafeTurns safe(board, tables, danger);
        if (!(board.pawns[us] & goal) && safe.safe_for_master(reach.master[lowest(master)] & sources)) return true;
        if (!(master & sources)) continue;
        // The master stands well for the card that it is going to have: any safe turn of a student does, if it leaves
        // the temple free.
        for (Mask students = board.pawns[us] ^ master; students;) {
            const Square from = take_lowest(students);
            const bool stays_free = !(board.pawns[us] & goal & ~bit(from));
            if (stays_free && (reach.student[from] & safe.student_targets() & ~goal)) return true;
        }
    }
    return false;
}

bool is_possible(const Board& board, const Tables& tables, Turn turn) {
    const Player us = board.to_move;
    const Square from = turn.from(), to = turn.to(), spirit_to = turn.spirit_to();
    const Mask blocked = board.pawns[us] | board.spirit;
    Board moved = board;
    if (from != kNoSquare) {
        if (!(board.pawns[us] & bit(from)) || to >= kSquares) return false;
        const Reach& reach = tables.reach(us, board.arrangement, turn.slot());
        const auto& marks = board.masters[us] & bit(from) ? reach.master : reach.student;
        if (!(marks[from] & ~blocked & bit(to))) return false;
        move_pawn(moved, from, to);
    }
    if (spirit_to == kNoSquare) return true;
    return spirit_to < kSquares && (spirit_targets(moved, tables, turn.slot()) & bit(spirit_to));
}

}  // namespace onitama
