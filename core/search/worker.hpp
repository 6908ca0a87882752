// One thread's search: principal variation search from one root, with its own memory of good turns.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <span>

#include "search/eval.hpp"
#include "search/ordering.hpp"
#include "search/search.hpp"
#include "search/successors.hpp"
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

class Worker;

// What all threads of a searcher share.
struct Shared {
    TranspositionTable tt;
    Tables tables;
    Evaluator evaluator;
    Features features;
    const Tablebase* tablebase = nullptr;
    std::atomic<bool> stop{false};
    std::span<const std::unique_ptr<Worker>> team;

    std::uint64_t nodes() const;
};

// A score: the mover loses by the opponent's next turn.
inline int lost_in_two(int ply) { return -(kWin - ply - 2); }

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
    explicit Worker(Shared& shared);
    ~Worker();

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

    // Searches turns of nodes that others share, until the search ends (split.cpp).
    void serve();

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
    // A node that several threads search, and the state of its search when it becomes one (split.cpp).
    struct Split;
    struct Rest {
        Picker turns;
        int made;
        const ScoredTurn* tried;
        int tried_count;
    };
    static constexpr int kMaxTried = 64;
    bool has_helpers() const { return shared_.team.size() > 1; }
    template <bool kSpirit>
    void share_turns(const Node& node, const Danger& danger, const Window& window, const Rest& rest, Outcome& outcome);
    template <bool kSpirit>
    bool share_root_turns(const Window& window, int first);
    RootTurn* find_root_turn(Turn turn);
    template <bool kSpirit>
    void search_shared_turns(Split& split);
    bool help_below(Split* above);
    bool help_at(Split& split, Split* above);
    bool is_cancelled() const;
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
    int search_root_turn(const Node& child, int depth, int alpha, int beta, bool is_first);
    // `finder`: the thread that searched the turn and has its line.
    void keep_root_turn(RootTurn& root_turn, int score, int depth, const Worker& finder);
    template <bool kSpirit>
    bool search_root_turns(int depth, int first, int alpha, int beta);
    static constexpr int kNotBest = -kWin - 1;  // of a root turn that did not beat the best one
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
    void keep_line(int ply, Turn turn, const Worker& finder);
    bool probe_tablebase(const Board& board, int ply, int& score);

    Shared& shared_;
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
    Split* split_ = nullptr;          // the last one under which this thread works
    std::unique_ptr<Split[]> splits_;  // its own, by ply
    int seldepth_ = 0;
    const Tablebase* table_ = nullptr;
    Turn pv_[kMaxPly + 1][kMaxPv];
    int pv_length_[kMaxPly + 1] = {};
    // Its own splits with turns left, a bit for each ply; a hint, the lock of a split decides. Other threads ask for it
    // all the time, so it shares no cache line with what this one writes.
    alignas(128) std::atomic<std::uint64_t> open_splits_{0};
};

inline std::uint64_t Shared::nodes() const {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<Worker>& worker : team) sum += worker->nodes();
    return sum;
}

}  // namespace onitama
