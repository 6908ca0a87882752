#include "search/eval.hpp"

#include <cstring>

namespace onitama {

namespace {

using Number = std::int16_t __attribute__((may_alias));

Number* numbers(Lanes& lanes) { return reinterpret_cast<Number*>(&lanes); }
const Number* numbers(const Lanes& lanes) { return reinterpret_cast<const Number*>(&lanes); }

Lanes joined(const std::int16_t* board, const std::int16_t* mirrored_board) {
    Lanes row;
    std::memcpy(numbers(row), board, kUnits * sizeof(std::int16_t));
    std::memcpy(numbers(row) + kUnits, mirrored_board, kUnits * sizeof(std::int16_t));
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

int Evaluator::evaluate(const Board& board) const {
    const Player us = board.to_move, them = other(us);
    const Pieces& pieces = pieces_[us == kRed ? board.arrangement : tablebase::kChangedOver[board.arrangement]];
    const int origin = us == kRed ? 0 : kSquares - 1, step = us == kRed ? 1 : -1;  // the board as the mover sees it
    Lanes sum = material_[net::material(std::popcount(board.pawns[us]) - 1, std::popcount(board.pawns[them]) - 1) - net::kMaterial];
    const auto add = [&](int kind, Square square) { sum += pieces[kind * kSquares + origin + step * square]; };
    for (Mask students = board.pawns[us] ^ board.masters[us]; students;) add(net::kOwnStudent, take_lowest(students));
    for (Mask students = board.pawns[them] ^ board.masters[them]; students;) add(net::kTheirStudent, take_lowest(students));
    add(net::kOwnMaster, lowest(board.masters[us]));
    add(net::kTheirMaster, lowest(board.masters[them]));
    if (board.spirit) add(net::kSpirit, lowest(board.spirit));

    const Lanes::Vector none = {}, one = none + std::int16_t{NetWeights::kActivationOne};
    Lanes active;
    for (int i = 0; i < Lanes::kVectors; ++i) {
        Lanes::Vector cut = sum.part[i] >> NetWeights::kActivationShift;
        cut = cut > none ? cut : none;
        cut = cut < one ? cut : one;
        active.part[i] = cut * cut;
    }
    const Number *squares = numbers(active), *factors = numbers(output_);
    std::int32_t value = (numbers(sum)[0] + numbers(sum)[kUnits]) * NetWeights::kLinearFactor;
    for (int i = 0; i < kLanes; ++i) value += squares[i] * factors[i];
    return std::clamp(value >> NetWeights::kOutputShift, -kMaxEval, kMaxEval);
}

}  // namespace onitama
