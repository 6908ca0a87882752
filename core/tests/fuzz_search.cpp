// Random positions of every kind of game without hidden pieces, searched two plies deep: no fault, and no tale about
// wins and losses that the plain rules deny. ONITAMA_FUZZ_POSITIONS sets how many, ONITAMA_FUZZ_SEED which.
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>

#include "search/movegen.hpp"
#include "search/search.hpp"
#include "tests/random_boards.hpp"

using namespace onitama;

namespace {

int number_of(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

bool wins_now(const Board& board, const Tables& tables) {
    TurnList turns;
    generate(board, tables, turns);
    for (const Turn turn : turns)
        if (has_won(make(board, turn), board.to_move)) return true;
    return false;
}

// Whether every turn lets the opponent win at once.
bool loses_next(const Board& board, const Tables& tables) {
    TurnList turns;
    generate(board, tables, turns);
    for (const Turn turn : turns) {
        const Board after = make(board, turn);
        if (has_won(after, board.to_move) || !wins_now(after, tables)) return false;
    }
    return true;
}

bool is_legal(const Board& board, const Tables& tables, Turn turn) {
    TurnList turns;
    generate(board, tables, turns);
    for (const Turn legal : turns)
        if (legal == turn) return true;
    return false;
}

// The first turn that the rules do not allow, or the length of the line.
int legal_length(Board board, const Tables& tables, const Line& line) {
    for (int ply = 0; ply < line.length; ++ply) {
        if (is_over(board) || !is_legal(board, tables, line.pv[ply])) return ply;
        board = make(board, line.pv[ply]);
    }
    return line.length;
}

void check_search(Searcher& searcher, const Board& board, const Tables& tables) {
    CAPTURE(board.pawns[kRed]);
    CAPTURE(board.pawns[kBlue]);
    CAPTURE(board.masters[kRed]);
    CAPTURE(board.masters[kBlue]);
    CAPTURE(board.spirit);
    CAPTURE(int{board.arrangement});
    CAPTURE(int{board.to_move});
    Limits limits;
    limits.depth = 2;
    const Result result = searcher.search({board}, limits, nullptr, nullptr);
    REQUIRE(result.count == 1);
    const Line& best = result.lines[0];
    REQUIRE(best.length >= 1);
    CHECK(legal_length(board, tables, best) == best.length);
    CHECK((best.score == kWin - 1) == wins_now(board, tables));
    CHECK((best.score == 2 - kWin) == loses_next(board, tables));
    if (best.score == kWin - 1) CHECK(has_won(make(board, best.pv[0]), board.to_move));
}

}  // namespace

TEST_CASE("random positions of every kind are searched without a fault and judged as the rules judge them") {
    constexpr int kPositionsPerDeal = 100;
    const int positions = number_of("ONITAMA_FUZZ_POSITIONS", 2000);
    test::RandomBoards random(static_cast<std::uint64_t>(number_of("ONITAMA_FUZZ_SEED", 1)));
    Searcher searcher;
    REQUIRE(searcher.configure(std::size_t{1} << 20, 1));
    for (int done = 0, wind_cards = test::kNoSpirit; done < positions; ++wind_cards) {
        if (wind_cards > kCards) wind_cards = test::kNoSpirit;
        CAPTURE(wind_cards);
        const bool has_spirit = wind_cards != test::kNoSpirit;
        const Tables tables(random.cards(wind_cards));
        searcher.set_game(tables.cards(), has_spirit);
        for (int i = 0; i < kPositionsPerDeal && done < positions; ++i, ++done)
            check_search(searcher, random.board(has_spirit), tables);
    }
}
