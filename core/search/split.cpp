// Several threads at one node: offering its turns, searching them, finding such nodes, and leaving them.
#include "search/split.hpp"

#include <algorithm>
#include <bit>
#include <thread>

#include "search/reductions.hpp"

namespace onitama {

namespace {

// Work comes within microseconds while the others search; when they do not, other programs should have the processor.
void wait_a_little(int round) {
    constexpr int kShortRounds = 200;
    if (round > kShortRounds) return std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

Worker::Worker(Shared& shared) : shared_(shared), moves_(new ScoredTurn[kMaxPly * kMaxTurns]), splits_(new Split[kSplitPlies]) {}
Worker::~Worker() = default;

// Whether what this thread searches is of no use any more: the search ends, or a node above is refuted.
bool Worker::is_cancelled() const {
    if (shared_.stop.load(std::memory_order_relaxed)) return true;
    for (const Split* split = split_; split; split = split->parent)
        if (split->is_refuted.load(std::memory_order_relaxed)) return true;
    return false;
}

// `search_turns` for the turns after the first, together with whoever has nothing else to do. `rest` is the state of that
// search: the turns left, how many were made, and those tried in vain.
template <bool kSpirit>
void Worker::share_turns(const Node& node, const Danger& danger, const Window& window, const Rest& rest, Outcome& outcome) {
    Split& split = splits_[window.ply];
    {
        const std::lock_guard guard(split.mutex);
        split.is_refuted.store(false, std::memory_order_relaxed);
        split.parent = split_;
        split.owner = this;
        split.node = node;
        split.danger = danger;
        split.window = window;
        split.turns = rest.turns;
        split.alpha = window.alpha;
        split.made = rest.made;
        split.seldepth = seldepth_;
        split.tried_count = rest.tried_count;
        split.outcome = outcome;
        std::copy_n(rest.tried, rest.tried_count, split.tried);
    }
    split_ = &split;
    open_splits_.fetch_or(std::uint64_t{1} << window.ply, std::memory_order_relaxed);
    search_shared_turns<kSpirit>(split);
    for (int round = 0; split.helpers.load(std::memory_order_acquire); ++round)
        if (help_below(&split)) round = 0;
        else wait_a_little(round);

    split_ = split.parent;
    stopped_ = is_cancelled();
    if (stopped_) return;
    seldepth_ = split.seldepth;
    outcome = split.outcome;
    if (outcome.score >= window.beta) credit_turns(node, outcome.turn, split.tried, split.tried_count, window.depth, window.ply);
}

// `search_root_turns` for the turns after number `first`, which was searched. False if stopped; what was found counts.
template <bool kSpirit>
bool Worker::share_root_turns(const Window& window, int first) {
    ScoredTurn* turns = moves_.get();
    int count = 0;
    for (int i = first + 1; i < root_count_; ++i, ++count) {
        turns[count] = with_order(unscored(root_turns_[i].turn), -count);
        root_turns_[i].score = kNotBest;
    }
    Outcome outcome{root_turns_[first].score, Turn{}};
    share_turns<kSpirit>({root_.board, Turn{}}, Danger{}, window, {Picker(turns, count), 1, nullptr, 0}, outcome);
    if (const Turn turn = splits_[0].outcome.turn) {
        RootTurn* const best = find_root_turn(turn);
        std::rotate(root_turns_.get() + first, best, best + 1);
    }
    return !stopped_;
}

RootTurn* Worker::find_root_turn(Turn turn) {
    return std::find_if(root_turns_.get(), root_turns_.get() + root_count_, [turn](const RootTurn& root) { return root.turn == turn; });
}

// Searches turns of a split until none is left. Whoever finds this closes the split.
template <bool kSpirit>
void Worker::search_shared_turns(Split& split) {
    const Node& node = split.node;
    const int beta = split.window.beta, depth = split.window.depth, ply = split.window.ply;
    const bool is_pv = split.window.is_pv;
    const bool is_root = ply == 0;
    const bool reduces = !is_root && shared_.features.reductions && depth >= 3 && !must_answer(split.danger);
    std::unique_lock lock(split.mutex);
    while (!split.turns.is_empty()) {
        const Turn turn = turn_of(split.turns.take());
        const int made = ++split.made, alpha = split.alpha;
        const bool is_quiet = !is_capture(node.board, turn);
        const Node child = child_of<kSpirit>(node, turn);
        if (kSpirit && !is_root && shared_.features.must_answer && can_win_now(child.board, shared_.tables, child.board.to_move)) {
            split.outcome.score = std::max(split.outcome.score, lost_in_two(ply));
            continue;
        }
        shared_.tt.prefetch(table_key<kSpirit>(child.board));
        if (!split.turns.is_empty()) shared_.tt.prefetch(table_key<kSpirit>(make<kSpirit>(node.board, turn_of(split.turns.peek()))));
        lock.unlock();
        const int less = reduces && is_quiet && made > 2 ? reduction(depth, made, is_pv) : 0;
        const int score = is_root ? search_root_turn<kSpirit>(child, depth, alpha, beta, false)
                                  : search_child<kSpirit>(child, alpha, beta, depth - 1, less, ply + 1, is_pv, false);
        lock.lock();
        if (stopped_ || split.is_refuted.load(std::memory_order_relaxed)) break;
        split.seldepth = std::max(split.seldepth, seldepth_);
        if (score > split.outcome.score) {
            split.outcome.score = score;
            if (score > split.alpha) {
                split.outcome.turn = turn;
                if (is_root)
                    split.owner->keep_root_turn(*split.owner->find_root_turn(turn), score, depth, *this);
                else if (is_pv)
                    split.owner->keep_line(ply, turn, *this);
                if (score >= beta) {
                    split.is_refuted.store(true, std::memory_order_relaxed);
                    break;
                }
                split.alpha = score;
            }
        }
        if (is_quiet && split.tried_count < kMaxTried) split.tried[split.tried_count++] = unscored(turn);
    }
    split.turns = Picker(nullptr, 0);
    split.owner->open_splits_.fetch_and(~(std::uint64_t{1} << ply), std::memory_order_relaxed);
}

// Helps at the split nearest to the root, where there is most to do, of those under `above` (nullptr: of all). False if
// there is none.
bool Worker::help_below(Split* above) {
    Split* nearest = nullptr;
    int nearest_ply = kSplitPlies;
    for (const std::unique_ptr<Worker>& other : shared_.team) {
        std::uint64_t open = other->open_splits_.load(std::memory_order_relaxed);
        if (above) open &= ~((std::uint64_t{2} << above->window.ply) - 1);
        for (; open && std::countr_zero(open) < nearest_ply; open &= open - 1) {
            Split& split = other->splits_[std::countr_zero(open)];
            const std::lock_guard guard(split.mutex);
            if (split.turns.is_empty() || (above && !split.is_under(above))) continue;
            nearest_ply = std::countr_zero(open);
            nearest = &split;
        }
    }
    return nearest && help_at(*nearest, above);
}

bool Worker::help_at(Split& split, Split* above) {
    {
        const std::lock_guard guard(split.mutex);
        if (split.turns.is_empty() || (above && !split.is_under(above))) return false;
        split.helpers.fetch_add(1, std::memory_order_relaxed);
    }
    const int seldepth = seldepth_;
    split_ = &split;
    seldepth_ = 0;
    stopped_ = is_cancelled();
    if (split.node.board.spirit)
        search_shared_turns<true>(split);
    else
        search_shared_turns<false>(split);
    split.helpers.fetch_sub(1, std::memory_order_release);
    split_ = above;
    seldepth_ = seldepth;
    stopped_ = is_cancelled();
    return true;
}

void Worker::serve() {
    obeys_ = true;
    for (int round = 0; !shared_.stop.load(std::memory_order_relaxed); ++round)
        if (help_below(nullptr)) round = 0;
        else wait_a_little(round);
}

template bool Worker::share_root_turns<false>(const Window&, int);
template bool Worker::share_root_turns<true>(const Window&, int);
template void Worker::share_turns<false>(const Node&, const Danger&, const Window&, const Rest&, Outcome&);
template void Worker::share_turns<true>(const Node&, const Danger&, const Window&, const Rest&, Outcome&);

}  // namespace onitama
