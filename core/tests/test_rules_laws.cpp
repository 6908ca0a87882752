// Laws that hold in every position of every variant, whatever the cards do.
#include <doctest/doctest.h>

#include "games.hpp"
#include "rules/checks.hpp"
#include "rules/perft.hpp"

using namespace onitama;
using test::Game;

namespace {

constexpr int kGamesOfEach = 40;

Mask mirror(Mask mask) {
    Mask found = 0;
    while (mask) {
        const int square = take_lowest(mask);
        found |= bit(square / 5 * 5 + 4 - square % 5);
    }
    return found;
}

// A way to look at the same game: from the other side of the table, or in a mirror.
struct Turned {
    static Mask mask(Mask mask) { return rotate(mask); }
    static Player player(Player player) { return other(player); }
    static Square line(Square line) { return static_cast<Square>(line < 5 ? 4 - line : 14 - line); }
};

struct Mirrored {
    static Mask mask(Mask mask) { return mirror(mask); }
    static Player player(Player player) { return player; }
    static Square line(Square line) { return line < 5 ? static_cast<Square>(4 - line) : line; }
};

template <class View>
Game seen(const Game& game) {
    Game found = game;
    found.info.rules.light_player = View::player(game.info.rules.light_player);
    const Position& from = game.position;
    Position& to = found.position;
    for (const Player player : {kRed, kBlue}) {
        const Player view = View::player(player);
        to.students_mask[view] = View::mask(from.students_mask[player]);
        to.masters_mask[view] = View::mask(from.masters_mask[player]);
        to.ninjas_mask[view] = View::mask(from.ninjas_mask[player]);
        to.revealed_mask[view] = View::mask(from.revealed_mask[player]);
        to.hands[view] = from.hands[player];
        to.lanterns[view] = from.lanterns[player];
        to.first_turn_done[view] = from.first_turn_done[player];
    }
    to.spirit_mask = View::mask(from.spirit_mask);
    to.to_move = View::player(from.to_move);
    return found;
}

template <class View>
Square seen_square(Square square) {
    return square == kNoSquare ? square : lowest(View::mask(bit(square)));
}

template <class View>
Step seen(Step step) {
    if (step.kind == StepKind::kLantern) {
        if (step.to != kNoSquare) step.to = View::line(step.to);
        return step;
    }
    step.from = seen_square<View>(step.from);
    step.to = seen_square<View>(step.to);
    if (step.kind == StepKind::kPlace && step.from > step.to) std::swap(step.from, step.to);
    return step;
}

template <class View>
void check_view(const Game& game, const Game& view) {
    const StepList steps = game.steps(), view_steps = view.steps();
    REQUIRE(steps.size() == view_steps.size());
    for (const Step step : steps) {
        const Step view_step = seen<View>(step);
        REQUIRE(view_steps.contains(view_step));
        REQUIRE(seen<View>(game.play(step)).position == view.play(view_step).position);
    }
    const Outcome end = outcome(game.info, game.position), view_end = outcome(view.info, view.position);
    CHECK(end.way == view_end.way);
    if (end) CHECK(view_end.winner == View::player(end.winner));
}

int count(Mask mask) { return std::popcount(mask); }

// What one step may do to the pieces, whoever makes it.
void check_pieces(const Game& game, Step step) {
    const Position &before = game.position, next = game.play(step).position;
    const Player mover = before.to_move, enemy = other(mover);
    const bool is_spirit = before.spirit_mask && step.from == lowest(before.spirit_mask);
    const bool is_move = step.kind == StepKind::kMove || step.kind == StepKind::kNinjaMove || step.kind == StepKind::kNinjaChallenge;
    if (step.kind != StepKind::kPlace)
        for (const Player player : {kRed, kBlue}) {
            CHECK(count(next.students_mask[player]) <= count(before.students_mask[player]));
            CHECK(count(next.masters_mask[player]) <= count(before.masters_mask[player]));
            CHECK(count(next.ninjas_mask[player]) <= count(before.ninjas_mask[player]));
        }
    if (is_move && !is_spirit) {
        CHECK(next.own_mask(mover) == (before.own_mask(mover) ^ bit(step.from) ^ bit(step.to)));
        CHECK((next.own_mask(enemy) | bit(step.to)) == (before.own_mask(enemy) | bit(step.to)));
        CHECK(next.spirit_mask == before.spirit_mask);
    } else if (is_move || step.kind == StepKind::kSpiritMove) {
        CHECK(next.spirit_mask == bit(step.to));
        for (const Player player : {kRed, kBlue}) CHECK(count(next.own_mask(player)) == count(before.own_mask(player)));
    }
}

}  // namespace

TEST_CASE("the game is the same from the other side of the table") {
    test::visit_random_games(kGamesOfEach, [](const Game& game) { check_view<Turned>(game, seen<Turned>(game)); });
}

TEST_CASE("the game is the same in a mirror, cards mirrored too") {
    test::visit_random_games(kGamesOfEach, [](const Game& game) {
        Game view = seen<Mirrored>(game);
        std::array<CardGrids, kCards> grids;
        for (CardId card = 0; card < kCards; ++card) {
            const CardGrids& one = game.info.cards.grids(card);
            grids[card] = {mirror(one.student), mirror(one.master), mirror(one.spirit), one.is_wind};
        }
        view.info.cards = CardSet(grids);
        check_view<Mirrored>(game, view);
    });
}

TEST_CASE("every legal step moves what it says and leads to a position that can be") {
    test::visit_random_games(kGamesOfEach, [](const Game& game) {
        for (const Step step : game.steps()) {
            check_pieces(game, step);
            const Game next = game.play(step);
            const char* problem = check(next.info, next.position);
            REQUIRE_MESSAGE(problem == nullptr, test::text_of(next) << ": " << std::string(problem ? problem : ""));
        }
    });
}

TEST_CASE("r13: the five cards stay five, and only an exchange moves them") {
    test::visit_random_games(kGamesOfEach, [](const Game& game) {
        const Position& position = game.position;
        unsigned cards = 1u << position.side;
        for (const Hand& hand : position.hands) cards |= 1u << hand[0] | 1u << hand[1];
        CHECK(cards == 0b11111);
        for (const Step step : game.steps()) {
            const Position next = game.play(step).position;
            CHECK(next.hands[other(position.to_move)] == position.hands[other(position.to_move)]);
            const bool is_exchanged = next.side != position.side;
            if (next.phase == Phase::kOver) CHECK(!is_exchanged);  // R15
            if (is_exchanged) {  // the kept card keeps its place in the hand
                const Hand &hand = position.hands[position.to_move], &next_hand = next.hands[position.to_move];
                CHECK((next_hand[0] == hand[0] || next_hand[1] == hand[1]));
            }
            if (is_exchanged) CHECK((next.to_move != position.to_move || next.phase == Phase::kLantern));
        }
    });
}

TEST_CASE("a won game has no steps and no children") {
    int won = 0;
    test::visit_random_games(kGamesOfEach, [&won](const Game& game) {
        const bool is_over = game.position.phase == Phase::kOver;
        CHECK(static_cast<bool>(outcome(game.info, game.position)) == is_over);
        CHECK(game.steps().empty() == is_over);
        if (!is_over) return;
        ++won;
        CHECK(perft(game.info, game.position, 2) == 0);
        CHECK(perft(game.info, game.position, 2, Finished::kLeaf) == 1);
    });
    CHECK(won > kGamesOfEach);
}
