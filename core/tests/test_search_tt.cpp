// The transposition table: an entry is never taken for another position's.
#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <vector>

#include "search/tt.hpp"
#include "search/search.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

TEST_CASE("positions that share a bucket keep their own entries") {
    test::RandomBoards random(1);
    TranspositionTable table;
    REQUIRE(table.resize(64 * 64));
    std::map<std::size_t, std::vector<TableKey>> by_bucket;
    for (int i = 0; i < 400; ++i) {
        const TableKey key = table_key<false>(random.board(false));
        by_bucket[table.bucket_number(key)].push_back(key);
    }
    for (const auto& [bucket, keys] : by_bucket) {
        if (keys.size() < 2 || (keys[0].key == keys[1].key)) continue;
        table.store(keys[0], {Turn::make(0, 1, 2), 17, 5, kExact});
        TableEntry entry;
        CHECK(table.probe(keys[0], entry));
        CHECK(entry.score == 17);
        CHECK_FALSE(table.probe(keys[1], entry));
        table.store(keys[1], {Turn::make(1, 3, 4), -17, 6, kLower});
        REQUIRE(table.probe(keys[1], entry));
        CHECK(entry.score == -17);
        REQUIRE(table.probe(keys[0], entry));
        CHECK(entry.score == 17);
        CHECK(entry.turn == Turn::make(0, 1, 2));
    }
}

TEST_CASE("positions that differ in the spirit's square alone are different positions") {
    TranspositionTable table;
    REQUIRE(table.resize(1));  // one bucket
    Board board;
    board.masters[kRed] = board.pawns[kRed] = bit(0);
    board.masters[kBlue] = board.pawns[kBlue] = bit(24);
    board.spirit = bit(12);
    table.store(table_key<true>(board), {Turn::make(0, 0, 1, 13), 3, 2, kExact});
    TableEntry entry;
    CHECK(table.probe(table_key<true>(board), entry));
    CHECK(entry.turn == Turn::make(0, 0, 1, 13));
    board.spirit = bit(13);
    CHECK_FALSE(table.probe(table_key<true>(board), entry));
}

TEST_CASE("an entry gives back what was stored, to the limits") {
    TranspositionTable table;
    REQUIRE(table.resize(1 << 12));
    test::RandomBoards random(2);
    for (const int score : {-kWin, -kProven, -1, 0, 1, kKnown, kWin})
        for (const int depth : {0, 1, kMaxDepth, 255})
            for (const Bound bound : {kUpper, kLower, kExact}) {
                const TableKey key = table_key<false>(random.board(false));
                const Turn turn = Turn::make(1, 24, 23, kNoSquare);
                table.store(key, {turn, score, depth, bound});
                TableEntry entry;
                REQUIRE(table.probe(key, entry));
                CHECK(entry.turn == turn);
                CHECK(entry.score == score);
                CHECK(entry.depth == depth);
                CHECK(entry.bound == bound);
            }
}

TEST_CASE("no score of the search is the smallest integer, which has no opposite") {
    CHECK(-(-kWin) == kWin);
    CHECK(kWin < std::numeric_limits<std::int16_t>::max());
    CHECK(-kWin - 1 > std::numeric_limits<std::int16_t>::min());
}

TEST_CASE("a cleared table knows nothing") {
    TranspositionTable table;
    REQUIRE(table.resize(1 << 12));
    test::RandomBoards random(3);
    const TableKey key = table_key<false>(random.board(false));
    table.store(key, {Turn{}, 1, 1, kExact});
    table.clear();
    TableEntry entry;
    CHECK_FALSE(table.probe(key, entry));
}

TEST_CASE("new results push out those of an earlier search before deeper ones of this search") {
    TranspositionTable table;
    REQUIRE(table.resize(1));
    test::RandomBoards random(4);
    const TableKey deep = table_key<false>(random.board(false));
    table.new_search();
    table.store(deep, {Turn{}, 1, 40, kExact});
    for (int i = 0; i < 50; ++i) table.store(table_key<false>(random.board(false)), {Turn{}, 2, 1, kExact});
    TableEntry entry;
    CHECK(table.probe(deep, entry));
    table.new_search();
    for (int i = 0; i < 50; ++i) table.store(table_key<false>(random.board(false)), {Turn{}, 2, 1, kExact});
    CHECK_FALSE(table.probe(deep, entry));
}

}  // namespace
}  // namespace onitama
