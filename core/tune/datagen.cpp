// Makes data for tuning: games of the engine with itself from random openings, and of each its quiet positions.
//
//   datagen DIRECTORY [--family open|spirit] [--games 20000] [--nodes 1500] [--threads 0] [--seed 1]
//
// Games are made in files of 200, each from a seed of its own; the threads share these out. So the data does not depend
// on the number of threads, and a run that was stopped goes on where it was: start it again with the same options.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "bench/openings.hpp"
#include "search/search.hpp"
#include "tune/progress.hpp"
#include "tune/samples.hpp"

using namespace onitama;

namespace {

constexpr int kGamesPerFile = 200;
constexpr int kMaxTurnsOfGame = 150;
constexpr std::size_t kTableBytes = std::size_t{1} << 20;  // small: it is cleared before every game

struct Options {
    std::filesystem::path directory;
    bool has_spirit = false;
    int games = 20'000;
    std::uint64_t nodes = 1500;
    int threads = 0;
    std::uint64_t seed = 1;
};

struct Deal {
    std::array<std::uint8_t, kCards> cards{};
    CardSet set;
};

// Five cards: half of the open games have base cards only, being what most people play; all others are as likely.
Deal random_deal(test::RandomBoards& random, bool has_spirit) {
    const int wind = has_spirit ? random.below(5) : 0;
    const bool base_only = !has_spirit && random.below(2);
    Deal deal;
    for (;;) {
        std::array<std::string, kCards> names;
        int winds = 0, base = 0, equal = 0;
        for (int i = 0; i < kCards; ++i) {
            deal.cards[i] = static_cast<std::uint8_t>(random.below(static_cast<int>(tune::card_names().size())));
            names[i] = tune::card_names()[deal.cards[i]];
            winds += test::all_cards().at(names[i]).is_wind;
            base += test::base_cards().count(names[i]) != 0;
            for (int j = 0; j < i; ++j) equal += deal.cards[i] == deal.cards[j];
        }
        if (equal || winds != wind || (base_only && base < kCards)) continue;
        deal.set = test::card_set(names);
        return deal;
    }
}

// A position after a few turns that are random but lose nothing at once.
Board random_start(const Tables& tables, bool has_spirit, test::RandomBoards& random) {
    for (;;) {
        Board board = bench::start_board(has_spirit, random.below(kArrangements), static_cast<Player>(random.below(2)));
        int plies = random.below(9);
        for (int tries = 0; plies > 0 && tries < 100; ++tries) {
            const Board next = bench::after_random_turns(board, tables, 1, random);
            if (is_over(next) || can_win_now(next, tables, next.to_move)) continue;
            board = next;
            --plies;
        }
        if (!plies) return board;
    }
}

bool is_quiet(const Board& board, const Tables& tables, const Line& line) {
    const Player us = board.to_move, them = other(us);
    return !can_win_now(board, tables, us) && !can_win_now(board, tables, them) && !(board.pawns[them] & bit(line.pv[0].to()));
}

// Plays one game, to the end or to a proven result, and adds its quiet positions.
void play(Searcher& searcher, const Options& options, test::RandomBoards& random, std::vector<tune::Sample>& samples) {
    const Deal deal = random_deal(random, options.has_spirit);
    const Tables tables(deal.set);
    searcher.set_game(deal.set, options.has_spirit);
    Limits limits;
    limits.nodes = options.nodes;
    Board board = random_start(tables, options.has_spirit, random);
    const std::size_t first = samples.size();
    int red_result = 1;
    for (int ply = 0; ply < kMaxTurnsOfGame; ++ply) {
        const Line line = searcher.search({board}, limits, nullptr, nullptr).lines[0];
        if (std::abs(line.score) > kKnown) {
            red_result = (line.score > 0) == (board.to_move == kRed) ? 2 : 0;
            break;
        }
        if (is_quiet(board, tables, line))
            samples.push_back({{board.pawns[0], board.pawns[1]}, {board.masters[0], board.masters[1]}, board.spirit,
                               static_cast<std::int16_t>(line.score), deal.cards, board.arrangement, board.to_move});
        board = make(board, line.pv[0]);
    }
    for (std::size_t i = first; i < samples.size(); ++i)
        samples[i].result = static_cast<std::uint8_t>(samples[i].to_move == kRed ? red_result : 2 - red_result);
    if (samples.size() > first) samples.back().last = 1;
}

std::filesystem::path file_name(const Options& options, int number) {
    const std::string digits = std::to_string(number);
    return options.directory / ((options.has_spirit ? "spirit-" : "open-") + std::string(5 - digits.size(), '0') + digits + ".samples");
}

bool make_file(Searcher& searcher, const Options& options, int number) {
    test::RandomBoards random(options.seed * 1'000'003 + static_cast<std::uint64_t>(number));
    std::vector<tune::Sample> samples;
    for (int game = 0; game < kGamesPerFile; ++game) play(searcher, options, random, samples);
    return tune::write_samples(file_name(options, number), samples);
}

bool parse(int argc, char** argv, Options& options) {
    if (argc < 2 || argc % 2) return false;
    options.directory = argv[1];
    for (int i = 2; i < argc; i += 2) {
        const std::string name = argv[i], value = argv[i + 1];
        if (name == "--family" && (value == "open" || value == "spirit"))
            options.has_spirit = value == "spirit";
        else if (name == "--games")
            options.games = std::atoi(value.c_str());
        else if (name == "--nodes")
            options.nodes = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--threads")
            options.threads = std::atoi(value.c_str());
        else if (name == "--seed")
            options.seed = std::strtoull(value.c_str(), nullptr, 10);
        else
            return false;
    }
    if (options.threads <= 0) options.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return options.games > 0 && options.nodes > 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: datagen DIRECTORY [--family open|spirit] [--games N] [--nodes N] [--threads N] [--seed N]\n");
        return 2;
    }
    std::error_code error;
    std::filesystem::create_directories(options.directory, error);
    const int files = (options.games + kGamesPerFile - 1) / kGamesPerFile;
    std::vector<int> missing;
    for (int number = 0; number < files; ++number)
        if (!std::filesystem::exists(file_name(options, number))) missing.push_back(number);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::mutex speaking;
    int done = files - static_cast<int>(missing.size());
    const tune::Progress progress(done, files);
    const auto work = [&] {
        Searcher searcher;
        if (!searcher.configure(kTableBytes, 1)) failed = true;
        for (std::size_t i = next++; i < missing.size() && !failed; i = next++) {
            if (!make_file(searcher, options, missing[i])) failed = true;
            const std::lock_guard lock(speaking);
            progress.show(++done, "files of 200 games");
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < options.threads; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    if (failed) std::fprintf(stderr, "\ndatagen: cannot write to %s\n", options.directory.c_str());
    return failed ? 1 : 0;
}
