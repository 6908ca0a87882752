#include "tablebase/tablebase.hpp"

#include <algorithm>
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

bool Tablebase::build(const CardSet& cards, int max_men, int threads, const std::atomic<bool>& stop) {
    clear();
    if (!supports(cards) || max_men < 1 || max_men > kMostMen) return false;
    auto data = std::make_unique<Data>();
    data->cards = cards;
    data->max_men = max_men;
    for (int men = 1; men <= max_men; ++men) data->sides[men].emplace(cards, men);
    const int most = data->sides[max_men]->count();
    const Words lost = allocate_words(kBatchWords);
    std::vector<Words> slabs;
    for (int k = 0; k < threads; ++k) slabs.push_back(allocate_words(static_cast<std::size_t>(kLanes) * most));
    for (int red = 1; red <= max_men; ++red)
        for (int blue = 1; blue <= max_men; ++blue)
            if (!data->won[red][blue].allocate(data->sides[blue]->count(), data->sides[red]->count()) ||
                (blue < max_men && !data->lost[red][blue].allocate(data->sides[blue]->count(), data->sides[red]->count())))
                return false;

    // Classes that lead only into each other and into solved ones.
    std::vector<std::vector<Task>> steps;
    for (int men = 2; men <= 2 * max_men; ++men)
        for (int red = std::max(1, men - max_men); red <= men - red; ++red) {
            steps.emplace_back();
            for (const auto& [mine, theirs] : {std::pair{red, men - red}, std::pair{men - red, red}}) {
                Task& task = steps.back().emplace_back(Class{&*data->sides[mine], &*data->sides[theirs],
                                                             data->won[mine][theirs].matrix, data->won[theirs][mine].matrix},
                                                       threads);
                if (mine > 1) task.red_fewer = &data->won[mine - 1][theirs].matrix;
                if (theirs > 1) task.lost_blue_fewer = &data->lost[mine][theirs - 1].matrix;
                if (mine == theirs) break;
            }
        }

    Team team(threads, stop);
    std::atomic<bool> changed{false};
    std::atomic<bool> done{true};
    const auto work = [&](int self) {
        for (auto& tasks : steps) {
            bool ok = solve(team, tasks, {lost.get(), slabs[self].get(), self}, changed);
            for (Task& task : tasks) {
                const Matrix& rows = data->lost[task.job.red->men()][task.job.blue->men()].matrix;
                if (ok && rows.cells)
                    ok = team.each(rows.rows, [&](int row) { find_lost(task.job, row, 0, rows.columns, rows.row(row)); });
            }
            if (!ok) {
                done.store(false, std::memory_order_relaxed);
                return;
            }
        }
    };
    std::vector<std::thread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(work, k);
    work(0);
    for (auto& thread : others) thread.join();
    if (!done.load(std::memory_order_relaxed)) return false;
    for (auto& tasks : steps)
        for (Task& task : tasks) {
            auto& draws = data->draws[task.job.blue->men()][task.job.red->men()];
            for (const auto& row : task.draws) draws.insert(draws.end(), row.begin(), row.end());
            data->late[task.job.red->men()][task.job.blue->men()] = std::move(task.late);
            std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.cell < b.cell; });
        }
    for (auto& row : data->lost)
        for (auto& table : row) table = {};
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
            const Matrix& won = data_->won[red][blue].matrix;
            std::uint64_t cells = 0;
            std::uint64_t wins = 0, draws = 0;
            for (int row = 0; row < won.rows; ++row)
                for (int column = 0; column < won.columns; ++column) {
                    if (data_->sides[blue]->squares_turned(row) & data_->sides[red]->squares(column)) continue;
                    ++cells;
                    wins += std::popcount(won.row(row)[column] & kAllDeals);
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
        for (const auto& by_thread : row)
            for (const auto& late : by_thread) bytes += late.capacity() * sizeof(late[0]);
    for (const auto& row : data_->draws)
        for (const auto& draws : row) bytes += draws.size() * sizeof(draws[0]);
    return bytes;
}

}  // namespace onitama
