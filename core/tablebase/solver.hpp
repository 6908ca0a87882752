// Solves classes of positions (so many men of Red, so many of Blue, Red to move) after the classes with fewer men.
#pragma once

#include <vector>

#include "tablebase/kernels.hpp"
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
    const Matrix* red_fewer = nullptr;        // `won` with a man of Red fewer; none if Red has the master alone
    const Matrix* lost_blue_fewer = nullptr;  // find_lost() of all rows with a man of Blue fewer; none likewise

    // Columns by row: won by new arrangements when the row was last visited; with Blue, to move, not yet decided.
    ColumnSets fresh, open;
    int batch_rows;                        // a multiple of kLanes, or all
    std::vector<char> is_fresh;            // whether the row has fresh columns
    ColumnSets losing;                     // columns lost for Blue, by row of the batch
    std::vector<char> is_full;             // whether the row was looked at as a whole
    std::vector<std::vector<Draw>> draws;  // found, by row: those of the mirrored class

    std::vector<std::vector<LateWin>> late;  // by thread, each sorted by cell

    Task(const Class& the_job, int threads);
};

// The first sweep whose wins are noted. A win found in sweep n (from 0) takes at least 2n + 1 plies.
inline constexpr int kLateSweep = 6;

// Between two meetings of the threads: as many rows as the shared buffer has room for.
inline constexpr int kBatchWords = 276 * 24 * 276;

struct Buffers {
    Word* lost;  // kBatchWords, shared
    Word* slab;  // kLanes rows, each thread's own
    int thread;
};

// Solves a class together with its mirrored class (or one class that is its own). All members of the team call it.
// False if stopped.
bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, std::atomic<bool>& changed);

}  // namespace onitama::tablebase
