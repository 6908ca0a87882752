#include "tablebase/solver.hpp"

#include <algorithm>

namespace onitama::tablebase {

namespace {

constexpr int kFirstSweep = 1;   // before it, wins in one turn are filled in: sweep 0
constexpr int kSparseSweep = 3;  // from it on only what is open and had a change; before it every position
constexpr int kFullRow = 16;     // a row with more than one in so many columns to look at is done as a whole
constexpr int kAhead = 8;        // blocks of lanes to fetch before they are needed

// The first of the placements of Blue with a man fewer that captures from rows from `row` on, of a new master square,
// lead to.
int first_fewer(const Task& task, int row) {
    const int men = task.job.blue->men();
    return row / static_cast<int>(student_ways(men)) * static_cast<int>(student_ways(men - 1));
}

Word* wins_at_once(const Task& task, int nth_master) {
    return task.wins_at_once.get() + static_cast<std::size_t>(nth_master) * task.job.won.columns;
}

const Word* fewer_lost_row(const Task& task, int k) {
    return task.fewer_lost.get() + static_cast<std::size_t>(k) * task.job.won.columns;
}

// Where one student of Red stands on a man of Blue, that student is taken: the cell holds what the rest is worth, so that
// Blue's capture is a move like any other. (Red's master taken: find_lost() knows. More men on one square: never read.)
// Elsewhere: wins in one turn. `fewer`: room for a row with a man of Red fewer, which may lie in the row that is filled.
void fill_row(const Task& task, int row, Word* fewer) {
    const Class& job = task.job;
    Word* cells = job.won.row(row);
    if (task.red_fewer) std::copy_n(task.red_fewer->won.row(row), task.red_fewer->won.columns, fewer);
    std::copy_n(wins_at_once(task, row / static_cast<int>(student_ways(job.blue->men()))), job.won.columns, cells);
    for (Mask men = job.blue->squares_turned(row); men;)
        for (const auto [column, rest] : job.red->with_student(take_lowest(men))) cells[column] = fewer[rest];
}

// Where Red's master stands on a student of Blue, nothing reads the cell: it holds what the position is worth without
// that student.
void hold_blue_fewer(const Task& task, int row) {
    const Class& job = task.job;
    const Sides& blue = *job.blue;
    for (Mask students = blue.squares(row) ^ bit(blue.master(row)); students;) {
        const Square square = take_lowest(students);
        const Square turned = opposite(square);
        if (turned == kGoal) continue;
        const int first = job.red->first_with_master(turned);
        std::copy_n(task.blue_fewer->won.row(blue.without(row, square)) + first, student_ways(job.red->men()),
                    job.won.row(row) + first);
    }
}

// Red's captures, whose worth never changes, are put into the row of lost positions once. `first`: the first row of the
// batch.
void fill_captures_by_red(const Task& task, int first, int row, Word* lost) {
    const Sides& red = *task.job.red;
    const Sides& blue = *task.job.blue;
    for (Mask men = blue.squares(row); men;) {
        const Square square = take_lowest(men);
        const Square turned = opposite(square);
        const bool is_master = square == blue.master(row);
        const Word* rest = is_master ? nullptr : fewer_lost_row(task, blue.without(row, square) - first_fewer(task, first));
        const auto take = [&](int column) { lost[column] |= rest ? rest[column] : kAllDeals; };
        for (const auto& [column, _] : red.with_student(turned)) take(column);
        if (turned != kGoal)
            for (int k = 0; k < static_cast<int>(student_ways(red.men())); ++k) take(red.first_with_master(turned) + k);
    }
}

class Solver {
public:
    Solver(Team& team, Task& task, const Buffers& buffers, std::atomic<bool>& changed)
        : team_(team), task_(task), job_(task.job), buffers_(buffers), changed_(changed) {}

    bool prepare() {
        const auto find_at_once = [&](int nth) {
            find_wins_at_once(job_, job_.blue->master(nth * static_cast<int>(student_ways(job_.blue->men()))), wins_at_once(task_, nth));
        };
        return team_.each(kMasterSquares, find_at_once) && team_.each(job_.won.rows, [&](int row) {
            fill_row(task_, row, buffers_.slab);
            if (task_.held) hold_blue_fewer(task_, row);
        });
    }

    // One turn of each player everywhere, a batch of rows after the other. Later sweeps look only at what is open and had
    // a change among its children since it was last looked at: between two visits of a row each row that depends on it
    // is visited once, and so sees its `fresh` columns once.
    bool run(int sweep) {
        for (int batch = 0; batch < job_.won.rows; batch += task_.batch_rows) {
            const int rows = std::min(task_.batch_rows, job_.won.rows - batch);
            const int groups = (rows + kLanes - 1) / kLanes;
            if (sweep == kFirstSweep && task_.blue_fewer && !find_fewer_lost(batch, rows)) return false;
            if (!team_.each(rows, [&](int k) {
                    if (sweep < kSparseSweep)
                        find_lost(job_, batch + k, 0, job_.won.columns, lost_row(k));
                    else
                        look_again(batch + k, k);
                    if (sweep == kFirstSweep) fill_captures_by_red(task_, batch, batch + k, lost_row(k));
                }))
                return false;
            if (sweep == kSparseSweep - 1 && !team_.each(groups, [&](int group) {
                    const int count = lay_side_by_side(group, rows);
                    find_open(job_, batch + group * kLanes, count, buffers_.slab, task_.open);
                }))
                return false;
            if (!team_.each(groups, [&](int group) { spread(batch, group, rows, sweep); })) return false;
        }
        return true;
    }

    // What is still open has no end.
    bool find_draws() {
        return team_.each(job_.won.rows, [&](int row) {
            ColumnSets::Bits* open = task_.open.of(row);
            find_here_and_there(row, buffers_.slab, open, [](int, Word) {});
            for (int word = 0; word < task_.open.words(); ++word)
                for (ColumnSets::Bits bits = open[word]; bits; bits &= bits - 1) {
                    const int column = word * 64 + std::countr_zero(bits);
                    const Word decided = job_.mirrored.row(column)[row] | changed_over(lost_at(job_, row, column));
                    task_.draws[row].push_back({static_cast<std::uint32_t>(column * job_.won.rows + row), ~decided & kAllDeals});
                }
        });
    }

private:
    // What Red's captures from a batch of rows lead to.
    bool find_fewer_lost(int batch, int rows) {
        const int first = first_fewer(task_, batch);
        return team_.each(first_fewer(task_, batch + rows) - first, [&](int k) {
            find_lost(*task_.blue_fewer, first + k, 0, job_.won.columns,
                      task_.fewer_lost.get() + static_cast<std::size_t>(k) * job_.won.columns);
        });
    }

    Word* lost_row(int k) const { return buffers_.lost + static_cast<std::size_t>(k) * job_.won.columns; }

    int lay_side_by_side(int group, int rows) const {
        const int count = std::min(kLanes, rows - group * kLanes);
        interleave(lost_row(group * kLanes), count, job_.won.columns, buffers_.slab);
        return count;
    }

    // Finds the columns lost for Blue among those that are open and had a change: sets them in `losing`. Where there are
    // many the whole row is done, for reading in order is several times faster than here and there.
    void look_again(int row, int k) {
        ColumnSets::Bits* losing = task_.losing.of(k);
        const ColumnSets::Bits* open = task_.open.of(row);
        task_.is_full[k] = false;
        if (!mark_changed_children(row, losing)) return;
        int count = 0;
        for (int word = 0; word < task_.open.words(); ++word) count += std::popcount(losing[word] &= open[word]);
        if (count == 0) return;
        Word* lost = lost_row(k);
        if (count > job_.won.columns / kFullRow) {
            task_.is_full[k] = true;
            find_lost(job_, row, 0, job_.won.columns, lost);
            for (int word = 0; word < task_.open.words(); ++word)
                for (ColumnSets::Bits bits = losing[word]; bits; bits &= bits - 1)
                    if (!lost[word * 64 + std::countr_zero(bits)]) losing[word] &= ~(bits & -bits);
        } else {
            find_here_and_there(row, lost, losing, [&](int column, Word deals) {
                if (!deals) losing[column / 64] &= ~(ColumnSets::Bits{1} << column % 64);
            });
        }
    }

    // Columns in which a position that Blue's turn leads to has changed. False if there are none.
    bool mark_changed_children(int row, ColumnSets::Bits* changed) {
        const int words = task_.fresh.words();
        std::fill_n(changed, words, 0);
        bool any = false;
        const auto mark = [&](int child) {
            if (!task_.is_fresh[child]) return;
            any = true;
            const ColumnSets::Bits* fresh = task_.fresh.of(child);
            for (int word = 0; word < words; ++word) changed[word] |= fresh[word];
        };
        for (int card = 0; card < kCards; ++card)
            for (const int to : job_.blue->moves(row, card)) mark(to);
        if (job_.blue->stuck(kBlue, row)) mark(row);
        return any;
    }

    // Does the blocks of lanes with a column of the set; closes columns that are decided; reports those of the set.
    template <class Report>
    void find_here_and_there(int row, Word* lost, const ColumnSets::Bits* columns, Report&& report) {
        std::uint16_t blocks[1024];
        int count = 0;
        for (int word = 0; word < task_.open.words(); ++word)
            for (int part = 0; part < 64; part += kLanes)
                if (columns[word] >> part & 0xFF) blocks[count++] = static_cast<std::uint16_t>(word * 64 + part);
        ColumnSets::Bits* open = task_.open.of(row);
        for (int nth = 0; nth < count + kAhead; ++nth) {
            if (nth < count) {
                const int column = blocks[nth];
                for (int card = 0; card < kCards; ++card)
                    for (const int to : job_.blue->moves(row, card)) __builtin_prefetch(job_.won.row(to) + column);
                for (unsigned bits = columns[column / 64] >> column % 64 & 0xFF; bits; bits &= bits - 1)
                    __builtin_prefetch(job_.mirrored.row(column + std::countr_zero(bits)) + row);
            }
            if (nth < kAhead) continue;
            const int first = blocks[nth - kAhead];
            find_lost(job_, row, first, kLanes, lost + first);
            for (unsigned bits = columns[first / 64] >> first % 64 & 0xFF; bits; bits &= bits - 1) {
                const int column = first + std::countr_zero(bits);
                const Word won_for_blue = job_.mirrored.row(column)[row];
                if (!(~lost[column] & ~changed_over(won_for_blue) & kAllDeals))
                    open[column / 64] &= ~(ColumnSets::Bits{1} << column % 64);
                report(column, lost[column]);
            }
        }
    }

    void spread(int batch, int group, int rows, int sweep) {
        const int first = group * kLanes;
        const int last = std::min(rows, first + kLanes);
        const bool is_late = sweep >= late_sweep(job_.red->men(), job_.blue->men());
        const Notes notes{sweep > kFirstSweep ? &task_.fresh : nullptr, is_late ? &task_.late[buffers_.thread] : nullptr, sweep};
        const bool as_slab = sweep < kSparseSweep || std::all_of(&task_.is_full[first], &task_.is_full[first] + (last - first),
                                                                 [](char full) { return full; });
        bool any = false;
        if (as_slab) {
            const int count = lay_side_by_side(group, rows);
            any = spread_wins(job_, batch + first, count, buffers_.slab, notes);
            std::fill_n(&task_.is_fresh[batch + first], count, any);
        } else {
            for (int k = first; k < last; ++k) any |= spread_row(batch + k, k, notes);
        }
        if (any) changed_.store(true, std::memory_order_relaxed);
    }

    bool spread_row(int row, int k, const Notes& notes) {
        if (task_.is_fresh[row]) std::fill_n(task_.fresh.of(row), task_.fresh.words(), 0);
        bool any = false;
        for (int word = 0; word < task_.losing.words(); ++word)
            for (ColumnSets::Bits bits = task_.losing.of(k)[word]; bits; bits &= bits - 1) {
                const int column = word * 64 + std::countr_zero(bits);
                any |= spread_win(job_, row, column, lost_row(k)[column], notes);
            }
        task_.is_fresh[row] = any;
        return any;
    }

    Team& team_;
    Task& task_;
    const Class& job_;
    const Buffers& buffers_;
    std::atomic<bool>& changed_;
};

}  // namespace

Task::Task(const Class& the_job, std::optional<Class> with_red_fewer, std::optional<Class> with_blue_fewer, int threads)
    : job(the_job),
      red_fewer(with_red_fewer),
      blue_fewer(with_blue_fewer),
      batch_rows(batch_rows_of(job.won.columns, job.blue->men())),
      is_fresh(static_cast<std::size_t>(job.won.rows)),
      losing(batch_rows, job.won.columns),
      is_full(static_cast<std::size_t>(batch_rows)),
      draws(static_cast<std::size_t>(job.won.rows)),
      late(static_cast<std::size_t>(threads)),
      wins_at_once(allocate_words(static_cast<std::size_t>(kMasterSquares) * job.won.columns)) {
    if (blue_fewer) fewer_lost = allocate_words(static_cast<std::size_t>(first_fewer(*this, batch_rows)) * job.won.columns);
}

// Room that the first sweep used is free for what later sweeps need.
void Task::end_first_sweep() {
    if (held) held->reset();
    blue_fewer.reset();
    fewer_lost.reset();
    wins_at_once.reset();
    fresh = ColumnSets(job.won.rows, job.won.columns);
    open = ColumnSets(job.won.rows, job.won.columns);
}

bool solve(Team& team, std::vector<Task>& tasks, const Buffers& buffers, std::atomic<bool>& changed) {
    std::vector<Solver> solvers;
    for (Task& task : tasks) solvers.emplace_back(team, task, buffers, changed);
    for (Solver& solver : solvers)
        if (!solver.prepare()) return false;
    for (int sweep = kFirstSweep, again = true; again; ++sweep) {
        changed.store(false, std::memory_order_relaxed);
        for (Solver& solver : solvers)
            if (!solver.run(sweep)) return false;
        again = changed.load(std::memory_order_relaxed) || sweep < kSparseSweep;
        if (sweep == kFirstSweep && buffers.thread == 0)
            for (Task& task : tasks) task.end_first_sweep();
        if (!team.each(0, [](int) {})) return false;  // all have read `changed` before it is cleared
    }
    for (Solver& solver : solvers)
        if (!solver.find_draws()) return false;
    return true;
}

}  // namespace onitama::tablebase
