// The search against plain minimax: the same scores without reductions, and no false proof with them.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "tests/plain_search.hpp"
#include "tests/random_boards.hpp"

namespace onitama {
namespace {

constexpr std::size_t kSmallTable = std::size_t{1} << 20;

// The kinds of games: which cards, and whether the spirit is there.
struct GameKind {
    const char* name;
    int wind_cards;
    bool has_spirit;
};

constexpr GameKind kKinds[] = {{"no spirit", 0, false}, {"spirit, no wind", 0, true}, {"1 wind", 1, true}, {"2 wind", 2, true},
                               {"3 wind", 3, true},     {"4 wind", 4, true},          {"5 wind", 5, true}};

Limits to_depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

std::unique_ptr<Searcher> searcher_for(const CardSet& cards, bool has_spirit, const Features& features = {}, int threads = 1) {
    auto searcher = std::make_unique<Searcher>();
    REQUIRE(searcher->configure(kSmallTable, threads));
    searcher->set_game(cards, has_spirit);
    searcher->set_features(features);
    return searcher;
}

Board start_board() {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    board.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    return board;
}

bool is_legal_line(Board board, const Tables& tables, const Line& line) {
    for (int i = 0; i < line.length; ++i) {
        TurnList list;
        if (is_over(board)) return false;
        generate(board, tables, list);
        if (std::find(list.begin(), list.end(), line.pv[i]) == list.end()) return false;
        board = make(board, line.pv[i]);
    }
    return true;
}

Board last_board(Board board, const Line& line) {
    for (int i = 0; i < line.length; ++i) board = make(board, line.pv[i]);
    return board;
}

// The other player's view of the same position: the board turned by 180 degrees, colours changed over.
Board turned(const Board& board) {
    Board other_side;
    for (const Player player : {kRed, kBlue}) {
        other_side.pawns[other(player)] = rotate(board.pawns[player]);
        other_side.masters[other(player)] = rotate(board.masters[player]);
    }
    other_side.spirit = rotate(board.spirit);
    const Arrangement& cards = kArrangement.of[board.arrangement];
    other_side.arrangement = static_cast<std::uint8_t>(arrangement_of(cards.hand[kBlue][0], cards.hand[kBlue][1], cards.side));
    other_side.to_move = other(board.to_move);
    return other_side;
}

TEST_CASE("search without reductions gives the scores of plain minimax") {
    test::RandomBoards random(1);
    for (const GameKind& kind : kKinds) {
        CAPTURE(kind.name);
        for (int deal = 0; deal < 6; ++deal) {
            const CardSet cards = random.cards(kind.wind_cards);
            const Tables tables(cards);
            const Evaluator evaluator(cards, kind.has_spirit);
            const auto searcher = searcher_for(cards, kind.has_spirit, plain_features());
            for (int i = 0; i < 6; ++i) {
                const Board board = random.board(kind.has_spirit);
                for (int depth = 1; depth <= (kind.wind_cards ? 2 : 3); ++depth) {
                    const Result result = searcher->search({board}, to_depth(depth), nullptr, nullptr);
                    const int expected = test::minimax(board, tables, evaluator, depth, 0);
                    // A proven distance is made exact, which may go deeper than the depth asked for.
                    if (expected < -kProven && result.lines[0].score < -kProven) continue;
                    CHECK(result.lines[0].score == expected);
                }
            }
        }
    }
}

TEST_CASE("a proven score is the exact distance to the end, with everything on") {
    test::RandomBoards random(2);
    int proven = 0;
    for (const GameKind& kind : kKinds) {
        CAPTURE(kind.name);
        const int limit = kind.wind_cards ? 3 : 5;
        for (int deal = 0; deal < 30; ++deal) {
            const CardSet cards = deal % 5 || kind.has_spirit ? random.cards(kind.wind_cards) : random.wild_cards();
            const Tables tables(cards);
            const auto searcher = searcher_for(cards, kind.has_spirit);
            for (int i = 0; i < 8; ++i) {
                const Board board = random.board(kind.has_spirit);
                const Result result = searcher->search({board}, to_depth(1 + i % 5), nullptr, nullptr);
                const int score = result.lines[0].score;
                CHECK(is_legal_line(board, tables, result.lines[0]));
                const int plies = std::abs(score) > kProven ? kWin - std::abs(score) : 0;
                if (plies > limit || (std::abs(score) > kKnown && !plies)) continue;
                CAPTURE(i);
                const int expected = test::plies_to_end(board, tables, plies ? limit : 2);
                CHECK(expected == plies);
                if (plies) CHECK((score > 0) == (plies % 2 == 1));
                if (plies) CHECK(result.lines[0].length == plies);
                if (plies) CHECK(is_over(last_board(board, result.lines[0])));
                proven += plies > 1;
            }
        }
    }
    CHECK(proven > 100);
}

TEST_CASE("each idea alone keeps proven scores true") {
    constexpr bool Features::*kIdeas[] = {&Features::must_answer, &Features::temple_threats, &Features::quiescence, &Features::reductions,
                                          &Features::late_move_pruning, &Features::futility, &Features::check_extension};
    test::RandomBoards random(3);
    for (const auto idea : kIdeas) {
        if (idea == &Features::temple_threats) continue;  // needs must_answer
        Features features = plain_features();
        features.*idea = true;
        for (int deal = 0; deal < 12; ++deal) {
            const bool has_spirit = deal % 3 == 0;
            const CardSet cards = random.cards(has_spirit ? 2 : 0);
            const Tables tables(cards);
            const auto searcher = searcher_for(cards, has_spirit, features);
            const Board board = random.board(has_spirit);
            const int score = searcher->search({board}, to_depth(3), nullptr, nullptr).lines[0].score;
            const int plies = std::abs(score) > kProven ? kWin - std::abs(score) : 0;
            // An unproven score only says that the end is further than what every search sees.
            if (plies <= 3 && (plies || std::abs(score) <= kKnown))
                CHECK(test::plies_to_end(board, tables, plies ? 3 : 2) == plies);
        }
    }
}

TEST_CASE("both sides' views of one position have the same score") {
    test::RandomBoards random(4);
    for (const GameKind& kind : kKinds) {
        const CardSet cards = random.cards(kind.wind_cards);
        for (int i = 0; i < 10; ++i) {
            const Board board = random.board(kind.has_spirit);
            const auto one = searcher_for(cards, kind.has_spirit, plain_features());
            const auto two = searcher_for(cards, kind.has_spirit, plain_features());
            CHECK(one->search({board}, to_depth(2), nullptr, nullptr).lines[0].score ==
                  two->search({turned(board)}, to_depth(2), nullptr, nullptr).lines[0].score);
        }
    }
}

TEST_CASE("a finished game has no line") {
    const CardSet cards = test::bench_cards();
    const auto searcher = searcher_for(cards, false);
    Board board = start_board();
    board.pawns[kBlue] = board.masters[kBlue] = 0;  // R15: Stone
    CHECK(searcher->search({board}, to_depth(5), nullptr, nullptr).count == 0);
    board = start_board();
    board.pawns[kRed] = board.masters[kRed] = kTemple[kBlue];  // R15: Stream
    board.pawns[kBlue] = board.masters[kBlue] = bit(0);
    CHECK(searcher->search({board}, to_depth(5), nullptr, nullptr).count == 0);
}

TEST_CASE("a win at once is found and stops the search") {
    const CardSet cards = test::bench_cards();
    const auto searcher = searcher_for(cards, false);
    Board board = start_board();
    board.pawns[kRed] |= bit(7);
    board.masters[kBlue] = bit(12);  // Ox and Boar both go one square ahead
    board.pawns[kBlue] = bit(12);
    const Result result = searcher->search({board}, to_depth(9), nullptr, nullptr);
    CHECK(result.lines[0].score == kWin - 1);
    CHECK(result.lines[0].length == 1);
    CHECK(has_won(make(board, result.lines[0].pv[0]), kRed));
}

TEST_CASE("passes are played through") {
    const CardSet cards = test::card_set({"Horse", "Tiger", "Boar", "Crab", "Ox"});
    const Tables tables(cards);
    Board board;  // with five men on the left file, Horse and Tiger cannot move (R14)
    board.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    board.pawns[kRed] = file_mask('a');
    board.masters[kRed] = bit(0);
    board.pawns[kBlue] = bit(24) | bit(19);
    board.masters[kBlue] = bit(24);
    TurnList list;
    REQUIRE(generate(board, tables, list) == 2);
    REQUIRE(list.turns[0].from() == kNoSquare);
    for (const bool is_plain : {true, false}) {
        const auto searcher = searcher_for(cards, false, is_plain ? plain_features() : Features{});
        for (int depth = 1; depth <= 4; ++depth) {
            const Result result = searcher->search({board}, to_depth(depth), nullptr, nullptr);
            REQUIRE(result.count == 1);
            CHECK(result.lines[0].pv[0].from() == kNoSquare);
            if (is_plain) CHECK(result.lines[0].score == test::minimax(board, tables, Evaluator(cards, false), depth, 0));
        }
    }
}

TEST_CASE("the same search twice visits the same nodes") {
    test::RandomBoards random(7);
    for (const GameKind& kind : kKinds) {
        const CardSet cards = random.cards(kind.wind_cards);
        const auto searcher = searcher_for(cards, kind.has_spirit);
        Board board = start_board();
        if (kind.has_spirit) board.spirit = bit(12);
        const Result first = searcher->search({board}, to_depth(5), nullptr, nullptr);
        searcher->set_game(cards, kind.has_spirit);
        const Result second = searcher->search({board}, to_depth(5), nullptr, nullptr);
        CHECK(first.nodes == second.nodes);
        CHECK(first.lines[0].score == second.lines[0].score);
    }
}

TEST_CASE("searching leaves the root as it was") {
    const auto searcher = searcher_for(test::bench_cards(), false);
    const Root root{start_board()};
    searcher->search(root, to_depth(4), nullptr, nullptr);
    CHECK(root.board == start_board());
}

TEST_CASE("a table of four entries changes no score") {
    // The smallest table holds four entries, so nearly all positions share a bucket: none may pass for another.
    test::RandomBoards random(10);
    for (int deal = 0; deal < 20; ++deal) {
        const bool has_spirit = deal % 4 == 0;
        const CardSet cards = random.cards(has_spirit ? 2 : 0);
        const Tables tables(cards);
        Searcher searcher;
        REQUIRE(searcher.configure(1, 1));
        searcher.set_game(cards, has_spirit);
        const Board board = random.board(has_spirit);
        const int depth = has_spirit ? 2 : 3;
        searcher.set_features(plain_features());
        const int score = searcher.search({board}, to_depth(depth), nullptr, nullptr).lines[0].score;
        const int expected = test::minimax(board, tables, Evaluator(cards, has_spirit), depth, 0);
        if (expected > -kProven || score > -kProven) CHECK(score == expected);
    }
}

TEST_CASE("several lines are distinct, sorted, and the first is the best") {
    test::RandomBoards random(8);
    for (const GameKind& kind : kKinds) {
        CAPTURE(kind.name);
        const CardSet cards = random.cards(kind.wind_cards);
        const Tables tables(cards);
        for (int i = 0; i < 4; ++i) {
            const Board board = random.board(kind.has_spirit);
            Limits limits = to_depth(2);
            limits.multipv = 5;
            const auto many = searcher_for(cards, kind.has_spirit, plain_features());
            const Result result = many->search({board}, limits, nullptr, nullptr);
            for (int a = 0; a < result.count; ++a) {
                CHECK(is_legal_line(board, tables, result.lines[a]));
                CHECK(result.lines[a].length >= 1);
                for (int b = 0; b < a; ++b) {
                    CHECK(result.lines[b].score >= result.lines[a].score);
                    CHECK(!(result.lines[b].pv[0] == result.lines[a].pv[0]));
                }
            }
            const auto one = searcher_for(cards, kind.has_spirit, plain_features());
            CHECK(one->search({board}, to_depth(2), nullptr, nullptr).lines[0].score == result.lines[0].score);
        }
    }
}

TEST_CASE("lines of an unfinished depth are those of the depth before") {
    const auto searcher = searcher_for(test::bench_cards(), false);
    Limits limits;
    limits.multipv = 4;
    for (limits.nodes = 1000; limits.nodes < 60'000; limits.nodes += 1777) {
        const Result result = searcher->search({start_board()}, limits, nullptr, nullptr);
        REQUIRE(result.count == 4);
        for (int i = 0; i < result.count; ++i) {
            CHECK(std::abs(result.lines[i].score) < kKnown);
            CHECK(result.lines[i].depth == result.depth);
            if (i) CHECK(result.lines[i].score <= result.lines[i - 1].score);
        }
    }
}

TEST_CASE("more lines than turns give every turn once") {
    const auto searcher = searcher_for(test::bench_cards(), false);
    Limits limits = to_depth(2);
    limits.multipv = kMaxMultiPv;
    TurnList list;
    const int turns = generate(start_board(), Tables(test::bench_cards()), list);
    CHECK(searcher->search({start_board()}, limits, nullptr, nullptr).count == turns);
}

TEST_CASE("a limit of nodes is kept, but for the first ply") {
    const auto searcher = searcher_for(test::bench_cards(), false);
    for (const std::uint64_t nodes : {1u, 500u, 20'000u}) {
        Limits limits;
        limits.nodes = nodes;
        const Result result = searcher->search({start_board()}, limits, nullptr, nullptr);
        CHECK(result.count == 1);
        CHECK(result.nodes <= nodes + 200);
    }
}

TEST_CASE("a stop before the search begins counts, until it is armed again") {
    const auto searcher = searcher_for(test::bench_cards(), false);
    const Board board = start_board();
    Limits endless;
    endless.until_proven = true;
    searcher->arm();
    searcher->stop();
    CHECK(searcher->search({board}, endless, nullptr, nullptr).count == 1);
    searcher->arm();
    CHECK(searcher->search({board}, to_depth(3), nullptr, nullptr).depth == 3);
}

TEST_CASE("a stop from another thread ends an endless search") {
    for (const int threads : {1, 2}) {
        const auto searcher = searcher_for(test::bench_cards(), false, {}, threads);
        std::atomic<bool> has_begun{false};
        Result result;
        const auto begun = [](void* context, const Info&) { static_cast<std::atomic<bool>*>(context)->store(true); };
        std::thread thinking([&] { result = searcher->search({start_board()}, Limits{}, begun, &has_begun); });
        while (!has_begun) std::this_thread::yield();
        searcher->stop();
        thinking.join();
        CHECK(result.count == 1);
        CHECK(result.lines[0].length >= 1);
    }
}

TEST_CASE("the spirit's part alone is chosen after a wind card's pawn part") {
    test::RandomBoards random(9);
    const CardSet cards = test::card_set({"Hawk", "Bat", "Tiger", "Ox", "Crab"});
    const Tables tables(cards);
    const auto searcher = searcher_for(cards, true);
    Board board = start_board();
    board.spirit = bit(12);
    move_pawn(board, 0, 5);  // Hawk or Bat, whichever is in slot 0: the pawn part is made
    TurnList list;
    REQUIRE(generate_spirit_parts(board, tables, 0, list) > 0);
    const Result result = searcher->search({board, 0}, to_depth(3), nullptr, nullptr);
    REQUIRE(result.count == 1);
    CHECK(std::find(list.begin(), list.end(), result.lines[0].pv[0]) != list.end());
}

}  // namespace
}  // namespace onitama
