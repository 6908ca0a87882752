// The inner loops of the solver: Blue's turn and Red's turn for whole rows of the table.
//
// A table is a matrix of deal words, one row for each placement of Blue's men and one column for each of Red's, both
// numbered from their own seats (`index_of`). Blue's turn moves from row to row and leaves the column, so it is done
// for a whole row at once; Red's turn moves from column to column and leaves the row, so it is done for eight rows at
// once, laid side by side (a slab).
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

#include "tablebase/deals.hpp"
#include "tablebase/late.hpp"
#include "tablebase/sides.hpp"

namespace onitama::tablebase {

inline constexpr int kLanes = 8;  // 32 bytes: a register with AVX2, two with SSE or NEON; also on other machines correct
using Lanes = Word __attribute__((vector_size(kLanes * sizeof(Word)), may_alias));

// Tables by placements: `rows` of Blue, `columns` of Red; from row to row `stride` words, for one may lie in another.
struct Matrix {
    Word* cells = nullptr;
    int rows = 0, columns = 0, stride = 0;

    Word* row(int index) const { return cells + static_cast<std::size_t>(index) * stride; }
    Lanes* lanes(int index) const { return reinterpret_cast<Lanes*>(row(index)); }
    std::size_t bytes() const { return static_cast<std::size_t>(rows) * columns * sizeof(Word); }
};

// Sets of columns, one for each row.
class ColumnSets {
public:
    using Bits = std::uint64_t;

    ColumnSets() = default;
    ColumnSets(int rows, int columns) : words_((columns + 63) / 64), bits_(static_cast<std::size_t>(rows) * words_) {}

    int words() const { return words_; }
    Bits* of(int row) { return bits_.data() + static_cast<std::size_t>(row) * words_; }

private:
    int words_ = 0;
    std::vector<Bits> bits_;
};

// Where new wins are noted, besides in the table: the columns, and in late sweeps each arrangement.
struct Notes {
    ColumnSets* fresh = nullptr;
    std::deque<LateWin>* late = nullptr;
    int sweep = 0;

    void note_late(const Matrix& won, int row, int column, Word deals) const {
        const auto cell = static_cast<std::uint32_t>(row * won.columns + column);
        late->push_back({cell & kMostCells, deals & kAllDeals, static_cast<std::uint8_t>(std::min(sweep, 255))});
    }
    static constexpr std::uint32_t kMostCells = (1u << 26) - 1;
};

struct Class {
    const Sides* red;
    const Sides* blue;
    Matrix won;       // the arrangements in which Red, to move, wins
    Matrix mirrored;  // `won` of the class in which the players have changed over
};

// For all placements of Red: the arrangements in which Red, to move, wins with this turn. Where men overlap it is anything.
void find_wins_at_once(const Class& job, Square blue_master, Word* won);

// A position lost for Blue, to move: see find_lost().
Word lost_at(const Class& job, int row, int column);

// For `count` placements of Red from `first` on: the arrangements in which Blue, to move with the men of `row`, has
// lost, that is, in which each of its turns leads to a position won for Red. 0 where men overlap.
void find_lost(const Class& job, int row, int first, int count, Word* lost);

// Up to eight rows side by side: slab[column * 8 + nth row].
void interleave(const Word* rows, int count, int columns, Word* slab);

// For up to eight rows from `row` on: Red, to move, wins where a turn leads to a position lost for Blue (`lost_slab`).
// Returns whether anything was new.
bool spread_wins(const Class& job, int row, int count, const Word* lost_slab, const Notes& notes);

// For up to eight rows from `row` on: the columns with an arrangement in which Blue, to move, has neither lost nor won.
void find_open(const Class& job, int row, int count, const Word* lost_slab, ColumnSets& open);

// spread_wins() for one position that is lost for Blue.
bool spread_win(const Class& job, int row, int column, Word lost, const Notes& notes);

}  // namespace onitama::tablebase
