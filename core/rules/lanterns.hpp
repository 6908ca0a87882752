// Lanterns: who may light one, and what it tells (R47, R52).
#pragma once

#include "rules/state.hpp"

namespace onitama {

// Whether the player to move may light a lantern at the end of this turn.
bool may_light(const Rules& rules, const Position& position);

// Light no line, or one of the ten.
void add_lantern_steps(StepList& steps);

// The squares of a line, 0..9 as in kLines.
Mask line_mask(int line);

// Whether at least one living ninja of the opponent is in the line.
bool lantern_answer(const Position& position, int line);

}  // namespace onitama
