// The search for games with hidden ninjas: a belief and limits in, a step to play out.
//
// Information-set Monte-Carlo tree search for several observers: each iteration draws where the ninjas are, both
// players' from what the other may believe, and goes down the trees of both, each of which knows what its player would
// have been told. New nodes are judged at a glance instead of being played out.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hidden/belief.hpp"
#include "hidden/tree.hpp"

namespace onitama {

// Where to stop; 0 is no limit.
struct HiddenLimits {
    std::int64_t time_us = 0;
    std::uint64_t iterations = 0;
    int turns = 0;  // how far ahead the trees may go
};

struct HiddenOptions {
    std::uint64_t seed = 0;
    bool guesses = false;  // takes one position, drawn from the belief, for the truth; what honest play is measured by
};

struct HiddenLine {
    Step step;
    int score = 0;  // in hundredths of a student; `kWonAtOnce` less 1 if the step wins
    std::uint64_t visits = 0;
};

// `lines` are sorted, the most looked at first; `best` is drawn from those that are as good.
struct HiddenResult {
    std::array<HiddenLine, kMaxSteps> lines{};
    int count = 0;
    int best = 0;
    std::uint64_t iterations = 0;
    int depth = 0;  // turns of the longest way
    int tree_permille = 0;
    std::int64_t elapsed_us = 0;
};

using HiddenSink = void (*)(void* context, const HiddenResult&);

class HiddenSearcher {
public:
    [[nodiscard]] bool configure(std::size_t bytes) { return tree_.configure(bytes); }

    // Blocks; what it finds depends on the belief, the seed and the number of iterations only. The viewer is to move.
    HiddenResult search(const Belief& belief, const HiddenLimits& limits, const HiddenOptions& options, HiddenSink sink,
                        void* context);

    // From any thread. `search` does not clear the request: a stop between `arm` and `search` counts too.
    void stop() { stop_ = true; }
    void arm() { stop_ = false; }

private:
    Tree tree_;
    std::atomic<bool> stop_{false};
};

}  // namespace onitama
