// What a position is worth at a glance, and what a player would like to do who knows only what it may know.
//
// Whole numbers only: beliefs and searches are the same on every build.
#pragma once

#include <array>
#include <cstdint>

#include "rules/state.hpp"

namespace onitama {

inline constexpr int kWonAtOnce = 10000;

// What counts how much; the scale is that of the lead which is halfway to a win (`value_of`).
struct Terms {
    int student;
    std::array<int, 2> ninja;  // in the Way of Shadow; in the Way of Light, where two of them are all
    int centre;
    int temple_way;  // each square between a master and the enemy temple
    int ninja_way;   // each square between the nearest ninja and the enemy master
    int shown;       // a ninja in the open
    int lantern;
    int threat;         // a win in one that the opponent, who is to move, sees
    int secret_threat;  // one by a ninja that it does not see
    int hanging;        // a student that can be captured for nothing
    int exchanged;
    int aimed_at;  // by a player who is not to move
    std::array<int, 2> shown_at_risk;  // a shown ninja that a pawn reaches, in the two games
    int ninja_by_chance;               // a hidden ninja where a pawn may step
};

// What players go for, judged by how little their hidden steps surprise.
inline constexpr Terms kAims{100, {150, 250}, 6, 5, 5, 25, 14, 35, 200, 55, 15, 6, {112, 187}, 30};
// What a position comes to, judged by how games went on from it.
inline constexpr Terms kProspects{150, {240, 300}, 30, 10, 5, 35, 14, 90, 60, 30, 10, 6, {60, 60}, 30};

// The position as a player may think of it: enemy ninjas that are not shown are kept off the board, where they count
// as alive and nothing meets them.
Position without_unseen(const Position& position, Player viewer);

// The worth for the player who begins a turn next; also in the middle of the other one's turn, as if that ended now.
int judge(const GameInfo& game, const Position& position, Player next, const Terms& terms);

// How far a step is thought through: as if the turn ended with it, or with what the ninja does best after it.
enum class Foresight : std::uint8_t { kStep, kTurn };

// The worth of each step for its player, for all it knows (R70); `kWonAtOnce` for a step that wins, or lets its
// ninja win with the same card (R41).
void judge_steps(const GameInfo& game, const Position& position, const StepList& steps, Foresight foresight,
                 const Terms& terms, std::array<int, kMaxSteps>& values);

// How strongly a step is liked whose value is so much below that of the best one: 1024 for none, half as much for every
// four times `quarter`, never 0.
std::uint32_t liking(int below_best, int quarter);

}  // namespace onitama
