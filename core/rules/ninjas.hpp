// Ninjas: placement, hidden moves, captures and challenges (R40-R46, R50-R54).
#pragma once

#include "rules/state.hpp"

namespace onitama {

// Where the ninjas may start: beside the master (R40), in Light anywhere on Shadow's home row (R50).
void add_placements(const Rules& rules, const Position& position, StepList& steps);

// In the Way of Light: Shadow's moves, its ninjas standing in for pawns (R51, R60).
void add_ninja_first_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps);

// In the Way of Shadow: stay, or move with the card in use and then challenge or not (R41, R46).
void add_ninja_steps(const GameInfo& game, const Position& position, StepList& steps);

// Moves an own ninja; landing on an enemy pawn captures it and brings the ninja into the open (R45).
void move_ninja(Position& position, Square from, Square to);

// Shows the own ninja where it is, and captures the enemy's ninja if it is there too (R46).
void challenge(Position& position, Square square);

// At the start of a turn the mover's ninjas are hidden again, before the card is chosen (R45).
void hide_ninjas(Position& position);

}  // namespace onitama
