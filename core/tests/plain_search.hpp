// Plain minimax over the plain turn generation: what the search must agree with.
#pragma once

#include <algorithm>

#include "search/eval.hpp"
#include "search/movegen.hpp"
#include "search/search.hpp"

namespace onitama::test {

inline bool wins_at_once(const Board& board, const Tables& tables) {
    TurnList list;
    generate(board, tables, list);
    return std::any_of(list.begin(), list.end(), [&](Turn turn) { return has_won(make(board, turn), board.to_move); });
}

// The value `ply` turns below the root; at the leaves a win in one is seen, everything else is evaluated.
inline int minimax(const Board& board, const Tables& tables, const Evaluator& evaluator, int depth, int ply) {
    if (wins_at_once(board, tables)) return kWin - ply - 1;
    if (depth == 0) return evaluator.evaluate(board);
    TurnList list;
    generate(board, tables, list);
    int best = -kWin;
    for (const Turn turn : list) best = std::max(best, -minimax(make(board, turn), tables, evaluator, depth - 1, ply + 1));
    return best;
}

inline bool loses_within(const Board& board, const Tables& tables, int plies);

// Whether the mover forces a win in at most that many plies.
inline bool wins_within(const Board& board, const Tables& tables, int plies) {
    if (plies < 1) return false;
    if (wins_at_once(board, tables)) return true;
    if (plies < 3) return false;
    TurnList list;
    generate(board, tables, list);
    return std::any_of(list.begin(), list.end(), [&](Turn turn) { return loses_within(make(board, turn), tables, plies - 1); });
}

inline bool loses_within(const Board& board, const Tables& tables, int plies) {
    if (plies < 2 || wins_at_once(board, tables)) return false;
    TurnList list;
    generate(board, tables, list);
    return std::all_of(list.begin(), list.end(), [&](Turn turn) { return wins_within(make(board, turn), tables, plies - 1); });
}

// The shortest win (odd) or longest loss (even) in plies, 0 if there is none within `limit`.
inline int plies_to_end(const Board& board, const Tables& tables, int limit) {
    for (int plies = 1; plies <= limit; ++plies)
        if (plies % 2 ? wins_within(board, tables, plies) : loses_within(board, tables, plies)) return plies;
    return 0;
}

}  // namespace onitama::test
