// What a Tablebase holds; shared by its parts.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "tablebase/solver.hpp"
#include "tablebase/tablebase.hpp"

namespace onitama {

namespace tablebase {

inline constexpr int kMostMen = 3;
inline constexpr std::size_t kHugePage = std::size_t{1} << 21;

struct FreeWords {
    void operator()(Word* words) const { std::free(words); }
};
using Words = std::unique_ptr<Word[], FreeWords>;

// Aligned for lanes, and in huge pages where the system has them: rows are read in many streams at once. Null if there
// is no memory.
inline Words allocate_words(std::size_t count) {
    const std::size_t align = count * sizeof(Word) >= kHugePage ? kHugePage : 64;
    const std::size_t bytes = (count * sizeof(Word) + align - 1) / align * align;
    auto* words = static_cast<Word*>(std::aligned_alloc(align, bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (words && align == kHugePage) madvise(words, bytes, MADV_HUGEPAGE);
#endif
    return Words(words);
}

struct Table {
    Words memory;
    Matrix matrix;

    bool allocate(int rows, int columns) {
        memory = allocate_words(static_cast<std::size_t>(rows) * columns);
        matrix = {memory.get(), rows, columns};
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

struct Tablebase::Data {
    CardSet cards;
    int max_men = 0;
    std::array<std::optional<tablebase::Sides>, tablebase::kMostMen + 1> sides;
    template <class T>
    using ByMen = std::array<std::array<T, tablebase::kMostMen + 1>, tablebase::kMostMen + 1>;  // [of Red][of Blue]
    ByMen<tablebase::Table> won;   // Red to move
    ByMen<tablebase::Table> lost;  // while building: find_lost() of every row
    // Sorted by cell: the table itself tells only wins from the rest.
    ByMen<std::vector<tablebase::Draw>> draws;

    ByMen<std::vector<std::vector<tablebase::LateWin>>> late;  // by thread, sorted by cell

    std::uint32_t cell(const tablebase::State& state) const {
        return state.row * static_cast<std::uint32_t>(won[state.men][state.waiting_men].matrix.columns) + state.column;
    }
    bool is_won(const tablebase::State& state) const {
        return won[state.men][state.waiting_men].matrix.row(state.row)[state.column] & tablebase::deal_mask(state.deal);
    }
    bool is_drawn(const tablebase::State& state) const {
        const auto& all = draws[state.men][state.waiting_men];
        const auto found = std::lower_bound(all.begin(), all.end(), cell(state),
                                            [](const tablebase::Draw& draw, std::uint32_t c) { return draw.cell < c; });
        return found != all.end() && found->cell == cell(state) && (found->deals & tablebase::deal_mask(state.deal));
    }
    // When a won position was found, if late.
    const tablebase::LateWin* late_win(const tablebase::State& state) const {
        const std::uint32_t number = cell(state);
        for (const auto& wins : late[state.men][state.waiting_men]) {
            auto at = std::lower_bound(wins.begin(), wins.end(), number,
                                       [](const tablebase::LateWin& win, std::uint32_t c) { return win.cell < c; });
            for (; at != wins.end() && at->cell == number; ++at)
                if (at->deals & tablebase::deal_mask(state.deal)) return &*at;
        }
        return nullptr;
    }
    Wdl value(const tablebase::State& state) const {
        return is_won(state) ? Wdl::kWin : is_drawn(state) ? Wdl::kDraw : Wdl::kLoss;
    }
};

}  // namespace onitama
