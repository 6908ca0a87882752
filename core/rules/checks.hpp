// Whether the parts of a position can stand together; the rules may then rely on it.
#pragma once

#include "rules/state.hpp"

namespace onitama {

// Returns nullptr, or which parts do not fit.
const char* check(const GameInfo& game, const Position& position);

}  // namespace onitama
