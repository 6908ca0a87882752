#include "tablebase/few.hpp"

#include <algorithm>
#include <bit>

namespace onitama::tablebase {

namespace {

using Entry = NewsLists::Entry;

ONITAMA_INLINE int deal_of(Entry entry) { return entry / kBlock; }
ONITAMA_INLINE int column_of(Entry entry) { return entry % kBlock; }
ONITAMA_INLINE void add(Columns& set, int column) { set[column / 64] |= Bits{1} << column % 64; }

// Positions of a row and block, by arrangement, of which a child is newly won.
struct Candidates {
    int row;
    Word deals;  // those that have any
    Columns planes[kArrangements]{};

    void add_news(const std::vector<Entry>& won, Entry first, Entry end, Word possible) {
        for (auto entry = std::lower_bound(won.begin(), won.end(), first); entry != won.end() && *entry < end; ++entry)
            for (const int deal : kBefore[deal_of(*entry)][kBlue]) {
                if (!(possible >> deal & 1)) continue;
                add(planes[deal], column_of(*entry));
                deals |= deal_mask(deal);
            }
    }

    void collect(const Class& job, int block, int the_row, const News& news) {
        constexpr Word kAll = (Word{1} << kArrangements) - 1;
        row = the_row;
        deals = 0;
        for (int card = 0; card < kCards; ++card)
            for (const int to : job.blue->moves(row, card))
                if (news.fresh[to] >> block & 1)
                    add_news(news.lists->at(block, to), static_cast<Entry>(card * kPerCard * kBlock),
                             static_cast<Entry>((card + 1) * kPerCard * kBlock), kAll);
        if (const Word stuck = job.blue->stuck(kBlue, row); stuck && news.fresh[row] >> block & 1)
            add_news(news.lists->at(block, row), 0, kArrangements * kBlock, stuck);
        fetch(job, block);
    }

    void fetch(const Class& job, int block) const {
        for (Word rest = deals; rest; rest &= rest - 1)
            for (const int next : kArrangement.next[std::countr_zero(rest)][kBlue])
                for (const int to : job.blue->moves(row, next / kPerCard))
                    __builtin_prefetch(&job.won.plane(next, block, to), 0, 3);
    }

    // Of one arrangement those that are lost.
    Columns lost(const Class& job, int deal, int block) const {
        Columns open = planes[deal];
        for (const int next : kArrangement.next[deal][kBlue]) open &= ~blue_wins(job, block, row, next / kPerCard);
        for (const int next : kArrangement.next[deal][kBlue])
            for (const int to : job.blue->moves(row, next / kPerCard)) {
                open &= job.won.plane(next, block, to);
                if (!any_of(open)) return open;
            }
        if (job.blue->stuck(kBlue, row) >> deal & 1)  // R14
            for (const int next : kArrangement.next[deal][kBlue]) open &= job.won.plane(next, block, row);
        return open;
    }

    void list_lost(const Class& job, int block, std::vector<Entry>& list) {
        list.clear();
        const Columns single = ~overlap(job, block, row);
        for (; deals; deals &= deals - 1) {
            const int deal = std::countr_zero(deals);
            planes[deal] &= single;
            for_each_column(lost(job, deal, block), deal * kBlock, [&](int entry) { list.push_back(static_cast<Entry>(entry)); });
            planes[deal] = no_columns();
        }
    }
};

void fetch_news(const Class& job, int block, int row, const News& news) {
    for (int card = 0; card < kCards; ++card)
        for (const int to : job.blue->moves(row, card))
            if (news.fresh[to] >> block & 1) __builtin_prefetch(news.lists->at(block, to).data());
}

// R14: a player who has no move leads to the position by giving up a card.
void pass_back(const Sides& red, int block, const std::vector<Entry>& lost, Columns* led_to, Word& deals) {
    for (const Entry entry : lost)
        for (const int before : kBefore[deal_of(entry)][kRed]) {
            if (!(red.without_move(before, block)[column_of(entry) / 64] >> column_of(entry) % 64 & 1)) continue;
            add(led_to[before], column_of(entry));
            deals |= deal_mask(before);
        }
}

}  // namespace

void find_newly_lost(const Class& job, int block, const RowList& rows, const News& won, NewsLists& lost, int first) {
    constexpr int kAhead = 3;  // rows whose children are fetched while others are looked at, and twice as many whose news are
    Candidates ring[kAhead];
    for (int nth = -kAhead; nth < rows.count + kAhead; ++nth) {
        if (nth + kAhead < rows.count) fetch_news(job, block, rows[nth + kAhead], won);
        if (nth < 0) continue;
        Candidates& now = ring[nth % kAhead];
        if (nth >= kAhead) now.list_lost(job, block, lost.at(block, now.row - first));
        if (nth < rows.count) now.collect(job, block, rows[nth], won);
    }
}

bool spread_few_wins(const Class& job, int row, BlockSet blocks, const NewsLists& lost, int first, Columns* led_to,
                     const Notes& notes) {
    const Sides& red = *job.red;
    Word deals[kMostBlocks]{};
    const auto lead_back = [&](int deal, int column) {
        const int block = column / kBlock;
        for (const int before : kBefore[deal][kRed]) {
            add(led_to[block * kArrangements + before], column % kBlock);
            deals[block] |= deal_mask(before);
        }
    };
    for (; blocks; blocks &= blocks - 1) {
        const int block = std::countr_zero(blocks);
        for (const Entry entry : lost.at(block, row - first)) {
            const int deal = deal_of(entry);
            for (const int from : red.moves_back(block * kBlock + column_of(entry), deal / kPerCard)) lead_back(deal, from);
        }
        if (red.has_stuck(block))
            pass_back(red, block, lost.at(block, row - first), led_to + block * kArrangements, deals[block]);
    }
    for (int block = 0; block < red.blocks(); ++block)
        for (Word rest = deals[block]; rest; rest &= rest - 1)
            __builtin_prefetch(&job.won.plane(std::countr_zero(rest), block, row), 1, 2);
    notes.forget(row);
    for (int block = 0; block < red.blocks(); ++block) {
        const Columns single = ~overlap(job, block, row);
        for (Word rest = deals[block]; rest; rest &= rest - 1) {
            const int deal = std::countr_zero(rest);
            Columns& cells = job.won.plane(deal, block, row);
            Columns& found = led_to[block * kArrangements + deal];
            found &= single & ~cells;
            if (any_of(found)) {
                cells |= found;
                notes.fresh[row] |= BlockSet{1} << block;
                notes.list(job, deal, block, row, found);
            }
            found = no_columns();
        }
    }
    return notes.fresh[row] != 0;
}

}  // namespace onitama::tablebase
