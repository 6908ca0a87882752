#include "hidden/told.hpp"

namespace onitama {

namespace {

Told32 pack(Told told, Step step, Fact fact) {
    const auto part = [](auto value, int shift) { return static_cast<Told32>(value) << shift; };
    return 1 | part(told, 1) | part(step.kind, 5) | part(step.card, 8) | part(step.from, 11) | part(step.to, 16) |
           part(fact, 21);
}

}  // namespace

Told32 told_outside(const Happening& happening) {
    const Step step = happening.step;
    // What is kept back is set to the same value for all steps; `kPass` stands for any kind.
    Step seen{StepKind::kPass, kNoCard, kNoSquare, kNoSquare};
    Fact fact = Fact::kNone;
    switch (happening.told) {
        case Told::kNothing: return kUnnoticed;
        case Told::kAll: seen = step; fact = happening.fact; break;
        case Told::kPlaced:
        case Told::kNinjaUnseen: break;
        case Told::kNinjaCaptured: seen.to = step.to; break;
        case Told::kNinjaChallenged: seen.to = step.to; fact = happening.fact; break;
        case Told::kMoveUnseen: seen.card = happening.card; break;
        case Told::kMoveCaptured: seen.card = happening.card; seen.to = step.to; break;
        case Told::kMoveThenSpirit:
            seen = {StepKind::kPass, happening.card, step.from, step.to};
            fact = happening.fact;
            break;
    }
    return pack(happening.told, seen, fact);
}

Told32 told_mover(const Happening& happening) { return pack(Told::kAll, happening.step, happening.fact); }

}  // namespace onitama
