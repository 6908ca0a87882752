#include "search/net.hpp"

namespace onitama {

namespace net {

std::array<std::uint16_t, kFeatures> make_mirrored_features() {
    std::array<std::uint16_t, kFeatures> mirrored{};
    for (int feature = 0; feature < kFeatures; ++feature) mirrored[feature] = static_cast<std::uint16_t>(feature);
    const auto set = [&](int feature, int other_feature) { mirrored[feature] = static_cast<std::uint16_t>(other_feature); };
    for (int square = 0; square < kSquares; ++square) {
        const int reflected = mirrored_square(square);
        for (int kind = 0; kind < kPieceKinds; ++kind) {
            set(place(kind, square), place(kind, reflected));
            for (int role = 0; role < kRoles; ++role)
                for (int target = 0; target < kSquares; ++target) {
                    const int way = kWays.number[square][target];
                    if (way >= 0) set(mark(kind, role, way), mark(kind, role, kWays.number[reflected][mirrored_square(target)]));
                }
        }
    }
    return mirrored;
}

}  // namespace net

namespace {

// Written by core/tune/tune.cpp; docs/why/search.md says how they were made.
constexpr NetWeights kOpen = {{{
#include "search/net_open.inc"
}}};
constexpr NetWeights kWithSpirit = {{{
#include "search/net_spirit.inc"
}}};

}  // namespace

const NetWeights& built_in_net(bool has_spirit) { return has_spirit ? kWithSpirit : kOpen; }

}  // namespace onitama
