#include "search/worker.hpp"

#include "search/margins.hpp"
#include "search/reductions.hpp"
#include "tablebase/tablebase.hpp"

namespace onitama {

namespace {

constexpr std::uint64_t kCheckEvery = 1024;  // nodes between looks at the clock: well under a millisecond
constexpr int kQuiesceInDanger = -6;         // answers to threats are followed so far beyond the leaves
constexpr int kWindow = 30;                  // half the width of the first aspiration window
}  // namespace

void Worker::begin(const Clock& clock) {
    clock_ = clock;
    nodes_.store(0, std::memory_order_relaxed);
    table_hits_.store(0, std::memory_order_relaxed);
    next_check_ = 0;
    stopped_ = false;
    obeys_ = false;
    has_all_features_ = shared_.features == Features{};
    table_ = shared_.tablebase;
}

void Worker::check_limits(std::uint64_t count) {
    next_check_ = count + kCheckEvery;
    if (!obeys_) return;
    if (clock_.nodes && clock_.nodes < next_check_) next_check_ = clock_.nodes;
    const bool is_spent = (clock_.nodes && count >= clock_.nodes) || (clock_.time_us && clock_.elapsed_us() >= clock_.time_us);
    if (is_spent) shared_.stop.store(true, std::memory_order_relaxed);
    if (shared_.stop.load(std::memory_order_relaxed) || shared_.deepest.depth() >= overtaken_at_) stopped_ = true;
}

bool Worker::probe_tablebase(const Board& board, int ply, int& score) {
    if (!table_ || !table_->ready() || !table_->covers(board)) return false;
    const Wdl value = table_->probe(board);
    if (value == Wdl::kUnknown) return false;
    table_hits_.store(table_hits() + 1, std::memory_order_relaxed);
    score = value == Wdl::kWin ? kProven - ply : value == Wdl::kLoss ? -(kProven - ply) : 0;
    return true;
}

void Worker::keep_line(int ply, Turn turn) {
    pv_[ply][0] = turn;
    const int rest = std::min(pv_length_[ply + 1], kMaxPv - 1);
    std::copy_n(pv_[ply + 1], rest, pv_[ply] + 1);
    pv_length_[ply] = rest + 1;
}

// The turn that refuted gains, those tried in vain before it lose.
void Worker::credit_turns(const Node& node, Turn best, const ScoredTurn* tried, int tried_count, int depth, int ply) {
    if (is_capture(node.board, best)) return;
    auto& killers = order_.killers(ply);
    const std::uint32_t name = name_of(node.board, best);
    if (killers[0] != name) killers = {name, killers[0]};
    if (node.previous) order_.counter(node.board, node.previous) = name;
    const int bonus = std::min(depth * depth * 4, 1024);
    OrderTables::credit(order_.history(node.board, best), bonus);
    if (best.spirit_to() != kNoSquare) OrderTables::credit(order_.spirit_history(node.board, best), bonus);
    for (int i = 0; i < tried_count; ++i) {
        const Turn turn = turn_of(tried[i]);
        OrderTables::credit(order_.history(node.board, turn), -bonus);
        if (turn.spirit_to() != kNoSquare) OrderTables::credit(order_.spirit_history(node.board, turn), -bonus);
    }
}

template <bool kSpirit>
int Worker::quiesce(const Node& node, const Danger& danger, int alpha, int beta, int depth, int ply) {
    const Features& features = shared_.features;
    const Player us = node.board.to_move;
    const bool in_danger = danger.any() && features.must_answer;
    const bool is_last = !features.quiescence || ply >= kMaxPly - 1 || (in_danger && depth <= kQuiesceInDanger);
    int best = -kWin;
    if (is_last || !in_danger) {
        const int stand = shared_.evaluator.evaluate(node.board);
        if (is_last) return stand;
        if (stand >= beta || stand + kCaptureMargin <= alpha) return stand;
        best = stand;
        alpha = std::max(alpha, best);
    }
    if (!kSpirit && !in_danger && !(reached_by(node.board, shared_.tables, us) & node.board.pawns[other(us)])) return best;
    auto turns = turns_of<kSpirit>(node, danger, in_danger ? Kind::kAll : Kind::kCaptures, features.must_answer, Turn{}, ply);
    while (const Turn turn = turns.next()) {
        const Node child = child_of<kSpirit>(node, turn);
        if (kSpirit && features.must_answer && can_win_now(child.board, shared_.tables, child.board.to_move)) {
            best = std::max(best, lost_in_two(ply));
            continue;
        }
        const int score = -search<kSpirit>(child, -beta, -alpha, depth - 1, ply + 1, false);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score >= beta) break;
        alpha = std::max(alpha, score);
    }
    return best == -kWin ? lost_in_two(ply) : best;
}

// Whether what the table knows ends the search of a position. A proven result holds at any depth.
bool Worker::decides(const TableEntry& entry, int alpha, int beta, int depth, int ply, bool is_pv) const {
    const int score = from_table(entry.score, ply);
    const bool is_deep = entry.depth >= depth && !is_pv;
    if ((entry.bound & kLower) && score >= beta) return is_deep || score > kKnown;
    if ((entry.bound & kUpper) && score <= alpha) return is_deep || score < -kKnown;
    return entry.bound == kExact && is_deep;
}

// The score of a turn for who made it. All but the first turn have to show with a narrow window, late ones `less`
// deep at first, that they are worth a full search.
template <bool kSpirit>
int Worker::search_child(const Node& child, int alpha, int beta, int depth, int less, int ply, bool is_pv, bool is_first) {
    if (is_first) return -search<kSpirit>(child, -beta, -alpha, depth, ply, is_pv);
    int score = -search<kSpirit>(child, -alpha - 1, -alpha, depth - less, ply, false);
    if (score > alpha && less > 0) score = -search<kSpirit>(child, -alpha - 1, -alpha, depth, ply, false);
    if (score > alpha && score < beta && is_pv) score = -search<kSpirit>(child, -beta, -alpha, depth, ply, true);
    return score;
}

// A node of the tree: what can be said of it without search, and leaves.
template <bool kSpirit>
int Worker::search(const Node& node, int alpha, int beta, int depth, int ply, bool is_pv) {
    count_node();
    pv_length_[ply] = 0;
    if (stopped_) return 0;
    const Features& features = shared_.features;
    const Tables& tables = shared_.tables;
    const Board& board = node.board;
    const Player us = board.to_move;
    seldepth_ = std::max(seldepth_, ply);

    // Nobody has won, and with `must_answer` the mover cannot win at once: at best it wins in three, at worst it has
    // lost in two.
    if (!features.must_answer && can_win_now(board, tables, us)) return kWin - ply - 1;
    const int at_best = kWin - ply - (features.must_answer ? 3 : 1);
    if (alpha >= at_best) return at_best;
    if (beta <= lost_in_two(ply)) return lost_in_two(ply);

    const Danger danger = danger_to_mover(board, tables);
    if (!kSpirit && features.must_answer && danger.temple) return lost_in_two(ply);
    if (!kSpirit && features.temple_threats && (board.masters[us] & tables.threat_squares(us, board.arrangement)) &&
        wins_by_temple_threat(board, tables, danger)) return kWin - ply - 3;
    int known;
    if (!kSpirit && probe_tablebase(board, ply, known)) return known;

    if (must_answer(danger) && features.check_extension && depth >= 0) ++depth;
    if (depth <= 0) return quiesce<kSpirit>(node, danger, alpha, beta, depth, ply);
    if (ply >= kMaxPly - 1) return shared_.evaluator.evaluate(board);
    if (!kSpirit && is_shallow(danger, alpha, beta, depth, ply, is_pv))
        return search_shallow(node, danger, shared_.evaluator.evaluate(board), {alpha, beta, depth, ply, false});
    return search_inner<kSpirit>(node, danger, alpha, beta, depth, ply, is_pv);
}

// The turns of a node, best first, until one refutes the opponent's last.
template <bool kSpirit>
void Worker::search_turns(const Node& node, const Danger& danger, Kind kind, Turn table_turn, const Window& window, Outcome& outcome) {
    const Features& features = shared_.features;
    const Board& board = node.board;
    const int beta = window.beta, depth = window.depth, ply = window.ply;
    const bool is_pv = window.is_pv;
    const bool in_danger = must_answer(danger);
    const bool leaves_out_late = features.late_move_pruning && !in_danger && !is_pv && depth <= 3;
    const bool reduces = features.reductions && depth >= 3 && !in_danger;
    int alpha = window.alpha;
    ScoredTurn tried[kMaxTried];
    int tried_count = 0, made = 0;
    auto turns = turns_of<kSpirit>(node, danger, kind, features.must_answer, table_turn, ply);
    while (const Turn turn = turns.next()) {
        ++made;
        const bool is_quiet = !is_capture(board, turn);
        // A loss is claimed only if no turn was left out.
        if (leaves_out_late && is_quiet && made > kLateTurn[depth] && outcome.score > -kKnown) break;
        const Node child = child_of<kSpirit>(node, turn);
        if (kSpirit && features.must_answer && can_win_now(child.board, shared_.tables, child.board.to_move)) {
            outcome.score = std::max(outcome.score, lost_in_two(ply));
            continue;
        }
        if (depth > (kSpirit ? 1 : 2)) {  // the leaves do not look into the table
            shared_.tt.prefetch(table_key<kSpirit>(child.board));
            if (const Turn next = turns.peek()) shared_.tt.prefetch(table_key<kSpirit>(make<kSpirit>(board, next)));
        }
        const int less = reduces && is_quiet && made > 2 ? reduction(depth, made, is_pv) : 0;
        const int score = search_child<kSpirit>(child, alpha, beta, depth - 1, less, ply + 1, is_pv, made == 1);
        if (stopped_) return;
        if (score > outcome.score) {
            outcome.score = score;
            if (score > alpha) {
                outcome.turn = turn;
                if (is_pv) keep_line(ply, turn);
                if (score >= beta) return credit_turns(node, turn, tried, tried_count, depth, ply);
                alpha = score;
            }
        }
        if (is_quiet && tried_count < kMaxTried) tried[tried_count++] = unscored(turn);
    }
}

// A node above the leaves: the table, what may be left out, and then the turns.
template <bool kSpirit>
int Worker::search_inner(const Node& node, const Danger& danger, int alpha, int beta, int depth, int ply, bool is_pv) {
    const Features& features = shared_.features;
    // Before the table is asked, since its memory takes longer to answer than the evaluation does.
    const bool may_prune = features.futility && !is_pv && !must_answer(danger) && depth <= kFutilityDepth + 1 && beta > -kKnown && alpha < kKnown;
    const int stand = may_prune ? shared_.evaluator.evaluate(node.board) : 0;

    const TableKey key = table_key<kSpirit>(node.board);
    TableEntry entry;
    const bool is_found = shared_.tt.probe(key, entry);
    if (is_found && decides(entry, alpha, beta, depth, ply, is_pv)) return from_table(entry.score, ply);
    Turn table_turn = is_found ? entry.turn : Turn{};
    if (table_turn && !is_possible(node.board, shared_.tables, table_turn)) table_turn = Turn{};
    if (!table_turn && features.internal_reduction && depth >= 4) --depth;

    // Far above beta near the leaves: the opponent would hardly turn it.
    const bool prunes = may_prune && depth <= kFutilityDepth;
    if (prunes && stand - kFutilityMargin * depth >= beta) return stand;

    // Quiet turns that cannot lift the evaluation over alpha are not even generated.
    const bool is_hopeless = prunes && stand + kFutilityMargin * depth <= alpha;
    Outcome outcome{is_hopeless ? stand : -kWin, Turn{}};
    search_turns<kSpirit>(node, danger, is_hopeless ? Kind::kCaptures : Kind::kAll, table_turn, {alpha, beta, depth, ply, is_pv}, outcome);
    if (stopped_) return 0;
    if (outcome.score == -kWin) outcome.score = lost_in_two(ply);  // there are turns, but none that is safe
    const Bound bound = outcome.score >= beta ? kLower : outcome.turn ? kExact : kUpper;
    shared_.tt.store(key, {outcome.turn ? outcome.turn : table_turn, to_table(outcome.score, ply), std::min(depth, 255), bound});
    return outcome.score;
}

template <bool kSpirit>
int Worker::search_root_turn(const Node& child, int depth, int alpha, int beta, bool is_pv) {
    const Player us = other(child.board.to_move);
    pv_length_[1] = 0;
    if (has_won(child.board, us)) return kWin - 1;
    if (can_win_now(child.board, shared_.tables, child.board.to_move)) return lost_in_two(0);
    return -search<kSpirit>(child, -beta, -alpha, depth - 1, 1, is_pv);
}

template <bool kSpirit>
bool Worker::search_root_turns(int depth, int first, int alpha, int beta) {
    const Node node{root_.board, Turn{}};
    int best = -kWin - 1;
    for (int i = first; i < root_count_; ++i) {
        RootTurn& root_turn = root_turns_[i];
        const Node child = child_of<kSpirit>(node, root_turn.turn);
        seldepth_ = 0;
        int score;
        if (i == first) {
            score = search_root_turn<kSpirit>(child, depth, alpha, beta, true);
        } else {
            score = search_root_turn<kSpirit>(child, depth, alpha, alpha + 1, false);
            if (score > alpha && !stopped_) score = search_root_turn<kSpirit>(child, depth, alpha, beta, true);
        }
        if (stopped_) return false;
        if (i > first && score <= alpha) {
            root_turn.score = -kWin - 1;
            continue;
        }
        root_turn.score = score;
        keep_line(0, root_turn.turn);
        Line& line = root_turn.line;
        line.score = score;
        line.depth = depth;
        line.seldepth = seldepth_;
        line.length = pv_length_[0];
        std::copy_n(pv_[0], line.length, line.pv.begin());
        root_turn.is_exact = false;
        if (score > best) {
            best = score;
            std::rotate(&root_turns_[first], &root_turns_[i], &root_turns_[i] + 1);
        }
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    return true;
}

bool Worker::search_root(int depth, int first, int alpha, int beta) {
    return root_.board.spirit ? search_root_turns<true>(depth, first, alpha, beta) : search_root_turns<false>(depth, first, alpha, beta);
}

bool Worker::search_line(int depth, int index) {
    const int guess = root_turns_[index].line.score;
    if (!shared_.features.aspiration || depth < 5 || std::abs(guess) > kKnown) return search_root(depth, index, -kWin, kWin);
    int below = kWindow, above = kWindow;
    for (;;) {
        const int alpha = std::max(guess - below, -kWin), beta = std::min(guess + above, kWin);
        if (!search_root(depth, index, alpha, beta)) return false;
        const int score = root_turns_[index].score;
        if (score <= alpha && alpha > -kWin)
            below = below > 500 ? 2 * kWin : below * 4;
        else if (score >= beta && beta < kWin)
            above = above > 500 ? 2 * kWin : above * 4;
        else
            return true;
    }
}

bool Worker::set_root(const Root& root) {
    root_ = root;
    root_count_ = 0;
    if (is_over(root.board)) return false;
    TurnList list;
    if (root.spirit_part_slot >= 0)
        generate_spirit_parts(root.board, shared_.tables, root.spirit_part_slot, list);
    else
        generate(root.board, shared_.tables, list);
    for (const Turn turn : list) {
        root_turns_[root_count_] = RootTurn{};
        root_turns_[root_count_++].turn = turn;
    }
    return root_count_ > 0;
}

void Worker::help(const Root& root, int max_depth) {
    if (!set_root(root)) return;
    obeys_ = true;
    // Every second one looks a ply further, so that they do not all search the same tree.
    const int ahead = 1 + number_ % 2;
    for (int done = 0; done < max_depth && !stopped_;) done = search_best_line(std::min(done + ahead, max_depth));
}

int Worker::search_best_line(int depth) {
    overtaken_at_ = depth;
    const bool has_finished = search_line(depth, 0);
    overtaken_at_ = kNever;
    if (has_finished) shared_.deepest.offer(depth, root_turns_[0]);
    if (shared_.stop.load(std::memory_order_relaxed) || shared_.deepest.depth() < depth) return has_finished ? depth : 0;
    RootTurn best;
    const int finished = shared_.deepest.take(best);
    RootTurn* const turns = root_turns_.get();
    RootTurn* const same = std::find_if(turns, turns + root_count_, [&](const RootTurn& root) { return root.turn == best.turn; });
    *same = best;
    std::rotate(turns, same, same + 1);
    stopped_ = false;
    return finished;
}

}  // namespace onitama
