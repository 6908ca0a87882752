// Matches of players of hidden games: does an idea, or a weight, make the search play better?
//
//   hidden GAME A B [--pairs 100] [--seed 1]
//
// GAME: shadow, shadow-starter (its lantern rule), light. A, B: the search, `honest`, from a `guess`, or with a `peek` at
// where the enemy's ninjas are, with the iterations a step, as in `honest:2000`; or `sensible`. Each deal of the base
// game's cards is played twice, the roles changed over. Prints the score of A with its 95 % error, and by role.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "bench/sensible.hpp"
#include "hidden/random.hpp"
#include "hidden/search.hpp"
#include "rules/base.hpp"
#include "rules/observe.hpp"
#include "rules/position.hpp"
#include "rules/text.hpp"
#include "rules/turn.hpp"
#include "tests/cards.hpp"

using namespace onitama;

namespace {

constexpr std::uint32_t kLastTurn = 200;  // a game as long as that is a draw
constexpr std::size_t kMemory = std::size_t{8} << 20;

[[noreturn]] void fail(const std::string& problem) {
    std::fprintf(stderr, "hidden: %s\n", problem.c_str());
    std::exit(2);
}

class Seat {
public:
    explicit Seat(const std::string& text) {
        const auto colon = text.find(':');
        const std::string kind = text.substr(0, colon);
        if (kind != "honest" && kind != "guess" && kind != "peek" && kind != "sensible")
            fail("a player is honest, guess or peek, as in honest:2000, or sensible; found " + text);
        peeks_ = kind == "peek";
        guesses_ = kind == "guess";
        is_sensible_ = kind == "sensible";
        if (colon != std::string::npos) iterations_ = std::strtoull(text.c_str() + colon + 1, nullptr, 10);
        if (iterations_ == 0 || !searcher_.configure(kMemory)) fail("no iterations, or no memory");
    }

    // The one player that does not go by what it was told.
    bool peeks() const { return peeks_; }
    Weighing weighing() const { return is_sensible_ ? Weighing::kEven : Weighing::kLiked; }

    Step choose(const Belief& belief, Random& random) {
        if (is_sensible_) return bench::Sensible::choose(belief, random);
        const HiddenResult found = searcher_.search(belief, {0, iterations_, 0}, {random.next(), guesses_}, nullptr, nullptr);
        return found.lines[found.best].step;
    }

private:
    bool guesses_ = false;
    bool peeks_ = false;
    bool is_sensible_ = false;
    std::uint64_t iterations_ = 2000;
    HiddenSearcher searcher_;
};

// A game as both players are told of it.
class Telling {
public:
    Telling(const GameInfo& game, const Position& start, const std::array<Seat*, 2>& seats) : game_(game) {
        for (const Player player : {kRed, kBlue}) beliefs_[player].begin(game, start, player, seats[player]->weighing());
    }

    void add(const Position& before, Step step, const Position& after) {
        turn_.push_back(happening(game_, before, step, after));
        const std::uint32_t next_turn = after.phase == Phase::kPlace ? 0 : after.turn_number;
        if (after.to_move == before.to_move && next_turn == turn_.back().turn_number) return;
        for (const Player player : {kRed, kBlue}) tell(beliefs_[player]);
        turn_.clear();
    }

    Belief belief(Player player) const {
        Belief belief = beliefs_[player];
        tell(belief);
        return belief;
    }

private:
    void tell(Belief& belief) const {
        if (turn_.empty()) return;
        std::array<char, 8 * kMostEventLetters> buffer;
        Sink out{buffer};
        write_observed_turn(game_, turn_, belief.viewer() == kRed ? Viewer::kRed : Viewer::kBlue, false, out);
        if (!out.view().empty() && !belief.tell(out.view())) fail("a turn that cannot be");
    }

    const GameInfo& game_;
    std::array<Belief, 2> beliefs_;
    std::vector<Happening> turn_;  // the running one
};

// 2 if Red wins, 1 for a draw, 0 if it loses.
int play(const GameInfo& game, Position position, std::array<Seat*, 2> seats, Random& random) {
    Telling telling(game, position, seats);
    while (position.turn_number <= kLastTurn) {
        Seat& seat = *seats[position.to_move];
        Belief belief = telling.belief(position.to_move);
        if (seat.peeks()) belief.suppose(position.ninjas_mask[other(position.to_move)]);
        const Step step = seat.choose(belief, random);
        const Position after = onitama::play(game, position, step);
        if (after.phase == Phase::kOver) return decided(game.rules, after).winner == kRed ? 2 : 0;
        telling.add(position, step, after);
        position = after;
    }
    return 1;
}

std::vector<NamedCard> base_cards() {
    std::vector<NamedCard> found;
    for (const std::string& name : test::base_cards()) {
        NamedCard card{{}, test::all_cards().at(name)};
        for (const char letter : name)
            card.slug.letters[card.slug.count++] = letter == ' ' ? '-' : static_cast<char>(std::tolower(letter));
        found.push_back(card);
    }
    return found;
}

void deal(const std::string& kind, std::vector<NamedCard>& deck, Random& random, GameInfo& game, Position& start) {
    // Board and rules. Who places first, and so who starts the Way of Shadow, is left to chance; Light always starts (R51).
    static const std::map<std::string, std::array<std::string, 2>> kinds{
        {"shadow", {"s1m1s/5/5/5/S1M1S", "hidden=shadow ninjas=-/- lanterns=2/2 phase=place"}},
        {"shadow-starter", {"s1m1s/5/5/5/S1M1S", "hidden=shadow lantern-rule=starter ninjas=-/- lanterns=2/2 phase=place"}},
        {"light", {"5/5/5/5/SSMSS", "hidden=light-red ninjas=-/- lanterns=2/0 phase=place"}},
    };
    const auto found = kinds.find(kind);
    if (found == kinds.end()) fail("a game is shadow, shadow-starter or light; found " + kind);
    for (std::size_t i = 0; i < kCards; ++i) std::swap(deck[i], deck[i + random.below(deck.size() - i)]);
    const auto name = [&deck](std::size_t i) { return std::string(deck[i].slug.view()); };
    const char* places_first = kind == "light" || random.below(2) ? "b" : "r";
    const std::string text = found->second[0] + " " + name(0) + "," + name(1) + "/" + name(2) + "," + name(3) + "/" + name(4) +
                             " " + places_first + " 1 " + found->second[1];
    if (const char* problem = read_position(deck, text, game, start)) fail(problem);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) fail("usage: hidden GAME A B [--pairs N] [--seed N]");
    int pairs = 100;
    std::uint64_t seed = 1;
    for (int i = 4; i + 1 < argc; i += 2) {
        if (std::string(argv[i]) == "--pairs") pairs = std::atoi(argv[i + 1]);
        if (std::string(argv[i]) == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    Seat one(argv[2]), two(argv[3]);
    Random random(seed);
    std::vector<NamedCard> deck = base_cards();
    double sum = 0, squares = 0, as_red = 0;
    for (int pair = 1; pair <= pairs; ++pair) {
        GameInfo game;
        Position start;
        deal(argv[1], deck, random, game, start);
        const double red = play(game, start, {&one, &two}, random) / 2.0;
        const double score = (red + 1 - play(game, start, {&two, &one}, random) / 2.0) / 2;
        as_red += red;
        sum += score;
        squares += score * score;
        if (pair % 50 && pair != pairs) continue;
        const double mean = sum / pair, error = 1.96 * std::sqrt(std::max(0.0, squares / pair - mean * mean) / pair);
        std::printf("%5d games  %5.1f %% +- %.1f  as Red %.1f %%, as Blue %.1f %%\n", 2 * pair, 100 * mean, 100 * error,
                    100 * as_red / pair, 100 * (2 * mean - as_red / pair));
        std::fflush(stdout);
    }
}
