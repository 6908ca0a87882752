// The base game: pawn moves, captures, passes, the exchange and the two ways to win (R10-R16).
#pragma once

#include "rules/state.hpp"

namespace onitama {

// All moves of the mover's master and students with a card, in that order (R12).
void add_pawn_moves(const GameInfo& game, const Position& position, CardId card, StepList& steps);

// The choice of a player that cannot move: which card to give away (R14).
void add_passes(const Position& position, StepList& steps);

// Moves an own master or student; what stands on the target is captured (R12), a hidden ninja too (R44).
void move_pawn(Position& position, Square from, Square to);

// Captures the enemy master or student on a square; whether there was one.
bool land(Position& position, Mask target);

// The used card goes to the side, the side card takes its place in the hand (R13).
void exchange(Position& position);

// Who has won, and by which Way (R15).
Outcome decided(const Rules& rules, const Position& position);

}  // namespace onitama
