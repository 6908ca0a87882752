#include "rules/ninjas.hpp"

#include "rules/base.hpp"

namespace onitama {

namespace {

// Ninjas use the students' or first grid (R22, R60); own pieces and the spirit block their squares (R43).
Mask ninja_targets(const GameInfo& game, const Position& position, CardId card, Square from) {
    const Player player = position.to_move;
    return game.cards.reach(player, card).student[from] & ~(position.own_mask(player) | position.spirit_mask);
}

}  // namespace

void add_placements(const Rules& rules, const Position& position, StepList& steps) {
    Mask home = kHomeRow[position.to_move];
    const bool is_one = rules.hidden == Hidden::kShadow;
    if (is_one) home &= file_mask('b') | file_mask('d');
    while (home) {
        const Square one = take_lowest(home);
        if (is_one)
            steps.add({StepKind::kPlace, kNoCard, one, kNoSquare});
        else
            steps.add_all(StepKind::kPlace, kNoCard, one, home);
    }
}

void add_ninja_first_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps) {
    for (Mask ninjas = position.ninjas_mask[position.to_move]; ninjas;) {
        const Square from = take_lowest(ninjas);
        steps.add_all(StepKind::kMove, card, from, ninja_targets(game, position, card, from));
    }
}

void add_ninja_steps(const GameInfo& game, const Position& position, StepList& steps) {
    const Player enemy = other(position.to_move);
    // A challenge is for squares without an enemy pawn, and only while an enemy ninja lives (R46).
    const Mask enemy_pawns = position.students_mask[enemy] | position.masters_mask[enemy];
    const Mask challenged = position.ninjas_mask[enemy] ? ~enemy_pawns : 0;
    steps.add({StepKind::kNinjaStay, kNoCard, kNoSquare, kNoSquare});
    for (Mask ninjas = position.ninjas_mask[position.to_move]; ninjas;) {
        const Square from = take_lowest(ninjas);
        for (Mask targets = ninja_targets(game, position, position.card, from); targets;) {
            const Square to = take_lowest(targets);
            steps.add({StepKind::kNinjaMove, kNoCard, from, to});
            if (challenged & bit(to)) steps.add({StepKind::kNinjaChallenge, kNoCard, from, to});
        }
    }
}

void move_ninja(Position& position, Square from, Square to) {
    const Player player = position.to_move;
    const Mask moved = bit(from) | bit(to);
    position.ninjas_mask[player] ^= moved;
    if (position.revealed_mask[player] & bit(from)) position.revealed_mask[player] ^= moved;  // shown by a swap (R60)
    if (land(position, bit(to))) position.revealed_mask[player] |= bit(to);
}

void challenge(Position& position, Square square) {
    const Player player = position.to_move, enemy = other(player);
    position.revealed_mask[player] |= bit(square);
    position.ninjas_mask[enemy] &= ~bit(square);
    position.revealed_mask[enemy] &= ~bit(square);
}

void hide_ninjas(Position& position) { position.revealed_mask[position.to_move] = 0; }

}  // namespace onitama
