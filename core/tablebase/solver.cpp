#include "tablebase/solver.hpp"

#include <algorithm>
#include <numeric>

#include "tablebase/few.hpp"

namespace onitama::tablebase {

namespace {

constexpr int kFirstSweep = 1;  // before it, wins in one turn are filled in: sweep 0
constexpr int kLastLook = 0;    // in place of a sweep: what is lost in the end

// How a sweep goes about it: by blocks; by blocks, listing new wins; by lists of what is new.
enum class Way { kBlocks, kListing, kLists };

// The way after a sweep that found so many positions lost.
Way next_way(Way way, std::uint64_t new_lost, std::uint64_t positions) {
    constexpr int kLittle = 3000;  // a part of all positions: then lists are faster and take less room than blocks
    if (way != Way::kBlocks) return Way::kLists;
    return new_lost < positions / kLittle ? Way::kListing : Way::kBlocks;
}

int nth_master(const Sides& sides, int placement) { return placement / static_cast<int>(student_ways(sides.men())); }

// The first of the placements of Blue with a man fewer that captures from rows with the master of `row` lead to.
int first_fewer(const Task& task, int row) {
    const Sides& blue = *task.job.blue;
    return nth_master(blue, row) * static_cast<int>(student_ways(blue.men() - 1));
}

// How many there are for `count` rows from `row` on.
int count_fewer(const Task& task, int row, int count) {
    const auto ways = static_cast<int>(student_ways(task.job.blue->men() - 1));
    return first_fewer(task, row + count - 1) + ways - first_fewer(task, row);
}

// Where Red's master stands on a student of Blue, nothing reads the cell: it holds what the position is worth without
// that student.
void hold_blue_fewer(const Task& task, int row) {
    const Class& job = task.job;
    const Sides& blue = *job.blue;
    const Sides::Fewer* students = blue.students(row);
    for (int nth = 0; nth < blue.men() - 1; ++nth) {
        const Square turned = opposite(students[nth].square);
        for (int block = 0; block < job.red->blocks(); ++block) {
            if (!(job.red->master_squares(block) & bit(turned))) continue;
            const Columns& there = job.red->with_master(turned, block);
            for (int deal = 0; deal < kArrangements; ++deal) {
                Columns& cells = job.won.plane(deal, block, row);
                cells = (cells & ~there) | (task.blue_fewer->won.plane(deal, block, students[nth].rest) & there);
            }
        }
    }
}

class Solver {
public:
    Solver(Team& team, Task& task, const Buffers& buffers, Found& found)
        : team_(team), task_(task), job_(task.job), buffers_(buffers), found_(found) {}

    bool prepare() {
        return team_.each(groups_of(job_.won.rows), [&](int group) {
            const int first = group * kTile;
            const int count = std::min(kTile, job_.won.rows - first);
            fill_rows(job_, task_.red_fewer ? &*task_.red_fewer : nullptr, first, count, buffers_.slab);
            for (int row = first; row < first + count && task_.held; ++row) hold_blue_fewer(task_, row);
        });
    }

    // One turn of each player everywhere, a batch of rows after the other. Later sweeps look only at blocks that had a
    // change among their children since they were last looked at: between two visits of a row each row that depends on
    // it is visited once, and so sees its `fresh` blocks once.
    bool run(int sweep, Way way) {
        if (way == Way::kLists) std::fill_n(buffers_.chunk, std::size_t{kMostBlocks} * kArrangements, no_columns());
        for (int batch = 0; batch < job_.won.rows; batch += task_.batch_rows) {
            const int rows = std::min(task_.batch_rows, job_.won.rows - batch);
            if (sweep == kFirstSweep && task_.blue_fewer && !find_fewer_lost(batch, rows)) return false;
            if (!team_.each(groups_of(rows), [&](int group) {
                    for (int k = group * kTile; k < std::min(rows, (group + 1) * kTile); ++k)
                        task_.looked_at[k] = sweep == kFirstSweep ? all_blocks(job_.won.columns) : changed_blocks(batch + k);
                }))
                return false;
            if (!(way == Way::kLists ? find_news_lost(batch, rows) : find_batch_lost(batch, rows, sweep))) return false;
            const std::vector<std::uint16_t> to_do = rows_looked_at(batch, rows, sweep);
            const Notes notes = notes_of(sweep);
            const auto count = static_cast<int>(to_do.size());
            if (!(way == Way::kLists ? team_.each(count, [&](int nth) { spread_news(batch, to_do[nth], notes); })
                                     : team_.each(groups_of(count), [&](int group) { spread(batch, to_do, group, notes); })))
                return false;
        }
        return true;
    }

    // What is neither lost for Blue, to move, nor won has no end.
    bool find_draws() {
        for (int batch = 0; batch < job_.won.rows; batch += task_.batch_rows) {
            const int rows = std::min(task_.batch_rows, job_.won.rows - batch);
            if (!team_.each(0, [](int) {})) return false;
            if (buffers_.thread == 0) std::fill_n(task_.looked_at.begin(), rows, all_blocks(job_.won.columns));
            if (!team_.each(0, [](int) {}) || !find_batch_lost(batch, rows, kLastLook)) return false;
            if (!team_.each(groups_of(rows), [&](int group) { find_draws(batch, group, rows); })) return false;
        }
        return true;
    }

private:
    static int groups_of(int rows) { return (rows + kTile - 1) / kTile; }
    LostRows lost_rows(int batch) const { return {buffers_.lost, batch, task_.batch_rows}; }

    // What Red's captures from a batch of rows lead to.
    bool find_fewer_lost(int batch, int rows) {
        const LostRows lost = fewer_lost(batch, rows);
        std::vector<std::uint16_t> all(static_cast<std::size_t>(lost.rows));
        std::iota(all.begin(), all.end(), static_cast<std::uint16_t>(lost.first));
        return team_.each(job_.red->blocks(), [&](int block) {
            find_lost(*task_.blue_fewer, block, {all.data(), lost.rows}, lost);
        });
    }
    LostRows fewer_lost(int batch, int rows) const { return {task_.fewer_lost.get(), first_fewer(task_, batch), count_fewer(task_, batch, rows)}; }

    BlockSet changed_blocks(int row) const {
        BlockSet changed = 0;
        for (int card = 0; card < kCards; ++card)
            for (const int to : job_.blue->moves(row, card)) changed |= task_.fresh[to];
        return job_.blue->stuck(kBlue, row) ? changed | task_.fresh[row] : changed;
    }

    // `find(block, first, rows)` for the rows of a batch that are to be looked at in the block: those with one square of
    // Blue's master, from the row `first` of the class on.
    template <class Find>
    bool each_chunk(int batch, int rows, Find&& find) {
        const auto ways = static_cast<int>(student_ways(job_.blue->men()));
        const int chunk_rows = kChunk / ways * ways;
        const int first_chunk = batch / chunk_rows;
        const int chunks = (batch + rows - 1) / chunk_rows - first_chunk + 1;
        return team_.each(job_.red->blocks() * chunks, [&](int item) {
            const int block = item / chunks;
            const int first = (first_chunk + item % chunks) * chunk_rows;
            std::uint16_t to_do[kChunk];
            int count = 0;
            for (int row = std::max(first, batch); row < std::min(batch + rows, first + chunk_rows); ++row)
                if (std::atomic_ref(task_.looked_at[row - batch]).load(std::memory_order_relaxed) >> block & 1)
                    to_do[count++] = static_cast<std::uint16_t>(row);
            find(block, first, RowList{to_do, count});
        });
    }

    // These leave in `looked_at` the blocks in which more is lost than before.
    bool find_batch_lost(int batch, int rows, int sweep) {
        return each_chunk(batch, rows, [&](int block, int first, const RowList& to_do) {
            const LostRows found{buffers_.chunk, first, kChunk, block};
            find_lost(job_, block, to_do, found);
            std::uint64_t count = 0;
            for (const int row : to_do) count += keep_new(batch, rows, block, row, sweep, found);
            found_.lost.fetch_add(count, std::memory_order_relaxed);
        });
    }
    bool find_news_lost(int batch, int rows) {
        return each_chunk(batch, rows, [&](int block, int, const RowList& to_do) {
            find_newly_lost(job_, block, to_do, {task_.fresh.data(), &*task_.won_news}, *task_.lost_news, batch);
            for (const int row : to_do)
                if (task_.lost_news->at(block, row - batch).empty()) leave(batch, block, row);
        });
    }
    void leave(int batch, int block, int row) {
        std::atomic_ref(task_.looked_at[row - batch]).fetch_and(~(BlockSet{1} << block), std::memory_order_relaxed);
    }

    // How many more are lost than before.
    int keep_new(int batch, int rows, int block, int row, int sweep, const LostRows& found) {
        std::uint16_t& known = task_.lost_count[static_cast<std::size_t>(block) * job_.won.rows + row];
        const int count = count_lost(found, block, row);
        const bool is_first = sweep == kFirstSweep && task_.blue_fewer;
        if (count == known && sweep != kLastLook && !is_first) {
            leave(batch, block, row);
            return 0;
        }
        const int more = count - known;
        known = static_cast<std::uint16_t>(count);
        if (is_first) add_captures_by_red(batch, rows, block, row, found);
        for (int card = 0; card < kCards; ++card)
            std::copy_n(found.at(card, block, row), kPerCard, lost_rows(batch).at(card, block, row));
        return more;
    }

    // Red's captures of students, whose worth never changes, are added once. (Of the master: a win in one turn.)
    void add_captures_by_red(int batch, int rows, int block, int row, const LostRows& lost) const {
        const Sides::Fewer* students = job_.blue->students(row);
        const LostRows fewer = fewer_lost(batch, rows);
        for (int nth = 0; nth < job_.blue->men() - 1; ++nth) {
            const Columns& there = job_.red->with_man(opposite(students[nth].square), block);
            for (int deal = 0; deal < kArrangements; ++deal)
                lost.plane(deal, block, row) |= fewer.plane(deal, block, students[nth].rest) & there;
        }
    }

    // The other rows have nothing new.
    std::vector<std::uint16_t> rows_looked_at(int batch, int rows, int sweep) {
        std::vector<std::uint16_t> list;
        for (int k = 0; k < rows; ++k)
            if (task_.looked_at[k])
                list.push_back(static_cast<std::uint16_t>(batch + k));
            else if (buffers_.thread == 0)
                notes_of(sweep).forget(batch + k);
        return list;
    }

    Notes notes_of(int sweep) const {
        const bool is_late = sweep >= late_sweep(job_.red->men(), job_.blue->men());
        return {task_.fresh.data(), task_.won_news ? &*task_.won_news : nullptr,
                is_late ? &task_.late[buffers_.thread] : nullptr, sweep};
    }

    void spread(int batch, const std::vector<std::uint16_t>& to_do, int group, const Notes& notes) {
        const int first = group * kTile;
        const RowList rows{to_do.data() + first, std::min(kTile, static_cast<int>(to_do.size()) - first)};
        if (spread_wins(job_, rows, lost_rows(batch), task_.looked_at.data(), buffers_.slab, notes))
            found_.won.store(true, std::memory_order_relaxed);
    }
    void spread_news(int batch, int row, const Notes& notes) {
        if (spread_few_wins(job_, row, task_.looked_at[row - batch], *task_.lost_news, batch, buffers_.chunk, notes))
            found_.won.store(true, std::memory_order_relaxed);
    }

    void find_draws(int batch, int group, int rows) {
        const int first = batch + group * kTile;
        const int count = std::min(kTile, batch + rows - first);
        const Bits all_rows = count == kTile ? ~Bits{0} : (Bits{1} << count) - 1;
        std::vector<Draw>& draws = task_.draws[first / kTile];
        for (int block = 0; block < job_.red->blocks(); ++block) {
            Columns possible[kTile];
            for (int k = 0; k < count; ++k) possible[k] = job_.red->all(block) & ~overlap(job_, block, first + k);
            for (int card = 0; card < kCards; ++card) {
                Tile open[kPerCard]{};
                for (int k = 0; k < count; ++k)
                    for (int nth = 0; nth < kPerCard; ++nth)
                        open[nth].line[k] = possible[k] & ~lost_rows(batch).at(card, block, first + k)[nth];
                for (Tile& tile : open) turn(tile);
                const int columns = std::min(kBlock, job_.won.columns - block * kBlock);
                for (int k = 0; k < columns; ++k) {
                    const int column = block * kBlock + k;
                    const Columns* won_for_blue = job_.mirrored.at(card, first / kBlock, column);
                    for (int nth = 0; nth < kPerCard; ++nth) {
                        const int theirs = kChangedOver[card * kPerCard + nth];
                        Bits drawn = open[nth].line[k % kTile][k / kTile] &
                                     ~won_for_blue[theirs % kPerCard][first / kTile % kLanes] & all_rows;
                        for (; drawn; drawn &= drawn - 1) {
                            const int row = first + std::countr_zero(drawn);
                            draws.push_back({static_cast<std::uint32_t>(column * job_.won.rows + row), deal_mask(theirs)});
                        }
                    }
                }
            }
        }
    }

    Team& team_;
    Task& task_;
    const Class& job_;
    const Buffers& buffers_;
    Found& found_;
};

}  // namespace

Task::Task(const Class& the_job, std::optional<Class> with_red_fewer, std::optional<Class> with_blue_fewer, int threads)
    : job(the_job),
      red_fewer(with_red_fewer),
      blue_fewer(with_blue_fewer),
      batch_rows(batch_rows_of(job.won.columns)),
      fresh(static_cast<std::size_t>(job.won.rows)),
      looked_at(static_cast<std::size_t>(batch_rows)),
      lost_count(static_cast<std::size_t>(job.won.rows) * job.red->blocks()),
      draws(static_cast<std::size_t>((job.won.rows + kTile - 1) / kTile)),
      late(static_cast<std::size_t>(threads)) {
    if (!blue_fewer) return;
    int most_rows = 0;
    for (int batch = 0; batch < job.won.rows; batch += batch_rows)
        most_rows = std::max(most_rows, count_fewer(*this, batch, std::min(batch_rows, job.won.rows - batch)));
    fewer_lost = allocate_planes(static_cast<std::size_t>(most_rows) * job.red->blocks() * kArrangements);
}

// Room that the first sweep used is free for what comes later.
void Task::end_first_sweep() {
    if (held) held->reset();
    blue_fewer.reset();
    fewer_lost.reset();
}

void Task::begin_news() {
    won_news.emplace(job.won.rows, job.red->blocks());
    lost_news.emplace(batch_rows, job.red->blocks());
}

bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, Found& found) {
    std::vector<Solver> solvers;
    std::uint64_t positions = 0;
    for (Task& task : tasks) {
        solvers.emplace_back(team, task, buffers, found);
        positions += std::uint64_t{kArrangements} * task.job.won.rows * task.job.won.columns;
    }
    for (Solver& solver : solvers)
        if (!solver.prepare()) return false;
    Way way = Way::kBlocks;
    for (int sweep = kFirstSweep, again = true; again; ++sweep) {
        for (Solver& solver : solvers)
            if (!solver.run(sweep, way)) return false;
        again = found.won.load(std::memory_order_relaxed);
        way = next_way(way, found.lost.load(std::memory_order_relaxed), positions);
        if (!team.each(0, [](int) {})) return false;  // all have read what was found before it is cleared
        if (buffers.thread == 0) {
            found.won.store(false, std::memory_order_relaxed);
            found.lost.store(0, std::memory_order_relaxed);
            for (Task& task : tasks) {
                if (sweep == kFirstSweep) task.end_first_sweep();
                if (way == Way::kListing) task.begin_news();
            }
        }
        if (!team.each(0, [](int) {})) return false;
    }
    for (Solver& solver : solvers)
        if (!solver.find_draws()) return false;
    return true;
}

}  // namespace onitama::tablebase
