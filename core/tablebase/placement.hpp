// Numbers for the men of one side: which squares they stand on and which of them is the master. No rules.
//
// A side is always seen from its own seat: its temple is c1, the enemy temple c5 (R1, R2). The master is never on c5,
// for then the game is over (R15); so there are 24 squares for it and C(24, men - 1) ways for the students.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/geometry.hpp"

namespace onitama::tablebase {

inline constexpr int kMaxMen = 5;
inline constexpr int kMasterSquares = kSquares - 1;
inline constexpr Square kGoal = kTempleSquare[kBlue];  // of a side seen from its own seat

// A side seen from its own seat.
struct Side {
    Mask men = 0;  // the master included
    Square master = 0;

    bool operator==(const Side&) const = default;
};

constexpr auto make_binomials() {
    std::array<std::array<std::uint32_t, kMaxMen + 1>, kSquares + 1> choose{};
    for (int n = 0; n <= kSquares; ++n) {
        choose[n][0] = 1;
        for (int k = 1; k <= kMaxMen && n > 0; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    return choose;
}
inline constexpr auto kChoose = make_binomials();

// How many ways the students can stand, and the whole side, for `men` men.
constexpr std::uint32_t student_ways(int men) { return kChoose[kMasterSquares][men - 1]; }
constexpr std::uint32_t placements(int men) { return kMasterSquares * student_ways(men); }

// The number of a side among those with as many men: the master's square first, then the students in colexicographic
// order on the 24 squares that the master leaves. All placements with one master square are neighbours.
constexpr std::uint32_t index_of(const Side& side) {
    const std::uint32_t master = side.master - (side.master > kGoal ? 1u : 0u);
    Mask students = side.men & ~bit(side.master);
    std::uint32_t rank = 0;
    int nth = 0;
    while (students) {
        const int square = take_lowest(students);
        rank += kChoose[square - (square > side.master ? 1 : 0)][++nth];
    }
    return master * kChoose[kMasterSquares][nth] + rank;
}

// The side with that number.
constexpr Side side_of(int men, std::uint32_t index) {
    Side side;
    const std::uint32_t master = index / student_ways(men);
    side.master = static_cast<Square>(master + (master >= kGoal ? 1 : 0));
    side.men = bit(side.master);
    std::uint32_t rank = index % student_ways(men);
    int square = kMasterSquares;
    for (int nth = men - 1; nth > 0; --nth) {
        do --square;
        while (kChoose[square][nth] > rank);
        rank -= kChoose[square][nth];
        side.men |= bit(square + (square >= side.master ? 1 : 0));
    }
    return side;
}

// A square and a side seen from the other seat.
constexpr Square opposite(Square square) { return static_cast<Square>(kSquares - 1 - square); }
constexpr Side turned(const Side& side) { return {rotate(side.men), opposite(side.master)}; }

}  // namespace onitama::tablebase
