// Steps, positions and what viewers are told as text; the forms themselves are compared with the Python rules elsewhere.
#include <doctest/doctest.h>

#include "games.hpp"
#include "rules/observe.hpp"

using namespace onitama;
using test::Game;

namespace {

std::string turn_of(const Game& game, const std::vector<Happening>& happenings, Viewer viewer, bool is_open = false) {
    std::array<char, 200> buffer;
    Sink out{buffer};
    write_observed_turn(game.info, happenings, viewer, is_open, out);
    return std::string(out.view());
}

// Plays steps and keeps what happened.
std::vector<Happening> play_on(Game& game, const std::vector<std::string>& texts) {
    std::vector<Happening> happenings;
    for (const std::string& text : texts) {
        const Game next = test::after(game, {text});
        Step step;
        REQUIRE(read_step(game.info, text, step));
        happenings.push_back(happening(game.info, game.position, step, next.position));
        game = next;
    }
    return happenings;
}

const char* problem_of(const std::string& text) {
    Game game;
    return read_position(test::named_cards(), text, game.info, game.position);
}

}  // namespace

TEST_CASE("positions and steps read what they write") {
    test::visit_random_games(20, [](const Game& game) {
        const std::string text = test::text_of(game);
        REQUIRE(text.size() < kMostPositionLetters);
        REQUIRE(test::text_of(test::game_at(text)) == text);
        for (const Step step : game.steps()) {
            Step found;
            REQUIRE(read_step(game.info, test::text_of(game.info, step), found));
            REQUIRE(found == step);
        }
    });
}

TEST_CASE("names of cards are read in any case, with or without blanks and hyphens") {
    const Game game = test::game_at("ssmss/5/5/5/SSMSS SeaSnake,BOAR/horse,elephant/crab r 1");
    CHECK(test::text_of(game) == "ssmss/5/5/5/SSMSS sea-snake,boar/horse,elephant/crab r 1");
    Step step;
    CHECK(read_step(game.info, "Sea snake:c1c2", step));
    CHECK(test::text_of(game.info, step) == "sea-snake:c1c2");
}

TEST_CASE("texts that are no positions are refused, with the field that is wrong") {
    const std::string cards = " ox,boar/horse,elephant/crab b 1";
    CHECK(std::string(problem_of("")).starts_with("board"));
    CHECK(std::string(problem_of("ssmss/5/5/5/SSMSS")).starts_with("cards"));
    CHECK(std::string(problem_of("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/unicorn b 1")).starts_with("cards"));
    CHECK(std::string(problem_of("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab x 1")).starts_with("side"));
    CHECK(std::string(problem_of("ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 0")).starts_with("turn number"));
    CHECK(problem_of("ssmss/5/5/5/MSMSS" + cards) != nullptr);
    CHECK(problem_of("ssmss/5/5/5/SSMSS ox,ox/horse,elephant/crab b 1") != nullptr);
    CHECK(problem_of("ssmss/5/5/5/SSMSS ox,bat/horse,elephant/crab b 1") != nullptr);
    CHECK(problem_of("ssmss/5/5/5/SSMSS" + cards + " phase=lantern") != nullptr);
    CHECK(problem_of("ssmss/5/5/5/SSMSS" + cards + " done=-") == nullptr);
}

TEST_CASE("a text that is refused leaves everything as it was") {
    Game game = test::game_at(test::starts()[5]);
    const std::string before = test::text_of(game);
    CHECK(read_position(test::named_cards(), "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1 done=x", game.info, game.position));
    Step step{StepKind::kNinjaStay, kNoCard, 3, 4}, same = step;
    CHECK(!read_step(game.info, "ox:c1c9", step));
    CHECK(!read_step(game.info, "place:d5b5", step));  // not in ascending order
    CHECK(step == same);
    CHECK(test::text_of(game) == before);
}

TEST_CASE("r70: each viewer is told what it may know of a turn") {
    Game game = test::game_at("s1m1s/5/5/5/S1M1S tiger,boar/crab,ox/horse r 3 hidden=shadow ninjas=b1/d5 lanterns=2/2");
    const auto turn = play_on(game, {"boar:c1c2", "ninja:b1b2!", "lantern:d"});
    CHECK(turn_of(game, turn, Viewer::kRed) == "boar:c1c2 ninja:b1b2!=no lantern:d=yes");
    CHECK(turn_of(game, turn, Viewer::kBlue) == "boar:c1c2 ninja:?b2!=no lantern:d=yes");
    const auto quiet = play_on(game, {"ox:c5c4", "ninja:d5d4"});
    CHECK(turn_of(game, quiet, Viewer::kSpectator) == "ox:c5c4 ninja:?");
    CHECK(turn_of(game, quiet, Viewer::kSpectator, true) == "ox:c5c4 ninja:d5d4");
    const Observation red = observe(game.info, game.position, Viewer::kRed, false);
    CHECK(red.seen.ninjas_mask == std::array<Mask, 2>{bit(6), 0});
    CHECK(red.ninjas_alive == std::array<std::uint8_t, 2>{1, 1});
}

TEST_CASE("r45: a ninja that challenged is shown until its owner's next turn") {
    Game game = test::game_at("s1m1s/5/5/5/S1M1S tiger,boar/crab,ox/horse r 3 hidden=shadow ninjas=b1/d5 lanterns=2/2");
    game = test::after(game, {"boar:c1c2", "ninja:b1b2!", "lantern:none", "ox:c5c4"});
    CHECK(observe(game.info, game.position, Viewer::kBlue, false).seen.ninjas_mask == std::array<Mask, 2>{bit(6), bit(23)});
    game = test::after(game, {"ninja:stay", "lantern:none"});
    CHECK(observe(game.info, game.position, Viewer::kBlue, false).seen.ninjas_mask == std::array<Mask, 2>{0, bit(23)});
}

TEST_CASE("r70: a game that has ended, by whatever, is open to everyone and to be played on by nobody") {
    const Game game = test::game_at("s1m1s/5/5/5/S1M1S tiger,boar/crab,ox/horse r 3 hidden=shadow ninjas=b1/d5 lanterns=2/2");
    CHECK(observe(game.info, game.position, Viewer::kRed, false).may_step);
    CHECK(!observe(game.info, game.position, Viewer::kBlue, false).may_step);
    for (const Viewer viewer : {Viewer::kRed, Viewer::kBlue, Viewer::kSpectator}) {
        const Observation open = observe(game.info, game.position, viewer, true);
        CHECK(!open.may_step);
        CHECK(open.seen.ninjas_mask == game.position.ninjas_mask);
    }
}

TEST_CASE("r71: a wind card's first part made by a hidden ninja shows only together with the second") {
    Game game = test::game_at("5/5/2*2/5/SSMSS crab,boar/bat,hawk/ox b 2 hidden=light-red ninjas=-/a5e5 lanterns=2/0");
    const StepList steps = game.steps();
    const Step first = *std::find_if(steps.begin(), steps.end(), [](Step step) { return step.from >= 20; });
    auto turn = play_on(game, {test::text_of(game.info, first)});
    REQUIRE(game.position.phase == Phase::kSpirit);
    CHECK(turn_of(game, turn, Viewer::kRed).empty());
    CHECK(observe(game.info, game.position, Viewer::kRed, false).seen.phase == Phase::kMove);
    CHECK(observe(game.info, game.position, Viewer::kBlue, false).seen.phase == Phase::kSpirit);
    const std::string second = test::text_of(game.info, game.steps()[0]);
    turn.push_back(play_on(game, {second})[0]);
    CHECK(turn_of(game, turn, Viewer::kRed) == std::string(game.info.slugs[first.card].view()) + ":? " + second);
}
