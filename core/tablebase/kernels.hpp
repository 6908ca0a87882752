// The inner loops of the solver: Blue's turn and Red's turn for many positions at once.
//
// Blue's turn moves from row to row and leaves the column, so that it is done for all columns of a block at once. Red's
// turn moves from column to column and leaves the row: 64 rows are turned about the diagonal first (a slab), so that it
// is done for these at once, and what it leads to is turned back.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "tablebase/late.hpp"
#include "tablebase/planes.hpp"
#include "tablebase/sides.hpp"

namespace onitama::tablebase {

struct Class {
    const Sides* red;
    const Sides* blue;
    Matrix won;       // the arrangements in which Red, to move, wins
    Matrix mirrored;  // `won` of the class in which the players have changed over
};

// Positions lost for Blue, to move, of some rows, from row `first` of the class on, and of the blocks from one on.
struct LostRows {
    Columns* planes;
    int first, rows;
    int first_block = 0;

    // The six arrangements with the card at the side.
    Columns* at(int card, int block, int row) const {
        return planes + ((static_cast<std::size_t>(block - first_block) * kCards + card) * rows + (row - first)) * kPerCard;
    }
    Columns& plane(int deal, int block, int row) const { return at(deal / kPerCard, block, row)[deal % kPerCard]; }
};

// Rows of a class, in order.
struct RowList {
    const std::uint16_t* first;
    int count;

    int operator[](int nth) const { return first[nth]; }
    const std::uint16_t* begin() const { return first; }
    const std::uint16_t* end() const { return first + count; }
};

// By column: the rows of six arrangements with one card at the side; two words are spare.
struct SlabLine {
    Columns part[2];
};

// New positions of some rows: a list for each row and block, sorted by arrangement.
class NewsLists {
public:
    using Entry = std::uint16_t;  // arrangement << 8 | column in its block
    static_assert(kBlock == 1 << 8);

    NewsLists(int rows, int blocks) : rows_(rows), lists_(static_cast<std::size_t>(rows) * blocks) {}

    std::vector<Entry>& at(int block, int row) { return lists_[static_cast<std::size_t>(block) * rows_ + row]; }
    const std::vector<Entry>& at(int block, int row) const { return lists_[static_cast<std::size_t>(block) * rows_ + row]; }

private:
    int rows_;
    std::vector<std::vector<Entry>> lists_;
};

// Where new wins are noted, besides in the table: the blocks, by row, and if there are such lists each position.
struct Notes {
    BlockSet* fresh;
    NewsLists* won;
    std::deque<LateWin>* late;
    int sweep;

    void forget(int row) const;  // what was noted of a row before
    bool has_lists() const { return won || late; }
    // New wins of one arrangement in a block of a row.
    void list(const Class& job, int deal, int block, int row, const Columns& found) const;
};

// Of some rows, the positions of a block that are lost for Blue, to move: each of its turns leads to a position won for
// Red. None where men overlap.
void find_lost(const Class& job, int block, const RowList& rows, const LostRows& lost);

// How many positions of a row in the block are lost.
int count_lost(const LostRows& lost, int block, int row);

// Red, to move, wins with this turn; for a row and all arrangements. Anything where men overlap.
void find_wins_at_once(const Class& job, int block, int row, Columns* won);

// Men overlap.
inline Columns overlap(const Class& job, int block, int row) {
    Columns columns = no_columns();
    for (Mask men = job.blue->squares_turned(row); men;) columns |= job.red->with_man(take_lowest(men), block);
    return columns;
}

// Blue takes Red's master or reaches the temple with the card.
ONITAMA_INLINE Columns blue_wins(const Class& job, int block, int row, int card) {
    if (job.blue->goal(row) >> card & 1) return all_columns();
    Columns columns = no_columns();
    for (Mask squares = rotate(job.blue->attacked(row, card)) & job.red->master_squares(block); squares;)
        columns |= job.red->with_master(take_lowest(squares), block);
    return columns;
}

// Fills up to 64 rows from `first` on. Where one student of Red stands on a man of Blue, that student is taken: the cell
// holds what the rest is worth (in `red_fewer`, if there is such a class), so that Blue's capture is a move like any
// other. (Red's master taken: find_lost() knows. More men on one square: never read.) Elsewhere: wins in one turn.
void fill_rows(const Class& job, const Class* red_fewer, int first, int count, SlabLine* slab);

// For up to 64 rows: Red, to move, wins where a turn leads to a position lost for Blue. `looked_at`, by row of `lost`: the
// blocks for which `lost` is known; nothing has changed in the others. What `lost` holds of these rows is used up. Returns
// whether anything was new.
bool spread_wins(const Class& job, const RowList& rows, const LostRows& lost, const BlockSet* looked_at, SlabLine* slab,
                 const Notes& notes);

}  // namespace onitama::tablebase
