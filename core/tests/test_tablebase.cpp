#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "cards.hpp"
#include "tablebase/deals.hpp"
#include "tablebase/late.hpp"
#include "tablebase/placement.hpp"
#include "tablebase/planes.hpp"
#include "tablebase/tablebase.hpp"

using namespace onitama;

namespace {

const std::atomic<bool> kGoOn{false};

// The plain solver is slow enough without a sanitizer that watches every access.
#if defined(__SANITIZE_THREAD__)
constexpr int kPlainMen = 2;
#else
constexpr int kPlainMen = 3;
#endif

// Solving three men a side takes seconds, under sanitizers minutes: only where it is asked for.
bool with_three_men() { return std::getenv("ONITAMA_TABLEBASE_3") != nullptr; }

CardSet picture_set(const std::array<Mask, kCards>& pictures) {
    std::array<CardGrids, kCards> grids;
    for (int k = 0; k < kCards; ++k) grids[k] = {pictures[k], pictures[k], pictures[k], false};
    return CardSet(grids);
}

constexpr Mask mark(int dx, int dy) { return bit((dy + 2) * 5 + dx + 2); }

// Men that can go forward only are often stuck and have to pass.
CardSet forward_cards() {
    return picture_set({mark(0, 1), mark(-1, 1), mark(1, 1), mark(0, 2), mark(0, 1) | mark(-2, 1)});
}

std::vector<CardSet> card_sets() {
    return {test::bench_cards(), test::card_set({"Okija", "Mejika", "Kumo", "Sasori", "Tiger"}),
            test::card_set({"Butterfly", "Giraffe", "Dragon", "Cobra", "Goat"}), forward_cards()};
}

bool is_over(const Board& board) {
    return !board.masters[kRed] || !board.masters[kBlue] || (board.masters[kRed] & kTemple[kBlue]) ||
           (board.masters[kBlue] & kTemple[kRed]);
}

struct Made {
    Turn turn;
    Board board;
};

// The rules, as plainly as they can be written: all turns of the player to move.
void find_turns(const CardSet& cards, const Board& board, std::vector<Made>& found) {
    found.clear();
    const Player mover = board.to_move;
    const Player enemy = other(mover);
    Board after[2];
    for (int slot = 0; slot < 2; ++slot) {
        after[slot] = board;
        after[slot].to_move = enemy;
        after[slot].arrangement = kArrangement.next[board.arrangement][mover][slot];
        const Reach& reach = cards.reach(mover, kArrangement.of[board.arrangement].hand[mover][slot]);
        for (Mask men = board.pawns[mover]; men;) {
            const Square from = take_lowest(men);
            const bool is_master = board.masters[mover] == bit(from);
            for (Mask targets = is_master ? reach.master[from] : reach.student[from]; targets;) {
                const Square to = take_lowest(targets);
                if (board.pawns[mover] & bit(to)) continue;
                Board made = after[slot];
                made.pawns[mover] = (board.pawns[mover] & ~bit(from)) | bit(to);
                if (is_master) made.masters[mover] = bit(to);
                made.pawns[enemy] &= ~bit(to);
                made.masters[enemy] &= ~bit(to);
                found.push_back({Turn::make(slot, from, to), made});
            }
        }
    }
    if (!found.empty()) return;
    for (int slot = 0; slot < 2; ++slot) found.push_back({Turn::make(slot, kNoSquare, kNoSquare), after[slot]});  // R14
}

std::vector<Made> all_turns(const CardSet& cards, const Board& board) {
    std::vector<Made> found;
    find_turns(cards, board, found);
    return found;
}

// Distances of all positions with at most two men a side and so many together, by going over them again and again.
class PlainSolver {
public:
    PlainSolver(const CardSet& cards, int most_men) {
        for (Square red = 0; red < kSquares; ++red)
            for (int red_student = 0; red_student <= kSquares; ++red_student)
                for (Square blue = 0; blue < kSquares; ++blue)
                    for (int blue_student = 0; blue_student <= kSquares; ++blue_student) {
                        Board board;
                        board.masters[kRed] = bit(red);
                        board.masters[kBlue] = bit(blue);
                        board.pawns[kRed] = bit(red) | (bit(red_student) & kAllSquares);
                        board.pawns[kBlue] = bit(blue) | (bit(blue_student) & kAllSquares);
                        const int men = 2 + (red_student < kSquares) + (blue_student < kSquares);
                        if (std::popcount(board.pawns[kRed] | board.pawns[kBlue]) != men || men > most_men || is_over(board)) continue;
                        for (board.arrangement = 0; board.arrangement < kArrangements; ++board.arrangement)
                            for (const Player player : {kRed, kBlue}) {
                                board.to_move = player;
                                positions.push_back(board);
                            }
                    }
        plies_.resize(std::size_t{25} * 26 * 25 * 26 * 60);
        std::vector<Board> open = positions;
        std::vector<Made> turns;
        for (int ply = 1, idle = 0; idle < 2; ++ply) {
            std::vector<Board> rest;
            for (const Board& board : open) {
                bool can_win = false, loses = true;
                find_turns(cards, board, turns);
                for (const Made& made : turns) {
                    const int child = is_over(made.board) ? 0 : plies(made.board);
                    const bool is_known = is_over(made.board) || (child > 0 && child < ply);
                    can_win |= is_known && child % 2 == 0;  // over, or lost for the other player
                    loses &= is_known && child % 2 == 1;
                }
                if (can_win == loses) rest.push_back(board);
                if (can_win || loses) plies_[index(board)] = static_cast<std::uint8_t>(ply);
            }
            idle = rest.size() == open.size() ? idle + 1 : 0;
            open.swap(rest);
        }
    }

    std::vector<Board> positions;
    int plies(const Board& board) const { return plies_[index(board)]; }  // odd: won, even: lost, 0: drawn

private:
    static std::size_t index(const Board& board) {
        std::size_t number = 0;
        for (const Player player : {kRed, kBlue}) {
            const Mask student = board.pawns[player] & ~board.masters[player];
            number = (number * 25 + lowest(board.masters[player])) * 26 + (student ? lowest(student) : kSquares);
        }
        return number * 60 + board.arrangement * 2 + board.to_move;
    }

    std::vector<std::uint8_t> plies_;
};

Board random_board(std::mt19937& random, int most_men) {
    std::array<int, kSquares> squares;
    for (int k = 0; k < kSquares; ++k) squares[k] = k;
    std::shuffle(squares.begin(), squares.end(), random);
    Board board;
    int next = 0;
    for (const Player player : {kRed, kBlue}) {
        board.masters[player] = bit(squares[next]);
        for (auto men = 1 + random() % most_men; men > 0; --men) board.pawns[player] |= bit(squares[next++]);
    }
    board.arrangement = static_cast<std::uint8_t>(random() % kArrangements);
    board.to_move = random() % 2 ? kBlue : kRed;
    return board;
}

// A position is worth what its turns make of it.
void check_values(const Tablebase& table, const CardSet& cards, int most_men, int samples) {
    std::mt19937 random(7);
    int wrong = 0;
    for (int k = 0; k < samples; ++k) {
        const Board board = random_board(random, most_men);
        if (is_over(board)) {
            wrong += table.covers(board);
            continue;
        }
        Wdl expected = Wdl::kLoss;
        for (const Made& made : all_turns(cards, board)) {
            const Wdl value = is_over(made.board) ? Wdl::kLoss : table.probe(made.board);
            if (value == Wdl::kLoss) expected = Wdl::kWin;
            if (value == Wdl::kDraw && expected == Wdl::kLoss) expected = Wdl::kDraw;
        }
        wrong += table.probe(board) != expected;
    }
    CHECK(wrong == 0);
}

// Won positions, played to the end against a player that picks turns at random.
void check_endings(const Tablebase& table, const CardSet& cards, int most_men, int games, const Patience& patience = {}) {
    std::mt19937 random(11);
    for (int game = 0; game < games;) {
        Board board = random_board(random, most_men);
        if (is_over(board) || table.probe(board) != Wdl::kWin) continue;
        ++game;
        const Player winner = board.to_move;
        const int plies = table.distance(board, patience);
        int played = 0;
        while (!is_over(board) && played < 1000) {
            const std::vector<Made> turns = all_turns(cards, board);
            const Turn best = board.to_move == winner ? table.best_turn(board, patience) : turns[random() % turns.size()].turn;
            const auto made = std::find_if(turns.begin(), turns.end(), [&](const Made& m) { return m.turn == best; });
            REQUIRE(made != turns.end());
            board = made->board;
            ++played;
        }
        CHECK(is_over(board));
        CHECK(board.to_move != winner);
        if (plies > 0) CHECK(played <= plies);
    }
}

}  // namespace

TEST_CASE("tablebase: every placement has its number") {
    for (int men = 1; men <= tablebase::kMaxMen; ++men) {
        std::uint32_t wrong = 0;
        for (std::uint32_t index = 0; index < tablebase::placements(men); ++index) {
            const tablebase::Side side = tablebase::side_of(men, index);
            wrong += std::popcount(side.men) != men || !(side.men & bit(side.master)) || side.master == tablebase::kGoal ||
                     tablebase::index_of(side) != index;
        }
        CHECK(wrong == 0);
    }
    CHECK(tablebase::placements(5) == 255'024);
}

TEST_CASE("tablebase, r13: a card leads to the arrangements that have it at the side") {
    using namespace tablebase;
    Word all = 0;
    for (int card = 0; card < kCards; ++card) {
        CHECK((all & side_mask(card)) == 0);
        all |= side_mask(card);
    }
    CHECK(all == (Word{1} << kArrangements) - 1);
    for (int deal = 0; deal < kArrangements; ++deal) {
        for (const Player player : {kRed, kBlue})
            for (int slot = 0; slot < 2; ++slot) {
                const CardId card = kArrangement.of[deal].hand[player][slot];
                CHECK((side_mask(card) & deal_mask(kArrangement.next[deal][player][slot])) != 0);
            }
        CHECK(kArrangement.of[kChangedOver[deal]].hand[kRed] == kArrangement.of[deal].hand[kBlue]);
        CHECK(kArrangement.of[kChangedOver[deal]].side == kArrangement.of[deal].side);
    }
}

TEST_CASE("tablebase: 64 rows of 256 columns are turned about the diagonal, and back") {
    using namespace tablebase;
    std::mt19937_64 random(5);
    Tile tile;
    for (Columns& line : tile.line)
        for (int lane = 0; lane < kLanes; ++lane) line[lane] = random();
    const Tile before = tile;
    turn(tile);
    int wrong = 0;
    for (int row = 0; row < kTile; ++row)
        for (int column = 0; column < kBlock; ++column)
            wrong += (tile.line[column % 64][column / 64] >> row & 1) != (before.line[row][column / 64] >> column % 64 & 1);
    CHECK(wrong == 0);
    turn(tile);
    for (int row = 0; row < kTile; ++row) CHECK_FALSE(any_of(tile.line[row] ^ before.line[row]));
}

namespace {

void check_against_plain(const CardSet& cards, int most_men, std::size_t every_nth_distance) {
    Tablebase table;
    REQUIRE(table.build(cards, 2, 2, kGoOn));
    const PlainSolver plain(cards, most_men);
    std::size_t wrong = 0, wrong_plies = 0;
    for (std::size_t k = 0; k < plain.positions.size(); ++k) {
        const Board& board = plain.positions[k];
        const int plies = plain.plies(board);
        const Wdl expected = plies == 0 ? Wdl::kDraw : plies % 2 ? Wdl::kWin : Wdl::kLoss;
        wrong += table.probe(board) != expected;
        if (k % every_nth_distance == 0) wrong_plies += table.distance(board) != (plies == 0 ? -1 : plies);
    }
    CHECK(wrong == 0);
    CHECK(wrong_plies == 0);
}

}  // namespace

TEST_CASE("tablebase: agrees with a plain solver, r14 and r22 included") {
    for (const CardSet& cards : card_sets()) check_against_plain(cards, kPlainMen, 997);
}

TEST_CASE("tablebase: two men a side agree with a plain solver" * doctest::skip(!with_three_men())) {
    check_against_plain(forward_cards(), 4, 49'999);
}

TEST_CASE("tablebase: values fit together and won endings are won") {
    for (const CardSet& cards : card_sets()) {
        Tablebase table;
        REQUIRE(table.build(cards, 2, 1, kGoOn));
        check_values(table, cards, 2, 20'000);
        check_endings(table, cards, 2, 200);
    }
}

TEST_CASE("tablebase: packed late wins are found, and nothing else") {
    using namespace tablebase;
    constexpr int kRows = 3, kColumns = 576, kFirst = 5;
    std::mt19937 random(4);
    std::vector<int> sweeps(std::size_t{kRows} * kColumns * kArrangements);
    std::vector<LateWin> wins;
    for (unsigned cell = 0; cell < kRows * kColumns; cell += 1 + random() % 150)  // some further apart than a token reaches
        for (int nth = 0; nth < 3; ++nth) {
            const auto deal = static_cast<int>(random() % kArrangements);
            int& sweep = sweeps[cell * kArrangements + static_cast<unsigned>(deal)];
            if (sweep) continue;
            sweep = kFirst + static_cast<int>(random() % 80);
            wins.push_back({cell, deal_mask(deal), static_cast<std::uint8_t>(sweep)});
        }
    const LateWins packed(kFirst, kRows, kColumns, wins);
    int wrong = 0;
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < kColumns; ++column)
            for (int deal = 0; deal < kArrangements; ++deal)
                wrong += packed.sweep_of(row, column, deal) !=
                         std::min(sweeps[static_cast<std::size_t>((row * kColumns + column) * kArrangements + deal)], kFirst + 62);
    CHECK(wrong == 0);
}

TEST_CASE("tablebase: counts with two men a side") {
    Tablebase table;
    REQUIRE(table.build(test::bench_cards(), 2, 2, kGoOn));
    const Tablebase::Counts counts = table.counts();
    CHECK(counts.won == 7'150'739);
    CHECK(counts.lost == 2'801'093);
    CHECK(counts.drawn == 2'168);
}

TEST_CASE("tablebase: three men a side" * doctest::skip(!with_three_men())) {
    for (const CardSet& cards : card_sets()) {
        Tablebase table;
        REQUIRE(table.build(cards, 3, 2, kGoOn));
        check_values(table, cards, 3, 100'000);
        check_endings(table, cards, 3, 100, {20'000, nullptr});  // most are too long to count: then the table leads
    }
    Tablebase table;
    REQUIRE(table.build(test::bench_cards(), 3, 2, kGoOn));
    const Tablebase::Counts counts = table.counts();
    CHECK(counts.won + counts.lost + counts.drawn == 1'166'670'000);
    CHECK(counts.drawn == 89'506);
    CHECK(table.bytes() < 181'000'000);  // classes with a man fewer have no memory of their own
}

TEST_CASE("tablebase: covers only what it has solved") {
    Tablebase table;
    std::mt19937 random(3);
    Board board;
    do board = random_board(random, 2);
    while (is_over(board));
    CHECK_FALSE(table.covers(board));
    CHECK(table.probe(board) == Wdl::kUnknown);
    CHECK(table.distance(board) == -1);
    CHECK_FALSE(table.best_turn(board));

    REQUIRE(table.build(test::bench_cards(), 2, 1, kGoOn));
    CHECK(table.ready());
    CHECK(table.covers(board));
    Board with_spirit = board;
    with_spirit.spirit = bit(lowest(~(board.pawns[kRed] | board.pawns[kBlue])));
    CHECK_FALSE(table.covers(with_spirit));
    Board many;
    many.masters[kRed] = bit(0);
    many.masters[kBlue] = bit(24);
    many.pawns[kRed] = bit(0) | bit(1) | bit(3);
    many.pawns[kBlue] = bit(24);
    CHECK_FALSE(table.covers(many));

    const std::atomic<bool> stop{true};
    CHECK_FALSE(table.build(test::bench_cards(), 2, 2, stop));
    CHECK_FALSE(table.ready());
    std::array<CardGrids, kCards> grids{};
    grids[2].is_wind = true;
    CHECK_FALSE(Tablebase::supports(CardSet(grids)));
    CHECK_FALSE(table.build(CardSet(grids), 2, 1, kGoOn));
}
