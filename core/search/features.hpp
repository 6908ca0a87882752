// The ideas of the search, each with its own switch: docs/why/search.md gives what each one gains.
//
// Everything is on in play; benchmarks and tests turn ideas off one by one.
#pragma once

namespace onitama {

struct Features {
    bool killers = true;
    bool history = true;
    bool counter_moves = true;
    bool reductions = true;           // late moves are searched less deep first
    bool late_move_pruning = true;    // the last quiet turns near the leaves are left out
    bool futility = true;             // quiet turns that cannot lift a bad evaluation are left out
    bool quiescence = true;           // captures, and answers to threats, are followed at the leaves
    bool aspiration = true;
    bool internal_reduction = true;   // one ply less where the table knows no turn
    bool temple_threats = true;       // turns that win in three by a threat on the temple come first
    bool must_answer = true;          // under a threat only turns that meet it are made
    bool check_extension = true;      // one ply more for answers to a threat
    bool lean_last_plies = true;      // the last plies do without the table, and judge their turns before making them

    bool operator==(const Features&) const = default;
};

// Iterative principal variation search with the table and captures first, and nothing else.
constexpr Features plain_features() {
    return {false, false, false, false, false, false, false, false, false, false, false, false, false};
}

}  // namespace onitama
