// The turns of a node, best first, made only as far as they are wanted: most nodes end with one of the first.
#pragma once

#include "search/features.hpp"
#include "search/ordering.hpp"

namespace onitama {

// A node's turns: the one given as `first`, then captures, killers, the answer to the previous turn, and the quiet ones by
// history. Without the spirit only safe turns are made (moves.hpp), unless all are asked for.
template <bool kSpirit>
class TurnSource {
public:
    struct Place {
        const Board& board;
        Turn previous;  // that led there
        int ply;
    };

    // `list` has room for all turns. With Kind::kCaptures nothing comes after the captures but `first`.
    TurnSource(const Place& place, const Tables& tables, const Danger& danger, Kind kind, bool safe_only, Turn first, const Features& features,
               OrderTables& order, ScoredTurn* list)
        : place_(place), board_(place.board), tables_(tables), features_(features), order_(order), safe_(board_, tables, danger),
          enemy_(board_.pawns[other(board_.to_move)]), list_(list), picker_(list, 0), first_(first), kind_(kind),
          is_staged_(!kSpirit && safe_only), may_pass_(!danger.any()) {}

    // The next turn; an empty one after the last. Passes (R14) come if there is nothing else.
    Turn next() {
        switch (stage_) {
            case kFirst:
                stage_ = kMakeCaptures;
                if (first_) return first_;
                [[fallthrough]];
            case kMakeCaptures:
                is_staged_ ? make_captures() : make_all();
                stage_ = kCaptures;
                [[fallthrough]];
            case kCaptures:
                if (const Turn turn = pick()) return turn;
                if (kind_ == Kind::kCaptures || !is_staged_) {
                    stage_ = kEnd;
                    return Turn{};
                }
                prefer_quiet_turns();
                [[fallthrough]];
            case kFirstKiller:
                stage_ = kSecondKiller;
                if (const Turn turn = preferred_turn(0)) return turn;
                [[fallthrough]];
            case kSecondKiller:
                stage_ = kCounter;
                if (const Turn turn = preferred_turn(1)) return turn;
                [[fallthrough]];
            case kCounter:
                stage_ = kMakeQuiet;
                if (const Turn turn = preferred_turn(2)) return turn;
                [[fallthrough]];
            case kMakeQuiet:
                make_quiet();
                stage_ = kQuiet;
                [[fallthrough]];
            case kQuiet:
                return pick();
            default:
                return Turn{};
        }
    }

    // The turn that comes next, if its stage has been made already.
    Turn peek() { return picker_.is_empty() ? Turn{} : turn_of(picker_.peek()); }

private:
    enum Stage : int { kFirst, kMakeCaptures, kCaptures, kFirstKiller, kSecondKiller, kCounter, kMakeQuiet, kQuiet, kEnd };
    static constexpr int kCaptureOrder = 20000;
    static constexpr int kPreferredOrder[3] = {12000, 11000, 10000};

    void make_captures() {
        ScoredTurn* next = list_;
        if (reached_by(board_, tables_, board_.to_move) & enemy_)
            safe_.for_each_piece(enemy_, [&](int slot, Square from, Mask targets) {
                while (targets) {
                    const Square to = take_lowest(targets);
                    *next++ = scored(slot, from, to, history_from(slot, from)[to]);
                }
            });
        begin_picking(next);
    }

    void make_quiet() {
        ScoredTurn* next = write_quiet();
        begin_picking(next);
        if (has_any_ || given_[0] || given_[1] || given_[2] || !may_pass_ || has_moves(board_, tables_)) return;
        for (int slot = 0; slot < 2; ++slot) *next++ = unscored(Turn::make(slot, kNoSquare, kNoSquare));  // R14
        begin_picking(next);
    }

    // Writes the safe quiet turns to the list; its end.
    ScoredTurn* write_quiet() {
        ScoredTurn* end = list_;
        safe_.for_each_piece(~enemy_, [&](int slot, Square from, Mask targets) {
            const OrderTables::Order* history = history_from(slot, from);
            const auto write = [&](ScoredTurn* at, Mask left) {
                const int to = std::countr_zero(left) & 31;
                *at = scored(slot, from, to, history[to]);
            };
            // Two are written whether there are or not: how many there are is hard to guess for the processor.
            Mask left = targets & (targets - 1);
            write(end, targets);
            write(end + 1, left);
            for (ScoredTurn* more = end + 2; left & (left - 1); ++more) write(more, left &= left - 1);
            end += std::popcount(targets);
        });
        return end;
    }

    static ScoredTurn scored(int slot, Square from, int to, int history) {
        return with_order(static_cast<ScoredTurn>(to) << 6 | unscored(Turn::make(slot, from, 0)), history / 2);
    }

    // What history says of the piece's turns, by target.
    const OrderTables::Order* history_from(int slot, Square from) const {
        return features_.history ? order_.history_from(board_, slot, from) : OrderTables::kNoHistory.data();
    }

    // The next turn of the list that has not come before.
    Turn pick() {
        while (!picker_.is_empty()) {
            const Turn turn = turn_of(picker_.take());
            if (turn != first_ && turn != given_[0] && turn != given_[1] && turn != given_[2]) return turn;
        }
        return Turn{};
    }

    void make_all() {
        const int count = generate_plain(board_, tables_, kind_, list_);
        prefer_quiet_turns();
        for (int i = 0; i < count; ++i) {
            const Turn turn = turn_of(list_[i]);
            int order = 0;
            if (features_.history) {
                order = order_.history(board_, turn) / 2;
                if (turn.spirit_to() != kNoSquare) order = (order + order_.spirit_history(board_, turn) / 2) / 2;
            }
            const int rank = rank_preferred(name_of(board_, turn));
            if (enemy_ & bit(turn.to()))
                order += kCaptureOrder;
            else if (rank < kPreferred)
                order = kPreferredOrder[rank];
            list_[i] = with_order(list_[i], order);
        }
        begin_picking(list_ + count);
    }

    void begin_picking(ScoredTurn* end) {
        picker_ = Picker(list_, static_cast<int>(end - list_));
        has_any_ = has_any_ || end != list_;
    }

    void prefer_quiet_turns() {
        if (features_.killers) std::copy_n(order_.killers(place_.ply).begin(), 2, preferred_.begin());
        if (features_.counter_moves && place_.previous) preferred_[2] = order_.counter(board_, place_.previous);
    }

    // Where the name stands among the preferred ones; kPreferred if nowhere.
    int rank_preferred(std::uint32_t name) const {
        return name == preferred_[0] ? 0 : name == preferred_[1] ? 1 : name == preferred_[2] ? 2 : kPreferred;
    }

    // The preferred turn of this rank, if it is a safe and quiet one here that has not come before.
    Turn preferred_turn(int rank) {
        const std::uint32_t name = preferred_[rank];
        if (!name || rank_preferred(name) < rank) return Turn{};
        const Turn turn = turn_named(board_, name);
        if (!turn || turn == first_ || (enemy_ & bit(turn.to())) || !safe_.has(turn)) return Turn{};
        return given_[rank] = turn;
    }

    static constexpr int kPreferred = 3;

    const Place place_;
    const Board& board_;
    const Tables& tables_;
    const Features& features_;
    OrderTables& order_;
    SafeTurns safe_;
    const Mask enemy_;
    ScoredTurn* const list_;
    Picker picker_;
    std::array<std::uint32_t, kPreferred> preferred_{};  // names: two killers, the answer to the previous turn
    std::array<Turn, kPreferred> given_{};               // those of them that have come
    int stage_ = kFirst;
    const Turn first_;
    const Kind kind_;
    const bool is_staged_, may_pass_;
    bool has_any_ = false;
};

}  // namespace onitama
