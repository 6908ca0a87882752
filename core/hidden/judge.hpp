// What a position is worth at a glance, and what a player would like to do who knows only what it may know.
//
// Scores are in hundredths of a student. Whole numbers only: beliefs and searches are the same on every build.
#pragma once

#include <array>
#include <cstdint>

#include "rules/state.hpp"

namespace onitama {

inline constexpr int kWonAtOnce = 10000;

// The position as a player may think of it: enemy ninjas that are not shown are kept off the board, where they count
// as alive and nothing meets them.
Position without_unseen(const Position& position, Player viewer);

// The worth for the player who begins a turn next; also in the middle of the other one's turn, as if that ended now.
int judge(const GameInfo& game, const Position& position, Player next);

// How far a step is thought through: as if the turn ended with it, or with what the ninja does best after it.
enum class Foresight : std::uint8_t { kStep, kTurn };

// The worth of each step for its player, for all it knows (R70); `kWonAtOnce` for a step that wins, or lets its
// ninja win with the same card (R41).
void judge_steps(const GameInfo& game, const Position& position, const StepList& steps, Foresight foresight,
                 std::array<int, kMaxSteps>& values);

// How strongly a step is liked whose value is so much below that of the best one: 1024 for none, half as much for every
// four times `quarter`, never 0.
std::uint32_t liking(int below_best, int quarter);

}  // namespace onitama
