// Matches between two settings of the search: does an idea, or a weight, make it play better?
//
//   selfplay SETTINGS_A SETTINGS_B [--nodes 10000 | --ms 20] [--pairs 500] [--wind -1] [--seed 1] [--elo 10]
//
// Each opening (a random deal, some random turns) is played twice, colours changed over. Prints Elo of A against B with
// its 95 % error, and the SPRT between "no better" and "better by --elo"; ends when that is decided or pairs are used up.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "bench/openings.hpp"
#include "bench/settings.hpp"

using namespace onitama;

namespace {

constexpr int kMaxTurnsOfGame = 200;  // a game as long as that is a draw
constexpr double kErrorRate = 0.05;   // of the SPRT, both ways

struct Options {
    std::uint64_t nodes = 10'000;
    std::int64_t ms = 0;
    int pairs = 500;
    int wind = -1;  // wind cards; -1: no spirit
    std::uint64_t seed = 1;
    double elo = 10;
};

// 2 if the player `first` of the opening's mover wins, 1 for a draw, 0 if it loses.
int play(const bench::Opening& opening, Searcher& mover, Searcher& waiting, const Options& options) {
    mover.set_game(opening.cards, options.wind >= 0);
    waiting.set_game(opening.cards, options.wind >= 0);
    Limits limits;
    limits.nodes = options.ms ? 0 : options.nodes;
    limits.time_us = options.ms * 1000;
    Board board = opening.board;
    for (int ply = 0; ply < kMaxTurnsOfGame; ++ply) {
        Searcher& searcher = ply % 2 ? waiting : mover;
        const Player player = board.to_move;
        board = make(board, searcher.search({board}, limits, nullptr, nullptr).lines[0].pv[0]);
        if (has_won(board, player)) return ply % 2 ? 0 : 2;
    }
    return 1;
}

double score_of(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }
double elo_of(double score) { return -400 * std::log10(1 / score - 1); }

// Results of pairs of games in half points of A, 0..4; pairs, not games, are independent of each other.
struct Tally {
    double pairs[5] = {};
    double count = 0;

    void add(int half_points) {
        ++pairs[half_points];
        ++count;
    }
    double mean() const {
        double sum = 0;
        for (int i = 0; i < 5; ++i) sum += pairs[i] * i / 4;
        return sum / count;
    }
    double variance() const {
        double sum = 1e-6;
        for (int i = 0; i < 5; ++i) sum += pairs[i] * (i / 4.0 - mean()) * (i / 4.0 - mean());
        return sum / count;
    }
    // The logarithm of how much better "better by elo" explains the results than "equal", by a normal approximation.
    double log_ratio(double elo) const {
        const double none = score_of(0), some = score_of(elo);
        return count * (some - none) * (2 * mean() - none - some) / (2 * variance());
    }
    void print(double elo) const {
        const double error = 1.96 * std::sqrt(variance() / count);
        const auto bounded = [](double score) { return elo_of(std::min(0.999, std::max(0.001, score))); };
        std::printf("%5.0f games  %5.1f %%  Elo %+6.1f +- %5.1f  [%g %g %g %g %g]  LLR %+.2f\n", 2 * count, 100 * mean(), bounded(mean()),
                    (bounded(mean() + error) - bounded(mean() - error)) / 2, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4],
                    log_ratio(elo));
        std::fflush(stdout);
    }
};

std::unique_ptr<Searcher> searcher_with(const bench::Settings& settings) {
    auto searcher = std::make_unique<Searcher>();
    if (!searcher->configure(std::size_t{4} << 20, 1)) std::exit(1);
    settings.apply(*searcher);
    return searcher;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: selfplay SETTINGS_A SETTINGS_B [--nodes N | --ms N] [--pairs N] [--wind N] [--seed N] [--elo N]\n");
        return 2;
    }
    Options options;
    for (int i = 3; i + 1 < argc; i += 2) {
        const char* value = argv[i + 1];
        if (!std::strcmp(argv[i], "--nodes")) options.nodes = std::strtoull(value, nullptr, 10);
        if (!std::strcmp(argv[i], "--ms")) options.ms = std::atoi(value);
        if (!std::strcmp(argv[i], "--pairs")) options.pairs = std::atoi(value);
        if (!std::strcmp(argv[i], "--wind")) options.wind = std::atoi(value);
        if (!std::strcmp(argv[i], "--seed")) options.seed = std::strtoull(value, nullptr, 10);
        if (!std::strcmp(argv[i], "--elo")) options.elo = std::atof(value);
    }
    const auto one = searcher_with(bench::parse_settings(argv[1]));
    const auto two = searcher_with(bench::parse_settings(argv[2]));
    test::RandomBoards random(options.seed);
    Tally tally;
    const double limit = std::log((1 - kErrorRate) / kErrorRate);
    for (int pair = 0; pair < options.pairs; ++pair) {
        const bench::Opening opening = bench::random_opening(random, options.wind);
        tally.add(play(opening, *one, *two, options) + 2 - play(opening, *two, *one, options));
        if (pair % 50 == 49) tally.print(options.elo);
        if (pair >= 50 && std::abs(tally.log_ratio(options.elo)) > limit) break;
    }
    tally.print(options.elo);
    std::printf("%s\n", tally.log_ratio(options.elo) > limit ? "better" : tally.log_ratio(options.elo) < -limit ? "not better" : "undecided");
}
