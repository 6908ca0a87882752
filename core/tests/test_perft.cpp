// The fast counts against pinned numbers and against the search's turn generator.
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "search/movegen.hpp"
#include "search/perft.hpp"
#include "tests/cards.hpp"
#include "tests/games.hpp"
#include "tests/random_boards.hpp"

using namespace onitama;

namespace {

struct PinnedPosition {
    std::string name;
    CardSet cards;
    Board board;
    std::vector<std::uint64_t> counts;  // by turns, from one
};

PinnedPosition pinned_position(const std::string& name, const std::string& text) {
    const test::Game game = test::game_at(text);
    PinnedPosition pinned{name, game.info.cards, {}, {}};
    for (const Player player : {kRed, kBlue}) {
        pinned.board.masters[player] = game.position.masters_mask[player];
        pinned.board.pawns[player] = game.position.students_mask[player] | pinned.board.masters[player];
    }
    pinned.board.spirit = game.position.spirit_mask;
    const Hand& red = game.position.hands[kRed];
    pinned.board.arrangement = static_cast<std::uint8_t>(arrangement_of(red[0], red[1], game.position.side));
    pinned.board.to_move = game.position.to_move;
    return pinned;
}

// The positions without hidden pieces of tests/golden/positions.perft, which both Python implementations confirm.
std::vector<PinnedPosition> pinned_positions() {
    const std::string cards_file = ONITAMA_CARDS_TOML;
    const std::string root = cards_file.substr(0, cards_file.rfind("/src/onitama/cards.toml"));
    std::ifstream file(root + "/tests/golden/positions.perft");
    std::vector<PinnedPosition> found;
    std::string line, name;
    bool is_open = false;
    while (std::getline(file, line)) {
        if (line.rfind("id ", 0) == 0) name = line.substr(3);
        if (line.rfind("position ", 0) == 0) {
            is_open = line.find("hidden=") == std::string::npos;
            if (is_open) found.push_back(pinned_position(name, line.substr(9)));
        }
        if (line.rfind("counts ", 0) == 0 && is_open) {
            std::istringstream numbers(line.substr(7));
            for (std::uint64_t number = 0; numbers >> number;) found.back().counts.push_back(number);
        }
    }
    return found;
}

Board start(Player starts) {
    Board board;
    for (const Player player : {kRed, kBlue}) {
        board.pawns[player] = kHomeRow[player];
        board.masters[player] = kTemple[player];
    }
    board.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    board.to_move = starts;
    return board;
}

// Perft by the search's generator, turn by turn.
void generated(const Tables& tables, const Board& board, int turns, Finished finished, PerftMade& total) {
    const bool over = is_over(board);
    if (turns == 0 || (over && finished == Finished::kLeaf)) {
        total.leaves += 1;
        total.checksum += fingerprint(board);
        return;
    }
    if (over) return;
    TurnList list;
    generate(board, tables, list);
    for (const Turn turn : list) generated(tables, make(board, turn), turns - 1, finished, total);
}

void check_all_counts(const CardSet& cards, const Board& board, int turns, Finished finished) {
    CAPTURE(turns);
    CAPTURE(board.pawns[kRed]);
    CAPTURE(board.pawns[kBlue]);
    CAPTURE(board.masters[kRed]);
    CAPTURE(board.masters[kBlue]);
    CAPTURE(board.spirit);
    PerftMade expected;
    generated(Tables(cards), board, turns, finished, expected);
    const PerftMade made = perft_made(board, cards, turns, finished);
    CHECK(made.leaves == expected.leaves);
    CHECK(made.checksum == expected.checksum);
    CHECK(perft_bulk(board, cards, turns, finished) == expected.leaves);
    CHECK(perft_bulk_last(board, cards, turns, finished) == expected.leaves);
}

}  // namespace

TEST_CASE("perft gives the pinned numbers of every kind of game without hidden pieces") {
    const auto positions = pinned_positions();
    CHECK(positions.size() >= 24);
    for (const PinnedPosition& pinned : positions) {
        CAPTURE(pinned.name);
        int turns = 0;
        for (const std::uint64_t count : pinned.counts) {
            ++turns;
            CHECK(perft_bulk(pinned.board, pinned.cards, turns) == count);
            CHECK(perft_bulk_last(pinned.board, pinned.cards, turns) == count);
            CHECK(perft_made(pinned.board, pinned.cards, turns).leaves == count);
        }
    }
}

TEST_CASE("perft gives the known numbers of the deal that engines are measured on") {
    const std::vector<std::uint64_t> exact = {1, 13, 130, 1830, 30325, 473946, 7837877, 136485103};
    for (int turns = 0; turns < static_cast<int>(exact.size()); ++turns)
        CHECK(perft_bulk(start(kBlue), test::bench_cards(), turns) == exact[turns]);
    CHECK(perft_bulk(start(kBlue), test::bench_cards(), 5, Finished::kLeaf) == 473982);
}

TEST_CASE("a finished game counts as one leaf at every deeper level, or as none") {
    Board won = start(kBlue);
    won.masters[kBlue] = 0;
    won.pawns[kBlue] &= ~kTemple[kBlue];
    Board arrived = start(kRed);
    arrived.pawns[kBlue] ^= kTemple[kRed] | kTemple[kBlue];  // Blue's master stands on c1, Red's beside it
    arrived.masters[kBlue] = kTemple[kRed];
    arrived.pawns[kRed] ^= kTemple[kRed] | bit(12);
    arrived.masters[kRed] = bit(12);
    for (const Board& over : {won, arrived})
        for (const int turns : {0, 1, 2, 3}) {
            const std::uint64_t none = turns == 0;
            CHECK(perft_bulk(over, test::bench_cards(), turns) == none);
            CHECK(perft_bulk_last(over, test::bench_cards(), turns) == none);
            CHECK(perft_made(over, test::bench_cards(), turns).leaves == none);
            CHECK(perft_bulk(over, test::bench_cards(), turns, Finished::kLeaf) == 1);
            CHECK(perft_bulk_last(over, test::bench_cards(), turns, Finished::kLeaf) == 1);
            CHECK(perft_made(over, test::bench_cards(), turns, Finished::kLeaf).leaves == 1);
        }
}

TEST_CASE("a player who cannot move has two turns, one for each card (R14)") {
    const CardSet cards = test::card_set({"Boar", "Crab", "Horse", "Ox", "Elephant"});
    Board stuck = start(kRed);
    stuck.pawns[kRed] = rank_mask(5);  // a student on the temple is nothing (R15)
    stuck.masters[kRed] = bit(20);
    stuck.pawns[kBlue] = stuck.masters[kBlue] = bit(0);
    CHECK(perft_bulk(stuck, cards, 1) == 2);
    for (const int turns : {1, 2, 3}) check_all_counts(cards, stuck, turns, Finished::kNone);
    stuck.to_move = kBlue;  // Blue's reply is followed by Red's pass
    for (const int turns : {2, 3}) check_all_counts(cards, stuck, turns, Finished::kNone);
}

TEST_CASE("every way to count agrees with the turn generator on random boards") {
    test::RandomBoards random(3);
    for (int wind_cards = test::kNoSpirit; wind_cards <= kCards; ++wind_cards)
        for (int game = 0; game < 60; ++game) {
            CAPTURE(wind_cards);
            CAPTURE(game);
            const CardSet cards = random.cards(wind_cards);
            const Board board = random.board(wind_cards != test::kNoSpirit);
            const Finished finished = game % 2 ? Finished::kLeaf : Finished::kNone;
            for (const int turns : {1, 2}) check_all_counts(cards, board, turns, finished);
            if (game < 10 && wind_cards < 1) check_all_counts(cards, board, 4, finished);
        }
}

TEST_CASE("cards with any number of marks count right") {
    test::RandomBoards random(4);
    for (int game = 0; game < 60; ++game) {
        CAPTURE(game);
        const CardSet cards = random.wild_cards();
        const Board board = random.board(false);
        const Finished finished = game % 2 ? Finished::kLeaf : Finished::kNone;
        for (const int turns : {1, 2, 3}) check_all_counts(cards, board, turns, finished);
    }
}
