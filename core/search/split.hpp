// A node whose turns several threads search together.
//
// Young brothers wait: the first turn is searched alone, since it sets the bound that the others have to beat. The
// thread that came to the node owns it and leaves it only when the last helper has; while it waits it may help
// below this node, and nowhere else, so that nobody waits in a circle.
#pragma once

#include <atomic>
#include <mutex>

#include "search/worker.hpp"

namespace onitama {

struct Worker::Split {
    std::mutex mutex;  // for all that follows but the atomics
    Split* parent = nullptr;  // the split under which the owner works
    Worker* owner = nullptr;
    Node node;
    Danger danger;
    Window window;  // its alpha rises
    Turn table_turn;
    Outcome outcome;
    Picker turns{nullptr, 0};
    int made = 0;
    ScoredTurn tried[64];
    int tried_count = 0;
    int seldepth = 0;
    std::atomic<bool> has_turns{false};
    std::atomic<bool> is_cut{false};
    std::atomic<int> helpers{0};

    bool is_under(const Split* other) const {
        for (const Split* split = this; split; split = split->parent)
            if (split == other) return true;
        return false;
    }
};

}  // namespace onitama
