// The pinned counts of every preset, and what a single turn of each chapter of the rules may be.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "games.hpp"
#include "rules/perft.hpp"

using namespace onitama;
using test::Game;

namespace {

std::uint64_t perft_of(const Game& game, int turns) { return perft(game.info, game.position, turns); }

}  // namespace

TEST_CASE("the pinned counts of every preset") {
    std::string path = ONITAMA_CARDS_TOML;
    path = path.substr(0, path.rfind("src/onitama")) + "tests/golden/positions.perft";
    std::ifstream file(path);
    int found = 0;
    std::string line, position;
    while (std::getline(file, line)) {
        if (line.rfind("position ", 0) == 0) position = line.substr(9);
        if (line.rfind("counts ", 0) != 0) continue;
        const Game game = test::game_at(position);
        std::istringstream counts(line.substr(7));
        std::uint64_t count = 0;
        for (int turns = 1; counts >> count; ++turns) {
            CHECK_MESSAGE(perft_of(game, turns) == count, position << " turns: " << turns);
            ++found;
        }
        CHECK(test::text_of(game) == position);
    }
    CHECK(found > 60);
}

TEST_CASE("a count split by the first step adds up") {
    for (const std::string& start : test::starts()) {
        const Game game = test::game_at(start);
        std::array<std::uint64_t, kMaxSteps> counts{};
        perft_divide(game.info, game.position, 2, Finished::kNone, counts);
        std::uint64_t sum = 0;
        for (int i = 0; i < game.steps().size(); ++i) sum += counts[i];
        CHECK(sum == perft_of(game, 2));
    }
}

TEST_CASE("start positions are those that the position strings describe") {
    for (const std::string& start : test::starts()) {
        const Game game = test::game_at(start);
        const Position& position = game.position;
        const Player starter = game.info.rules.is_hidden() ? other(position.to_move) : position.to_move;
        CHECK(start_position(game.info.rules, starter) == position);
    }
}

TEST_CASE("r14: without a move the player only gives a card away") {
    const Game game = test::game_at("4M/5/5/5/4m okija,iguana/rat,frog/sea-snake r 41");
    CHECK(game.steps().size() == 2);
    const Game passed = test::after(game, {"iguana:pass"});
    CHECK(test::text_of(passed) == "4M/5/5/5/4m okija,sea-snake/rat,frog/iguana b 42");
}

TEST_CASE("r34, r42: where the spirit cannot move either; the ninja still has its step") {
    CHECK(test::game_at("5/5/5/5/1SM*m sea-snake,serow/lion,okija/bear b 40").steps().size() == 2);
    const std::string stuck = "SM3/5/5/5/1m3 crab,rooster/kumo,mejika/ox b 6 hidden=shadow ninjas=c1!/d1 lanterns=1/0";
    const Game game = test::after(test::game_at(stuck), {"kumo:pass"});
    CHECK(game.position.phase == Phase::kNinja);
    CHECK(game.steps()[0].kind == StepKind::kNinjaStay);
}

TEST_CASE("r15: both ways in one move are the way of the stone") {
    const Game game = test::after(test::game_at("2m2/2M2/5/5/5 boar,tiger/crab,ox/horse r 9"), {"boar:c4c5"});
    CHECK(outcome(game.info, game.position) == Outcome{Way::kStone, kRed});
    CHECK(game.position.side == 4);  // and no exchange follows
    const Game stream = test::after(test::game_at("m4/2M2/5/5/5 boar,tiger/crab,ox/horse r 9"), {"boar:c4c5"});
    CHECK(outcome(stream.info, stream.position) == Outcome{Way::kStream, kRed});
}

TEST_CASE("r33: the spirit swaps with a student and enters no master's square") {
    const Game game = test::game_at("m4/5/2*2/2S2/M4 crab,tiger/ox,boar/horse b 8");
    for (const Step step : game.steps())
        if (step.from == 12) CHECK(step.to != 20);
    const Game swapped = test::after(game, {"ox:c3c2"});
    CHECK(swapped.position.students_mask[kRed] == bit(12));
    CHECK(swapped.position.spirit_mask == bit(7));
}
