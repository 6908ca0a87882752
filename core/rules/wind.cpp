#include "rules/wind.hpp"

namespace onitama {

Mask spirit_targets(const GameInfo& game, const Position& position, CardId card) {
    if (!position.spirit_mask) return 0;
    const Mask masters = position.masters_mask[kRed] | position.masters_mask[kBlue];  // never entered (R33)
    return game.cards.reach(position.to_move, card).spirit[lowest(position.spirit_mask)] & ~masters;
}

void add_spirit_first_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps) {
    steps.add_all(StepKind::kMove, card, lowest(position.spirit_mask), spirit_targets(game, position, card));
}

void add_spirit_second_moves(const GameInfo& game, const Position& position, StepList& steps) {
    const Mask targets = spirit_targets(game, position, position.card);
    steps.add_all(StepKind::kSpiritMove, kNoCard, lowest(position.spirit_mask), targets);
}

void move_spirit(Position& position, Square to) {
    const Mask left = position.spirit_mask, entered = bit(to);
    position.spirit_mask = entered;
    for (const Player player : {kRed, kBlue}) {
        // A swap captures nothing and wins nothing (R33).
        if (position.students_mask[player] & entered) position.students_mask[player] ^= left | entered;
        if (position.ninjas_mask[player] & entered) {
            position.ninjas_mask[player] ^= left | entered;
            // A ninja that swaps is shown until its owner's next turn (R60).
            position.revealed_mask[player] = (position.revealed_mask[player] & ~entered) | left;
        }
    }
}

}  // namespace onitama
