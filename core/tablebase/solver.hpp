// Solves classes of positions (so many men of Red, so many of Blue, Red to move) after the classes with fewer men.
#pragma once

#include <atomic>
#include <cstdint>
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
    Planes* held = nullptr;

    int batch_rows;
    Planes fewer_lost;                     // find_lost() of the rows of `blue_fewer` that captures from a batch lead to
    std::vector<BlockSet> fresh;           // by row: blocks with new wins when the row was last visited
    std::vector<BlockSet> looked_at;       // by row of the batch: blocks of which it is known what is lost
    std::vector<std::uint16_t> lost_count;  // positions lost for Blue, by block and row
    // Once there is little news: new wins when the row was last visited, and what is newly lost in the rows of the batch.
    std::optional<NewsLists> won_news, lost_news;
    std::vector<std::vector<Draw>> draws;  // found, by group of rows: those of the mirrored class

    std::vector<std::deque<LateWin>> late;  // by thread

    Task(const Class& the_job, std::optional<Class> with_red_fewer, std::optional<Class> with_blue_fewer, int threads);
    bool has_memory() const { return fewer_lost || !blue_fewer; }
    void end_first_sweep();
    void begin_news();
};

// Most rows of Blue's turn that are done together. What these read and find stays in the cache: their students' moves lead
// to each other.
inline constexpr int kChunk = 276;

// Rows between two meetings of the threads: as many as the shared buffer has room for.
inline constexpr int kBatchBlocks = kMostBlocks * 256;
inline constexpr std::size_t kBatchPlanes = std::size_t{kBatchBlocks} * kArrangements;
inline int batch_rows_of(int columns) { return kBatchBlocks / blocks_of(columns) / kTile * kTile; }

struct Buffers {
    Columns* lost;   // kBatchPlanes, shared
    SlabLine* slab;  // kMostBlocks * kBlock, each thread's own
    Columns* chunk;  // kChunk rows of one block, each thread's own
    int thread;
};

// What the threads find in a sweep.
struct Found {
    std::atomic<std::uint64_t> lost{0};  // positions
    std::atomic<bool> won{false};
};

// Solves a class together with its mirrored class (or one class that is its own). All members of the team call it.
// False if stopped.
bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, Found& found);

}  // namespace onitama::tablebase
