// A node whose turns several threads search together.
//
// Young brothers wait: the first turn is searched alone, since it mostly refutes or sets the bound that the others have
// to beat. The thread that came to the node owns it, and leaves it after the last helper has; while it waits, it helps
// below this node and nowhere else, so that no two threads wait for each other.
#pragma once

#include <atomic>
#include <mutex>

#include "search/worker.hpp"

namespace onitama {

// Where fewer plies are left, sharing costs more than it saves.
inline constexpr int kSplitDepth = 5;
// No deeper in the tree than there are bits in `Worker::open_splits_`.
inline constexpr int kSplitPlies = 64;

struct alignas(128) Worker::Split {  // two cache lines: processors fetch them in pairs
    bool is_under(const Split* other) const {
        for (const Split* split = this; split; split = split->parent)
            if (split == other) return true;
        return false;
    }

    // Read without the lock, while the owner or a helper is at work here.
    std::atomic<bool> is_refuted{false};
    Split* parent = nullptr;  // under which the owner works
    Worker* owner = nullptr;
    Node node;
    Danger danger;
    Window window;  // as it was when the node was split

    alignas(128) std::mutex mutex;  // for what follows
    std::atomic<int> helpers{0};    // joins under the lock, leaves without
    Picker turns{nullptr, 0};       // empty as soon as there is nothing to do here
    int alpha = 0;
    int made = 0;
    int seldepth = 0;
    int tried_count = 0;
    Outcome outcome;
    ScoredTurn tried[kMaxTried];
};

}  // namespace onitama
