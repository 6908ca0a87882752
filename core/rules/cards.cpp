#include "rules/cards.hpp"

namespace onitama {

Mask destinations(Mask picture, Player owner, Square origin) {
    const int sign = owner == kRed ? 1 : -1;
    Mask found = 0;
    while (picture) {
        const int mark = take_lowest(picture);
        const int x = origin % 5 + sign * (mark % 5 - 2);
        const int y = origin / 5 + sign * (mark / 5 - 2);
        if (0 <= x && x < 5 && 0 <= y && y < 5) found |= bit(y * 5 + x);
    }
    return found;
}

CardSet::CardSet(const std::array<CardGrids, kCards>& grids) : grids_(grids) {
    for (const Player owner : {kRed, kBlue})
        for (CardId card = 0; card < kCards; ++card)
            for (Square origin = 0; origin < kSquares; ++origin) {
                Reach& reach = reach_[owner][card];
                reach.student[origin] = destinations(grids[card].student, owner, origin);
                reach.master[origin] = destinations(grids[card].master, owner, origin);
                reach.spirit[origin] = destinations(grids[card].spirit, owner, origin);
            }
}

}  // namespace onitama
