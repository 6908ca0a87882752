#include "rules/base.hpp"

namespace onitama {

void add_pawn_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps) {
    const Player player = position.to_move;
    const Reach& reach = game.cards.reach(player, card);
    // Nothing blocks on the way; the destination is free of own pieces (R12) and of the spirit (R33).
    const Mask free = ~(position.own_mask(player) | position.spirit_mask);
    for (Mask masters = position.masters_mask[player]; masters;) {
        const Square from = take_lowest(masters);
        steps.add_all(StepKind::kMove, card, from, reach.master[from] & free);
    }
    for (Mask students = position.students_mask[player]; students;) {
        const Square from = take_lowest(students);
        steps.add_all(StepKind::kMove, card, from, reach.student[from] & free);
    }
}

void add_passes(const Position& position, StepList& steps) {
    for (const CardId card : position.hands[position.to_move]) steps.add({StepKind::kPass, card, kNoSquare, kNoSquare});
}

void move_pawn(Position& position, Square from, Square to) {
    const Player player = position.to_move, enemy = other(player);
    auto& pawns = position.masters_mask[player] == bit(from) ? position.masters_mask : position.students_mask;
    pawns[player] ^= bit(from) | bit(to);
    land(position, bit(to));
    position.ninjas_mask[enemy] &= ~bit(to);  // R44
    position.revealed_mask[enemy] &= ~bit(to);
}

bool land(Position& position, Mask target) {
    const Player enemy = other(position.to_move);
    const bool is_capture = (position.students_mask[enemy] | position.masters_mask[enemy]) & target;
    position.students_mask[enemy] &= ~target;
    position.masters_mask[enemy] &= ~target;
    return is_capture;
}

void exchange(Position& position) {
    Hand& hand = position.hands[position.to_move];
    const CardId used = position.card;
    hand[hand[0] == used ? 0 : 1] = position.side;
    position.side = used;
}

Outcome decided(const Rules& rules, const Position& position) {
    for (const Player player : {kRed, kBlue}) {
        const bool is_shadow = !rules.has_pawns(player);
        // Shadow has no master in the Way of Light; it loses by the Stone with its second ninja (R53).
        const bool is_lost = is_shadow ? !position.ninjas_mask[player] && position.phase != Phase::kPlace
                                       : !position.masters_mask[player];
        if (is_lost) return {Way::kStone, other(player)};  // before the temple: both in one move are Stone (R15)
    }
    for (const Player player : {kRed, kBlue})
        if (position.masters_mask[player] == kTemple[other(player)]) return {Way::kStream, player};
    return {};
}

}  // namespace onitama
