// Perft: how many step sequences complete exactly n turns; pins the rules and compares implementations.
#pragma once

#include <array>
#include <cstdint>

#include "rules/state.hpp"

namespace onitama {

// How a game that ended earlier counts: as nothing, or as one leaf at every deeper level.
enum class Finished { kNone, kLeaf };

// The number of step sequences that complete exactly that many turns. A winning step completes its turn; placing
// ninjas is no turn. The running turn counts as the first.
std::uint64_t perft(const GameInfo& game, const Position& position, int turns, Finished finished = Finished::kNone);

// `perft` split by the first step, for one turn or more; `counts` gets a number for each legal step in turn.
void perft_divide(const GameInfo& game, const Position& position, int turns, Finished finished,
                  std::array<std::uint64_t, kMaxSteps>& counts);

}  // namespace onitama
