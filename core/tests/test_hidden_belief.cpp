// Beliefs against a second opinion that tries everything: nothing possible is missing, nothing impossible is left (R70).
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "games.hpp"
#include "hidden/belief.hpp"
#include "rules/observe.hpp"

using namespace onitama;
using namespace onitama::test;

namespace {

std::string told(const GameInfo& info, const std::vector<Happening>& turn, Viewer viewer) {
    std::vector<char> buffer(turn.size() * (kMostEventLetters + 1));
    Sink out{buffer};
    write_observed_turn(info, turn, viewer, false, out);
    return std::string(out.view());
}

constexpr Viewer viewer_of(Player player) { return player == kRed ? Viewer::kRed : Viewer::kBlue; }

bool ends_turn(const Position& before, const Position& after) {
    return after.phase != Phase::kOver &&
           (before.phase == Phase::kPlace || after.turn_number != before.turn_number);
}

// Calls `visit(turn, position)` at each end of a whole turn from a position.
template <class Visit>
void visit_turns(const Game& game, std::vector<Happening>& turn, const Visit& visit) {
    for (const Step step : game.steps()) {
        const Game next = game.play(step);
        turn.push_back(happening(game.info, game.position, step, next.position));
        if (ends_turn(game.position, next.position))
            visit(turn, next.position);
        else if (next.position.phase != Phase::kOver)
            visit_turns(next, turn, visit);
        turn.pop_back();
    }
}

using Ways = std::vector<Position>;  // all that a viewer holds possible, each once

Ways after_turn(const GameInfo& info, const Ways& before, Viewer viewer, const std::string& text) {
    Ways found;
    std::set<std::pair<Mask, Mask>> seen;
    for (const Position& position : before) {
        std::vector<Happening> turn;
        visit_turns({info, position}, turn, [&](const std::vector<Happening>& one, const Position& end) {
            if (told(info, one, viewer) == text && seen.insert({end.ninjas_mask[kRed], end.ninjas_mask[kBlue]}).second)
                found.push_back(end);
        });
    }
    return found;
}

std::set<Mask> ninjas_in(const Ways& ways, Player player) {
    std::set<Mask> masks;
    for (const Position& position : ways) masks.insert(position.ninjas_mask[player]);
    return masks;
}

std::set<Mask> ninjas_in(const Stands& stands) {
    std::set<Mask> masks;
    for (const Stand& stand : stands.view()) {
        CHECK(stand.weight > 0);
        masks.insert(stand.ninjas_mask);
    }
    return masks;
}

struct Watched {
    Game game;
    std::vector<Happening> turn;  // the running one

    void play(Step step) {
        const Game next = game.play(step);
        turn.push_back(happening(game.info, game.position, step, next.position));
        game = next;
    }
};

}  // namespace

TEST_CASE("a belief holds exactly what trying everything leaves possible (R70)") {
    std::mt19937 random(11);
    for (const std::string& start : starts()) {
        Watched watched{game_at(start), {}};
        const GameInfo info = watched.game.info;
        if (!info.rules.is_hidden()) continue;
        for (int repeat = 0; repeat < 3; ++repeat) {
            watched = {game_at(start), {}};
            std::array<Belief, 2> beliefs;
            std::array<Ways, 3> ways;
            ways.fill({watched.game.position});
            for (const Player player : {kRed, kBlue}) beliefs[player].begin(info, watched.game.position, player);
            while (watched.game.position.phase != Phase::kOver && watched.game.position.turn_number < 7) {
                const Position before = watched.game.position;
                const StepList steps = watched.game.steps();
                watched.play(steps[static_cast<int>(random() % static_cast<unsigned>(steps.size()))]);
                if (!ends_turn(before, watched.game.position)) continue;
                for (const Viewer viewer : {Viewer::kRed, Viewer::kBlue, Viewer::kSpectator}) {
                    Ways& left = ways[static_cast<std::size_t>(viewer)];
                    left = after_turn(info, left, viewer, told(info, watched.turn, viewer));
                }
                for (const Player player : {kRed, kBlue}) {
                    REQUIRE(beliefs[player].tell(told(info, watched.turn, viewer_of(player))));
                    CHECK(ninjas_in(beliefs[player].stands(other(player))) == ninjas_in(ways[player], other(player)));
                    CHECK(ninjas_in(beliefs[player].stands(player)) == ninjas_in(ways[2], player));
                    CHECK(beliefs[player].position().ninjas_mask[player] == watched.game.position.ninjas_mask[player]);
                }
                watched.turn.clear();
            }
        }
    }
}

TEST_CASE("the truth always has weight, in the middle of turns too") {
    std::mt19937 random(5);
    for (const std::string& start : starts())
        for (int repeat = 0; repeat < 25; ++repeat) {
            Watched watched{game_at(start), {}};
            const GameInfo info = watched.game.info;
            if (!info.rules.is_hidden()) break;
            std::array<Belief, 2> beliefs;
            for (const Player player : {kRed, kBlue}) beliefs[player].begin(info, watched.game.position, player);
            while (watched.game.position.phase != Phase::kOver && watched.game.position.turn_number < 60) {
                const Position before = watched.game.position;
                const StepList steps = watched.game.steps();
                watched.play(steps[static_cast<int>(random() % static_cast<unsigned>(steps.size()))]);
                const Position& now = watched.game.position;
                if (now.phase == Phase::kOver) break;
                Belief moment = beliefs[now.to_move];
                if (const std::string text = told(info, watched.turn, viewer_of(now.to_move)); !text.empty())
                    REQUIRE_MESSAGE(moment.tell(text), start << " " << text);
                Position seen = moment.position();
                seen.ninjas_mask = now.ninjas_mask;
                CHECK(seen == now);
                for (const Player player : {kRed, kBlue})
                    CHECK(ninjas_in(moment.stands(player)).count(now.ninjas_mask[player]) == 1);
                if (!ends_turn(before, now)) continue;
                for (const Player player : {kRed, kBlue}) REQUIRE(beliefs[player].tell(told(info, watched.turn, viewer_of(player))));
                watched.turn.clear();
            }
        }
}

TEST_CASE("a record that cannot be is refused, and nothing changes") {
    const Game game = game_at(starts()[5]);
    Belief belief;
    belief.begin(game.info, game.position, kBlue);
    for (const char* turn : {"", "place:b1", "ox:a1a2", "place:??", "nonsense"}) CHECK_FALSE(belief.tell(turn));
    CHECK(belief.position() == game.position);
    CHECK(belief.tell("place:?"));
    CHECK(belief.stands(kRed).view().size() == 2);
}

TEST_CASE("a ninja is expected where its player wants it most") {
    // By Boar the ninja on c3 can go to b3, d3, or c2, from where it would capture the master on c1; or it can stay.
    const Game game = game_at("5/m4/5/5/S1M2 crab,eel/ox,boar/horse r 5 hidden=shadow ninjas=-/c3! lanterns=0/0");
    Belief belief;
    belief.begin(game.info, game.position, kRed);
    REQUIRE(belief.tell("crab:a1a2"));
    REQUIRE(belief.stands(kBlue).view().size() == 1);
    REQUIRE(belief.tell("boar:a4b4 ninja:?"));
    CHECK(belief.stands(kBlue).view().size() == 4);
    for (const Stand& stand : belief.stands(kBlue).view())
        CHECK((stand.weight > kWholeWeight / 2) == (stand.ninjas_mask == bit(7)));
}

TEST_CASE("a pass tells where a ninja must have been in the way (R43)") {
    // Blue's master on a1 reaches a2 and nothing else, by both cards; so its ninja stood there, and may have moved on.
    const Game game = game_at("5/4M/5/5/m4 crab,eel/tiger,mantis/horse b 6 hidden=shadow ninjas=-/c3 lanterns=0/0");
    Belief belief;
    belief.begin(game.info, game.position, kRed);
    CHECK(belief.stands(kBlue).view().size() == 23);
    REQUIRE(belief.tell("tiger:pass ninja:?"));
    Mask possible = 0;
    for (const Stand& stand : belief.stands(kBlue).view()) possible |= stand.ninjas_mask;
    CHECK(possible == (bit(5) | bit(10)));
}
