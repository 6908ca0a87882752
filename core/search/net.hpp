// The evaluation's network: what it looks at, its weights, and its first layer laid out for the five cards of a game.
//
// Everything is seen by the player to move, who sits as Red. A feature is a fact about the position ("my student stands
// on b2, from where a card in the opponent's hand would take it to c3"); each adds its row of weights to the units. Cards
// count by their marks, so any card that can be drawn works. The units see the board twice, as it is and mirrored left to
// right, with the same weights: a mirrored position is worth exactly the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/tables.hpp"
#include "tablebase/deals.hpp"

namespace onitama {

inline constexpr int kUnits = 8;           // unit 0 is linear: it goes to the output as it is
inline constexpr int kLanes = 2 * kUnits;  // the units of the board, then those of the mirrored board

namespace net {

enum PieceKind { kOwnStudent, kOwnMaster, kTheirStudent, kTheirMaster, kSpirit };
enum Role { kOwnHand, kTheirHand, kSide };  // where a card lies
inline constexpr int kPieceKinds = 5, kRoles = 3;

// Ways: pairs of squares that a mark of a card can join.
struct Ways {
    std::array<std::array<std::int16_t, kSquares>, kSquares> number{};  // by origin, target; -1: none
    int count = 0;
};
constexpr Ways make_ways() {
    Ways ways;
    for (int from = 0; from < kSquares; ++from)
        for (int to = 0; to < kSquares; ++to) {
            const int files = to % 5 - from % 5, ranks = to / 5 - from / 5;
            const bool is_way = from != to && files >= -2 && files <= 2 && ranks >= -2 && ranks <= 2;
            ways.number[from][to] = static_cast<std::int16_t>(is_way ? ways.count++ : -1);
        }
    return ways;
}
inline constexpr Ways kWays = make_ways();
inline constexpr int kWayCount = kWays.count;

// Numbers of features, group after group.
inline constexpr int kMaxStudents = 4;
inline constexpr int kPlaces = 0;                                             // kind, square
inline constexpr int kMarks = kPlaces + kPieceKinds * kSquares;               // kind, role of the card, way
inline constexpr int kMaterial = kMarks + kPieceKinds * kRoles * kWayCount;   // students: mover's, opponent's
inline constexpr int kFeatures = kMaterial + (kMaxStudents + 1) * (kMaxStudents + 1);

constexpr int place(int kind, int square) { return kPlaces + kind * kSquares + square; }
constexpr int mark(int kind, int role, int way) { return kMarks + (kind * kRoles + role) * kWayCount + way; }
constexpr int material(int own, int theirs) {
    return kMaterial + std::min(own, kMaxStudents) * (kMaxStudents + 1) + std::min(theirs, kMaxStudents);
}

constexpr int mirrored_square(int square) { return square / 5 * 5 + 4 - square % 5; }

// The picture of a card that a piece goes by, and the seat of the piece's owner (the spirit moves as the mover's own).
inline Mask picture_for(int kind, const CardGrids& grids) {
    return kind == kSpirit ? grids.spirit : kind == kOwnMaster || kind == kTheirMaster ? grids.master : grids.student;
}
constexpr Player seat_of(int kind) { return kind == kTheirStudent || kind == kTheirMaster ? kBlue : kRed; }

// The same fact about the mirrored board.
std::array<std::uint16_t, kFeatures> make_mirrored_features();

}  // namespace net

// Units add up in 724ths, are cut to 0..1 and squared as 181sts; the linear unit counts quarters of a hundredth of a
// student, the output 65,536ths.
struct NetWeights {
    static constexpr int kOne = 724, kActivationShift = 2, kActivationOne = 181, kLinearOne = 4, kOutputShift = 16;
    static constexpr int kLinearFactor = (1 << kOutputShift) / kLinearOne;
    static constexpr std::size_t kCount = (net::kFeatures + 1) * std::size_t{kUnits};

    std::array<std::int16_t, kCount> values;  // a row of units for each feature, then the output's factors

    const std::int16_t* units_of(int feature) const { return &values[static_cast<std::size_t>(feature) * kUnits]; }
    const std::int16_t* output() const { return units_of(net::kFeatures); }  // the linear unit's is 0
};

// The weights that core/tune has found, for games with the spirit or without.
const NetWeights& built_in_net(bool has_spirit);

// The plain statement of what the network looks at: calls emit(feature) for every fact that holds. For the tuner and
// for tests; the engine's way to the same sum is `Evaluator`.
template <class Emit>
void for_each_feature(const Board& board, const CardSet& cards, const Emit& emit) {
    using namespace net;
    const Player us = board.to_move, them = other(us);
    const Arrangement& lie = kArrangement.of[board.arrangement];
    const auto emit_pieces = [&](int kind, Mask pieces) {
        while (pieces) {
            const Square at = take_lowest(pieces);
            const auto square = static_cast<Square>(us == kRed ? at : kSquares - 1 - at);
            const auto emit_card = [&](int role, CardId card) {
                for (Mask targets = destinations(picture_for(kind, cards.grids(card)), seat_of(kind), square); targets;)
                    emit(mark(kind, role, kWays.number[square][take_lowest(targets)]));
            };
            emit(place(kind, square));
            for (const CardId card : lie.hand[us]) emit_card(kOwnHand, card);
            for (const CardId card : lie.hand[them]) emit_card(kTheirHand, card);
            emit_card(kSide, lie.side);
        }
    };
    emit_pieces(kOwnStudent, board.pawns[us] ^ board.masters[us]);
    emit_pieces(kOwnMaster, board.masters[us]);
    emit_pieces(kTheirStudent, board.pawns[them] ^ board.masters[them]);
    emit_pieces(kTheirMaster, board.masters[them]);
    emit_pieces(kSpirit, board.spirit);
    emit(material(std::popcount(board.pawns[us]) - 1, std::popcount(board.pawns[them]) - 1));
}

}  // namespace onitama
