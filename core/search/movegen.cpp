#include "search/movegen.hpp"

namespace onitama {

namespace {

// Adds the spirit's part to a pawn part that is made on `board`; left out if the spirit cannot move (R32).
void add_wind_turns(const Board& board, const Tables& tables, int slot, Square from, Square to, TurnList& list) {
    Mask targets = spirit_targets(board, tables, slot);
    if (has_won(board, board.to_move) || !targets) {
        list.add(Turn::make(slot, from, to));
        return;
    }
    while (targets) list.add(Turn::make(slot, from, to, take_lowest(targets)));
}

}  // namespace

int generate(const Board& board, const Tables& tables, TurnList& list) {
    const Player us = board.to_move;
    list.count = 0;
    for (int slot = 0; slot < 2; ++slot) {
        const Reach& reach = tables.reach(us, board.arrangement, slot);
        const bool is_wind = board.spirit && tables.is_wind(us, board.arrangement, slot);
        const int before = list.count;
        for (Mask pawns = board.pawns[us]; pawns;) {
            const Square from = take_lowest(pawns);
            const bool is_master = board.masters[us] & bit(from);
            Mask targets = (is_master ? reach.master : reach.student)[from] & ~(board.pawns[us] | board.spirit);  // R12, R33
            while (targets) {
                const Square to = take_lowest(targets);
                if (!is_wind) {
                    list.add(Turn::make(slot, from, to));
                    continue;
                }
                Board moved = board;
                move_pawn(moved, from, to);
                add_wind_turns(moved, tables, slot, from, to, list);
            }
        }
        if (is_wind && list.count > before) continue;  // R32: the spirit alone only if no pawn can move
        for (Mask targets = spirit_targets(board, tables, slot); targets;)
            list.add(Turn::make(slot, kNoSquare, kNoSquare, take_lowest(targets)));  // R31
    }
    if (!list.count)  // R14, R34
        for (int slot = 0; slot < 2; ++slot) list.add(Turn::make(slot, kNoSquare, kNoSquare));
    return list.count;
}

int generate_spirit_parts(const Board& board, const Tables& tables, int slot, TurnList& list) {
    list.count = 0;
    for (Mask targets = spirit_targets(board, tables, slot); targets;)
        list.add(Turn::make(slot, kNoSquare, kNoSquare, take_lowest(targets)));
    return list.count;
}

}  // namespace onitama
