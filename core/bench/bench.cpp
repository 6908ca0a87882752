// One number that tells whether a change alters what the search does: the nodes of fixed searches on one thread.
//
//   bench [depth]
//
// It is the same for every compiler and CPU level; a change of it is meant, and goes with a match (selfplay).
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "search/movegen.hpp"
#include "search/search.hpp"
#include "tests/random_boards.hpp"

using namespace onitama;

namespace {

struct Deal {
    std::array<std::string, kCards> cards;  // Red's two, Blue's two, at the side
    bool has_spirit;
};

const Deal kDeals[] = {
    {{"Ox", "Boar", "Horse", "Elephant", "Crab"}, false},
    {{"Tiger", "Dragon", "Frog", "Rabbit", "Monkey"}, false},
    {{"Mantis", "Crane", "Rooster", "Goose", "Cobra"}, false},
    {{"Giraffe", "Kirin", "Phoenix", "Turtle", "Dog"}, false},
    {{"Bear", "Viper", "Sea Snake", "Mouse", "Tanuki"}, false},
    {{"Okija", "Mejika", "Kumo", "Sasori", "Eel"}, false},
    {{"Bat", "Tiger", "Hawk", "Ox", "Crab"}, true},
    {{"Scorpion", "Octopus", "Rhinoceros", "Eagle", "Lion"}, true},
    {{"Crab", "Goat", "Sheep", "Eel", "Rabbit"}, true},
};

Board start(bool has_spirit, Player starter) {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    board.spirit = has_spirit ? bit(12) : 0;
    board.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    board.to_move = starter;
    return board;
}

}  // namespace

int main(int argc, char** argv) {
    const int depth = argc > 1 ? std::atoi(argv[1]) : 11;
    std::uint64_t nodes = 0;
    const std::clock_t begin = std::clock();
    Searcher searcher;
    if (!searcher.configure(std::size_t{16} << 20, 1)) return 1;
    test::RandomBoards random(2026);
    for (const Deal& deal : kDeals) {
        const CardSet cards = test::card_set(deal.cards);
        const Tables tables(cards);
        Limits limits;
        limits.depth = deal.has_spirit ? depth / 2 : depth;
        for (int plies = 0; plies <= 12; plies += 6) {  // the start, then positions a few random turns later
            Board board = start(deal.has_spirit, plies ? kRed : kBlue);
            for (int ply = 0; ply < plies; ++ply) {
                TurnList list;
                generate(board, tables, list);
                const Board next = make(board, list.turns[random.below(list.count)]);
                if (!is_over(next)) board = next;
            }
            searcher.set_game(cards, deal.has_spirit);
            const Result result = searcher.search({board}, limits, nullptr, nullptr);
            nodes += result.nodes;
        }
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("nodes %llu\n", static_cast<unsigned long long>(nodes));
    std::fprintf(stderr, "%.2f s of CPU, %.2f million nodes/s\n", seconds, static_cast<double>(nodes) / 1e6 / seconds);
}
