// The player of onitama/engine/sensible.py once more, for matches of many games; there is what it does and why.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "hidden/belief.hpp"
#include "hidden/random.hpp"
#include "rules/lanterns.hpp"
#include "rules/turn.hpp"

namespace onitama::bench {

class Sensible {
public:
    // The belief is to weigh evenly; the viewer is to move.
    static Step choose(const Belief& belief, Random& random) { return Sensible(belief, random).choose(); }

private:
    static constexpr int kWin = 9999, kLoss = -9998;
    static constexpr int kGuesses = 24, kMix = 6, kStudent = 100, kNinja = 150, kCentre = 5;
    static constexpr int kThreat = 30, kHanging = 40, kChanceHit = 25, kSecret = 40, kWay = 4;
    static constexpr Mask kCentreMask = 0b00000'01110'01110'01110'00000;
    static constexpr Step kNoLantern{StepKind::kLantern, kNoCard, kNoSquare, kNoSquare};

    struct World {
        Position position;
        double share;
    };

    Sensible(const Belief& belief, Random& random) : belief_(belief), game_(belief.game()), random_(random) {
        const Player enemy = other(belief.viewer());
        const auto stands = belief.stands(enemy).view();
        double total = 0;
        for (const Stand& stand : stands) total += stand.weight;
        const auto add = [&](const Stand& stand, double share) {
            worlds_.push_back({belief.position(), share});
            worlds_.back().position.ninjas_mask[enemy] = stand.ninjas_mask;
        };
        if (stands.size() <= kGuesses) {
            for (const Stand& stand : stands) add(stand, stand.weight / total);
            return;
        }
        for (int i = 0; i < kGuesses; ++i) {
            double at = chance() * total;
            std::size_t drawn = 0;
            while (drawn + 1 < stands.size() && (at -= stands[drawn].weight) > 0) ++drawn;
            add(stands[drawn], 1.0 / kGuesses);
        }
    }

    double chance() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

    Step choose() {
        const Position& position = belief_.position();
        StepList steps;
        legal_steps(game_, position, steps);
        if (position.phase == Phase::kPlace) return steps[static_cast<int>(random_.below(static_cast<std::uint64_t>(steps.size())))];
        if (position.phase == Phase::kLantern) return steps.size() == 1 ? steps[0] : lantern();
        Step best = steps[0];
        double highest = -1e9;
        for (const Step step : steps) {
            double value = chance() * kMix;
            for (const World& world : worlds_) value += world.share * value_of(world.position, step);
            if (value <= highest) continue;
            highest = value;
            best = step;
        }
        return best;
    }

    Step lantern() const {
        const Player enemy = other(belief_.viewer());
        double danger = 0;
        for (const World& world : worlds_) danger += can_win(world.position, enemy) ? world.share : 0;
        const auto lit = [&](int line) {
            double sum = 0;
            for (const World& world : worlds_) sum += world.position.ninjas_mask[enemy] & line_mask(line) ? world.share : 0;
            return sum;
        };
        int best = 0;
        for (int line = 1; line < 10; ++line)
            if (std::abs(lit(line) - 0.5) < std::abs(lit(best) - 0.5)) best = line;
        if (danger <= 0.1 || lit(best) <= 0.2 || lit(best) >= 0.8) return kNoLantern;
        return {StepKind::kLantern, kNoCard, kNoSquare, static_cast<Square>(best)};
    }

    // For the player of the step, who finishes its turn as well as it can.
    int value_of(const Position& position, Step step) const {
        const Position after = play(game_, position, step);
        if (after.phase == Phase::kOver) return kWin;
        if (after.to_move != position.to_move) return judge(after, position.to_move);
        if (after.phase == Phase::kLantern) return value_of(after, kNoLantern);
        StepList steps;
        legal_steps(game_, after, steps);
        int best = 2 * kLoss;
        for (const Step later : steps)
            if (later.kind != StepKind::kNinjaChallenge) best = std::max(best, value_of(after, later));
        return best;
    }

    int judge(const Position& position, Player player) const {
        const Player enemy = other(player);
        if (can_win(position, enemy)) return kLoss;
        const Mask attacked = pawn_attacks(position, enemy), shown = position.revealed_mask[player];
        const auto worth = [&position](Player one) {
            return kStudent * std::popcount(position.students_mask[one]) + kNinja * std::popcount(position.ninjas_mask[one]) +
                   kCentre * std::popcount((position.students_mask[one] | position.masters_mask[one]) & kCentreMask);
        };
        return worth(player) - worth(enemy) + (can_win(position, player) ? kThreat : 0) -
               (position.students_mask[player] & attacked ? kHanging : 0) - kNinja * std::popcount(shown & attacked) -
               kChanceHit * std::popcount(position.ninjas_mask[player] & ~shown & attacked) - kSecret * std::popcount(shown) -
               kWay * way_to_go(position, player);
    }

    bool can_win(const Position& position, Player player) const {
        const Player enemy = other(player);
        const Mask master = position.masters_mask[player], ninjas = position.ninjas_mask[enemy];
        Mask goal = position.masters_mask[enemy];
        if (game_.rules.hidden == Hidden::kLight && game_.rules.has_pawns(player) && std::popcount(ninjas) == 1) goal |= ninjas;
        const Mask master_goal = goal | (kTemple[enemy] & ~(position.own_mask(player) | position.spirit_mask));
        for (const CardId card : position.hands[player]) {
            const Reach& reach = game_.cards.reach(player, card);
            if (master && reach.master[lowest(master)] & master_goal) return true;
            for (Mask left = position.students_mask[player] | position.ninjas_mask[player]; left;)
                if (reach.student[take_lowest(left)] & goal) return true;
        }
        return false;
    }

    Mask pawn_attacks(const Position& position, Player player) const {
        Mask found = 0;
        for (const CardId card : position.hands[player]) {
            const Reach& reach = game_.cards.reach(player, card);
            if (position.masters_mask[player]) found |= reach.master[lowest(position.masters_mask[player])];
            for (Mask left = position.students_mask[player]; left;) found |= reach.student[take_lowest(left)];
        }
        return found;
    }

    static int distance(Square one, Square two) {
        return std::max(std::abs(one % 5 - two % 5), std::abs(one / 5 - two / 5));
    }

    static int way_to_go(const Position& position, Player player) {
        const Player enemy = other(player);
        const Mask master = position.masters_mask[player], goal = position.masters_mask[enemy];
        const int way = master ? distance(lowest(master), kTempleSquare[enemy]) : 0;
        int nearest = goal && position.ninjas_mask[player] ? 4 : 0;
        for (Mask left = position.ninjas_mask[player]; goal && left;)
            nearest = std::min(nearest, distance(take_lowest(left), lowest(goal)));
        return way + nearest;
    }

    const Belief& belief_;
    const GameInfo& game_;
    Random& random_;
    std::vector<World> worlds_;
};

}  // namespace onitama::bench
