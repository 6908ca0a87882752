#include "rules/checks.hpp"

#include <bit>

#include "rules/base.hpp"
#include "rules/lanterns.hpp"
#include "rules/turn.hpp"

namespace onitama {

namespace {

const char* check_cards(const GameInfo& game) {
    for (int one = 0; one < kCards; ++one) {
        for (int two = 0; two < one; ++two)
            if (game.slugs[one].view() == game.slugs[two].view()) return "a card is in two places";
        if (game.cards.is_wind(static_cast<CardId>(one)) && !game.rules.spirit) return "a wind card needs the spirit";
    }
    return nullptr;
}

const char* check_pieces(const Rules& rules, const Position& position, Player player) {
    const int most_students = !rules.has_pawns(player) ? 0 : rules.hidden == Hidden::kShadow ? 2 : 4;
    if (std::popcount(position.students_mask[player]) > most_students) return "a player has too many students";
    if (!rules.has_pawns(player) && position.masters_mask[player]) return "Shadow in the Way of Light has no master";
    const int most_ninjas = rules.places_ninjas(player);
    if (std::popcount(position.ninjas_mask[player]) > most_ninjas) return "a player has too many ninjas";
    if (position.revealed_mask[player] & ~position.ninjas_mask[player]) return "a square without a ninja is revealed";
    if (position.lanterns[player] > rules.starting_lanterns(player)) return "a player has too many lanterns";
    return nullptr;
}

// No square holds two pieces, but two enemy ninjas may share one unknowingly (R43).
const char* check_squares(const Rules& rules, const Position& position) {
    Mask taken = 0;
    for (const Mask pieces : {position.students_mask[kRed], position.masters_mask[kRed], position.students_mask[kBlue],
                              position.masters_mask[kBlue], position.spirit_mask}) {
        if (taken & pieces) return "two pieces stand on one square";
        taken |= pieces;
    }
    if (taken & (position.ninjas_mask[kRed] | position.ninjas_mask[kBlue])) return "a ninja and another piece stand on one square";
    if ((position.spirit_mask != 0) != rules.spirit) return "the spirit stands on the board in games with it, and only there";
    return nullptr;
}

const char* check_end(const Rules& rules, const Position& position) {
    const auto& masters = position.masters_mask;
    if (rules.hidden != Hidden::kLight && !masters[kRed] && !masters[kBlue]) return "both masters are missing";
    if ((masters[kRed] & kTemple[kBlue]) && (masters[kBlue] & kTemple[kRed])) return "both masters stand on the enemy temple";
    if (rules.hidden == Hidden::kLight && position.phase != Phase::kPlace &&
        !position.ninjas_mask[other(rules.light_player)] && !masters[rules.light_player])
        return "Light's master and both ninjas are missing";
    return nullptr;
}

const char* check_placing(const Rules& rules, const Position& position) {
    const Player player = position.to_move;
    if (!rules.is_hidden()) return "only hidden games begin with the placing of ninjas";
    if (!rules.places_ninjas(player)) return "the player to move has no ninjas to place";
    if (position.ninjas_mask[player]) return "the ninjas of the player to move are placed already";
    const auto done = position.first_turn_done;
    if (position.turn_number != 1 || done[kRed] || done[kBlue]) return "ninjas are placed before the first turn";
    if (decided(rules, position)) return "ninjas are being placed, but the game is won";
    return nullptr;
}

// The steps made before a mid-turn phase must have been possible.
const char* check_phase(const GameInfo& game, const Position& position) {
    const Player player = position.to_move;
    const bool uses_card = position.phase == Phase::kNinja || position.phase == Phase::kSpirit;
    if (position.phase == Phase::kPlace) {
        if (const char* problem = check_placing(game.rules, position)) return problem;
    }
    if (position.phase == Phase::kNinja) {
        if (game.rules.hidden != Hidden::kShadow) return "only the Way of Shadow has a ninja step";
        if (!position.ninjas_mask[player]) return "the ninja step is due, but the player has no ninja";
    }
    if (position.phase == Phase::kLantern && !may_light(game.rules, position)) return "the player may not light a lantern";
    if (uses_card) {
        const Hand& hand = position.hands[player];
        if (position.card != hand[0] && position.card != hand[1]) return "the card in use is not in hand";
        if (position.spirit_due && !game.cards.is_wind(position.card)) return "the spirit is due after wind cards only";
    } else if (position.spirit_due) {
        return "the spirit cannot be due in this phase";
    }
    StepList steps;
    legal_steps(game, position, steps);
    return position.phase != Phase::kOver && steps.empty() ? "no step is possible in this phase" : nullptr;
}

}  // namespace

const char* check(const GameInfo& game, const Position& position) {
    const char* problem = check_cards(game);
    for (const Player player : {kRed, kBlue})
        if (!problem) problem = check_pieces(game.rules, position, player);
    if (!problem) problem = check_squares(game.rules, position);
    if (!problem) problem = check_end(game.rules, position);
    return problem ? problem : check_phase(game, position);
}

}  // namespace onitama
