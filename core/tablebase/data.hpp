// What a Tablebase holds; shared by its parts.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "tablebase/memory.hpp"
#include "tablebase/solver.hpp"
#include "tablebase/tablebase.hpp"

namespace onitama {

namespace tablebase {

inline constexpr int kMostMen = 3;

struct Table {
    Planes memory;
    Matrix matrix;

    bool allocate(int rows, int columns) {
        memory = allocate_planes(Matrix::size(rows, columns));
        matrix = {memory.get(), rows, columns, blocks_of(columns)};
        return memory != nullptr;
    }
};

// A position seen by the player to move as Red: men of both, the placements, the arrangement's number.
struct State {
    std::uint8_t men, waiting_men;
    std::uint16_t column, row;
    std::uint8_t deal;

    bool operator==(const State&) const = default;
};

// Of a position in which both masters live and neither stands on the enemy temple.
inline State state_of(const Board& board) {
    const Player mover = board.to_move;
    Side own{board.pawns[mover], lowest(board.masters[mover])};
    Side enemy{board.pawns[other(mover)], lowest(board.masters[other(mover)])};
    (mover == kRed ? enemy : own) = turned(mover == kRed ? enemy : own);
    return {static_cast<std::uint8_t>(std::popcount(own.men)), static_cast<std::uint8_t>(std::popcount(enemy.men)),
            static_cast<std::uint16_t>(index_of(own)), static_cast<std::uint16_t>(index_of(enemy)),
            mover == kRed ? board.arrangement : kChangedOver[board.arrangement]};
}

}  // namespace tablebase

// Classes with the most men a side, or one fewer on either side or both, all lie in the matrix of the first, in cells in
// which men overlap: the man that a side lacks stands, as a student, on the enemy's master. Smaller classes have a matrix
// of their own.
struct Tablebase::Data {
    CardSet cards;
    int max_men = 0;
    std::array<std::optional<tablebase::Sides>, tablebase::kMostMen + 1> sides;
    template <class T>
    using ByMen = std::array<std::array<T, tablebase::kMostMen + 1>, tablebase::kMostMen + 1>;  // [of Red][of Blue]
    ByMen<tablebase::Table> won;  // Red to move
    // Sorted by cell, in the class's own numbers: the table itself tells only wins from the rest.
    ByMen<std::vector<tablebase::Draw>> draws;
    ByMen<tablebase::LateWins> late;

    bool is_in_largest(int men, int waiting_men) const { return men >= max_men - 1 && waiting_men >= max_men - 1; }
    // Whether the class has a matrix of its own.
    bool has_matrix(int men, int waiting_men) const {
        return !is_in_largest(men, waiting_men) || men + waiting_men == 2 * max_men;
    }
    // How many arrangements of a position are won.
    int count_won(int men, int waiting_men, int column, int row) const {
        int count = 0;
        for (int deal = 0; deal < kArrangements; ++deal)
            count += is_won({static_cast<std::uint8_t>(men), static_cast<std::uint8_t>(waiting_men),
                             static_cast<std::uint16_t>(column), static_cast<std::uint16_t>(row), static_cast<std::uint8_t>(deal)});
        return count;
    }
    bool is_won(const tablebase::State& state) const {
        const auto [men, waiting_men, column, row, deal] = state;
        if (!is_in_largest(men, waiting_men)) return won[men][waiting_men].matrix.has(deal, column, row);
        const Square master = sides[men]->master(column);
        const Square enemy_master = sides[waiting_men]->master(row);
        const int full_column = men < max_men ? sides[men]->with(column, tablebase::opposite(enemy_master)) : column;
        const int full_row = waiting_men < max_men ? sides[waiting_men]->with(row, tablebase::opposite(master)) : row;
        return won[max_men][max_men].matrix.has(deal, full_column, full_row);
    }
    bool is_drawn(const tablebase::State& state) const {
        const auto& all = draws[state.men][state.waiting_men];
        const std::uint32_t number = state.row * static_cast<std::uint32_t>(sides[state.men]->count()) + state.column;
        const auto found = std::lower_bound(all.begin(), all.end(), number,
                                            [](const tablebase::Draw& draw, std::uint32_t c) { return draw.cell < c; });
        return found != all.end() && found->cell == number && (found->deals & tablebase::deal_mask(state.deal));
    }
    // The sweep in which a won position was found, 0 if that was not late.
    int sweep_of(const tablebase::State& state) const {
        return late[state.men][state.waiting_men].sweep_of(state.row, state.column, state.deal);
    }
    // Grows in the order in which won positions were found, so that what a win rests on comes earlier: smaller classes, then
    // sweep by sweep, in each batch by batch. Wins that are not late come first in their class.
    int rank_of(const tablebase::State& state) const {
        const int sweep = sweep_of(state);
        const int batch_rows = tablebase::batch_rows_of(sides[state.men]->count());
        return ((state.men + state.waiting_men) << 8 | sweep) << 8 | (sweep ? state.row / batch_rows : 0);
    }
    Wdl value(const tablebase::State& state) const {
        return is_won(state) ? Wdl::kWin : is_drawn(state) ? Wdl::kDraw : Wdl::kLoss;
    }
};

}  // namespace onitama
