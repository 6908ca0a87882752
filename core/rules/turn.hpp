// The turn: which steps are legal, and what each step leads to (R12, R31, R41, R60).
//
//     move -> ninja (Way of Shadow, living ninja) -> spirit (wind card's second part) -> exchange -> lantern -> next turn
//
// A step that wins ends the game at once, without an exchange (R15).
#pragma once

#include "rules/state.hpp"

namespace onitama {

// All legal steps, grouped by card and piece, in the order of the Python rules; none only when the game is won.
void legal_steps(const GameInfo& game, const Position& position, StepList& steps);

// The position after a step that is known to be legal; anything else gives nonsense.
Position play(const GameInfo& game, const Position& position, Step step);

}  // namespace onitama
