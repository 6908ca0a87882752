#include "search/eval.hpp"

#include <cstring>

namespace onitama {

namespace {

Lanes joined(const std::int16_t* board, const std::int16_t* mirrored_board) {
    Lanes row;
    std::memcpy(&row, board, kUnits * sizeof(std::int16_t));
    std::memcpy(reinterpret_cast<char*>(&row) + sizeof(row) / 2, mirrored_board, kUnits * sizeof(std::int16_t));
    return row;
}

// What a card adds to a piece, by where the card lies: the rows of its marks.
class CardRows {
public:
    template <class RowOf>
    CardRows(const CardSet& cards, const RowOf& row_of) {
        for (int role = 0; role < net::kRoles; ++role)
            for (int card = 0; card < kCards; ++card)
                for (int kind = 0; kind < net::kPieceKinds; ++kind)
                    for (int square = 0; square < kSquares; ++square) {
                        const Mask picture = net::picture_for(kind, cards.grids(static_cast<CardId>(card)));
                        for (Mask targets = destinations(picture, net::seat_of(kind), static_cast<Square>(square)); targets;)
                            rows_[role][card][kind * kSquares + square] += row_of(net::mark(kind, role, net::kWays.number[square][take_lowest(targets)]));
                    }
    }
    const Lanes& of(int role, CardId card, int place) const { return rows_[role][card][place]; }

private:
    std::array<std::array<std::array<Lanes, net::kPieceKinds * kSquares>, kCards>, net::kRoles> rows_{};
};

}  // namespace

Evaluator::Evaluator(const CardSet& cards, const NetWeights& weights) : output_(joined(weights.output(), weights.output())) {
    const auto mirrored = net::make_mirrored_features();
    const auto row_of = [&](int feature) { return joined(weights.units_of(feature), weights.units_of(mirrored[feature])); };
    const CardRows by_card(cards, row_of);
    for (int arrangement = 0; arrangement < kArrangements; ++arrangement) {
        const Arrangement& lie = kArrangement.of[arrangement];
        for (int place = 0; place < net::kPieceKinds * kSquares; ++place) {
            Lanes& sum = pieces_[arrangement][place] = row_of(net::kPlaces + place);
            for (const CardId card : lie.hand[kRed]) sum += by_card.of(net::kOwnHand, card, place);
            for (const CardId card : lie.hand[kBlue]) sum += by_card.of(net::kTheirHand, card, place);
            sum += by_card.of(net::kSide, lie.side, place);
        }
    }
    for (int feature = net::kMaterial; feature < net::kFeatures; ++feature) material_[feature - net::kMaterial] = row_of(feature);
}

int Evaluator::evaluate(const Board& board) const { return worth(sum(board, seen_by(board.to_move, board.arrangement))); }

}  // namespace onitama
