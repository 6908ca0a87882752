// The Spirit of the Wind: where it may go, and what happens there (R30-R34).
#pragma once

#include "rules/state.hpp"

namespace onitama {

// Where the player to move may take the spirit with a card; none in games without it.
Mask spirit_targets(const GameInfo& game, const Position& position, CardId card);

// The spirit moved in a pawn's place: with a movement card, or a wind card's second grid alone (R31, R32).
void add_spirit_first_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps);

// The second part of the wind card in use, on the board as it is after the first part (R32).
void add_spirit_second_moves(const GameInfo& game, const Position& position, StepList& steps);

// Moves the spirit; students and ninjas on its new square go to its old one (R33, R60).
void move_spirit(Position& position, Square to);

}  // namespace onitama
