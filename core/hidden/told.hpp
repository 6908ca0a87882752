// What a viewer is told of a step as one number: equal numbers are told alike, in the words of rules/observe.hpp.
#pragma once

#include <cstdint>

#include "rules/observe.hpp"

namespace onitama {

using Told32 = std::uint32_t;

inline constexpr Told32 kUnnoticed = 0;  // the viewer cannot tell that anything has happened (R71)

// What those who are not the mover are told (R70).
Told32 told_outside(const Happening& happening);

// What the mover knows of its own step: the step and its answer.
Told32 told_mover(const Happening& happening);

}  // namespace onitama
