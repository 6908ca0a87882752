// Games of every variant for tests of the rules: from position strings, and played on at random.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cards.hpp"
#include "rules/position.hpp"
#include "rules/text.hpp"

namespace onitama::test {

inline const std::vector<NamedCard>& named_cards() {
    static const std::vector<NamedCard> cards = [] {
        std::vector<NamedCard> found;
        for (const auto& [name, grids] : all_cards()) {
            NamedCard card{{}, grids};
            for (const char letter : name)
                card.slug.letters[card.slug.count++] = letter == ' ' ? '-' : static_cast<char>(std::tolower(letter));
            found.push_back(card);
        }
        return found;
    }();
    return cards;
}

struct Game {
    GameInfo info;
    Position position;

    Game play(Step step) const { return {info, onitama::play(info, position, step)}; }
    StepList steps() const {
        StepList found;
        legal_steps(info, position, found);
        return found;
    }
};

inline Game game_at(const std::string& text) {
    Game game;
    const char* problem = read_position(named_cards(), text, game.info, game.position);
    REQUIRE_MESSAGE(problem == nullptr, text << ": " << std::string(problem ? problem : ""));
    return game;
}

inline std::string text_of(const Game& game) {
    std::array<char, kMostPositionLetters> buffer;
    Sink out{buffer};
    write_position(game.info, game.position, out);
    return std::string(out.view());
}

inline std::string text_of(const GameInfo& info, Step step) {
    std::array<char, kMostStepLetters> buffer;
    Sink out{buffer};
    write_step(info, step, out);
    return std::string(out.view());
}

inline Game after(Game game, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        Step step;
        REQUIRE(read_step(game.info, text, step));
        REQUIRE_MESSAGE(game.steps().contains(step), text);
        game = game.play(step);
    }
    return game;
}

// The start of a game of every kind (R60), with cards of all kinds.
inline const std::vector<std::string>& starts() {
    static const std::vector<std::string> texts{
        "ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1",
        "ssmss/5/5/5/SSMSS okija,mejika/kumo,sasori/butterfly r 1",
        "ssmss/5/2*2/5/SSMSS ox,okija/horse,elephant/crab r 1",
        "ssmss/5/2*2/5/SSMSS bat,ox/hawk,boar/sasori b 1",
        "ssmss/5/2*2/5/SSMSS bat,eagle/hawk,lion/rhinoceros r 1",
        "s1m1s/5/5/5/S1M1S ox,boar/horse,elephant/crab r 1 hidden=shadow ninjas=-/- lanterns=2/2 phase=place",
        "s1m1s/5/5/5/S1M1S ox,kumo/horse,mejika/crab b 1 hidden=shadow lantern-rule=starter ninjas=-/- lanterns=2/2 phase=place",
        "s1m1s/5/2*2/5/S1M1S bat,boar/hawk,elephant/crab b 1 hidden=shadow ninjas=-/- lanterns=2/2 phase=place",
        "5/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1 hidden=light-red ninjas=-/- lanterns=2/0 phase=place",
        "ssmss/5/5/5/5 ox,sasori/horse,elephant/crab r 1 hidden=light-blue ninjas=-/- lanterns=0/2 phase=place",
        "5/5/2*2/5/SSMSS bat,boar/hawk,elephant/crab b 1 hidden=light-red ninjas=-/- lanterns=2/0 phase=place",
        "ssmss/5/2*2/5/5 bat,eagle/hawk,lion/crab r 1 hidden=light-blue ninjas=-/- lanterns=0/2 phase=place",
    };
    return texts;
}

// Calls `visit(game)` at every moment of random games of every kind, the won ones too.
template <class Visit>
void visit_random_games(int games_of_each, Visit visit) {
    std::mt19937 random(7);
    for (const std::string& start : starts())
        for (int i = 0; i < games_of_each; ++i) {
            Game game = game_at(start);
            visit(game);
            for (int step = 0; step < 200 && game.position.phase != Phase::kOver; ++step) {
                const StepList steps = game.steps();
                REQUIRE(!steps.empty());
                game = game.play(steps[static_cast<int>(random() % static_cast<unsigned>(steps.size()))]);
                visit(game);
            }
        }
}

}  // namespace onitama::test
