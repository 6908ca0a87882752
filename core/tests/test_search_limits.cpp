// What a search says that was cut short: less, but nothing that is not so.
#include <doctest/doctest.h>

#include <cstdlib>

#include "search/search.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

int score_after(Searcher& searcher, const Board& board, std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return searcher.search({board}, limits, nullptr, nullptr).lines[0].score;
}

TEST_CASE("a search that is cut short claims no end that a longer one denies") {
    test::RandomBoards random(32);
    int claims = 0;
    for (int deal = 0; deal < 60; ++deal) {
        const CardSet cards = random.cards(test::kNoSpirit);
        Searcher hurried, thorough;
        for (Searcher* searcher : {&hurried, &thorough}) {
            REQUIRE(searcher->configure(std::size_t{1} << 20, 1));
            searcher->set_game(cards, false);
        }
        for (int i = 0; i < 60; ++i) {
            const Board board = random.board(false);
            const int hurried_score = score_after(hurried, board, 20u << i % 6);
            if (std::abs(hurried_score) <= kKnown) continue;
            ++claims;
            const int score = score_after(thorough, board, 200'000);
            CAPTURE(hurried_score);
            CAPTURE(score);
            CHECK(std::abs(score) > kKnown);
            CHECK((hurried_score > 0) == (score > 0));
        }
    }
    CHECK(claims > 100);
}

}  // namespace
}  // namespace onitama
