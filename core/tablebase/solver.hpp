// Solves classes of positions (so many men of Red, so many of Blue, Red to move) after the classes with fewer men.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "tablebase/kernels.hpp"
#include "tablebase/memory.hpp"
#include "tablebase/team.hpp"

namespace onitama::tablebase {

// Arrangements in which a position is drawn.
struct Draw {
    std::uint32_t cell;  // row * columns + column
    Word deals;
};

// What solving a class needs besides the class.
struct Task {
    Class job;
    // The classes with a man of Red fewer and with one of Blue fewer; none if that player has the master alone.
    std::optional<Class> red_fewer, blue_fewer;
    // The memory of `blue_fewer`, if this class is to hold what is in it: freed after the first sweep.
    Words* held = nullptr;

    // Columns by row: won by new arrangements when the row was last visited; with Blue, to move, not yet decided.
    ColumnSets fresh, open;
    int batch_rows;
    Words fewer_lost;                      // find_lost() of the rows of `blue_fewer` that captures from a batch lead to
    std::vector<char> is_fresh;            // whether the row has fresh columns
    ColumnSets losing;                     // columns lost for Blue, by row of the batch
    std::vector<char> is_full;             // whether the row was looked at as a whole
    std::vector<std::vector<Draw>> draws;  // found, by row: those of the mirrored class

    std::vector<std::deque<LateWin>> late;  // by thread
    Words wins_at_once;                     // find_wins_at_once() by square of Blue's master

    Task(const Class& the_job, std::optional<Class> with_red_fewer, std::optional<Class> with_blue_fewer, int threads);
    bool has_memory() const { return wins_at_once && (fewer_lost || !blue_fewer); }
    void end_first_sweep();
};

inline constexpr int kBatchWords = 276 * 24 * 276;

// Rows between two meetings of the threads: all placements of Blue's students for as many squares of its master as the
// shared buffer has room for.
inline int batch_rows_of(int columns, int blue_men) {
    const int ways = static_cast<int>(student_ways(blue_men));
    return ways * std::min(kBatchWords / (columns * ways), kMasterSquares);
}

struct Buffers {
    Word* lost;  // kBatchWords, shared
    Word* slab;  // kLanes rows, each thread's own
    int thread;
};

// Solves a class together with its mirrored class (or one class that is its own). All members of the team call it.
// False if stopped.
bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, std::atomic<bool>& changed);

}  // namespace onitama::tablebase
