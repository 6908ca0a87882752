// The solver's inner loops once there is little news: position by position instead of block by block.
//
// What is new is listed. A position can only become lost when a child has just been won, so that only those with a newly
// won child are looked at, and all of them that turn out to be lost are newly lost: only these are followed back.
#pragma once

#include <vector>

#include "tablebase/kernels.hpp"

namespace onitama::tablebase {

// New wins: the blocks that have any, by row, and the lists.
struct News {
    const BlockSet* fresh;
    const NewsLists* lists;
};

// What Blue's turns from the rows of `rows` lead to has news in `block`: lists, by row from `first` on, the positions that
// are now lost for Blue and were not before.
void find_newly_lost(const Class& job, int block, const RowList& rows, const News& won, NewsLists& lost, int first);

// Red's turns that lead from a row to positions newly lost for Blue: these win. `led_to`: room for a row, all empty before
// and after. Returns whether anything was new.
bool spread_few_wins(const Class& job, int row, BlockSet blocks, const NewsLists& lost, int first, Columns* led_to,
                     const Notes& notes);

}  // namespace onitama::tablebase
