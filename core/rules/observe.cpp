#include "rules/observe.hpp"

#include <bit>

#include "rules/lanterns.hpp"

namespace onitama {

namespace {

// Whether the mover has begun its turn in a way that others may not notice before the spirit moves: a hidden ninja of
// Shadow's has made the first part of a wind card (R71). Had it captured, it would be shown.
bool is_unnoticed(const Rules& rules, const Position& position) {
    const Player mover = position.to_move;
    return position.phase == Phase::kSpirit && !rules.has_pawns(mover) && !position.revealed_mask[mover];
}

bool is_enemy_pawn(const Position& position, Square square) {
    const Player enemy = other(position.to_move);
    return (position.students_mask[enemy] | position.masters_mask[enemy]) & bit(square);
}

bool moves_spirit(const Position& before, Step step) {
    return (step.kind == StepKind::kMove || step.kind == StepKind::kSpiritMove) && before.spirit_mask == bit(step.from);
}

Fact swapped(const Position& before, Square square) {
    const bool red = before.ninjas_mask[kRed] & bit(square), blue = before.ninjas_mask[kBlue] & bit(square);
    return red && blue ? Fact::kBoth : red ? Fact::kRed : blue ? Fact::kBlue : Fact::kNone;
}

Fact fact_of(const Position& before, Step step, const Position& after) {
    const Player enemy = other(before.to_move);
    const bool is_ninja_captured = std::popcount(after.ninjas_mask[enemy]) < std::popcount(before.ninjas_mask[enemy]);
    if (step.kind == StepKind::kLantern && step.to != kNoSquare)
        return lantern_answer(before, step.to) ? Fact::kYes : Fact::kNo;
    if (step.kind == StepKind::kNinjaChallenge) return is_ninja_captured ? Fact::kYes : Fact::kNo;
    if (moves_spirit(before, step)) return swapped(before, step.to);  // R60
    return step.kind == StepKind::kMove && is_ninja_captured ? Fact::kNinja : Fact::kNone;
}

// Shadow begins its turn in the Way of Light.
Told told_of_shadow(const GameInfo& game, const Position& before, Step step, const Position& after) {
    if (is_unnoticed(game.rules, after)) return Told::kNothing;
    if (step.kind == StepKind::kPass) return Told::kMoveUnseen;
    if (moves_spirit(before, step)) return game.cards.is_wind(step.card) ? Told::kMoveThenSpirit : Told::kAll;
    return is_enemy_pawn(before, step.to) ? Told::kMoveCaptured : Told::kMoveUnseen;
}

Told told_of(const GameInfo& game, const Position& before, Step step, const Position& after) {
    const Player mover = before.to_move;
    const bool is_shown = before.revealed_mask[mover];  // by a swap in this turn
    switch (step.kind) {
        case StepKind::kPlace: return Told::kPlaced;
        case StepKind::kMove:
        case StepKind::kPass:
            return game.rules.has_pawns(mover) ? Told::kAll : told_of_shadow(game, before, step, after);
        case StepKind::kNinjaStay: return is_shown ? Told::kAll : Told::kNinjaUnseen;
        case StepKind::kNinjaChallenge: return is_shown ? Told::kAll : Told::kNinjaChallenged;
        case StepKind::kNinjaMove:
            if (is_shown) return Told::kAll;
            return is_enemy_pawn(before, step.to) ? Told::kNinjaCaptured : Told::kNinjaUnseen;
        case StepKind::kSpiritMove: return is_unnoticed(game.rules, before) ? Told::kMoveThenSpirit : Told::kAll;
        case StepKind::kLantern: break;
    }
    return Told::kAll;
}

void write_fact(Fact fact, Sink& out) {
    constexpr std::array<std::string_view, 7> words{"", "=yes", "=no", "=ninja", "=red", "=blue", "=both"};
    out.put(words[static_cast<std::size_t>(fact)]);
}

void write_outside(const GameInfo& game, const Happening& happening, Sink& out) {
    const bool is_ninja = happening.told == Told::kNinjaUnseen || happening.told == Told::kNinjaCaptured ||
                          happening.told == Told::kNinjaChallenged;
    const bool has_square = happening.told == Told::kNinjaCaptured || happening.told == Told::kNinjaChallenged ||
                            happening.told == Told::kMoveCaptured;
    if (happening.told == Told::kPlaced)
        out.put("place");
    else
        out.put(is_ninja ? std::string_view("ninja") : game.slugs[happening.card].view());
    out.put(":?");
    if (has_square) out.put_square(happening.step.to);
    if (happening.told == Told::kNinjaChallenged) {
        out.put('!');
        write_fact(happening.fact, out);
    }
    if (happening.told == Told::kMoveThenSpirit) {
        out.put(' ');
        write_step(game, {StepKind::kSpiritMove, kNoCard, happening.step.from, happening.step.to}, out);
        write_fact(happening.fact, out);
    }
}

}  // namespace

Observation observe(const GameInfo& game, const Position& position, Viewer viewer, bool is_open) {
    const bool is_mover = is_viewer(viewer, position.to_move);
    Observation observation{position, {}, is_mover && !is_open};
    for (const Player player : {kRed, kBlue}) {
        observation.ninjas_alive[player] = static_cast<std::uint8_t>(std::popcount(position.ninjas_mask[player]));
        if (!is_open && !is_viewer(viewer, player))
            observation.seen.ninjas_mask[player] &= position.revealed_mask[player];
    }
    if (is_unnoticed(game.rules, position) && !is_mover && !is_open) {
        observation.seen.phase = Phase::kMove;
        observation.seen.card = kNoCard;
        observation.seen.spirit_due = false;
    }
    return observation;
}

Happening happening(const GameInfo& game, const Position& before, Step step, const Position& after) {
    return {step,
            before.phase == Phase::kPlace ? 0 : before.turn_number,
            before.to_move,
            step.card == kNoCard ? before.card : step.card,
            fact_of(before, step, after),
            told_of(game, before, step, after)};
}

void write_event(const GameInfo& game, const Happening& happening, Viewer viewer, bool is_open, Sink& out) {
    const bool sees_all = is_open || is_viewer(viewer, happening.player) || happening.told == Told::kAll;
    if (sees_all) {
        write_step(game, happening.step, out);
        write_fact(happening.fact, out);
    } else if (happening.told != Told::kNothing) {
        write_outside(game, happening, out);
    }
}

std::size_t turn_end(std::span<const Happening> happenings, std::size_t first) {
    std::size_t end = first;
    while (end < happenings.size() && happenings[end].turn_number == happenings[first].turn_number &&
           happenings[end].player == happenings[first].player)
        ++end;
    return end;
}

void write_observed_turn(const GameInfo& game, std::span<const Happening> turn, Viewer viewer, bool is_open, Sink& out) {
    const std::size_t start = out.view().size();
    for (const Happening& one : turn) {
        std::array<char, kMostEventLetters> buffer;
        Sink event{buffer};
        write_event(game, one, viewer, is_open, event);
        if (event.view().empty()) continue;
        if (out.view().size() > start) out.put(' ');
        out.put(event.view());
    }
}

}  // namespace onitama
