#include "rules/position.hpp"

namespace onitama {

Position start_position(const Rules& rules, Player starter) {
    if (rules.hidden == Hidden::kLight) starter = rules.light_player;  // R51
    Position position;
    for (const Player player : {kRed, kBlue}) {
        if (!rules.has_pawns(player)) continue;
        const Mask corners = file_mask('a') | file_mask('e');
        const Mask students = rules.hidden == Hidden::kShadow ? kHomeRow[player] & corners : kHomeRow[player];
        position.masters_mask[player] = kTemple[player];
        position.students_mask[player] = students & ~kTemple[player];
        position.lanterns[player] = static_cast<std::uint8_t>(rules.starting_lanterns(player));
    }
    if (rules.spirit) position.spirit_mask = bit(12);  // R30
    position.phase = rules.is_hidden() ? Phase::kPlace : Phase::kMove;
    position.to_move = rules.is_hidden() ? other(starter) : starter;  // the second player places first
    return position;
}

}  // namespace onitama
