#include "rules/lanterns.hpp"

namespace onitama {

bool may_light(const Rules& rules, const Position& position) {
    const Player player = position.to_move, enemy = other(player);
    if (!position.lanterns[player] || !position.ninjas_mask[enemy]) return false;  // R47
    if (position.first_turn_done[player]) return true;
    // By the `starter` rule only the player who started is bound on its first turn (R47); Light always is (R52).
    const bool is_starter = !position.first_turn_done[enemy];
    return rules.hidden == Hidden::kShadow && rules.lantern_rule == LanternRule::kStarter && !is_starter;
}

void add_lantern_steps(StepList& steps) {
    steps.add({StepKind::kLantern, kNoCard, kNoSquare, kNoSquare});
    for (Square line = 0; line < 10; ++line) steps.add({StepKind::kLantern, kNoCard, kNoSquare, line});
}

Mask line_mask(int line) { return line < 5 ? file_mask(kLines[line]) : rank_mask(line - 4); }

bool lantern_answer(const Position& position, int line) {
    return position.ninjas_mask[other(position.to_move)] & line_mask(line);
}

}  // namespace onitama
