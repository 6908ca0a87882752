#include "hidden/judge.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "rules/turn.hpp"

namespace onitama {

namespace {

constexpr Mask kCentreMask = 0b00000'01110'01110'01110'00000;

int distance(Square one, Square two) {
    return std::max(std::abs(one % 5 - two % 5), std::abs(one / 5 - two / 5));
}

// What a player's pieces reach with the cards it holds when its turn comes.
struct Side {
    Mask by_pawns = 0;
    Mask by_ninjas = 0;
    bool wins_openly = false;   // with a pawn, or a ninja that is shown
    bool wins_secretly = false;
};

Hand coming_hand(const Position& position, Player player) {
    Hand hand = position.hands[player];
    if (player == position.to_move && position.card != kNoCard) hand[hand[0] == position.card ? 0 : 1] = position.side;
    return hand;
}

Side look(const GameInfo& game, const Position& position, Player player) {
    const Player enemy = other(player);
    const Mask ninjas = position.ninjas_mask[player] & kAllSquares;
    const Mask free = ~(position.own_mask(player) | position.spirit_mask);
    Mask goal = position.masters_mask[enemy];
    // The last ninja of Shadow can be aimed at when it is shown (R53).
    if (!game.rules.has_pawns(enemy) && std::popcount(position.ninjas_mask[enemy]) == 1) goal |= position.revealed_mask[enemy];
    Side side;
    for (const CardId card : coming_hand(position, player)) {
        const Reach& reach = game.cards.reach(player, card);
        Mask by_pawns = 0, by_ninjas = 0, by_shown = 0;
        if (position.masters_mask[player]) {
            by_pawns = reach.master[lowest(position.masters_mask[player])] & free;
            side.wins_openly |= by_pawns & kTemple[enemy];
        }
        for (Mask left = position.students_mask[player]; left;) by_pawns |= reach.student[take_lowest(left)] & free;
        for (Mask left = ninjas; left;) {
            const Square from = take_lowest(left);
            const Mask targets = reach.student[from] & free;
            by_ninjas |= targets;
            if (position.revealed_mask[player] & bit(from)) by_shown |= targets;
        }
        side.by_pawns |= by_pawns;
        side.by_ninjas |= by_ninjas;
        if (by_pawns & goal) side.wins_openly = true;
        // A ninja moves after a pawn, by the same card (R41); Shadow's in Light by itself (R51).
        if ((by_ninjas & goal) && (by_pawns || !game.rules.has_pawns(player)))
            (by_shown & goal ? side.wins_openly : side.wins_secretly) = true;
    }
    return side;
}

int standing(const GameInfo& game, const Position& position, Player player, const Terms& terms) {
    const Player enemy = other(player);
    const bool is_light = game.rules.hidden == Hidden::kLight;
    const Mask students = position.students_mask[player], master = position.masters_mask[player];
    int score = terms.student * std::popcount(students) + terms.ninja[is_light] * std::popcount(position.ninjas_mask[player]) +
                terms.centre * std::popcount((students | master) & kCentreMask) -
                terms.shown * std::popcount(position.revealed_mask[player]);
    if (position.ninjas_mask[enemy]) score += terms.lantern * position.lanterns[player];
    if (master) score -= terms.temple_way * distance(lowest(master), kTempleSquare[enemy]);
    const Mask ninjas = position.ninjas_mask[player] & kAllSquares;
    if (ninjas && position.masters_mask[enemy]) {
        int nearest = 4;
        for (Mask left = ninjas; left;)
            nearest = std::min(nearest, distance(take_lowest(left), lowest(position.masters_mask[enemy])));
        score -= terms.ninja_way * nearest;
    }
    return score;
}

// What a player has to fear from the other one's pieces.
int danger(const GameInfo& game, const Position& position, Player player, const Side& own, const Side& enemy,
           bool enemy_is_next, const Terms& terms) {
    const Mask attacks = enemy.by_pawns | enemy.by_ninjas;
    const Mask students = position.students_mask[player] & attacks;
    const Mask ninjas = position.ninjas_mask[player] & kAllSquares & enemy.by_pawns;
    if (!enemy_is_next) return terms.aimed_at * std::popcount(students | ninjas);
    const Mask shown = ninjas & position.revealed_mask[player];
    int score = terms.ninja_by_chance * std::popcount(ninjas & ~shown);
    if (shown) score += terms.shown_at_risk[game.rules.hidden == Hidden::kLight];
    if (students) score += students & ~(own.by_pawns | own.by_ninjas) ? terms.hanging : terms.exchanged;
    return score;
}

}  // namespace

Position without_unseen(const Position& position, Player viewer) {
    Position seen = position;
    const Player enemy = other(viewer);
    const Mask shown = position.ninjas_mask[enemy] & position.revealed_mask[enemy];
    const int unseen = std::popcount(position.ninjas_mask[enemy] & ~shown);
    seen.ninjas_mask[enemy] = shown | (bit(unseen) - 1) << kSquares;
    return seen;
}

int judge(const GameInfo& game, const Position& position, Player next, const Terms& terms) {
    const Player waiting = other(next);
    const Side mine = look(game, position, next), theirs = look(game, position, waiting);
    if (mine.wins_openly || mine.wins_secretly) return kWonAtOnce;
    int score = standing(game, position, next, terms) - standing(game, position, waiting, terms);
    score -= danger(game, position, next, mine, theirs, false, terms);
    score += danger(game, position, waiting, theirs, mine, true, terms);
    if (theirs.wins_openly)
        score -= terms.threat;
    else if (theirs.wins_secretly)
        score -= terms.secret_threat;
    return score;
}

namespace {

// The worth for the player to move of the best that its ninja can do now; challenges apart, which are for finding out.
int best_of_ninja(const GameInfo& game, const Position& position, const Terms& terms) {
    const Player enemy = other(position.to_move);
    StepList steps;
    legal_steps(game, position, steps);
    int best = -kWonAtOnce;
    for (const Step step : steps)
        if (step.kind != StepKind::kNinjaChallenge) best = std::max(best, -judge(game, play(game, position, step), enemy, terms));
    return best;
}

}  // namespace

void judge_steps(const GameInfo& game, const Position& position, const StepList& steps, Foresight foresight,
                 const Terms& terms, std::array<int, kMaxSteps>& values) {
    const Player player = position.to_move;
    const Position known = without_unseen(position, player);
    const Mask enemy_master = position.masters_mask[other(player)];
    for (int i = 0; i < steps.size(); ++i) {
        const Position after = play(game, known, steps[i]);
        if (after.phase == Phase::kOver) {
            values[i] = kWonAtOnce;
            continue;
        }
        values[i] = -judge(game, after, other(player), terms);
        if (after.phase != Phase::kNinja) continue;
        if (foresight == Foresight::kTurn) values[i] = best_of_ninja(game, after, terms);
        const Reach& reach = game.cards.reach(player, after.card);
        for (Mask left = after.ninjas_mask[player]; left;)
            if (reach.student[take_lowest(left)] & enemy_master) values[i] = kWonAtOnce;
    }
}

std::uint32_t liking(int below_best, int quarter) {
    // 2^(-quarters / 4).
    constexpr std::array<std::uint32_t, 4> parts{1024, 861, 724, 609};
    const int quarters = below_best / quarter;
    return quarters >= 4 * 8 ? 4 : std::max<std::uint32_t>(4, parts[static_cast<std::size_t>(quarters & 3)] >> (quarters / 4));
}

}  // namespace onitama
