// Several threads: one that is overtaken goes on from the result of another, and what they say stays true.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "search/threads.hpp"
#include "tests/plain_search.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

constexpr int kThreads = 3;

TEST_CASE("of the results of several threads the deepest is kept, and of one depth the first") {
    Deepest<char> deepest;
    char value = '-';
    deepest.offer(3, 'a');
    deepest.offer(2, 'b');
    deepest.offer(3, 'c');
    CHECK(deepest.take(value) == 3);
    CHECK(value == 'a');
    deepest.offer(5, 'd');
    CHECK(deepest.depth() == 5);
    CHECK(deepest.take(value) == 5);
    CHECK(value == 'd');
    deepest.clear();
    CHECK(deepest.depth() == 0);
    deepest.offer(1, 'e');
    CHECK(deepest.take(value) == 1);
    CHECK(value == 'e');
}

// What the searches of a position have told.
struct Told {
    int depth = 0;
    bool is_rising = true;
};

void hear(void* context, const Info& info) {
    auto& told = *static_cast<Told*>(context);
    told.is_rising &= info.line.depth > told.depth;
    told.depth = info.line.depth;
}

TEST_CASE("several threads reach the depth that is asked for, and prove nothing that is not so") {
    test::RandomBoards random(31);
    int proven = 0, deep = 0;
    for (const bool has_spirit : {false, true})
        for (int deal = 0; deal < 10; ++deal) {
            const CardSet cards = random.cards(has_spirit ? 1 : test::kNoSpirit);
            const Tables tables(cards);
            Searcher searcher;
            REQUIRE(searcher.configure(std::size_t{1} << 20, kThreads));
            searcher.set_game(cards, has_spirit);
            for (int i = 0; i < 10; ++i) {
                const Board board = random.board(has_spirit);
                Limits limits;
                limits.depth = has_spirit ? 4 : 8;
                Told told;
                const Result result = searcher.search({board}, limits, hear, &told);
                REQUIRE(result.count == 1);
                const Line& best = result.lines[0];
                TurnList turns;
                generate(board, tables, turns);
                CHECK(std::find(turns.begin(), turns.end(), best.pv[0]) != turns.end());
                CHECK(told.is_rising);
                CHECK(told.depth == result.depth);
                const int plies = std::abs(best.score) > kProven ? kWin - std::abs(best.score) : 0;
                if (!plies) CHECK(result.depth == limits.depth);
                deep += !plies;
                if (plies > 3) continue;
                CHECK(test::plies_to_end(board, tables, plies ? plies : 2) == plies);
                if (plies) CHECK((best.score > 0) == (plies % 2 == 1));
                proven += plies > 1;
            }
        }
    CHECK(proven > 20);
    CHECK(deep > 20);
}

TEST_CASE("several lines of several threads are distinct, sorted, and of the depth that is asked for") {
    test::RandomBoards random(33);
    Searcher searcher;
    REQUIRE(searcher.configure(std::size_t{1} << 20, kThreads));
    Board start;
    for (const Player player : {kRed, kBlue}) {
        start.pawns[player] = kHomeRow[player];
        start.masters[player] = kTemple[player];
    }
    Limits limits;
    limits.depth = 7;
    limits.multipv = 3;
    for (int deal = 0; deal < 10; ++deal) {
        searcher.set_game(random.cards(test::kNoSpirit), false);
        const Result result = searcher.search({start}, limits, nullptr, nullptr);
        REQUIRE(result.count == limits.multipv);
        for (int line = 0; line < result.count; ++line) {
            CHECK(result.lines[line].depth == limits.depth);
            for (int better = 0; better < line; ++better) {
                CHECK(result.lines[line].score <= result.lines[better].score);
                CHECK(!(result.lines[line].pv[0] == result.lines[better].pv[0]));
            }
        }
    }
}

}  // namespace
}  // namespace onitama
