// Scores of nodes near the leaves: margins of what is left out, and proven scores seen from the root or the position.
#pragma once

#include "search/search.hpp"

namespace onitama {

inline constexpr int kFutilityDepth = 4;
inline constexpr int kFutilityMargin = 70;   // for each ply left
inline constexpr int kCaptureMargin = 230;   // what a capture may gain: a student and more

// A score of a proven result counts from the root; the table keeps it counted from the position.
constexpr int to_table(int score, int ply) { return score > kKnown ? score + ply : score < -kKnown ? score - ply : score; }
constexpr int from_table(int score, int ply) { return score > kKnown ? score - ply : score < -kKnown ? score + ply : score; }
constexpr int lost_in_two(int ply) { return -(kWin - ply - 2); }

}  // namespace onitama
