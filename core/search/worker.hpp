// One thread's search: principal variation search from one root, with its own memory of good turns.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>

#include "search/eval.hpp"
#include "search/ordering.hpp"
#include "search/search.hpp"
#include "search/successors.hpp"
#include "search/threads.hpp"
#include "search/tt.hpp"
#include "search/turn_source.hpp"

namespace onitama {

// A turn of the root with what is known of it.
struct RootTurn {
    Turn turn;
    int score = -kWin;      // of the last finished depth
    bool is_exact = false;  // the distance of a proven score is known to be exact
    Line line;
};

// What all threads of a searcher share.
struct Shared {
    TranspositionTable tt;
    Tables tables;
    Evaluator evaluator;
    Features features;
    const Tablebase* tablebase = nullptr;
    std::atomic<bool> stop{false};
    Deepest<RootTurn> deepest;  // of the threads that search the best line
};

struct Clock {
    std::chrono::steady_clock::time_point start;
    std::int64_t time_us = 0;
    std::uint64_t nodes = 0;

    std::int64_t elapsed_us() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count();
    }
};

class Worker {
public:
    Worker(Shared& shared, int number) : shared_(shared), number_(number), moves_(new ScoredTurn[kMaxPly * kMaxTurns]) {}

    // The turns of the root; false if there are none, since the game is over.
    bool set_root(const Root& root);
    void forget() { order_.clear(); }

    // Leaves out root turns that do not fulfil `holds`, unless none does.
    template <class Holds>
    void keep_turns(const Holds& holds) {
        RootTurn* end = std::partition(root_turns_.get(), root_turns_.get() + root_count_, [&](const RootTurn& root) { return holds(root.turn); });
        if (end != root_turns_.get()) root_count_ = static_cast<int>(end - root_turns_.get());
    }
    void use_table(bool yes) { table_ = yes ? shared_.tablebase : nullptr; }

    // One line at one depth: a narrow window about the last score first, wider while the score falls outside.
    bool search_line(int depth, int index);

    // Searches the root's turns from number `first` on to `depth` plies; the best comes to `first`. False if stopped;
    // what was finished counts then, as long as the first turn was.
    bool search_root(int depth, int first, int alpha, int beta);

    // Iterative deepening without a voice, beside the thread that reports.
    void help(const Root& root, int max_depth);

    // `search_line` for the best line, by whichever thread is first: the depth that is finished then, 0 if stopped.
    int search_best_line(int depth);

    // Exact distances (prove.cpp): whether the mover of `board`, who cannot win at once, forces a win (or cannot avoid
    // a loss) within `plies`. kAborted when stopped, or when `budget` nodes are spent.
    enum class Proof : std::uint8_t { kNo, kYes, kAborted };
    Proof prove_win(const Board& board, int plies, std::uint64_t budget);
    Proof prove_loss(const Board& board, int plies, std::uint64_t budget);

    void begin(const Clock& clock);
    void obey_limits(bool yes) {
        obeys_ = yes;
        next_check_ = 0;
    }
    bool is_stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::uint64_t table_hits() const { return table_hits_.load(std::memory_order_relaxed); }
    RootTurn* root_turns() { return root_turns_.get(); }
    int root_count() const { return root_count_; }
    const Root& root() const { return root_; }

private:
    friend class Prover;

    struct Node {
        Board board;
        Turn previous;  // the turn that led here
    };

    template <bool kSpirit>
    int search(const Node& node, int alpha, int beta, int depth, int ply, bool is_pv);
    template <bool kSpirit>
    int search_inner(const Node& node, const Danger& danger, int alpha, int beta, int depth, int ply, bool is_pv);
    struct Window {
        int alpha, beta, depth, ply;
        bool is_pv;
    };
    struct Outcome {
        int score;
        Turn turn;  // that raised alpha
    };
    template <bool kSpirit>
    void search_turns(const Node& node, const Danger& danger, Kind kind, Turn table_turn, const Window& window, Outcome& outcome);
    static constexpr int kMaxTried = 64;
    template <bool kSpirit>
    int search_child(const Node& child, int alpha, int beta, int depth, int less, int ply, bool is_pv, bool is_first);
    // Nodes of the last plies (shallow.cpp).
    bool is_shallow(const Danger& danger, int alpha, int beta, int depth, int ply, bool is_pv) const {
        return depth <= kShallowDepth && !is_pv && !danger.any() && !table_ && has_all_features_ && alpha > -kKnown && beta < kKnown &&
               ply < kMaxPly - 2 * kShallowDepth;
    }
    int search_shallow(const Node& node, const Danger& danger, int stand, const Window& window);
    int search_successor(const Node& node, Turn turn, Successors& successors, const Window& window, int less);
    bool decides(const TableEntry& entry, int alpha, int beta, int depth, int ply, bool is_pv) const;
    template <bool kSpirit>
    int quiesce(const Node& node, const Danger& danger, int alpha, int beta, int depth, int ply);
    template <bool kSpirit>
    int search_root_turn(const Node& node, int depth, int alpha, int beta, bool is_pv);
    template <bool kSpirit>
    bool search_root_turns(int depth, int first, int alpha, int beta);
    template <bool kSpirit>
    Node child_of(const Node& node, Turn turn) const {
        return {make<kSpirit>(node.board, turn), turn};
    }
    // `first` has to be possible, and `node` to outlive the turns.
    template <bool kSpirit>
    TurnSource<kSpirit> turns_of(const Node& node, const Danger& danger, Kind kind, bool safe_only, Turn first, int ply) {
        ScoredTurn* const list = &moves_[static_cast<std::size_t>(ply) * kMaxTurns];
        return {{node.board, node.previous, ply}, shared_.tables, danger, kind, safe_only, first, shared_.features, order_, list};
    }
    void credit_turns(const Node& node, Turn best, const ScoredTurn* tried, int tried_count, int depth, int ply);
    bool must_answer(const Danger& danger) const { return danger.any() && shared_.features.must_answer; }
    bool is_capture(const Board& board, Turn turn) const { return board.pawns[board.to_move ^ 1] & bit(turn.to()); }
    void count_node() {
        const std::uint64_t count = nodes() + 1;
        nodes_.store(count, std::memory_order_relaxed);
        if (count >= next_check_) check_limits(count);
    }
    void check_limits(std::uint64_t count);
    void keep_line(int ply, Turn turn);
    bool probe_tablebase(const Board& board, int ply, int& score);

    Shared& shared_;
    const int number_;
    Root root_;
    Clock clock_;
    OrderTables order_;
    std::unique_ptr<ScoredTurn[]> moves_;
    std::unique_ptr<RootTurn[]> root_turns_{new RootTurn[kMaxTurns]};
    int root_count_ = 0;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> table_hits_{0};
    std::uint64_t next_check_ = 0;
    static constexpr int kShallowDepth = 3;
    bool has_all_features_ = true;  // the last plies know no other search
    bool obeys_ = false;   // limits count from the second depth on
    bool stopped_ = false;
    int overtaken_at_ = kNever;  // a result of this depth, from another thread, ends the search that runs
    static constexpr int kNever = std::numeric_limits<int>::max();
    int seldepth_ = 0;
    const Tablebase* table_ = nullptr;
    Turn pv_[kMaxPly + 1][kMaxPv];
    int pv_length_[kMaxPly + 1] = {};
};

}  // namespace onitama
