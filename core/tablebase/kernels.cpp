#include "tablebase/kernels.hpp"

#include <algorithm>
#include <cstring>

namespace onitama::tablebase {

namespace {

constexpr int kAhead = 16;  // rows to fetch before they are needed, where they are read across

ONITAMA_INLINE Lanes all_lanes(Word word) { return Lanes{} + word; }

ONITAMA_INLINE Lanes when(const auto& condition, const Lanes& value) { return reinterpret_cast<Lanes>(condition) & value; }

// Moves of Blue as rows of the table, one card after the other. `lost` comes in as what is lost in place.
template <int kBlock>
void find_lost_in_blocks(const Class& job, int row, int first, int blocks, Lanes* lost) {
    const auto* red_squares = reinterpret_cast<const Lanes*>(job.red->all_squares() + first);
    const Mask blue_squares = job.blue->squares_turned(row);
    const Lanes* won = job.won.lanes(0) + first / kLanes;
    const std::size_t stride = static_cast<std::size_t>(job.won.stride) / kLanes;
    for (int block = 0; block < blocks; ++block) {
        const std::size_t at = static_cast<std::size_t>(block) * kBlock;
        Lanes not_won[kBlock];  // in terms of the arrangement after Blue's turn
        for (int k = 0; k < kBlock; ++k) not_won[k] = lost[at + k];
        for (int card = 0; card < kCards; ++card) {
            Lanes all_won[kBlock];
            for (int k = 0; k < kBlock; ++k) all_won[k] = all_lanes(kAllDeals);
            for (const std::uint16_t to : job.blue->moves(row, card)) {
                const Lanes* cells = won + to * stride + at;
                for (int k = 0; k < kBlock; ++k) all_won[k] &= cells[k];
            }
            for (int k = 0; k < kBlock; ++k) not_won[k] |= ~all_won[k] & kSideMask[card];
        }
        for (int k = 0; k < kBlock; ++k)
            lost[at + k] = when((red_squares[at + k] & blue_squares) == 0, ~blue_reaches(not_won[k]) & kAllDeals);
    }
}

// Cards with which a side wins at once, as words after its turn: it takes the enemy's master, which stands on a square
// from the enemy's seat, or reaches the temple.
Word winning(const Sides& side, int placement, Square enemy_master) {
    Word word = side.goal(placement);
    for (int card = 0; card < kCards; ++card)
        if (side.attacked(placement, card) & bit(opposite(enemy_master))) word |= kSideMask[card];
    return word;
}

// R14: who cannot move gives up a card of its choice, so Blue has lost only if neither choice helps.
Word saved_by_pass(Word stuck, Word won) { return stuck & blue_reaches(~won & kAllDeals); }

// 8x8 words turned about the diagonal.
inline void transpose(Lanes* m) {
    Lanes a[8], b[8];
    for (int k = 0; k < 8; k += 2) {
        a[k] = __builtin_shufflevector(m[k], m[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        a[k + 1] = __builtin_shufflevector(m[k], m[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int k = 0; k < 8; k += 4)
        for (int i = 0; i < 2; ++i) {
            b[k + i] = __builtin_shufflevector(a[k + i], a[k + i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            b[k + i + 2] = __builtin_shufflevector(a[k + i], a[k + i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < 4; ++i) {
        m[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        m[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

// Bit k is set if lane k is not zero.
ONITAMA_INLINE std::uint64_t nonzero_lanes(const Lanes& lanes) {
    Lanes bits = when(lanes != 0, Lanes{1, 2, 4, 8, 16, 32, 64, 128});
    bits |= __builtin_shufflevector(bits, bits, 4, 5, 6, 7, 0, 1, 2, 3);
    bits |= __builtin_shufflevector(bits, bits, 2, 3, 0, 1, 6, 7, 4, 5);
    return bits[0] | bits[1];
}

}  // namespace

void find_lost(const Class& job, int row, int first, int count, Word* lost) {
    const Sides& blue = *job.blue;
    // Columns with one master square are neighbours.
    const int run = job.won.columns / kMasterSquares;
    for (int column = first; column < first + count;) {
        const int end = std::min(first + count, column - column % run + run);
        const Word at_once = winning(blue, row, job.red->master(column));
        for (; column < end; ++column) lost[column - first] = at_once;
    }
    auto* lanes = reinterpret_cast<Lanes*>(lost);
    if (count % (6 * kLanes) == 0)
        find_lost_in_blocks<6>(job, row, first, count / (6 * kLanes), lanes);
    else
        find_lost_in_blocks<1>(job, row, first, count / kLanes, lanes);
    if (const Word stuck = blue.stuck(kBlue, row))
        for (int k = 0; k < count; ++k) lost[k] &= ~saved_by_pass(stuck, job.won.row(row)[first + k]);
}

void find_wins_at_once(const Class& job, Square blue_master, Word* won) {
    for (int column = 0; column < job.won.columns; ++column) won[column] = red_reaches(winning(*job.red, column, blue_master));
}

Word lost_at(const Class& job, int row, int column) {
    const Sides& blue = *job.blue;
    Word not_won = winning(blue, row, job.red->master(column));
    for (int card = 0; card < kCards; ++card) {
        Word all_won = kAllDeals;
        for (const int to : blue.moves(row, card)) all_won &= job.won.row(to)[column];
        not_won |= ~all_won & kSideMask[card];
    }
    Word lost = ~blue_reaches(not_won) & kAllDeals;
    if (const Word stuck = blue.stuck(kBlue, row)) lost &= ~saved_by_pass(stuck, job.won.row(row)[column]);
    return lost;
}

void interleave(const Word* rows, int count, int columns, Word* slab) {
    for (int column = 0; column < columns; column += kLanes) {
        Lanes block[kLanes]{};
        for (int k = 0; k < count; ++k)
            block[k] = *reinterpret_cast<const Lanes*>(rows + static_cast<std::size_t>(k) * columns + column);
        transpose(block);
        auto* to = reinterpret_cast<Lanes*>(slab + static_cast<std::size_t>(column) * kLanes);
        for (int k = 0; k < kLanes; ++k) to[k] = block[k];
    }
}

namespace {

// kSideMask of every set of cards.
constexpr auto make_side_masks_of_sets() {
    std::array<Word, 1 << kCards> masks{};
    for (unsigned set = 0; set < masks.size(); ++set)
        for (int card = 0; card < kCards; ++card)
            if (set >> card & 1) masks[set] |= kSideMask[card];
    return masks;
}
constexpr auto kSideMaskOfSet = make_side_masks_of_sets();
constexpr Lanes kSideMaskLanes = {kSideMask[0], kSideMask[1], kSideMask[2], kSideMask[3], kSideMask[4], 0, 0, 0};

}  // namespace

bool spread_wins(const Class& job, int row, int count, const Word* lost_slab, const Notes& notes) {
    const Sides& red = *job.red;
    const auto* lost = reinterpret_cast<const Lanes*>(lost_slab);
    Lanes blue_squares;
    for (int k = 0; k < kLanes; ++k) blue_squares[k] = k < count ? job.blue->squares_turned(row + k) : kAllSquares;
    for (int k = 0; k < count && notes.fresh; ++k) std::fill_n(notes.fresh->of(row + k), notes.fresh->words(), 0);
    bool any = false;
    for (int first = 0; first < job.won.columns; first += kLanes) {
        Lanes wins[kLanes];
        for (int k = 0; k < kLanes; ++k) {
            const int column = first + k;
            Lanes after = all_lanes(red.goal(column));  // in terms of the arrangement after Red's turn
            for (const auto [to, cards] : red.merged_moves(column)) after |= lost[to] & kSideMaskOfSet[cards];
            Lanes won_now = red_reaches(after);
            if (const Word stuck = red.stuck(kRed, column)) won_now |= red_reaches(lost[column]) & stuck;  // R14
            wins[k] = when((blue_squares & red.squares(column)) == 0, won_now);
        }
        transpose(wins);
        for (int k = 0; k < count; ++k) {
            Lanes& cells = *reinterpret_cast<Lanes*>(job.won.row(row + k) + first);
            const Lanes is_new = wins[k] & ~cells;
            const ColumnSets::Bits columns = nonzero_lanes(is_new);
            cells |= wins[k];
            if (notes.fresh) notes.fresh->of(row + k)[first / 64] |= columns << first % 64;
            if (notes.late)
                for (ColumnSets::Bits bits = columns; bits; bits &= bits - 1)
                    notes.note_late(job.won, row + k, first + std::countr_zero(bits), is_new[std::countr_zero(bits)]);
            any |= columns != 0;
        }
    }
    return any;
}

void find_open(const Class& job, int row, int count, const Word* lost_slab, ColumnSets& open) {
    const auto* lost = reinterpret_cast<const Lanes*>(lost_slab);
    Lanes blue_squares;
    for (int k = 0; k < kLanes; ++k) blue_squares[k] = k < count ? job.blue->squares_turned(row + k) : kAllSquares;
    for (int first = 0; first < job.won.columns; first += 64) {
        ColumnSets::Bits columns[kLanes]{};
        const int many = std::min(64, job.won.columns - first);
        for (int nth = 0; nth < many; ++nth) {
            const int column = first + nth;
            Lanes won_for_blue{};
            const Word* mirrored = job.mirrored.row(column) + row;
            __builtin_prefetch(mirrored + static_cast<std::size_t>(kAhead) * job.mirrored.stride);
            if (count == kLanes)
                std::memcpy(&won_for_blue, mirrored, sizeof won_for_blue);
            else
                std::memcpy(&won_for_blue, mirrored, static_cast<std::size_t>(count) * sizeof(Word));
            const Lanes unknown = ~lost[column] & ~changed_over(won_for_blue) & kAllDeals;
            std::uint64_t rows = nonzero_lanes(when((blue_squares & job.red->squares(column)) == 0, unknown));
            for (; rows; rows &= rows - 1) columns[std::countr_zero(rows)] |= ColumnSets::Bits{1} << nth;
        }
        for (int k = 0; k < count; ++k) open.of(row + k)[first / 64] = columns[k];
    }
}

bool spread_win(const Class& job, int row, int column, Word lost, const Notes& notes) {
    const Sides& red = *job.red;
    const Mask blue_squares = job.blue->squares_turned(row);
    Word* cells = job.won.row(row);
    bool any = false;
    const auto win = [&](int origin, Word deals) {
        const Word is_new = deals & ~cells[origin];
        if (!is_new || (red.squares(origin) & blue_squares)) return;
        cells[origin] |= deals;
        if (notes.late) notes.note_late(job.won, row, origin, is_new);
        notes.fresh->of(row)[origin / 64] |= std::uint64_t{1} << origin % 64;
        any = true;
    };
    const Lanes by_card = red_reaches(kSideMaskLanes & lost);
    for (int card = 0; card < kCards; ++card)
        if (const Word deals = by_card[card])
            for (const int origin : red.origins(column, card)) win(origin, deals);
    if (const Word stuck = red.stuck(kRed, column)) win(column, red_reaches(lost) & stuck);  // R14
    return any;
}

}  // namespace onitama::tablebase
