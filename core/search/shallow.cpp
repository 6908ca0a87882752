// Nodes of the last plies, where most of the time goes: in games without the spirit, with all ideas of the search, with
// a narrow window and nobody in danger. The same search as in worker.cpp, but the evaluation of a turn comes before its
// board is made, and serves the node below it.
#include "search/margins.hpp"
#include "search/reductions.hpp"
#include "search/worker.hpp"

namespace onitama {

namespace {

// Nearer to the leaves the table is not asked: its memory takes longer to answer than these nodes do.
constexpr int kTableDepth = 2;

}  // namespace

// The score of a turn for who made it, `less` plies less deep at first.
int Worker::search_successor(const Node& node, Turn turn, Successors& successors, const Window& window, int less) {
    const int alpha = window.alpha, beta = window.beta, depth = window.depth - 1, ply = window.ply + 1;
    const Node child = child_of<false>(node, turn);
    if (depth >= kTableDepth) shared_.tt.prefetch(table_key<false>(child.board));
    const int stand = turn.from() == kNoSquare ? Successors::kNotQuiet : successors.evaluate(turn);
    if (stand == Successors::kNotQuiet) {
        const int score = -search<false>(child, -beta, -alpha, depth - less, ply, false);
        return score > alpha && less ? -search<false>(child, -beta, -alpha, depth, ply, false) : score;
    }
    if (depth > 0) {
        count_node();
        const int score = -search_shallow(child, successors.danger(), stand, {-beta, -alpha, depth - less, ply, false});
        if (score <= alpha || !less) return score;
        count_node();
        return -search_shallow(child, successors.danger(), stand, {-beta, -alpha, depth, ply, false});
    }
    const bool may_matter = stand < -alpha && stand + kCaptureMargin > -beta;
    if (may_matter && successors.may_capture()) return -search<false>(child, -beta, -alpha, depth, ply, false);
    count_node();
    return -stand;
}

// `stand` is the evaluation.
int Worker::search_shallow(const Node& node, const Danger& danger, int stand, const Window& window) {
    const int alpha = window.alpha, beta = window.beta, depth = window.depth, ply = window.ply;
    if (stopped_) return 0;
    const int margin = kFutilityMargin * depth;
    if (stand - margin >= beta) return stand;  // the opponent would hardly turn it

    const Board& board = node.board;
    const bool uses_table = depth >= kTableDepth;
    const TableKey key = uses_table ? table_key<false>(board) : TableKey{};
    Turn table_turn{};
    if (TableEntry entry; uses_table && shared_.tt.probe(key, entry)) {
        if (decides(entry, alpha, beta, depth, ply, false)) return from_table(entry.score, ply);
        if (entry.turn && is_possible(board, shared_.tables, entry.turn)) table_turn = entry.turn;
    }

    seldepth_ = std::max(seldepth_, ply + 1);
    const bool is_hopeless = stand + margin <= alpha;  // quiet turns cannot lift it over alpha
    const Mask enemy = board.pawns[other(board.to_move)];
    int best = is_hopeless ? stand : -kWin;
    ScoredTurn tried[kMaxTried];
    int tried_count = 0, made = 0;
    auto turns = turns_of<false>(node, danger, is_hopeless ? Kind::kCaptures : Kind::kAll, true, table_turn, ply);
    Successors successors(board, shared_.tables, shared_.evaluator);
    while (const Turn turn = turns.next()) {
        ++made;
        const bool is_quiet = !(enemy & bit(turn.to()));
        if (is_quiet && made > kLateTurn[depth] && best > -kKnown) break;
        if (depth > kTableDepth)
            if (const Turn next = turns.peek()) shared_.tt.prefetch(table_key<false>(make<false>(board, next)));
        const int less = depth >= 3 && is_quiet && made > 2 ? reduction(depth, made, false) : 0;
        const int score = search_successor(node, turn, successors, window, less);
        if (stopped_) return 0;
        best = std::max(best, score);
        if (score >= beta) {
            credit_turns(node, turn, tried, tried_count, depth, ply);
            table_turn = turn;
            break;
        }
        if (is_quiet && tried_count < kMaxTried) tried[tried_count++] = unscored(turn);
    }
    if (best == -kWin) best = lost_in_two(ply);  // there are turns, but none that is safe
    if (uses_table) shared_.tt.store(key, {table_turn, to_table(best, ply), depth, best >= beta ? kLower : kUpper});
    return best;
}

}  // namespace onitama
