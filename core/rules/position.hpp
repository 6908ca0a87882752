// The first position of a game, and how a game ended.
#pragma once

#include "rules/base.hpp"
#include "rules/state.hpp"
#include "rules/turn.hpp"

namespace onitama {

// The first position (R10, R30, R40, R50): cards 0 and 1 are Red's, 2 and 3 Blue's, 4 lies at the side. Hidden games
// begin with the placing of ninjas; Light always starts (R51).
Position start_position(const Rules& rules, Player starter);

// Who won and by which Way; nothing while the game goes on.
inline Outcome outcome(const GameInfo& game, const Position& position) {
    return position.phase == Phase::kOver ? decided(game.rules, position) : Outcome{};
}

}  // namespace onitama
