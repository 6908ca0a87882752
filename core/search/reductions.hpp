// By how much late turns are searched less deep; integers only, so that every build reduces alike.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace onitama {

// The logarithm to base 2 of 1..63 in 64ths, by repeated squaring.
constexpr int log2_64ths(int value) {
    std::uint64_t x = static_cast<std::uint64_t>(value) << 16;
    int whole = 0;
    while (x >= std::uint64_t{2} << 16) {
        x >>= 1;
        ++whole;
    }
    int part = 0;
    for (int i = 0; i < 6; ++i) {
        x = x * x >> 16;
        part *= 2;
        if (x >= std::uint64_t{2} << 16) {
            x >>= 1;
            ++part;
        }
    }
    return whole * 64 + part;
}

struct Reductions {
    std::array<std::array<std::int8_t, 64>, 64> of{};  // [depth][number of the turn, from 1]
};

constexpr Reductions make_reductions() {
    Reductions reductions;
    for (int depth = 1; depth < 64; ++depth)
        for (int number = 1; number < 64; ++number)
            reductions.of[depth][number] =
                static_cast<std::int8_t>((log2_64ths(depth) * log2_64ths(number) / 64 * 100 / 450 + 16) / 64);
    return reductions;
}

inline constexpr Reductions kReduction = make_reductions();

// By how many plies the turn of this number is searched less deep at first.
inline int reduction(int depth, int number, bool is_pv) {
    return std::clamp(kReduction.of[std::min(depth, 63)][std::min(number, 63)] - is_pv, 0, depth - 2);
}

// Quiet turns after this one are left out, by depth.
inline constexpr int kLateTurn[4] = {0, 5, 9, 14};

}  // namespace onitama
