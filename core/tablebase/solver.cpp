#include "tablebase/solver.hpp"

#include <algorithm>

namespace onitama::tablebase {

namespace {

constexpr int kDenseSweeps = 2;
constexpr int kChunk = 288;  // columns that are done for a whole batch, so that Blue's students move within the cache

// Where one man of Red stands on one of Blue's, that man of Red is taken: the cell holds what the rest is worth, so
// that Blue's capture is a move like any other. (Red's master taken: find_lost() knows.)
void fill_captures_by_blue(const Task& task, int row) {
    const Class& job = task.job;
    Word* cells = job.won.row(row);
    const Mask blue = job.blue->squares_turned(row);
    for (int column = 0; column < job.won.columns; ++column) {
        const Mask shared = job.red->squares(column) & blue;
        const bool is_capture = std::has_single_bit(shared) && shared != bit(job.red->master(column));
        cells[column] = is_capture ? task.red_fewer->row(row)[job.red->without(column, lowest(shared))] : 0;
    }
}

// The same for Red's captures, whose worth never changes: they are put into the row of lost positions once.
void fill_captures_by_red(const Task& task, int row, Word* lost) {
    const Class& job = task.job;
    const auto* red_squares = job.red->all_squares();
    for (Mask men = job.blue->squares(row); men;) {
        const Square square = take_lowest(men);
        const Mask turned = bit(kSquares - 1 - square);
        if (square == job.blue->master(row)) {
            for (int column = 0; column < job.won.columns; ++column)
                if (red_squares[column] & turned) lost[column] |= kAllDeals;
        } else {
            const Word* rest = task.lost_blue_fewer->row(job.blue->without(row, square));
            for (int column = 0; column < job.won.columns; ++column)
                if (red_squares[column] & turned) lost[column] |= rest[column];
        }
    }
}

class Solver {
public:
    Solver(Team& team, Task& task, const Buffers& buffers, std::atomic<bool>& changed)
        : team_(team), task_(task), job_(task.job), buffers_(buffers), changed_(changed) {}

    bool prepare() {
        return team_.each(job_.won.rows, [&](int row) { fill_captures_by_blue(task_, row); });
    }

    // Every position. The last dense sweep finds what is open.
    bool dense_sweep(bool is_first, bool is_last) {
        const int chunk = std::min(kChunk, job_.won.columns);
        for (int batch = 0; batch < job_.won.rows; batch += kBatchRows) {
            const int rows = std::min(kBatchRows, job_.won.rows - batch);
            const int groups = (rows + kLanes - 1) / kLanes;
            if (!team_.each(job_.won.columns / chunk, [&](int nth) {
                    for (int k = 0; k < rows; ++k) find_lost(job_, batch + k, nth * chunk, chunk, lost_row(k) + nth * chunk);
                }))
                return false;
            if (is_last && !team_.each(groups, [&](int group) {
                    const int count = lay_side_by_side(group, rows);
                    find_open(job_, batch + group * kLanes, count, buffers_.slab, task_.open);
                }))
                return false;
            if (!team_.each(groups, [&](int group) {
                    if (is_first)
                        for (int k = group * kLanes; k < std::min(rows, (group + 1) * kLanes); ++k)
                            fill_captures_by_red(task_, batch + k, lost_row(k));
                    const int count = lay_side_by_side(group, rows);
                    if (spread_wins(job_, batch + group * kLanes, count, buffers_.slab, task_.fresh)) set_changed();
                }))
                return false;
        }
        return true;
    }

    // Only what is open and had a change among its children since it was last looked at. Between two visits of a row
    // each row that depends on it is visited once, and so sees its `fresh` columns once.
    bool sparse_sweep() {
        for (int batch = 0; batch < job_.won.rows; batch += kBatchRows) {
            const int rows = std::min(kBatchRows, job_.won.rows - batch);
            if (!team_.each(rows, [&](int k) { look_again(batch + k, k); })) return false;
            if (!team_.each(rows, [&](int k) { spread(batch + k, k); })) return false;
        }
        return true;
    }

    // What is still open has no end.
    bool find_draws() {
        return team_.each(job_.won.rows, [&](int row) {
            const ColumnSets::Bits* open = task_.open.of(row);
            for (int word = 0; word < task_.open.words(); ++word)
                for (ColumnSets::Bits bits = open[word]; bits; bits &= bits - 1) {
                    const int column = word * 64 + std::countr_zero(bits);
                    Word unknown = ~job_.mirrored.row(column)[row] & kAllDeals;
                    if (unknown) unknown &= ~changed_over(lost_at(job_, row, column));
                    if (unknown) task_.draws[row].push_back({static_cast<std::uint32_t>(column * job_.won.rows + row), unknown});
                }
        });
    }

private:
    Word* lost_row(int k) const { return buffers_.lost + static_cast<std::size_t>(k) * job_.won.columns; }

    int lay_side_by_side(int group, int rows) const {
        const int count = std::min(kLanes, rows - group * kLanes);
        interleave(lost_row(group * kLanes), count, job_.won.columns, buffers_.slab);
        return count;
    }

    void set_changed() { changed_.store(true, std::memory_order_relaxed); }

    void look_again(int row, int k) {
        ColumnSets::Bits* open = task_.open.of(row);
        Word* lost = lost_row(k);
        for (int word = 0; word < task_.open.words(); ++word) {
            ColumnSets::Bits losing = 0;
            ColumnSets::Bits changed = 0;
            if (open[word]) changed = open[word] & changed_children(row, word);
            for (; changed; changed &= changed - 1) {
                const int column = word * 64 + std::countr_zero(changed);
                const Word unknown = ~job_.mirrored.row(column)[row] & kAllDeals;
                lost[column] = unknown ? lost_at(job_, row, column) : 0;
                if (lost[column]) losing |= changed & -changed;
                if (!(unknown & ~changed_over(lost[column]))) open[word] &= ~(changed & -changed);
            }
            task_.losing.of(k)[word] = losing;
        }
    }

    ColumnSets::Bits changed_children(int row, int word) {
        ColumnSets::Bits changed = job_.blue->stuck(kBlue, row) ? task_.fresh.of(row)[word] : 0;
        for (int card = 0; card < kCards; ++card)
            for (const int to : job_.blue->moves(row, card)) changed |= task_.fresh.of(to)[word];
        return changed;
    }

    void spread(int row, int k) {
        std::fill_n(task_.fresh.of(row), task_.fresh.words(), 0);
        bool any = false;
        for (int word = 0; word < task_.losing.words(); ++word)
            for (ColumnSets::Bits bits = task_.losing.of(k)[word]; bits; bits &= bits - 1) {
                const int column = word * 64 + std::countr_zero(bits);
                any |= spread_win(job_, row, column, lost_row(k)[column], task_.fresh);
            }
        if (any) set_changed();
    }

    Team& team_;
    Task& task_;
    const Class& job_;
    const Buffers& buffers_;
    std::atomic<bool>& changed_;
};

}  // namespace

Task::Task(const Class& the_job)
    : job(the_job),
      fresh(job.won.rows, job.won.columns),
      open(job.won.rows, job.won.columns),
      losing(std::min(kBatchRows, job.won.rows), job.won.columns),
      draws(static_cast<std::size_t>(job.won.rows)) {}

bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, std::atomic<bool>& changed) {
    std::vector<Solver> solvers;
    for (Task& task : tasks) solvers.emplace_back(team, task, buffers, changed);
    for (Solver& solver : solvers)
        if (!solver.prepare()) return false;
    for (int sweep = 0; sweep < kDenseSweeps; ++sweep)
        for (Solver& solver : solvers)
            if (!solver.dense_sweep(sweep == 0, sweep == kDenseSweeps - 1)) return false;
    for (bool again = true; again;) {
        changed.store(false, std::memory_order_relaxed);
        for (Solver& solver : solvers)
            if (!solver.sparse_sweep()) return false;
        again = changed.load(std::memory_order_relaxed);
        if (!team.each(0, [](int) {})) return false;  // all have read `changed` before it is cleared
    }
    for (Solver& solver : solvers)
        if (!solver.find_draws()) return false;
    return true;
}

}  // namespace onitama::tablebase
