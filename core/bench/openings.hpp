// Openings for games of the engine with itself: a random deal, some random turns, nobody has lost at once.
#pragma once

#include <algorithm>

#include "search/movegen.hpp"
#include "tests/random_boards.hpp"

namespace onitama::bench {

struct Opening {
    CardSet cards;
    Board board;
};

inline Board start_board(bool has_spirit, int arrangement, Player starter) {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    board.spirit = has_spirit ? bit(12) : 0;
    board.arrangement = static_cast<std::uint8_t>(arrangement);
    board.to_move = starter;
    return board;
}

// `board` after up to `plies` random turns, fewer if the game ends.
inline Board after_random_turns(Board board, const Tables& tables, int plies, test::RandomBoards& random) {
    for (; plies > 0 && !is_over(board); --plies) {
        TurnList list;
        generate(board, tables, list);
        board = make(board, list.turns[random.below(list.count)]);
    }
    return board;
}

// `wind`: how many wind cards; `test::kNoSpirit`: a game without the spirit.
inline Opening random_opening(test::RandomBoards& random, int wind) {
    for (;;) {
        Opening opening{random.cards(std::max(wind, 0)), {}};
        const Tables tables(opening.cards);
        const int arrangement = random.below(kArrangements);
        const Board start = start_board(wind >= 0, arrangement, static_cast<Player>(random.below(2)));
        opening.board = after_random_turns(start, tables, random.below(5), random);
        if (!is_over(opening.board) && !can_win_now(opening.board, tables, opening.board.to_move)) return opening;
    }
}

}  // namespace onitama::bench
