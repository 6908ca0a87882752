// Perft of games without hidden pieces: how many turn sequences complete exactly n turns. It pins the rules, and shows
// how fast they run. The numbers are those of onitama/rules/perft.py.
//
// The board must be one of a game; a spirit on it makes it a game with the spirit. Turns are found here apart from the
// search's own generator, so that each checks the other.
#pragma once

#include <cstdint>

#include "rules/cards.hpp"
#include "rules/perft.hpp"  // Finished
#include "search/board.hpp"

namespace onitama {

// Never makes the last turn. Without the spirit it does not make the last two: a turn that captures nothing changes
// neither the opponent's men nor its hand, so the number of replies is the same after every such turn, and only
// captures need a number of their own. Exact, and an order of magnitude faster than counting after every turn.
std::uint64_t perft_bulk(const Board& board, const CardSet& cards, int turns, Finished finished = Finished::kNone);

// As `perft_bulk`, but every turn except the last is made: the number to compare with programs that count so.
std::uint64_t perft_bulk_last(const Board& board, const CardSet& cards, int turns, Finished finished = Finished::kNone);

// A number that depends on every field of a board without a spirit. `Word` is a number, or several side by side.
template <class Word>
constexpr Word fingerprint(const Word& red, const Word& blue, const Word& red_master, const Word& blue_master,
                           const Word& arrangement, std::uint32_t to_move) {
    return ((red | arrangement << 25) * 0x9E3779B1u ^ (blue | to_move << 25) * 0x85EBCA77u) +
           (red_master * 0xC2B2AE3Du ^ blue_master * 0x27D4EB2Fu);
}

constexpr std::uint32_t fingerprint(const Board& board) {
    return fingerprint<std::uint32_t>(board.pawns[kRed], board.pawns[kBlue], board.masters[kRed], board.masters[kBlue],
                                      board.arrangement, board.to_move) +
           board.spirit * 0x165667B1u;
}

struct PerftMade {
    std::uint64_t leaves = 0;
    std::uint32_t checksum = 0;  // sum of the leaves' fingerprints: shows that every leaf was made, and made right
};

// Makes every turn with its exchange, the last one too. The cards are exchanged after a winning turn as well, though
// R15 needs none then: nothing looks at them any more.
PerftMade perft_made(const Board& board, const CardSet& cards, int turns, Finished finished = Finished::kNone);

}  // namespace onitama
