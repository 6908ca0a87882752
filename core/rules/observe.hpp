// What one player, or a spectator, may know of a game; nothing here leads back to what is hidden (R70, R71).
//
// A game keeps one `Happening` for each step, from which every viewer's text can be had, at the time or after the end:
// the words are those of onitama/observe/events.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "rules/state.hpp"
#include "rules/text.hpp"

namespace onitama {

// Red, Blue, or a spectator, who knows what both players know in common.
enum class Viewer : std::uint8_t { kRed, kBlue, kSpectator };

constexpr bool is_viewer(Viewer viewer, Player player) {
    return viewer == (player == kRed ? Viewer::kRed : Viewer::kBlue);
}

// All that a viewer may know at one moment, but for the turns so far.
struct Observation {
    Position seen;                            // ninjas_mask: those that the viewer sees
    std::array<std::uint8_t, 2> ninjas_alive;  // on the board, seen or not
    bool may_step;                             // whether the viewer knows the legal steps: it is to move, and the game goes on
};

// What a viewer knows. `is_open`: the game has ended, by a step or otherwise; then all is open to everyone.
Observation observe(const GameInfo& game, const Position& position, Viewer viewer, bool is_open);

// What a step brought to light for everyone, written behind `=`.
enum class Fact : std::uint8_t { kNone, kYes, kNo, kNinja, kRed, kBlue, kBoth };

// How those who are not the mover are told of a step while the game goes on.
enum class Told : std::uint8_t {
    kAll,             // as the mover
    kNothing,         // nothing yet (R71)
    kPlaced,          // place:?
    kNinjaUnseen,     // ninja:?
    kNinjaCaptured,   // ninja:?b3 (R45)
    kNinjaChallenged, // ninja:?b3!=yes (R46)
    kMoveUnseen,      // boar:?
    kMoveCaptured,    // boar:?b3
    kMoveThenSpirit,  // boar:? and, with it, spirit:c3c4
};

// One step as it happened, hidden truth included, so it stays with the referee.
struct Happening {
    Step step;
    std::uint32_t turn_number = 0;  // 0 while ninjas are placed
    Player player = kRed;
    CardId card = kNoCard;  // in use
    Fact fact = Fact::kNone;
    Told told = Told::kAll;
};

Happening happening(const GameInfo& game, const Position& before, Step step, const Position& after);

inline constexpr std::size_t kMostEventLetters = 2 * kMostStepLetters + 8;

// What a viewer is told of a step: up to two events, with a blank between them; nothing where it may notice nothing.
void write_event(const GameInfo& game, const Happening& happening, Viewer viewer, bool is_open, Sink& out);

// The first happening after `first` that belongs to another turn; turns and placements are told apart (R70).
std::size_t turn_end(std::span<const Happening> happenings, std::size_t first);

// The text of one turn, from its happenings; empty if the viewer has noticed nothing of it yet.
void write_observed_turn(const GameInfo& game, std::span<const Happening> turn, Viewer viewer, bool is_open, Sink& out);

}  // namespace onitama
