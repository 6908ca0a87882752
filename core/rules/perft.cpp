#include "rules/perft.hpp"

#include "rules/turn.hpp"

namespace onitama {

namespace {

// Whether every step that is legal now completes the turn, so that counting the steps is enough.
bool is_last_step(const Rules& rules, const Position& position) {
    if (position.phase == Phase::kLantern) return true;
    if (rules.is_hidden()) return false;
    return position.phase == Phase::kSpirit || (position.phase == Phase::kMove && !rules.spirit);
}

std::uint64_t after(const GameInfo& game, const Position& position, Step step, int turns, Finished finished) {
    const Position next = play(game, position, step);
    const bool completes = next.turn_number != position.turn_number || next.phase == Phase::kOver;
    return perft(game, next, turns - completes, finished);
}

}  // namespace

std::uint64_t perft(const GameInfo& game, const Position& position, int turns, Finished finished) {
    if (turns == 0) return 1;
    if (position.phase == Phase::kOver) return finished == Finished::kLeaf ? 1 : 0;
    StepList steps;
    legal_steps(game, position, steps);
    if (turns == 1 && is_last_step(game.rules, position)) return static_cast<std::uint64_t>(steps.size());
    std::uint64_t count = 0;
    for (const Step step : steps) count += after(game, position, step, turns, finished);
    return count;
}

void perft_divide(const GameInfo& game, const Position& position, int turns, Finished finished,
                  std::array<std::uint64_t, kMaxSteps>& counts) {
    StepList steps;
    legal_steps(game, position, steps);
    for (int i = 0; i < steps.size(); ++i) counts[i] = after(game, position, steps[i], turns, finished);
}

}  // namespace onitama
