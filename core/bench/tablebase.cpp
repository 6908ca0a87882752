// How long the table of all positions with at most three men a side takes, how large it is, what it holds.
//
//   tablebase [max_men [threads [repeats [five cards]]]]
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "tablebase/tablebase.hpp"
#include "tests/cards.hpp"

using namespace onitama;

namespace {

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
    const int max_men = argc > 1 ? std::atoi(argv[1]) : 3;
    const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
    const int repeats = argc > 3 ? std::atoi(argv[3]) : 3;
    const CardSet cards = argc > 8 ? test::card_set({argv[4], argv[5], argv[6], argv[7], argv[8]}) : test::bench_cards();
    const std::atomic<bool> stop{false};
    Tablebase table;
    double least_wall = 1e9, least_cpu = 1e9;
    for (int run = 0; run < repeats; ++run) {
        const double cpu = cpu_seconds();
        const auto start = std::chrono::steady_clock::now();
        if (!table.build(cards, max_men, threads, stop)) return 1;
        const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        least_wall = std::min(least_wall, wall);
        least_cpu = std::min(least_cpu, cpu_seconds() - cpu);
        std::printf("built in %.2f s, %.2f CPU-s\n", wall, cpu_seconds() - cpu);
    }
    const Tablebase::Counts counts = table.counts();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("at most %d men a side, %d threads, least of %d: %.2f s wall, %.2f CPU-s\n", max_men, threads, repeats, least_wall,
                least_cpu);
    std::printf("%llu states: %llu won, %llu lost, %llu drawn\n",
                static_cast<unsigned long long>(counts.won + counts.lost + counts.drawn), static_cast<unsigned long long>(counts.won),
                static_cast<unsigned long long>(counts.lost), static_cast<unsigned long long>(counts.drawn));
    std::printf("%.1f MB of table, %.1f MB resident at most\n", static_cast<double>(table.bytes()) / 1e6,
                static_cast<double>(usage.ru_maxrss) * 1024 / 1e6);
    return 0;
}
