// Time to depth: what each idea of the search saves.
//
//   depth [--depth 13] [--deals 20] [--threads 1] [--runs 1] [--mb 64] [--wind -1] [--seed 7] [SETTINGS ...]
//
// For every setting (default: all on, then "plain"): nodes and CPU seconds to that depth from the start, the median over
// the random deals, and one ply deeper for the deal that public engines are measured on (Ox Boar / Horse Elephant /
// Crab, Blue begins). --wind N: games with the spirit and N wind cards instead, without that deal. CPU time is the
// process's, so other programs disturb it less, and counts every thread; wall time is what several threads shorten. Of
// several runs the least counts. --seed chooses the random deals.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "bench/settings.hpp"
#include "tests/random_boards.hpp"

using namespace onitama;

namespace {

struct Deal {
    CardSet cards;
    Board board;
};

struct Cost {
    double seconds = 0;
    double wall_seconds = 0;
    double nodes = 0;
};

Board start(int arrangement, Player starter) {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    board.arrangement = static_cast<std::uint8_t>(arrangement);
    board.to_move = starter;
    return board;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Cost search(Searcher& searcher, const Deal& deal, int depth, int runs) {
    Cost least;
    Limits limits;
    limits.depth = depth;
    for (int run = 0; run < runs; ++run) {
        searcher.set_game(deal.cards, deal.board.spirit != 0);
        const double begin = cpu_seconds(), wall_begin = wall_seconds();
        const Result result = searcher.search({deal.board}, limits, nullptr, nullptr);
        const Cost cost{cpu_seconds() - begin, wall_seconds() - wall_begin, static_cast<double>(result.nodes)};
        if (!run || cost.seconds < least.seconds) least = {cost.seconds, least.wall_seconds, cost.nodes};
        if (!run || cost.wall_seconds < least.wall_seconds) least.wall_seconds = cost.wall_seconds;
    }
    return least;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

int main(int argc, char** argv) {
    int depth = 13, deals = 20, threads = 1, runs = 1, megabytes = 64, wind = -1, seed = 7;
    std::vector<std::string> settings;
    for (int i = 1; i < argc; ++i) {
        const bool has_value = i + 1 < argc;
        if (!std::strcmp(argv[i], "--depth") && has_value) depth = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--deals") && has_value) deals = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--threads") && has_value) threads = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--runs") && has_value) runs = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--mb") && has_value) megabytes = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--wind") && has_value) wind = std::atoi(argv[++i]);
        else if (!std::strcmp(argv[i], "--seed") && has_value) seed = std::atoi(argv[++i]);
        else settings.push_back(argv[i]);
    }
    if (settings.empty()) settings = {"", "plain"};
    test::RandomBoards random(static_cast<std::uint64_t>(seed));
    std::vector<Deal> random_deals;
    for (int i = 0; i < deals; ++i) {
        const CardSet cards = random.cards(std::max(wind, 0));
        Board board = start(random.below(kArrangements), static_cast<Player>(random.below(2)));
        board.spirit = wind >= 0 ? bit(12) : 0;
        random_deals.push_back({cards, board});
    }
    const Deal known{test::bench_cards(), start(arrangement_of(0, 1, 4), kBlue)};
    std::printf("%-24s | depth %d, %d deals: median s    sum s   wall s  nodes/1e6  1e6 n/s | bench deal, depth %d: s  nodes/1e6\n", "settings",
                depth, deals, depth + 1);
    for (const std::string& setting : settings) {
        Searcher searcher;
        if (!searcher.configure(static_cast<std::size_t>(megabytes) << 20, threads)) return 1;
        bench::parse_settings(setting).apply(searcher);
        std::vector<double> seconds;
        double nodes = 0, sum = 0, wall = 0;
        for (const Deal& deal : random_deals) {
            const Cost cost = search(searcher, deal, depth, runs);
            seconds.push_back(cost.seconds);
            sum += cost.seconds;
            wall += cost.wall_seconds;
            nodes += cost.nodes;
        }
        const Cost cost = wind < 0 ? search(searcher, known, depth + 1, runs) : Cost{};
        std::printf("%-24s | %32.3f %8.3f %8.3f %10.2f %8.2f | %22.3f %10.2f\n", setting.empty() ? "everything" : setting.c_str(),
                    deals ? median(seconds) : 0, sum, wall, nodes / 1e6, sum > 0 ? nodes / 1e6 / sum : 0, cost.seconds, cost.nodes / 1e6);
        std::fflush(stdout);
    }
}
