#include "tablebase/tablebase.hpp"

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

#include "tablebase/data.hpp"

namespace onitama {

using namespace tablebase;

Tablebase::Tablebase() = default;
Tablebase::~Tablebase() = default;

bool Tablebase::supports(const CardSet& cards) {
    for (CardId card = 0; card < kCards; ++card)
        if (cards.is_wind(card)) return false;
    return true;
}

void Tablebase::clear() {
    ready_.store(false, std::memory_order_relaxed);
    data_.reset();
}

bool Tablebase::ready() const { return ready_.load(std::memory_order_acquire); }

namespace {

// A class of `red` against `blue` men as the table has it now; none if a player would have no man.
std::optional<Class> class_of(const Tablebase::Data& data, int red, int blue) {
    if (red == 0 || blue == 0) return std::nullopt;
    return Class{&*data.sides[red], &*data.sides[blue], data.won[red][blue].matrix, data.won[blue][red].matrix};
}

// All members of the team do the work; false if one of them could not.
template <class Work>
bool all_do(int threads, Work&& work) {
    std::atomic<bool> done{true};
    const auto member = [&](int self) {
        if (!work(self)) done.store(false, std::memory_order_relaxed);
    };
    std::vector<std::thread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(member, k);
    member(0);
    for (auto& thread : others) thread.join();
    return done.load(std::memory_order_relaxed);
}

// Of what is in the parts, which are emptied: row by row, since there are few in a row.
template <class Entry, class Parts>
std::vector<Entry> sorted_by_cell(const Matrix& of, Parts& parts) {
    std::vector<std::size_t> end(static_cast<std::size_t>(of.rows) + 1);  // by row, one on
    for (const auto& part : parts)
        for (const Entry& entry : part) ++end[entry.cell / of.columns + 1];
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<Entry> all(end.back());
    for (auto& part : parts) {
        for (const Entry& entry : part) all[end[entry.cell / of.columns]++] = entry;
        part = {};
    }
    std::size_t first = 0;
    for (int row = 0; row < of.rows; ++row) {
        std::sort(all.begin() + first, all.begin() + end[row], [](const Entry& a, const Entry& b) { return a.cell < b.cell; });
        first = end[row];
    }
    return all;
}

// One entry for each cell, and no room to spare.
std::vector<Draw> merged(const std::vector<Draw>& sorted) {
    std::vector<Draw> cells;
    for (const Draw& draw : sorted)
        if (!cells.empty() && cells.back().cell == draw.cell)
            cells.back().deals |= draw.deals;
        else
            cells.push_back(draw);
    return std::vector<Draw>(cells);
}

// The matrices of all classes. The one with a man of Red fewer than the largest needs no memory: it lies in the first blocks
// of the largest, until these are filled.
bool allocate(Tablebase::Data& data) {
    const int most = data.max_men;
    for (int red = 1; red <= most; ++red)
        for (int blue = 1; blue <= most; ++blue)
            if ((red != most - 1 || blue != most) &&
                !data.won[red][blue].allocate(data.sides[blue]->count(), data.sides[red]->count()))
                return false;
    if (most > 1) {
        const Matrix& largest = data.won[most][most].matrix;
        data.won[most - 1][most].matrix = {largest.planes, largest.rows, data.sides[most - 1]->count(), largest.blocks};
    }
    return true;
}

constexpr std::size_t kSlabPlanes = sizeof(SlabLine) / sizeof(Columns) * kMostBlocks * kBlock;
constexpr std::size_t kOwnPlanes = kSlabPlanes + std::size_t{kChunk} * kArrangements;  // each thread's

// Solves the class of `red` against `blue` men and its mirrored class.
bool solve_classes(Tablebase::Data& data, int red, int blue, Planes& lost, std::vector<Planes>& slabs, const std::atomic<bool>& stop) {
    const int threads = static_cast<int>(slabs.size());
    std::vector<Task> tasks;
    for (const auto& [mine, theirs] : {std::pair{red, blue}, std::pair{blue, red}}) {
        Task& task = tasks.emplace_back(*class_of(data, mine, theirs), class_of(data, mine - 1, theirs),
                                        class_of(data, mine, theirs - 1), threads);
        if (!task.has_memory()) return false;
        if (mine == data.max_men && theirs == mine && mine > 1) task.held = &data.won[mine][theirs - 1].memory;
        if (mine == theirs) break;
    }
    Team team(threads, stop);
    Found found;
    if (!all_do(threads, [&](int self) { return solve(team, tasks, {lost.get(), reinterpret_cast<SlabLine*>(slabs[self].get()), slabs[self].get() + kSlabPlanes, self}, found); })) return false;
    for (Task& task : tasks) {
        const int mine = task.job.red->men(), theirs = task.job.blue->men();
        data.draws[theirs][mine] = merged(sorted_by_cell<Draw>(task.job.mirrored, task.draws));
        data.late[mine][theirs] = LateWins(late_sweep(mine, theirs), task.job.won.rows, task.job.won.columns,
                                           sorted_by_cell<LateWin>(task.job.won, task.late));
    }
    return true;
}

}  // namespace

bool Tablebase::build(const CardSet& cards, int max_men, int threads, const std::atomic<bool>& stop) {
    clear();
    if (!supports(cards) || max_men < 1 || max_men > kMostMen) return false;
    auto data = std::make_unique<Data>();
    data->cards = cards;
    data->max_men = max_men;
    for (int men = 1; men <= max_men; ++men) data->sides[men].emplace(cards, men);
    Planes lost = allocate_planes(kBatchPlanes);
    std::vector<Planes> slabs;
    for (int k = 0; k < threads; ++k) slabs.push_back(allocate_planes(kOwnPlanes));
    if (!allocate(*data) || !lost || !std::all_of(slabs.begin(), slabs.end(), [](const Planes& slab) { return slab != nullptr; }))
        return false;
    // Each class after those that its captures lead to.
    for (int men = 2; men <= 2 * max_men; ++men)
        for (int red = std::max(1, men - max_men); red <= men - red; ++red)
            if (!solve_classes(*data, red, men - red, lost, slabs, stop)) return false;
    for (int red = 1; red <= max_men; ++red)
        for (int blue = 1; blue <= max_men; ++blue)
            if (data->is_in_largest(red, blue) && red + blue < 2 * max_men) data->won[red][blue] = {};
    data_ = std::move(data);
    ready_.store(true, std::memory_order_release);
    return true;
}

bool Tablebase::covers(const Board& board) const {
    if (!ready() || board.spirit) return false;
    for (const Player player : {kRed, kBlue})
        if (std::popcount(board.pawns[player]) > data_->max_men || !(board.masters[player] & ~kTemple[other(player)])) return false;
    return true;
}

Wdl Tablebase::probe(const Board& board) const {
    if (!covers(board)) return Wdl::kUnknown;
    return data_->value(state_of(board));
}

Tablebase::Counts Tablebase::counts() const {
    Counts counts;
    if (!ready()) return counts;
    for (int red = 1; red <= data_->max_men; ++red)
        for (int blue = 1; blue <= data_->max_men; ++blue) {
            const Sides& mine = *data_->sides[red];
            const Sides& theirs = *data_->sides[blue];
            std::uint64_t cells = 0;
            std::uint64_t wins = 0, draws = 0;
            const Class job = *class_of(*data_, red, blue);
            for (int row = 0; row < theirs.count(); ++row)
                for (int block = 0; block < mine.blocks(); ++block) {
                    const Columns single = mine.all(block) & ~overlap(job, block, row);
                    for_each_column(single, block * kBlock, [&](int) { ++cells; });
                    if (data_->has_matrix(red, blue))
                        for (int deal = 0; deal < kArrangements; ++deal)
                            for_each_column(job.won.plane(deal, block, row) & single, 0, [&](int) { ++wins; });
                    else
                        for_each_column(single, block * kBlock, [&](int column) { wins += data_->count_won(red, blue, column, row); });
                }
            for (const auto& draw : data_->draws[red][blue]) draws += std::popcount(draw.deals);
            // Positions that are over: the mover's master on its goal (won), or only the other's (lost).
            const std::uint64_t mover_there = std::uint64_t{kChoose[24][red - 1]} * kChoose[25 - red][blue] * blue;
            const std::uint64_t all = std::uint64_t{kChoose[25][red]} * red * kChoose[25 - red][blue] * blue;
            counts.won += wins + mover_there * kArrangements;
            counts.drawn += draws;
            counts.lost += cells * kArrangements - wins - draws + (all - mover_there - cells) * kArrangements;
        }
    return counts;
}

std::size_t Tablebase::bytes() const {
    std::size_t bytes = 0;
    if (!data_) return 0;
    for (const auto& row : data_->won)
        for (const auto& table : row)
            if (table.memory) bytes += table.matrix.bytes();
    for (const auto& row : data_->late)
        for (const auto& late : row) bytes += late.bytes();
    for (const auto& row : data_->draws)
        for (const auto& draws : row) bytes += draws.capacity() * sizeof(draws[0]);
    return bytes;
}

}  // namespace onitama
