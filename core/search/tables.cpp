#include "search/tables.hpp"

namespace onitama {

Tables::Tables(const CardSet& cards) : cards_(cards) {
    for (int arrangement = 0; arrangement < kArrangements; ++arrangement)
        for (const Player holder : {kRed, kBlue}) {
            const int hand = kPairNumber[arrangement][holder];
            for (const Player owner : {kRed, kBlue})
                for (int square = 0; square < kSquares; ++square) {
                    Mask student = 0, master = 0;
                    for (const CardId card : kArrangement.of[arrangement].hand[holder]) {
                        student |= cards.reach(owner, card).student[square];
                        master |= cards.reach(owner, card).master[square];
                    }
                    student_[owner][hand][square] = student;
                    master_[owner][hand][square] = master;
                }
        }
    find_threats();
}

void Tables::find_threats() {
    for (int arrangement = 0; arrangement < kArrangements; ++arrangement)
        for (const Player player : {kRed, kBlue})
            for (int slot = 0; slot < 2; ++slot) {
                const int hand = kPairNumber[kArrangement.next[arrangement][player][slot]][player];
                const Mask sources = master_sources(player, hand, kTempleSquare[other(player)]);
                for (int square = 0; square < kSquares; ++square)
                    if ((bit(square) | reach(player, arrangement, slot).master[square]) & sources) threats_[player][arrangement] |= bit(square);
            }
}

}  // namespace onitama
