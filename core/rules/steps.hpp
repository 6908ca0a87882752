// The steps a turn is made of, as small values; their text is in text.hpp. The names are those of onitama/rules/steps.py.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "rules/cards.hpp"

namespace onitama {

enum class StepKind : std::uint8_t {
    kMove,            // a card moves a pawn; the spirit in its place (R31); Shadow's ninja in the Way of Light
    kPass,            // a card to give away where nothing can move (R14, R42)
    kNinjaMove,       // R41
    kNinjaChallenge,  // a ninja's move with a challenge on its new square (R46)
    kNinjaStay,       // R41, R42
    kSpiritMove,      // a wind card's second part (R31)
    kLantern,         // `to` is the line 0..9 as in kLines, or kNoSquare for none (R47)
    kPlace,           // `from`, and `to` for a second ninja, in ascending order (R40, R50)
};

inline constexpr CardId kNoCard = 7;
inline constexpr char kLines[] = "abcde12345";  // what a lantern can light

struct Step {
    StepKind kind = StepKind::kPass;
    CardId card = kNoCard;  // of moves and passes; the card in use does not belong to the later steps of a turn
    Square from = kNoSquare;
    Square to = kNoSquare;

    bool operator==(const Step&) const = default;
};

// More steps than any position can have: a master, four students and the spirit, two cards, 24 targets each.
inline constexpr int kMaxSteps = 6 * 2 * 24;

class StepList {
public:
    void clear() { count_ = 0; }
    void add(Step step) {
        assert(count_ < kMaxSteps);
        steps_[count_++] = step;
    }
    // One step of that kind to each square of the mask, in ascending order.
    void add_all(StepKind kind, CardId card, Square from, Mask targets) {
        while (targets) add({kind, card, from, take_lowest(targets)});
    }

    int size() const { return count_; }
    bool empty() const { return count_ == 0; }
    Step operator[](int index) const { return steps_[index]; }
    const Step* begin() const { return steps_.data(); }
    const Step* end() const { return steps_.data() + count_; }
    bool contains(Step wanted) const {
        for (const Step step : *this)
            if (step == wanted) return true;
        return false;
    }

private:
    std::array<Step, kMaxSteps> steps_;  // left unset on purpose: only the first `count_` count
    int count_ = 0;
};

}  // namespace onitama
