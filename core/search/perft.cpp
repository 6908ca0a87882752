#include "search/perft.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "search/perft_tables.hpp"

namespace onitama {
namespace {

struct Context {
    PerftTables tables;
    Finished finished;

    std::uint64_t won() const { return finished == Finished::kLeaf ? 1 : 0; }
};

// ---- making turns ---------------------------------------------------------------------------------------------

template <Player kMover>
bool is_won(const Board& after) {
    constexpr Player kOpponent = other(kMover);
    return after.masters[kOpponent] == 0 || (after.masters[kMover] & kTemple[kOpponent]) != 0;  // R15
}

template <Player kMover>
Board exchanged(const Board& board, int slot) {  // R13
    Board after = board;
    after.arrangement = kArrangement.next[board.arrangement][kMover][slot];
    after.to_move = other(kMover);
    return after;
}

// Moves a student, or the master if `is_master`; the exchange is made already.
template <Player kMover>
Board moved(Board after, Mask from, Mask to, bool is_master) {
    constexpr Player kOpponent = other(kMover);
    after.pawns[kMover] ^= from | to;
    after.pawns[kOpponent] &= ~to;
    after.masters[kOpponent] &= ~to;
    if (is_master) after.masters[kMover] = to;
    return after;
}

inline Board spirit_moved(Board after, Mask to) {  // R33
    for (Mask& pawns : after.pawns)
        if (pawns & to) pawns ^= to | after.spirit;
    after.spirit = to;
    return after;
}

inline Mask masters_of(const Board& board) { return board.masters[kRed] | board.masters[kBlue]; }

// The spirit's turns, or the spirit's parts of a turn, from `after` on; returns whether there is any.
template <class Visit>
bool each_spirit_move(const Board& after, const Reach& card, Visit& visit) {
    Mask targets = card.spirit[lowest(after.spirit)] & ~masters_of(after);
    if (!targets) return false;
    while (targets) visit(spirit_moved(after, bit(take_lowest(targets))), false);
    return true;
}

// All turns with one card in a game with the spirit; returns whether there is any.
template <Player kMover, class Visit>
bool each_turn_of_card(const Context& context, const Board& board, int slot, Visit& visit) {
    const CardId card = kArrangement.of[board.arrangement].hand[kMover][slot];
    const Reach& reach = context.tables.cards.reach(kMover, card);
    const bool is_wind = context.tables.cards.is_wind(card);
    const Board start = exchanged<kMover>(board, slot);
    bool any = false;
    for (Mask men = board.pawns[kMover]; men;) {
        const Square from = take_lowest(men);
        const bool is_master = (board.masters[kMover] & bit(from)) != 0;
        Mask targets = (is_master ? reach.master : reach.student)[from] & ~board.pawns[kMover] & ~board.spirit;  // R33
        any |= targets != 0;
        while (targets) {
            const Board after = moved<kMover>(start, bit(from), bit(take_lowest(targets)), is_master);
            const bool won = is_won<kMover>(after);
            if (won || !is_wind || !each_spirit_move(after, reach, visit)) visit(after, won);  // R31, R32
        }
    }
    if (is_wind && any) return true;
    return each_spirit_move(start, reach, visit) || any;
}

// Calls visit(board after the turn, whether it won) for every turn.
template <Player kMover, bool kSpirit, class Visit>
void each_turn(const Context& context, const Board& board, Visit visit) {
    bool any = false;
    if constexpr (kSpirit) {
        for (int slot = 0; slot < 2; ++slot) any |= each_turn_of_card<kMover>(context, board, slot, visit);
    } else {
        const PairReach& reach = context.tables.hand(kMover, board);
        const std::uint64_t free = both(~board.pawns[kMover]);
        for (Mask men = board.pawns[kMover]; men;) {
            const Square from = take_lowest(men);
            const bool is_master = (board.masters[kMover] & bit(from)) != 0;
            std::uint64_t targets = (is_master ? reach.master : reach.student)[from] & free;
            any |= targets != 0;
            for (; targets; targets &= targets - 1) {
                const int target = std::countr_zero(targets);
                const Board start = exchanged<kMover>(board, target >> 5);
                const Board after = moved<kMover>(start, bit(from), bit(target & 31), is_master);
                visit(after, is_won<kMover>(after));
            }
        }
    }
    if (any) return;
    for (int slot = 0; slot < 2; ++slot) visit(exchanged<kMover>(board, slot), false);  // R14
}

// ---- counting the last turn -------------------------------------------------------------------------------------

constexpr std::uint64_t turns_of(int moves) { return moves == 0 ? 2 : static_cast<std::uint64_t>(moves); }  // R14

// Moves of a player without the spirit; 0 means that it must pass.
inline int count_moves(const PairReach& hand, Mask pawns, Mask master) {
    const std::uint64_t free = both(~pawns);
    int count = std::popcount(hand.master[lowest(master)] & free);
    Mask students = pawns & ~master;
    for (int i = 0; i < 4; ++i) {  // R10: at most four; without a branch, for one that is missing has no moves
        count += std::popcount(hand.student[lowest(students)] & free);
        students &= students - 1;
    }
    return count;
}

// Turns with one card in a game with the spirit.
template <Player kMover>
int count_turns_of_card(const Context& context, const Board& board, int slot) {
    constexpr Player kOpponent = other(kMover);
    const CardId card = kArrangement.of[board.arrangement].hand[kMover][slot];
    const Reach& reach = context.tables.cards.reach(kMover, card);
    const Mask free = ~board.pawns[kMover] & ~board.spirit;  // R33
    const Mask spirit_targets = reach.spirit[lowest(board.spirit)];
    const int spirit_moves = std::popcount(spirit_targets & ~masters_of(board));
    int moves = 0, wins = 0;
    for (Mask students = board.pawns[kMover] & ~board.masters[kMover]; students;) {
        const Mask targets = reach.student[take_lowest(students)] & free;
        moves += std::popcount(targets);
        wins += (targets & board.masters[kOpponent]) != 0;
    }
    Mask master_targets = reach.master[lowest(board.masters[kMover])] & free;
    if (!context.tables.cards.is_wind(card)) return moves + std::popcount(master_targets) + spirit_moves;
    if (moves == 0 && master_targets == 0) return spirit_moves;  // R32
    int turns = wins + (moves - wins) * std::max(spirit_moves, 1);
    while (master_targets) {
        const Mask to = bit(take_lowest(master_targets));
        const bool won = (to & (board.masters[kOpponent] | kTemple[kOpponent])) != 0;
        turns += won ? 1 : std::max(std::popcount(spirit_targets & ~(to | board.masters[kOpponent])), 1);
    }
    return turns;
}

template <Player kMover, bool kSpirit>
std::uint64_t count_turns(const Context& context, const Board& board) {
    if constexpr (kSpirit)
        return turns_of(count_turns_of_card<kMover>(context, board, 0) +
                        count_turns_of_card<kMover>(context, board, 1));
    else
        return turns_of(count_moves(context.tables.hand(kMover, board), board.pawns[kMover], board.masters[kMover]));
}

// Sequences of two turns without the spirit, none of them made; see perft_bulk.
template <Player kMover>
std::uint64_t count_two_turns(const Context& context, const Board& board) {
    constexpr Player kOpponent = other(kMover);
    const PairReach& reach = context.tables.hand(kMover, board);
    const PairReach& replying = context.tables.hand(kOpponent, board);
    const int replies = count_moves(replying, board.pawns[kOpponent], board.masters[kOpponent]);
    const Mask own = board.pawns[kMover], theirs = board.pawns[kOpponent];
    const Mask master = board.masters[kMover], enemy_master = board.masters[kOpponent];
    const Mask enemy_students = theirs & ~enemy_master;

    const std::uint64_t by_master = reach.master[lowest(master)] & both(~own);
    int moves = std::popcount(by_master);
    int wins = std::popcount(by_master & both(enemy_master | kTemple[kOpponent]));  // R15
    std::uint64_t attacked = by_master & both(enemy_students & ~kTemple[kOpponent]);
    for (Mask students = own & ~master; students;) {
        const std::uint64_t targets = reach.student[take_lowest(students)] & both(~own);
        moves += std::popcount(targets);
        wins += std::popcount(targets & both(enemy_master));
        attacked |= targets & both(enemy_students);
    }
    if (moves == 0) return 2 * turns_of(replies);  // R14

    std::uint64_t after_captures = 0;
    int captures = 0;
    for (Mask victims = static_cast<Mask>(attacked | attacked >> 32); victims;) {
        const Square square = take_lowest(victims);
        const Mask capturing_master = bit(square) == kTemple[kOpponent] ? 0 : master;
        const int ways = std::popcount(reach.student_origins[square] & both(own & ~master)) +
                         std::popcount(reach.master_origins[square] & both(capturing_master));
        // The victim's moves go; its square opens to its own side.
        const int left = replies - std::popcount(replying.student[square] & both(~theirs)) +
                         std::popcount(replying.student_origins[square] & both(enemy_students)) +
                         std::popcount(replying.master_origins[square] & both(enemy_master));
        captures += ways;
        after_captures += static_cast<std::uint64_t>(ways) * turns_of(left);
    }
    return static_cast<std::uint64_t>(moves - wins - captures) * turns_of(replies) + after_captures +
           static_cast<std::uint64_t>(wins) * context.won();
}

// ---- making the last turn -----------------------------------------------------------------------------------------

void add_leaf(const Board& leaf, PerftMade& total) {
    total.leaves += 1;
    total.checksum += fingerprint(leaf);
}

struct LaneTotals {
    Lanes leaves{};
    Lanes checksum{};
};

// Makes a piece's eight candidate turns and adds those that are legal.
template <Player kMover, bool kMaster>
[[gnu::always_inline]] inline void make_lanes(const HalfLanes& first, const HalfLanes& second, Mask from,
                                              const Board& board, const Lanes& arrangements, LaneTotals& totals) {
    constexpr Player kOpponent = other(kMover);
    const Lanes to = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
    Lanes pawns[2], masters[2];
    pawns[kMover] = (board.pawns[kMover] ^ from) | to;
    pawns[kOpponent] = board.pawns[kOpponent] & ~to;
    masters[kMover] = kMaster ? to : Lanes{} + board.masters[kMover];
    masters[kOpponent] = board.masters[kOpponent] & ~to;
    const Lanes print = fingerprint<Lanes>(pawns[kRed], pawns[kBlue], masters[kRed], masters[kBlue], arrangements,
                                           kOpponent);
    const Lanes legal = reinterpret_cast<Lanes>((to & board.pawns[kMover]) == 0);
    totals.leaves -= legal;
    totals.checksum += print & legal;
}

// Makes every last turn of a board without the spirit, a piece's eight candidates at a time and without a branch: with
// about seventeen turns a board, branches that guess wrong would cost more than candidates made in vain.
template <Player kMover>
void make_last(const Context& context, const Board& board, PerftMade& total) {
    const auto& hand = kArrangement.of[board.arrangement].hand[kMover];
    const LaneTargets& first = context.tables.targets[kMover][hand[0]];
    const LaneTargets& second = context.tables.targets[kMover][hand[1]];
    const auto& next = kArrangement.next[board.arrangement][kMover];
    const std::uint32_t a = next[0], b = next[1];
    const Lanes arrangements = {a, a, a, a, b, b, b, b};
    const Mask master = board.masters[kMover];
    const Square master_at = lowest(master);
    LaneTotals totals;
    make_lanes<kMover, true>(first.master[master_at], second.master[master_at], master, board, arrangements, totals);
    Mask students = board.pawns[kMover] & ~master;
    for (int i = 0; i < 4; ++i) {  // as in count_moves
        const Square from = lowest(students);
        const Mask rest = students & (students - 1);
        make_lanes<kMover, false>(first.student[from], second.student[from], students ^ rest, board, arrangements,
                                  totals);
        students = rest;
    }
    std::uint32_t leaves = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        leaves += totals.leaves[lane];
        total.checksum += totals.checksum[lane];
    }
    total.leaves += leaves;
    if (leaves != 0) return;
    for (int slot = 0; slot < 2; ++slot) add_leaf(exchanged<kMover>(board, slot), total);  // R14
}

// ---- the trees ----------------------------------------------------------------------------------------------------

template <Player kMover, bool kSpirit, class Count>
std::uint64_t sum_over_turns(const Context& context, const Board& board, Count count) {
    std::uint64_t sum = 0;
    each_turn<kMover, kSpirit>(context, board,
                               [&](const Board& after, bool won) { sum += won ? context.won() : count(after); });
    return sum;
}

template <Player kMover, bool kSpirit, bool kTwoTurns>
std::uint64_t bulk(const Context& context, const Board& board, int turns) {
    constexpr Player kOpponent = other(kMover);
    if (turns == 1) return count_turns<kMover, kSpirit>(context, board);
    if (turns == 2) {
        if constexpr (kTwoTurns && !kSpirit) return count_two_turns<kMover>(context, board);
        // No call for the many boards before the last turn.
        return sum_over_turns<kMover, kSpirit>(
            context, board, [&](const Board& after) { return count_turns<kOpponent, kSpirit>(context, after); });
    }
    return sum_over_turns<kMover, kSpirit>(context, board, [&](const Board& after) {
        return bulk<kOpponent, kSpirit, kTwoTurns>(context, after, turns - 1);
    });
}

template <Player kMover, bool kSpirit>
void made(const Context& context, const Board& board, int turns, PerftMade& total) {
    if constexpr (!kSpirit)
        if (turns == 1 && context.tables.fit_lanes) return make_last<kMover>(context, board, total);
    each_turn<kMover, kSpirit>(context, board, [&](const Board& after, bool won) {
        if (turns == 1 || (won && context.finished == Finished::kLeaf))
            add_leaf(after, total);
        else if (!won)
            made<other(kMover), kSpirit>(context, after, turns - 1, total);
    });
}

bool is_over(const Board& board) {
    return board.masters[kRed] == 0 || board.masters[kBlue] == 0 || (board.masters[kRed] & kTemple[kBlue]) != 0 ||
           (board.masters[kBlue] & kTemple[kRed]) != 0;
}

// Calls run<mover, has_spirit>() for the board.
template <class Run>
auto dispatch(const Board& board, Run run) {
    if (board.spirit)
        return board.to_move == kRed ? run.template operator()<kRed, true>() : run.template operator()<kBlue, true>();
    return board.to_move == kRed ? run.template operator()<kRed, false>() : run.template operator()<kBlue, false>();
}

template <bool kTwoTurns>
std::uint64_t perft_counted(const Board& board, const CardSet& cards, int turns, Finished finished) {
    if (turns <= 0) return 1;
    const Context context{PerftTables(cards), finished};
    if (is_over(board)) return context.won();
    return dispatch(board, [&]<Player kMover, bool kSpirit>() {
        return bulk<kMover, kSpirit, kTwoTurns>(context, board, turns);
    });
}

}  // namespace

std::uint64_t perft_bulk(const Board& board, const CardSet& cards, int turns, Finished finished) {
    return perft_counted<true>(board, cards, turns, finished);
}

std::uint64_t perft_bulk_last(const Board& board, const CardSet& cards, int turns, Finished finished) {
    return perft_counted<false>(board, cards, turns, finished);
}

PerftMade perft_made(const Board& board, const CardSet& cards, int turns, Finished finished) {
    const bool over = is_over(board);
    if (turns <= 0 || (over && finished == Finished::kLeaf)) return {1, fingerprint(board)};
    PerftMade total;
    if (over) return total;
    const Context context{PerftTables(cards), finished};
    dispatch(board, [&]<Player kMover, bool kSpirit>() { made<kMover, kSpirit>(context, board, turns, total); });
    return total;
}

}  // namespace onitama
