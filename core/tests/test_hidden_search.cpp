// The search for hidden games: it sees what is certain, heeds its limits and gives the same answer again.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "games.hpp"
#include "hidden/search.hpp"

using namespace onitama;
using namespace onitama::test;

namespace {

Belief belief_at(const std::string& text) {
    const Game game = game_at(text);
    Belief belief;
    belief.begin(game.info, game.position, game.position.to_move);
    return belief;
}

std::string text_of(const Belief& belief, Step step) { return test::text_of(belief.game(), step); }

HiddenSearcher& searcher() {
    static HiddenSearcher one;
    static const bool is_ready = one.configure(8 << 20);
    REQUIRE(is_ready);
    return one;
}

HiddenResult search(const Belief& belief, HiddenLimits limits, HiddenOptions options = {}) {
    searcher().arm();
    return searcher().search(belief, limits, options, nullptr, nullptr);
}

std::string best(const std::string& position, std::uint64_t seed = 1) {
    const Belief belief = belief_at(position);
    const HiddenResult found = search(belief, {0, 500, 0}, {seed, false});
    return text_of(belief, found.lines[found.best].step);
}

constexpr char kShadow[] = "s1m1s/5/5/5/S1M1S ox,boar/horse,elephant/crab r 5 hidden=shadow ninjas=b1/d5 lanterns=2/2";

}  // namespace

TEST_CASE("a win with a pawn is made") {
    CHECK(best("2m2/2S2/5/5/2M2 boar,crab/ox,horse/eel r 5 hidden=shadow ninjas=a3/e2 lanterns=0/0").substr(4) == ":c4c5");
}

TEST_CASE("a turn is begun with the card by which the ninja wins (R41)") {
    const std::string position = "2m2/5/5/5/S1M2 tiger,ox/horse,eel/goose r 5 hidden=shadow ninjas=c3/e2 lanterns=0/0";
    for (std::uint64_t seed = 0; seed < 8; ++seed) CHECK(best(position, seed).substr(0, 6) == "tiger:");
}

TEST_CASE("the same belief and seed give the same answer, wherever the enemy's ninja is") {
    std::vector<HiddenResult> results;
    for (const char* ninja : {"d5", "b3", "e2", "d5"}) {
        std::string text = kShadow;
        text.replace(text.find("d5"), 2, ninja);
        results.push_back(search(belief_at(text), {0, 700, 0}, {3, false}));
    }
    for (const HiddenResult& result : results) {
        REQUIRE(result.count == results[0].count);
        CHECK(result.best == results[0].best);
        for (int i = 0; i < result.count; ++i) {
            CHECK(result.lines[i].step == results[0].lines[i].step);
            CHECK(result.lines[i].score == results[0].lines[i].score);
            CHECK(result.lines[i].visits == results[0].lines[i].visits);
        }
    }
}

TEST_CASE("limits of iterations and of turns are kept") {
    const HiddenResult found = search(belief_at(kShadow), {0, 321, 0});
    CHECK(found.iterations == 321);
    CHECK(found.depth > 1);
    CHECK(search(belief_at(kShadow), {0, 321, 1}).depth == 1);
}

TEST_CASE("a stop before it begins leaves one iteration, and a step") {
    searcher().arm();
    searcher().stop();
    const HiddenResult found = searcher().search(belief_at(kShadow), {}, {}, nullptr, nullptr);
    CHECK(found.iterations == 1);
    CHECK(found.count > 0);
}

TEST_CASE("a full tree goes on with what it has") {
    HiddenSearcher small;
    REQUIRE(small.configure(1));
    const HiddenResult found = small.search(belief_at(kShadow), {0, 20'000, 0}, {}, nullptr, nullptr);
    CHECK(found.iterations == 20'000);
    CHECK(found.tree_permille > 900);
}

TEST_CASE("news comes while it thinks, each time of twice as much") {
    std::vector<std::uint64_t> iterations;
    searcher().arm();
    const auto hear = [](void* context, const HiddenResult& result) {
        static_cast<std::vector<std::uint64_t>*>(context)->push_back(result.iterations);
    };
    searcher().search(belief_at(kShadow), {0, 2'100, 0}, {}, hear, &iterations);
    CHECK(iterations == std::vector<std::uint64_t>{512, 1024, 2048});
}

TEST_CASE("every step that is chosen is legal, in games of every hidden kind") {
    for (const std::string& start : starts()) {
        Game game = game_at(start);
        if (!game.info.rules.is_hidden()) continue;
        for (std::uint64_t number = 0; number < 60 && game.position.phase != Phase::kOver; ++number) {
            Belief belief;
            belief.begin(game.info, game.position, game.position.to_move);
            const HiddenResult found = search(belief, {0, 40, 0}, {number, number % 5 == 0});
            const Step step = found.lines[found.best].step;
            REQUIRE(game.steps().contains(step));
            game = game.play(step);
        }
    }
}
