// How fast turns are counted and made: perft of a few deals from the start position, on one core.
//
//   perft              seven turns; eight where the last two need not be made, two fewer with the spirit
//   perft 6            a smaller tree
//
// "counted": the last two turns are counted, not made (with the spirit only the last). "last counted": only the last.
// "made": every turn is made.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "search/perft.hpp"
#include "tests/cards.hpp"

using namespace onitama;

namespace {

struct Deal {
    const char* name;
    std::array<std::string, kCards> cards;
    Player starts;
    bool has_spirit;
};

const Deal kDeals[] = {
    {"Ox Boar / Horse Elephant / Crab", {"Ox", "Boar", "Horse", "Elephant", "Crab"}, kBlue, false},
    {"Rooster Tiger / Rabbit Cobra / Frog", {"Rooster", "Tiger", "Rabbit", "Cobra", "Frog"}, kRed, false},
    {"Eagle Boar / Bat Horse / Crab, spirit", {"Eagle", "Boar", "Bat", "Horse", "Crab"}, kBlue, true},
};

Board start_of(const Deal& deal) {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    if (deal.has_spirit) board.spirit = bit(12);
    board.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    board.to_move = deal.starts;
    return board;
}

double cpu_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// One row: the best of a few runs, for the machine may have other work.
template <class Count>
void row(const char* deal, const char* how, int turns, Count count) {
    double best = 1e9;
    std::uint64_t leaves = 0;
    for (int run = 0; run < 5; ++run) {
        const double from = cpu_seconds();
        leaves = count();
        best = std::min(best, cpu_seconds() - from);
    }
    std::printf("%-38s %-15s %5d %16llu %9.3f %9.0f\n", deal, how, turns, static_cast<unsigned long long>(leaves), best,
                static_cast<double>(leaves) / best * 1e-6);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    const int depth = count > 1 ? std::atoi(words[1]) : 7;
    std::printf("%-38s %-15s %5s %16s %9s %9s\n", "deal", "leaves", "turns", "count", "seconds", "M/s");
    for (const Deal& deal : kDeals) {
        const CardSet cards = test::card_set(deal.cards);
        const Board start = start_of(deal);
        const int less = deal.has_spirit ? 2 : 0;
        row(deal.name, "counted", depth + 1 - less, [&] { return perft_bulk(start, cards, depth + 1 - less); });
        row(deal.name, "last counted", depth - less, [&] { return perft_bulk_last(start, cards, depth - less); });
        row(deal.name, "made", depth - less, [&] { return perft_made(start, cards, depth - less).leaves; });
    }
}
