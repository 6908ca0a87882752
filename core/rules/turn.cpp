#include "rules/turn.hpp"

#include "rules/base.hpp"
#include "rules/lanterns.hpp"
#include "rules/ninjas.hpp"
#include "rules/wind.hpp"

namespace onitama {

namespace {

// The spirit may move in a pawn's place with a movement card; with a wind card only if no pawn can make the first
// part (R31, R32). In the Way of Light, Shadow's ninjas stand in for pawns (R60).
void add_moves_with(const GameInfo& game, const Position& position, CardId card, StepList& steps) {
    const int before = steps.size();
    if (game.rules.has_pawns(position.to_move))
        add_pawn_moves(game, position, card, steps);
    else
        add_ninja_first_moves(game, position, card, steps);
    const bool can_make_first_part = steps.size() > before;
    if (position.spirit_mask && !(can_make_first_part && game.cards.is_wind(card)))
        add_spirit_first_moves(game, position, card, steps);
}

bool end_if_won(const Rules& rules, Position& position) {
    if (!decided(rules, position)) return false;
    position.phase = Phase::kOver;
    position.card = kNoCard;
    position.spirit_due = false;
    return true;
}

void pass_turn(const Rules& rules, Position& position) {
    position.first_turn_done[position.to_move] = true;
    position.to_move = other(position.to_move);
    ++position.turn_number;
    position.phase = Phase::kMove;
    if (rules.is_hidden()) hide_ninjas(position);
}

void exchange_and_go_on(const GameInfo& game, Position& position) {
    exchange(position);
    position.card = kNoCard;
    position.spirit_due = false;
    if (game.rules.is_hidden() && may_light(game.rules, position))
        position.phase = Phase::kLantern;
    else
        pass_turn(game.rules, position);
}

void go_to_spirit_or_exchange(const GameInfo& game, Position& position) {
    if (position.spirit_due && spirit_targets(game, position, position.card))
        position.phase = Phase::kSpirit;
    else
        exchange_and_go_on(game, position);
}

void after_move(const GameInfo& game, Position& position) {
    if (end_if_won(game.rules, position)) return;
    if (game.rules.hidden == Hidden::kShadow && position.ninjas_mask[position.to_move])
        position.phase = Phase::kNinja;
    else
        go_to_spirit_or_exchange(game, position);
}

void apply_move(const GameInfo& game, Position& position, Step step) {
    position.card = step.card;
    if (position.spirit_mask == bit(step.from)) {
        move_spirit(position, step.to);
    } else {
        position.spirit_due = game.rules.spirit && game.cards.is_wind(step.card);
        if (position.ninjas_mask[position.to_move] & bit(step.from))
            move_ninja(position, step.from, step.to);
        else
            move_pawn(position, step.from, step.to);
    }
    after_move(game, position);
}

void after_ninja(const GameInfo& game, Position& position) {
    if (!end_if_won(game.rules, position)) go_to_spirit_or_exchange(game, position);
}

// The second player places first, then the starting one, who then begins; in Light only Shadow places (R40, R50).
void place(const Rules& rules, Position& position, Step step) {
    const Player opponent = other(position.to_move);
    position.ninjas_mask[position.to_move] = bit(step.from) | (step.to == kNoSquare ? 0 : bit(step.to));
    const bool is_last = rules.hidden == Hidden::kLight || position.ninjas_mask[opponent];
    if (is_last) position.phase = Phase::kMove;
    if (rules.hidden == Hidden::kLight || !is_last) position.to_move = opponent;
}

}  // namespace

void legal_steps(const GameInfo& game, const Position& position, StepList& steps) {
    steps.clear();
    switch (position.phase) {
        case Phase::kMove:
            for (const CardId card : position.hands[position.to_move]) add_moves_with(game, position, card, steps);
            if (steps.empty()) add_passes(position, steps);  // R14, R34, R42
            break;
        case Phase::kNinja: add_ninja_steps(game, position, steps); break;
        case Phase::kSpirit: add_spirit_second_moves(game, position, steps); break;
        case Phase::kLantern: add_lantern_steps(steps); break;
        case Phase::kPlace: add_placements(game.rules, position, steps); break;
        case Phase::kOver: break;
    }
}

Position play(const GameInfo& game, const Position& position, Step step) {
    Position next = position;
    switch (step.kind) {
        case StepKind::kMove: apply_move(game, next, step); break;
        case StepKind::kPass:
            next.card = step.card;
            after_move(game, next);
            break;
        case StepKind::kNinjaMove:
        case StepKind::kNinjaChallenge:
            move_ninja(next, step.from, step.to);
            if (step.kind == StepKind::kNinjaChallenge) challenge(next, step.to);
            after_ninja(game, next);
            break;
        case StepKind::kNinjaStay: after_ninja(game, next); break;
        case StepKind::kSpiritMove:
            move_spirit(next, step.to);
            exchange_and_go_on(game, next);
            break;
        case StepKind::kLantern:
            if (step.to != kNoSquare) --next.lanterns[next.to_move];
            pass_turn(game.rules, next);
            break;
        case StepKind::kPlace: place(game.rules, next, step); break;
    }
    return next;
}

}  // namespace onitama
