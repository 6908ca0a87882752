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
    for (int feature = net::kGuards; feature < net::kFeatures; ++feature) facts_[feature - net::kGuards] = row_of(feature);
}

inline Lanes Evaluator::sum_of(const Board& board, const Tables& tables) const {
    using namespace net;
    const Player us = board.to_move;
    const auto& pieces = pieces_[us == kRed ? board.arrangement : tablebase::kChangedOver[board.arrangement]];
    const int origin = us == kRed ? 0 : kSquares - 1, step = us == kRed ? 1 : -1;  // the board as the mover sees it
    const Standing standing = standing_of(board, tables);
    Lanes sum = fact(material(std::popcount(board.pawns[us]) - 1, std::popcount(board.pawns[other(us)]) - 1));
    for (const Player player : {us, other(us)}) {
        const int is_them = player != us;
        const Mask attacked = standing.reached[other(player)], defended = standing.reached[player];
        const Mask escapes = standing.escapes[player];
        const auto add_piece = [&](int kind, Square at) {
            const int square = origin + step * at;
            const auto state = static_cast<int>(2 * (attacked >> at & 1) + (defended >> at & 1));
            sum += pieces[kind * kSquares + square];
            sum += fact(guard(kind, state, square));
        };
        for (Mask students = board.pawns[player] ^ board.masters[player]; students;)
            add_piece(is_them ? kTheirStudent : kOwnStudent, take_lowest(students));
        add_piece(is_them ? kTheirMaster : kOwnMaster, lowest(board.masters[player]));
        sum += fact(mobility(is_them, standing.mobility[player]));
        sum += fact(master_mobility(is_them, std::popcount(escapes)));
        sum += fact(safe_escapes(is_them, std::popcount(escapes & ~attacked)));
        sum += fact(coverage(is_them, std::popcount(defended)));
    }
    if (board.spirit) sum += pieces[kSpirit * kSquares + origin + step * lowest(board.spirit)];
    return sum;
}

int Evaluator::evaluate(const Board& board, const Tables& tables) const {
    const Lanes sum = sum_of(board, tables);
    const Vector none = {}, one = none + std::int16_t{NetWeights::kActivationOne};
    Lanes active;
    for (int i = 0; i < Lanes::kVectors; ++i) {
        Vector cut = sum.part[i] >> NetWeights::kActivationShift;
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
