// Several threads at one node: offering its turns, searching them, and looking for such nodes.
#include "search/split.hpp"

#include <algorithm>
#include <thread>

#include "search/reductions.hpp"

namespace onitama {

namespace {

inline void rest(int round) {
    if (round > 200) return std::this_thread::yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

Worker::Worker(Shared& shared, int number) : shared_(shared), number_(number), moves_(new ScoredTurn[kMaxPly * kMaxTurns]), splits_(new Split[kMaxPly]) {}
Worker::~Worker() = default;

bool Worker::is_cancelled() const {
    if (shared_.stop.load(std::memory_order_relaxed)) return true;
    for (const Split* split = split_; split; split = split->parent)
        if (split->is_cut.load(std::memory_order_relaxed)) return true;
    return false;
}

// Searches turns of a split until none is left, or one refutes.
template <bool kSpirit>
void Worker::work_at(Split& split) {
    const Node node = split.node;
    const Window window = split.window;
    const int depth = window.depth, ply = window.ply, beta = window.beta;
    const bool reduces = shared_.features.reductions && depth >= 3 && !must_answer(split.danger);
    std::unique_lock lock(split.mutex);
    while (!split.is_cut.load(std::memory_order_relaxed) && !split.turns.is_empty()) {
        const Turn turn = turn_of(split.turns.take());
        if (split.turns.is_empty()) split.has_turns.store(false, std::memory_order_relaxed);
        if (turn == split.table_turn) continue;
        const int made = ++split.made, alpha = split.window.alpha;
        const bool is_quiet = !is_capture(node.board, turn);
        const Node child = child_of<kSpirit>(node, turn);
        if (kSpirit && shared_.features.must_answer && can_win_now(child.board, shared_.tables, child.board.to_move)) {
            split.outcome.score = std::max(split.outcome.score, -(kWin - ply - 2));
            continue;
        }
        shared_.tt.prefetch(table_key<kSpirit>(child.board));
        lock.unlock();
        const int less = reduces && is_quiet && made > 2 ? reduction(depth, made, window.is_pv) : 0;
        const int score = search_child<kSpirit>(child, alpha, beta, depth - 1, less, ply + 1, window.is_pv, false);
        lock.lock();
        if (stopped_) break;
        split.seldepth = std::max(split.seldepth, seldepth_);
        if (split.is_cut.load(std::memory_order_relaxed)) break;
        if (score > split.outcome.score) {
            split.outcome.score = score;
            if (score > split.window.alpha) {
                split.outcome.turn = turn;
                if (window.is_pv) split.owner->keep_line(ply, turn, *this);
                if (score >= beta) {
                    split.is_cut.store(true, std::memory_order_relaxed);
                    split.has_turns.store(false, std::memory_order_relaxed);
                    break;
                }
                split.window.alpha = score;
            }
        }
        if (is_quiet && split.tried_count < 64) split.tried[split.tried_count++] = unscored(turn);
    }
    split.has_turns.store(false, std::memory_order_relaxed);
}

template <bool kSpirit>
void Worker::search_split(const Node& node, const Danger& danger, const Picker& turns, Turn table_turn, const Window& window, Outcome& outcome, int made, const ScoredTurn* tried, int tried_count) {
    Split& split = splits_[window.ply];
    {
        const std::lock_guard guard(split.mutex);
        split.parent = split_;
        split.owner = this;
        split.node = node;
        split.danger = danger;
        split.window = window;
        split.table_turn = table_turn;
        split.outcome = outcome;
        split.turns = turns;
        split.made = made;
        std::copy_n(tried, tried_count, split.tried);
        split.tried_count = tried_count;
        split.seldepth = 0;
        split.is_cut.store(false, std::memory_order_relaxed);
        split.has_turns.store(!split.turns.is_empty(), std::memory_order_relaxed);
    }
    split_ = &split;
    open_.store(open_.load(std::memory_order_relaxed) | 1ull << window.ply, std::memory_order_release);
    work_at<kSpirit>(split);
    for (int round = 0; split.helpers.load(std::memory_order_acquire); ++round)
        if (!help_below(&split)) rest(round);
    open_.store(open_.load(std::memory_order_relaxed) & ~(1ull << window.ply), std::memory_order_release);
    const std::lock_guard guard(split.mutex);
    split_ = split.parent;
    stopped_ = is_cancelled();
    if (stopped_) return;
    seldepth_ = std::max(seldepth_, split.seldepth);
    outcome = split.outcome;
    if (outcome.score >= window.beta) credit_turns(node, outcome.turn, split.tried, split.tried_count, window.depth, window.ply);
}

// Helps at the split with the most to do below `above` (nullptr: anywhere); false if there is none.
bool Worker::help_below(const Split* above) {
    Split* best = nullptr;
    int best_ply = kMaxPly;
    for (int i = 0; i < shared_.team_count; ++i) {
        Worker& other = *shared_.team[i];
        if (&other == this) continue;
        for (std::uint64_t open = other.open_.load(std::memory_order_acquire); open; open &= open - 1) {
            const int ply = std::countr_zero(open);
            if (ply >= best_ply) break;
            if (other.splits_[ply].has_turns.load(std::memory_order_relaxed)) {
                if (above) {
                    const std::lock_guard guard(other.splits_[ply].mutex);
                    if (!other.splits_[ply].has_turns.load(std::memory_order_relaxed) || !other.splits_[ply].is_under(above)) continue;
                }
                best = &other.splits_[ply];
                best_ply = ply;
                break;
            }
        }
    }
    if (!best) return false;
    {
        const std::lock_guard guard(best->mutex);
        if (!best->has_turns.load(std::memory_order_relaxed)) return false;
        if (above && !best->is_under(above)) return false;
        best->helpers.fetch_add(1, std::memory_order_relaxed);
    }
    Split* const before = split_;
    const int seldepth = seldepth_;
    split_ = best;
    seldepth_ = 0;
    stopped_ = false;
    if (best->node.board.spirit)
        work_at<true>(*best);
    else
        work_at<false>(*best);
    split_ = before;
    seldepth_ = seldepth;
    stopped_ = is_cancelled();
    best->helpers.fetch_sub(1, std::memory_order_release);
    return true;
}

void Worker::serve() {
    obeys_ = true;
    for (int round = 0; !shared_.stop.load(std::memory_order_relaxed); ++round) {
        if (help_below(nullptr)) round = 0;
        else rest(round);
    }
}

template void Worker::search_split<false>(const Node&, const Danger&, const Picker&, Turn, const Window&, Outcome&, int, const ScoredTurn*, int);
template void Worker::search_split<true>(const Node&, const Danger&, const Picker&, Turn, const Window&, Outcome&, int, const ScoredTurn*, int);

}  // namespace onitama
