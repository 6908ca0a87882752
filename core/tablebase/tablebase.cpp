#include "tablebase/tablebase.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "tablebase/solver.hpp"

namespace onitama {

using namespace tablebase;

namespace {

constexpr int kMostMen = 3;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Aligned for lanes, and in huge pages where the system has them: rows are read in many streams at once.
struct FreeWords {
    void operator()(Word* words) const { std::free(words); }
};
using Words = std::unique_ptr<Word[], FreeWords>;

Words allocate_words(std::size_t count) {
    const std::size_t align = count * sizeof(Word) >= kHugePage ? kHugePage : 64;
    const std::size_t bytes = (count * sizeof(Word) + align - 1) / align * align;
    auto* words = static_cast<Word*>(std::aligned_alloc(align, bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (words && align == kHugePage) madvise(words, bytes, MADV_HUGEPAGE);
#endif
    return Words(words);
}

struct Table {
    Words memory;
    Matrix matrix;

    bool allocate(int rows, int columns) {
        memory = allocate_words(static_cast<std::size_t>(rows) * columns);
        matrix = {memory.get(), rows, columns};
        return memory != nullptr;
    }
};

}  // namespace

struct Tablebase::Data {
    CardSet cards;
    int max_men = 0;
    std::array<std::optional<Sides>, kMostMen + 1> sides;
    std::array<std::array<Table, kMostMen + 1>, kMostMen + 1> won;   // [men of Red][men of Blue], Red to move
    std::array<std::array<Table, kMostMen + 1>, kMostMen + 1> lost;  // while building: find_lost() of every row
    // Sorted by cell: the table itself tells only wins from the rest.
    std::array<std::array<std::vector<Draw>, kMostMen + 1>, kMostMen + 1> draws;
};

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
    const Words lost = allocate_words(static_cast<std::size_t>(kBatchRows) * most);
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
                                                             data->won[mine][theirs].matrix, data->won[theirs][mine].matrix});
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
            bool ok = solve(team, tasks, {lost.get(), slabs[self].get()}, changed);
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
            std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.cell < b.cell; });
        }
    for (auto& row : data->lost)
        for (auto& table : row) table = {};
    data_ = std::move(data);
    ready_.store(true, std::memory_order_release);
    return true;
}

namespace {

// A position from the mover's view.
struct Cell {
    int men, waiting_men;
    std::uint32_t column, row;
    Word deal;
};

Cell cell_of(const Board& board) {
    const Player mover = board.to_move;
    const bool is_red = mover == kRed;
    Side own{board.pawns[mover], lowest(board.masters[mover])};
    Side enemy{board.pawns[other(mover)], lowest(board.masters[other(mover)])};
    if (is_red)
        enemy = turned(enemy);
    else
        own = turned(own);
    return {std::popcount(own.men), std::popcount(enemy.men), index_of(own), index_of(enemy),
            deal_mask(is_red ? board.arrangement : kChangedOver[board.arrangement])};
}

}  // namespace

bool Tablebase::covers(const Board& board) const {
    if (!ready() || board.spirit) return false;
    for (const Player player : {kRed, kBlue})
        if (std::popcount(board.pawns[player]) > data_->max_men || !(board.masters[player] & ~kTemple[other(player)])) return false;
    return true;
}

Wdl Tablebase::probe(const Board& board) const {
    if (!covers(board)) return Wdl::kUnknown;
    const Cell cell = cell_of(board);
    const Matrix& won = data_->won[cell.men][cell.waiting_men].matrix;
    const std::uint32_t number = cell.row * won.columns + cell.column;
    if (won.cells[number] & cell.deal) return Wdl::kWin;
    const auto& draws = data_->draws[cell.men][cell.waiting_men];
    const auto found = std::lower_bound(draws.begin(), draws.end(), number, [](const Draw& d, std::uint32_t n) { return d.cell < n; });
    return found != draws.end() && found->cell == number && (found->deals & cell.deal) ? Wdl::kDraw : Wdl::kLoss;
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

int Tablebase::distance(const Board&) const { return -1; }
Turn Tablebase::best_turn(const Board&) const { return {}; }

std::size_t Tablebase::bytes() const {
    std::size_t bytes = 0;
    if (!data_) return 0;
    for (const auto& row : data_->won)
        for (const auto& table : row)
            if (table.memory) bytes += table.matrix.bytes();
    for (const auto& row : data_->draws)
        for (const auto& draws : row) bytes += draws.size() * sizeof(draws[0]);
    return bytes;
}

}  // namespace onitama
