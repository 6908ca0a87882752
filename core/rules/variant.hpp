// What governs a game once its five cards are on the table; features combine freely (R60).
#pragma once

#include <cstdint>

#include "rules/geometry.hpp"

namespace onitama {

enum class Hidden : std::uint8_t { kNone, kShadow, kLight };
enum class LanternRule : std::uint8_t { kBoth, kStarter };  // who may use none on its own first turn (R47)

struct Rules {
    bool spirit = false;
    Hidden hidden = Hidden::kNone;
    LanternRule lantern_rule = LanternRule::kBoth;
    Player light_player = kRed;  // counts in the Way of Light only (R51)

    bool is_hidden() const { return hidden != Hidden::kNone; }

    // How many ninjas a player starts with (R40, R50).
    int places_ninjas(Player player) const {
        if (hidden == Hidden::kShadow) return 1;
        return has_pawns(player) ? 0 : 2;
    }
    // All have a master and students but Shadow in the Way of Light (R50).
    bool has_pawns(Player player) const { return hidden != Hidden::kLight || player == light_player; }
    int starting_lanterns(Player player) const { return is_hidden() && has_pawns(player) ? 2 : 0; }  // R40, R52

    bool operator==(const Rules&) const = default;
};

}  // namespace onitama
