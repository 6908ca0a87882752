// The searcher: iterative deepening over the root's turns, exact distances of what is proven, reports and limits.
#include <algorithm>

#include "search/threads.hpp"
#include "search/worker.hpp"
#include "tablebase/tablebase.hpp"

namespace onitama {

namespace {

constexpr std::uint64_t kFirstProof = 2'000'000;  // nodes for finding an exact distance, at least

// The table remembers the order of late wins only: short endings have to be counted, whatever the time. A few ms.
constexpr std::size_t kLeastPatience = 2000;
constexpr std::int64_t kLineTime_us = 300'000;    // for the rest of a line that the table gives

int plies_of(int score) { return kWin - std::abs(score); }
bool is_win(int score) { return score > kProven; }
bool is_loss(int score) { return score < -kProven; }

// What may be said of a proven score whose distance may not be the shortest.
int hedged(int score, bool is_exact) {
    if (is_exact || std::abs(score) <= kProven) return score;
    return score > 0 ? kProven - plies_of(score) : plies_of(score) - kProven;
}

}  // namespace

struct Searcher::Impl {
    Shared shared;
    std::unique_ptr<std::unique_ptr<Worker>[]> workers;
    int threads = 0;
    CardSet cards;
    std::unique_ptr<const NetWeights> net;  // instead of the built-in ones
    std::array<RootTurn, kMaxMultiPv> finished_lines;  // of the last finished depth
    std::atomic<bool> stop_requested{false};  // until `arm`; `shared.stop` ends with every search

    Worker& chief() { return *workers[0]; }
    Result search(const Root& root, const Limits& limits, InfoSink sink, void* context);

private:
    bool make_exact(int index, std::uint64_t budget);
    bool make_win_exact(int index, std::uint64_t budget);
    bool make_loss_exact(int index, std::uint64_t budget);
    void complete_line(RootTurn& root_turn, std::uint64_t budget);
    void put_first(int index, int chosen) {
        RootTurn* turns = chief().root_turns();
        std::rotate(turns + index, turns + chosen, turns + chosen + 1);
    }
    Board board_after(Turn turn) { return make(chief().root().board, turn); }
    // Whether the opponent, after a turn of the root, has lost (or has won) within so many plies.
    Worker::Proof opponent_loses(Turn turn, int plies, std::uint64_t budget);
    Worker::Proof opponent_wins(Turn turn, int plies, std::uint64_t budget);
    bool answer_from_table(int lines, const Clock& clock);
    Patience patience_left(const Clock& clock) const;
    bool is_worth(const Board& board, Wdl value) const;
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (int i = 0; i < threads; ++i) sum += workers[i]->nodes();
        return sum;
    }
    std::uint64_t table_hits() const {
        std::uint64_t sum = 0;
        for (int i = 0; i < threads; ++i) sum += workers[i]->table_hits();
        return sum;
    }
    Line spoken(const RootTurn& root_turn) const {
        Line line = root_turn.line;
        line.score = hedged(root_turn.score, root_turn.is_exact);
        return line;
    }
    void report(int lines, const Clock& clock, InfoSink sink, void* context);
    Result finish(Result& result, int lines, const Clock& clock) const;
};

Worker::Proof Searcher::Impl::opponent_loses(Turn turn, int plies, std::uint64_t budget) {
    const Board board = board_after(turn);
    if (has_won(board, other(board.to_move))) return Worker::Proof::kYes;
    if (can_win_now(board, shared.tables, board.to_move)) return Worker::Proof::kNo;
    return chief().prove_loss(board, plies, budget);
}

Worker::Proof Searcher::Impl::opponent_wins(Turn turn, int plies, std::uint64_t budget) {
    const Board board = board_after(turn);
    if (has_won(board, other(board.to_move))) return Worker::Proof::kNo;
    if (plies >= 1 && can_win_now(board, shared.tables, board.to_move)) return Worker::Proof::kYes;
    return chief().prove_win(board, plies, budget);
}

// Looks for a shorter win among the turns from `index` on, the shortest first.
bool Searcher::Impl::make_win_exact(int index, std::uint64_t budget) {
    RootTurn* turns = chief().root_turns();
    const int found = plies_of(turns[index].score);
    const int least = index ? plies_of(turns[index - 1].score) : 1;
    const std::uint64_t last_node = chief().nodes() + budget;
    for (int plies = least; plies < found; plies += 2)
        for (int i = index; i < chief().root_count(); ++i) {
            if (chief().nodes() >= last_node) return false;
            const Worker::Proof proof = opponent_loses(turns[i].turn, plies - 1, last_node - chief().nodes());
            if (proof == Worker::Proof::kAborted) return false;
            if (proof == Worker::Proof::kNo) continue;
            put_first(index, i);
            turns[index].score = kWin - plies;
            turns[index].line.length = 1;
            turns[index].line.pv[0] = turns[index].turn;
            return true;
        }
    return true;
}

// Looks for the turn that holds out longest, and for how long: the search may have let the opponent win too slowly.
bool Searcher::Impl::make_loss_exact(int index, std::uint64_t budget) {
    RootTurn* turns = chief().root_turns();
    const int found = plies_of(turns[index].score);
    const std::uint64_t last_node = chief().nodes() + budget;
    for (int plies = 2; plies < found; plies += 2) {
        bool holds_out = false;
        for (int i = index; i < chief().root_count() && !holds_out; ++i) {
            if (chief().nodes() >= last_node) return false;
            const Worker::Proof proof = opponent_wins(turns[i].turn, plies - 1, last_node - chief().nodes());
            if (proof == Worker::Proof::kAborted) return false;
            if (proof == Worker::Proof::kYes) continue;
            holds_out = true;
            if (i == index) continue;
            const int score = turns[index].score;
            put_first(index, i);
            turns[index].score = score;
            turns[index].line.length = 1;
            turns[index].line.pv[0] = turns[index].turn;
        }
        if (!holds_out) {
            turns[index].score = -(kWin - plies);
            return true;
        }
    }
    return true;
}

bool Searcher::Impl::make_exact(int index, std::uint64_t budget) {
    RootTurn& root_turn = chief().root_turns()[index];
    if (root_turn.is_exact) return true;
    const int score = root_turn.score;
    if (!is_win(score) && !is_loss(score)) return false;
    if (is_win(score) ? !make_win_exact(index, budget) : !make_loss_exact(index, budget)) return false;
    root_turn.is_exact = true;
    root_turn.line.score = root_turn.score;
    return true;
}

// The line of a proven result to the end of the game: the winner hurries, the loser delays.
void Searcher::Impl::complete_line(RootTurn& root_turn, std::uint64_t budget) {
    const int length = std::min(plies_of(root_turn.score), kMaxPv);
    Line& line = root_turn.line;
    if (line.length >= length) return;
    bool is_winner = is_win(root_turn.score);  // the player to move in `board`
    int left = plies_of(root_turn.score);
    Board board = chief().root().board;
    for (int at = 0; at < length; ++at, --left, is_winner = !is_winner) {
        TurnList list;
        if (at == 0) {
            list.count = 1;
            list.turns[0] = root_turn.turn;
        } else {
            generate(board, shared.tables, list);
        }
        Turn chosen{};
        for (const Turn turn : list) {
            const Board next = make(board, turn);
            if (at == 0) {
                chosen = turn;
            } else if (is_winner) {
                if (left == 1 ? has_won(next, board.to_move)
                              : !has_won(next, board.to_move) && !can_win_now(next, shared.tables, next.to_move) &&
                                    chief().prove_loss(next, left - 1, budget) == Worker::Proof::kYes)
                    chosen = turn;
            } else if (left == 2 || (!can_win_now(next, shared.tables, next.to_move) &&
                                     chief().prove_win(next, left - 3, budget) == Worker::Proof::kNo)) {
                chosen = turn;
            }
            if (chosen) break;
        }
        if (!chosen) return;  // out of time: the line stays as long as it is
        line.pv[at] = chosen;
        line.length = at + 1;
        board = make(board, chosen);
    }
}

// Whether the table says, of a turn that led to `board`, that it is worth `value` to who made it.
bool Searcher::Impl::is_worth(const Board& board, Wdl value) const {
    if (has_won(board, other(board.to_move))) return value == Wdl::kWin;
    const Wdl answer = shared.tablebase->probe(board);
    return value == Wdl::kWin ? answer == Wdl::kLoss : value == Wdl::kLoss ? answer == Wdl::kWin : answer == value;
}

// A part of the time that is left, as positions to look at; and it can be stopped.
Patience Searcher::Impl::patience_left(const Clock& clock) const {
    Patience patience{.stop = &shared.stop};
    if (clock.time_us) {
        const std::int64_t left_us = std::max<std::int64_t>(clock.time_us - clock.elapsed_us(), 0);
        patience.positions = std::clamp(static_cast<std::size_t>(left_us / 10), kLeastPatience, patience.positions);
    }
    return patience;
}

// Scores the first `lines` turns of a root that the table knows, best first, exactly; false if it knows no distance.
bool Searcher::Impl::answer_from_table(int lines, const Clock& clock) {
    const Tablebase& table = *shared.tablebase;
    const Board& root = chief().root().board;
    RootTurn* turns = chief().root_turns();
    const Patience patience = patience_left(clock);
    const Turn best = table.best_turn(root, patience);
    if (!best) return false;
    for (int i = 0; i < chief().root_count(); ++i) {
        const Board board = board_after(turns[i].turn);
        RootTurn& root_turn = turns[i];
        const bool needs_distance = lines > 1 || root_turn.turn == best;
        const int plies = has_won(board, root.to_move) ? 1 : is_worth(board, Wdl::kDraw) ? 0 : needs_distance ? table.distance(board, patience) + 1 : 1;
        if (plies <= 0 && !is_worth(board, Wdl::kDraw)) return false;
        root_turn.score = is_worth(board, Wdl::kWin) ? kWin - plies : is_worth(board, Wdl::kLoss) ? plies - kWin : 0;
        if (!needs_distance) root_turn.score = -kWin;
        root_turn.is_exact = true;
        root_turn.line = Line{root_turn.score, 1, 1, 1, {root_turn.turn}};
    }
    const auto comes_before = [&](const RootTurn& a, const RootTurn& b) {
        return a.score != b.score ? a.score > b.score : a.turn == best && !(b.turn == best);
    };
    std::sort(turns, turns + chief().root_count(), comes_before);
    for (int i = 0; i < lines; ++i) {  // to the end, each player at its best
        Line& line = turns[i].line;
        for (Board board = board_after(line.pv[0]); turns[i].score && line.length < kMaxPv && !is_over(board); ++line.length) {
            const bool has_time = clock.elapsed_us() < (clock.time_us ? clock.time_us / 2 : kLineTime_us) && !shared.stop.load();
            const Turn turn = has_time ? table.best_turn(board, patience_left(clock)) : Turn{};
            if (!turn) break;
            line.pv[line.length] = turn;
            board = make(board, turn);
        }
    }
    return true;
}

void Searcher::Impl::report(int lines, const Clock& clock, InfoSink sink, void* context) {
    if (!sink) return;
    for (int i = 0; i < lines; ++i)
        sink(context, {i, i == lines - 1, spoken(chief().root_turns()[i]), nodes(), table_hits(), clock.elapsed_us(), shared.tt.permille()});
}

Result Searcher::Impl::search(const Root& root, const Limits& limits, InfoSink sink, void* context) {
    Result result;
    const Clock clock{std::chrono::steady_clock::now(), limits.time_us, limits.nodes};
    Worker& worker = chief();
    worker.begin(clock);
    if (!worker.set_root(root)) return result;
    shared.tt.new_search();
    shared.deepest.clear();
    RootTurn* turns = worker.root_turns();
    int lines = std::clamp(limits.multipv, 1, std::min(worker.root_count(), kMaxMultiPv));
    int max_depth = limits.depth ? std::min(limits.depth, kMaxDepth) : kMaxDepth;
    HelperThreads helpers;

    const Tablebase* table = shared.tablebase;
    if (table && root.spirit_part_slot < 0 && table->covers(root.board)) {
        const Wdl value = table->probe(root.board);
        result.proven_draw = value == Wdl::kDraw;
        const bool plays_on = result.proven_draw && !limits.until_proven && lines == 1;
        if (!plays_on && answer_from_table(lines, clock)) {
            result.depth = 1;
            report(lines, clock, sink, context);
            return finish(result, lines, clock);
        }
        // Of the turns that keep what the table promises the search chooses; of draws without more help of the table,
        // which would call them all equal.
        // Where a win is too long to count, its best turn is the only one that is sure to come nearer to the end.
        const Turn sure = value == Wdl::kWin && lines == 1 ? table->best_turn(root.board, {.positions = 0}) : Turn{};
        worker.keep_turns([&](Turn turn) { return sure ? turn == sure : is_worth(board_after(turn), value); });
        worker.use_table(!result.proven_draw);
        lines = std::min(lines, worker.root_count());
        if (!result.proven_draw) max_depth = 1;  // it is known how the game ends, and looking deeper adds nothing
    }

    for (int depth = 1; depth <= max_depth; ++depth) {
        worker.obey_limits(depth > 1);
        if (depth == 2 && !result.proven_draw) helpers.start(threads - 1, [&](int i) {
            workers[i + 1]->begin(clock);
            workers[i + 1]->help(root, max_depth);
        });
        if (lines == 1) {
            if (const int reached = worker.search_best_line(depth)) depth = reached;
        } else {
            for (int line = 0; line < lines && worker.search_line(depth, line);) ++line;
        }
        if (worker.is_stopped()) break;
        for (int i = 1; i < lines; ++i)
            for (int at = i; at > 0 && turns[at].score > turns[at - 1].score; --at) std::swap(turns[at], turns[at - 1]);
        result.depth = depth;
        worker.obey_limits(true);
        bool is_all_exact = true;
        for (int i = 0; i < lines && is_all_exact; ++i) is_all_exact = make_exact(i, std::max(kFirstProof, worker.nodes()));
        if (is_all_exact)
            for (int i = 0; i < lines; ++i) complete_line(turns[i], kFirstProof);
        std::copy_n(turns, lines, finished_lines.begin());
        report(lines, clock, sink, context);
        if (is_all_exact || worker.is_stopped()) break;
        if (limits.until_proven && std::abs(turns[0].score) > kKnown && std::abs(turns[0].score) <= kProven) break;
    }
    shared.stop.store(true, std::memory_order_relaxed);
    helpers.join();
    // A depth that was left unfinished has lines without a score: of several, those of the depth before stand. So does a
    // single one if what was searched of the depth loses, for other turns may not.
    if (result.depth && (lines > 1 || turns[0].score < -kKnown)) std::copy_n(finished_lines.begin(), lines, turns);
    return finish(result, lines, clock);
}

Result Searcher::Impl::finish(Result& result, int lines, const Clock& clock) const {
    result.count = lines;
    for (int i = 0; i < lines; ++i) {
        result.lines[i] = spoken(workers[0]->root_turns()[i]);
        if (result.proven_draw) result.lines[i].score = 0;
    }
    result.nodes = nodes();
    result.table_hits = table_hits();
    result.elapsed_us = clock.elapsed_us();
    result.tt_permille = shared.tt.permille();
    return result;
}

Searcher::Searcher() : impl_(new Impl) {}
Searcher::~Searcher() = default;

bool Searcher::configure(std::size_t tt_bytes, int threads) {
    threads = std::clamp(threads, 1, kMaxThreads);
    if (!impl_->shared.tt.resize(tt_bytes)) return false;
    impl_->workers.reset(new std::unique_ptr<Worker>[static_cast<std::size_t>(threads)]);
    for (int i = 0; i < threads; ++i) impl_->workers[i].reset(new Worker(impl_->shared, i));
    impl_->threads = threads;
    return true;
}

void Searcher::set_game(const CardSet& cards, bool has_spirit) {
    impl_->cards = cards;
    impl_->shared.tables = Tables(cards);
    impl_->shared.evaluator = Evaluator(cards, impl_->net ? *impl_->net : built_in_net(has_spirit));
    impl_->shared.tablebase = nullptr;
    impl_->shared.tt.clear();
    for (int i = 0; i < impl_->threads; ++i) impl_->workers[i]->forget();
}

void Searcher::set_tablebase(const Tablebase* table) { impl_->shared.tablebase = table; }
void Searcher::set_features(const Features& features) { impl_->shared.features = features; }
void Searcher::set_net(const NetWeights& net) { impl_->net = std::make_unique<NetWeights>(net); }

Result Searcher::search(const Root& root, const Limits& limits, InfoSink sink, void* context) {
    impl_->shared.stop.store(false, std::memory_order_relaxed);
    if (impl_->stop_requested.load()) impl_->shared.stop.store(true, std::memory_order_relaxed);
    return impl_->search(root, limits, sink, context);
}

void Searcher::stop() {
    impl_->stop_requested.store(true);
    impl_->shared.stop.store(true, std::memory_order_relaxed);
}

void Searcher::arm() { impl_->stop_requested.store(false); }

}  // namespace onitama
