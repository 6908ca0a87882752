#include "tablebase/kernels.hpp"

#include <algorithm>

namespace onitama::tablebase {

namespace {

// What Blue's turns with a card from a row read in a block.
ONITAMA_INLINE void fetch_children(const Class& job, int card, int block, int row) {
    const Columns* won = job.won.at(card, block, 0);
    for (const std::uint16_t to : job.blue->moves(row, card)) {
        const Columns* child = won + static_cast<std::size_t>(to) * kPerCard;
        for (int k = 0; k < kPerCard; k += 2) __builtin_prefetch(child + k, 0, 2);
    }
}

// After Blue's turn with the card: the arrangements in which one of its turns does not lead to a position won for Red.
ONITAMA_INLINE void find_not_won(const Class& job, int card, int block, int row, Columns* not_won) {
    Columns all_won[kPerCard];
    std::fill_n(all_won, kPerCard, ~blue_wins(job, block, row, card));
    const Columns* won = job.won.at(card, block, 0);
    for (const std::uint16_t to : job.blue->moves(row, card)) {
        const Columns* child = won + static_cast<std::size_t>(to) * kPerCard;
        for (int k = 0; k < kPerCard; ++k) all_won[k] &= child[k];
    }
    for (int k = 0; k < kPerCard; ++k) not_won[k] = ~all_won[k];
}

// In place of what is not won.
ONITAMA_INLINE void combine_cards(const Class& job, int block, int row, const LostRows& lost) {
    const Columns men_overlap = overlap(job, block, row);
    Columns not_won[kArrangements];
    for (int card = 0; card < kCards; ++card) std::copy_n(lost.at(card, block, row), kPerCard, not_won + card * kPerCard);
    for (int card = 0; card < kCards; ++card)
        for (int k = 0; k < kPerCard; ++k) {
            const auto& next = kArrangement.next[card * kPerCard + k][kBlue];
            lost.at(card, block, row)[k] = ~(not_won[next[0]] | not_won[next[1]] | men_overlap);
        }
    // R14: who cannot move gives up a card of its choice, so Blue has lost only if neither choice helps.
    for (Word stuck = job.blue->stuck(kBlue, row); stuck; stuck &= stuck - 1) {
        const int deal = std::countr_zero(stuck);
        for (const int next : kArrangement.next[deal][kBlue]) lost.plane(deal, block, row) &= job.won.plane(next, block, row);
    }
}

}  // namespace

void find_lost(const Class& job, int block, const RowList& rows, const LostRows& lost) {
    for (int card = -1; card < kCards; ++card)  // while one card is done, what the next one reads is fetched
        for (const int row : rows) {
            if (card + 1 < kCards) fetch_children(job, card + 1, block, row);
            if (card >= 0) find_not_won(job, card, block, row, lost.at(card, block, row));
        }
    for (const int row : rows) combine_cards(job, block, row, lost);
}

int count_lost(const LostRows& lost, int block, int row) {
    int count = 0;
    for (int card = 0; card < kCards; ++card)
        for (int k = 0; k < kPerCard; ++k)
            for (int lane = 0; lane < kLanes; ++lane) count += std::popcount(lost.at(card, block, row)[k][lane]);
    return count;
}

void find_wins_at_once(const Class& job, int block, int row, Columns* won) {
    const Square master = opposite(job.blue->master(row));
    Columns with_card[kCards];
    for (int card = 0; card < kCards; ++card)
        with_card[card] = job.red->attacking(card, master, block) | job.red->with_goal(card, block);
    for (int deal = 0; deal < kArrangements; ++deal) {
        const auto& hand = kArrangement.of[deal].hand[kRed];
        won[deal] = with_card[hand[0]] | with_card[hand[1]];
    }
}

namespace {

using Tiles = std::array<Tile, kPerCard>;  // of the six arrangements with one card at the side

// 4x4 words turned about the diagonal.
ONITAMA_INLINE void turn_words(Columns& a, Columns& b, Columns& c, Columns& d) {
    const Columns ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Columns cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// Rows, one arrangement after the other, to columns of a slab.
void lay_out(Tiles& tiles, SlabLine* slab) {
    for (Tile& tile : tiles) turn(tile);
    for (int k = 0; k < kTile; ++k) {
        Columns low[kLanes] = {tiles[0].line[k], tiles[1].line[k], tiles[2].line[k], tiles[3].line[k]};
        Columns high[kLanes] = {tiles[4].line[k], tiles[5].line[k], no_columns(), no_columns()};
        turn_words(low[0], low[1], low[2], low[3]);
        turn_words(high[0], high[1], high[2], high[3]);
        for (int lane = 0; lane < kLanes; ++lane) slab[lane * kTile + k] = {{low[lane], high[lane]}};
    }
}

// The way back.
void take_up(const SlabLine* slab, Tiles& tiles) {
    for (int k = 0; k < kTile; ++k) {
        Columns low[kLanes], high[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) {
            low[lane] = slab[lane * kTile + k].part[0];
            high[lane] = slab[lane * kTile + k].part[1];
        }
        turn_words(low[0], low[1], low[2], low[3]);
        turn_words(high[0], high[1], high[2], high[3]);
        for (int nth = 0; nth < kLanes; ++nth) tiles[nth].line[k] = low[nth];
        for (int nth = kLanes; nth < kPerCard; ++nth) tiles[nth].line[k] = high[nth - kLanes];
    }
    for (Tile& tile : tiles) turn(tile);
}

}  // namespace

void fill_rows(const Class& job, const Class* red_fewer, int first, int count, SlabLine* slab) {
    const Sides& red = *job.red;
    Bits on_square[kSquares]{};  // rows with a man of Blue there
    for (int row = 0; row < count; ++row)
        for (Mask men = job.blue->squares_turned(first + row); men;) on_square[take_lowest(men)] |= Bits{1} << row;
    // The matrix of `red_fewer` may lie where this one is to be: a card's part of these rows is read before it is filled.
    for (int card = 0; card < kCards; ++card) {
        Tiles tiles{};
        for (int block = 0; red_fewer && block < red_fewer->red->blocks(); ++block) {
            for (int row = 0; row < count; ++row)
                for (int k = 0; k < kPerCard; ++k) tiles[k].line[row] = red_fewer->won.at(card, block, first + row)[k];
            lay_out(tiles, slab + block * kBlock);
        }
        for (int block = 0; block < red.blocks(); ++block) {
            if (red_fewer) {
                SlabLine taken[kBlock]{};
                const int columns = std::min(kBlock, red.count() - block * kBlock);
                for (int column = 0; column < columns; ++column) {
                    const Sides::Fewer* students = red.students(block * kBlock + column);
                    for (int nth = 0; nth < red.men() - 1; ++nth)
                        for (int half = 0; half < 2; ++half)
                            taken[column].part[half] |= slab[students[nth].rest].part[half] & on_square[students[nth].square];
                }
                take_up(taken, tiles);
            }
            for (int row = 0; row < count; ++row) {
                Columns at_once[kArrangements];
                find_wins_at_once(job, block, first + row, at_once);
                const Columns single = ~overlap(job, block, first + row);
                Columns* cells = job.won.at(card, block, first + row);
                for (int k = 0; k < kPerCard; ++k) cells[k] = tiles[k].line[row] | (at_once[card * kPerCard + k] & single);
            }
        }
    }
}

void Notes::forget(int row) const {
    for (BlockSet blocks = won ? fresh[row] : 0; blocks; blocks &= blocks - 1) won->at(std::countr_zero(blocks), row).clear();
    fresh[row] = 0;
}

void Notes::list(const Class& job, int deal, int block, int row, const Columns& found) const {
    if (won)
        for_each_column(found, deal * kBlock,
                        [&](int entry) { won->at(block, row).push_back(static_cast<NewsLists::Entry>(entry)); });
    if (late)
        for_each_column(found, block * kBlock, [&](int column) {
            const auto cell = static_cast<std::uint32_t>(row * job.won.columns + column);
            late->push_back({cell & LateWin::kMostCells, deal_mask(deal) & LateWin::kAllDeals,
                             static_cast<std::uint8_t>(std::min(sweep, 255))});
        });
}

namespace {

// Adds wins to the table and notes those that are new.
class Writer {
public:
    Writer(const Class& job, const Notes& notes) : job_(job), notes_(notes) {}

    bool any() const { return any_; }

    // `wins(deal)`: in a block of a row.
    template <class Wins>
    ONITAMA_INLINE void write(int block, int row, Wins&& wins) {
        const Columns single = ~overlap(job_, block, row);
        Columns found[kArrangements];
        Columns all = no_columns();
        for (int card = 0; card < kCards; ++card) {
            const Columns* cells = job_.won.at(card, block, row);
            for (int k = 0; k < kPerCard; ++k) {
                const int deal = card * kPerCard + k;
                found[deal] = wins(deal) & single & ~cells[k];
                all |= found[deal];
            }
        }
        if (any_of(all)) add(block, row, found);
    }

private:
    void add(int block, int row, const Columns* found) {
        any_ = true;
        notes_.fresh[row] |= BlockSet{1} << block;
        for (int deal = 0; deal < kArrangements; ++deal) job_.won.plane(deal, block, row) |= found[deal];
        if (!notes_.has_lists()) return;
        for (int deal = 0; deal < kArrangements; ++deal) notes_.list(job_, deal, block, row, found[deal]);
    }

    const Class& job_;
    const Notes& notes_;
    bool any_ = false;
};

// What Red's turns with the card lead to, for a block of columns.
void follow_moves(const Sides& red, int card, int block, const SlabLine* slab, SlabLine* led_to) {
    const int columns = std::min(kBlock, red.count() - block * kBlock);
    for (int column = 0; column < columns; ++column) {
        Columns low = no_columns(), high = no_columns();
        for (const std::uint16_t to : red.moves(block * kBlock + column, card)) {
            low |= slab[to].part[0];
            high |= slab[to].part[1];
        }
        led_to[column] = {{low, high}};
    }
    std::fill(led_to + columns, led_to + kBlock, SlabLine{});
}

// Rows of one card in a block, as columns of a slab; where nothing is new, nothing is lost.
void lay_out_rows(const RowList& rows, const LostRows& lost, const BlockSet* looked_at, int card, int block, Tiles& tiles,
                  SlabLine* slab) {
    for (int nth = 0; nth < rows.count; ++nth) {
        const Columns* from = lost.at(card, block, rows[nth]);
        const bool is_known = looked_at[rows[nth] - lost.first] >> block & 1;
        for (int k = 0; k < kPerCard; ++k) tiles[k].line[nth] = is_known ? from[k] : no_columns();
    }
    lay_out(tiles, slab);
}

}  // namespace

bool spread_wins(const Class& job, const RowList& rows, const LostRows& lost, const BlockSet* looked_at, SlabLine* slab,
                 const Notes& notes) {
    const Sides& red = *job.red;
    BlockSet looked = 0, to_do = 0;
    BlockSet to_do_of[kTile]{};
    for (int nth = 0; nth < rows.count; ++nth) {
        const BlockSet blocks = looked_at[rows[nth] - lost.first];
        for (BlockSet rest = blocks; rest; rest &= rest - 1) to_do_of[nth] |= red.origins(std::countr_zero(rest));
        looked |= blocks;
        to_do |= to_do_of[nth];
        notes.forget(rows[nth]);
    }
    Writer writer(job, notes);
    for (int block = 0; block < red.blocks(); ++block) {
        if (!red.has_stuck(block)) continue;
        for (const int row : rows) {
            if (!(looked_at[row - lost.first] >> block & 1)) continue;
            writer.write(block, row, [&](int deal) {  // R14
                const auto& next = kArrangement.next[deal][kRed];
                return (lost.plane(next[0], block, row) | lost.plane(next[1], block, row)) & red.without_move(deal, block);
            });
        }
    }
    Tiles tiles{};  // rows that there are not may hold anything: no row touches another
    SlabLine led_to[kBlock];
    for (int card = 0; card < kCards; ++card) {
        for (int block = 0; block < red.blocks(); ++block) {
            SlabLine* lines = slab + block * kBlock;
            if (looked >> block & 1)
                lay_out_rows(rows, lost, looked_at, card, block, tiles, lines);
            else
                std::fill_n(lines, kBlock, SlabLine{});
        }
        // What the card leads to takes the place of what was lost.
        for (int block = 0; block < red.blocks(); ++block) {
            if (!(to_do >> block & 1)) continue;
            follow_moves(red, card, block, slab, led_to);
            take_up(led_to, tiles);
            for (int nth = 0; nth < rows.count; ++nth) {
                if (!(to_do_of[nth] >> block & 1)) continue;
                Columns* after = lost.at(card, block, rows[nth]);
                for (int k = 0; k < kPerCard; ++k) after[k] = tiles[k].line[nth];
            }
        }
    }
    for (int block = 0; block < red.blocks(); ++block) {
        for (int nth = 0; nth < rows.count; ++nth) {
            if (!(to_do_of[nth] >> block & 1)) continue;
            const int row = rows[nth];
            writer.write(block, row, [&](int deal) {
                const auto& next = kArrangement.next[deal][kRed];
                return lost.plane(next[0], block, row) | lost.plane(next[1], block, row);
            });
            if (notes.won && red.has_stuck(block)) std::ranges::sort(notes.won->at(block, row));  // written twice
        }
    }
    return writer.any();
}

}  // namespace onitama::tablebase
