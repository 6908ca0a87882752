#include <doctest/doctest.h>

#include "cards.hpp"

using namespace onitama;

TEST_CASE("r2: offsets are seen from the owner's seat") {
    const CardSet cards = test::bench_cards();
    CHECK(cards.reach(kRed, 1).student[2] == (bit(1) | bit(3) | bit(7)));    // Boar from c1
    CHECK(cards.reach(kBlue, 1).student[22] == (bit(21) | bit(23) | bit(17)));
    CHECK(cards.reach(kRed, 4).student[10] == (bit(12) | bit(15)));          // Crab from a3: c3, a4
}

TEST_CASE("the board turned by 180 degrees") {
    for (int square = 0; square < kSquares; ++square) CHECK(rotate(bit(square)) == bit(24 - square));
    CHECK(rotate(kHomeRow[kRed]) == kHomeRow[kBlue]);
}

TEST_CASE("r13: arrangements and exchanges") {
    for (int from = 0; from < kArrangements; ++from) {
        const Arrangement& lie = kArrangement.of[from];
        CHECK(arrangement_of(lie.hand[kRed][1], lie.hand[kRed][0], lie.side) == from);
        for (const Player player : {kRed, kBlue})
            for (int slot = 0; slot < 2; ++slot) {
                const Arrangement& after = kArrangement.of[kArrangement.next[from][player][slot]];
                CHECK(after.side == lie.hand[player][slot]);
                CHECK(after.hand[other(player)] == lie.hand[other(player)]);
            }
    }
}
