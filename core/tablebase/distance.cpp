// Exact distances to the end, by a search that the table guides: the winner tries only turns that keep the win.
#include <limits>

#include "tablebase/data.hpp"

namespace onitama {

using namespace tablebase;

namespace {

// Bounds on the plies to the end of positions, kept while one question is answered.
class Bounds {
public:
    struct Entry {
        std::uint64_t key = 0;
        std::uint16_t least = 0;  // 0: nothing known
        std::uint16_t most = kFar;
    };
    static constexpr std::uint16_t kFar = std::numeric_limits<std::uint16_t>::max();

    Bounds() : entries_(std::size_t{1} << 12) {}

    // The entry of a state, new if there is none; valid until the next call.
    Entry& of(std::uint64_t key) {
        if (used_ * 2 > entries_.size()) grow();
        Entry& entry = find(key);
        if (entry.key == 0) {
            entry.key = key;
            ++used_;
        }
        return entry;
    }
    std::size_t size() const { return used_; }

private:
    Entry& find(std::uint64_t key) {
        std::size_t at = (key * 0x9E3779B97F4A7C15u >> 20) & (entries_.size() - 1);
        while (entries_[at].key != 0 && entries_[at].key != key) at = (at + 1) & (entries_.size() - 1);
        return entries_[at];
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.key != 0) find(entry.key) = entry;
    }

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

std::uint64_t key_of(const State& state) {
    return std::uint64_t{1} << 63 | std::uint64_t{state.column} | std::uint64_t{state.row} << 16 |
           std::uint64_t{state.deal} << 32 | std::uint64_t{state.men} << 40 | std::uint64_t{state.waiting_men} << 44;
}

// Turns that win at once have no child.
struct Children {
    static constexpr int kMost = 2 * kMostMen * 24;
    State state[kMost];
    int count = 0;

    const State* begin() const { return state; }
    const State* end() const { return state + count; }
};

// Looks at most at so many positions; with the table's help that is a second or two.
constexpr std::size_t kBudget = 1'500'000;

void add(Children& children, const Sides& own, const Sides& enemy, const State& state, int slot, std::uint16_t to) {
    State child{state.waiting_men, state.men, state.row, to, kChangedOver[kArrangement.next[state.deal][kRed][slot]]};
    if (const Mask taken = own.squares(to) & enemy.squares_turned(state.row)) {
        const Square square = static_cast<Square>(kSquares - 1 - lowest(taken));
        if (square == enemy.master(state.row)) return;
        child.column = static_cast<std::uint16_t>(enemy.without(state.row, square));
        --child.men;
    }
    children.state[children.count++] = child;
}

class Search {
public:
    explicit Search(const Tablebase::Data& data) : data_(data) {}

    // Plies to the end of a position that is won or lost; -1 if that takes too long.
    int distance(const State& state, bool wins) {
        for (int plies = wins ? 1 : 2; !out_of_budget(); plies = std::max<int>(plies + 2, entry_of(state, wins).least))
            if (ends_within(state, plies, wins)) return plies;
        return -1;
    }

    // Whether the game is over within so many plies; the player to move wins it or loses it.
    bool ends_within(const State& state, int plies, bool wins) {
        if (wins && wins_at_once(state)) return true;
        if (plies <= 1 || out_of_budget()) return false;
        if (!wins && plies == 2) return loses_in_two(state);
        {
            const Bounds::Entry& known = entry_of(state, wins);
            if (known.most <= plies) return true;
            if (known.least > plies) return false;
        }
        int least = plies + 1;
        const bool is_within = wins ? winner_ends_within(state, plies, least) : loser_ends_within(state, plies, least);
        Bounds::Entry& entry = bounds_.of(key_of(state));
        if (is_within)
            entry.most = std::min(entry.most, static_cast<std::uint16_t>(plies));
        else if (!out_of_budget())
            entry.least = std::max(entry.least, static_cast<std::uint16_t>(least));
        return is_within;
    }

    bool out_of_budget() const { return bounds_.size() > kBudget; }

    bool wins_at_once(const State& state) const;
    Children children_of(const State& state) const;

private:
    // At a new position: what the table knows.
    Bounds::Entry& entry_of(const State& state, bool wins) {
        Bounds::Entry& entry = bounds_.of(key_of(state));
        if (entry.least == 0) entry.least = static_cast<std::uint16_t>(wins ? data_.least_plies(state) : 2);
        return entry;
    }

    struct Open {
        State state[Children::kMost];
        std::uint16_t least[Children::kMost];
        int count = 0;

        void add(const State& child, std::uint16_t child_least) {
            state[count] = child;
            least[count++] = child_least;
        }
        void bring_to(int nth, std::ptrdiff_t other) {
            std::swap(state[nth], state[other]);
            std::swap(least[nth], least[other]);
        }
    };

    bool winner_ends_within(const State& state, int plies, int& least) {
        Open open;
        const Children children = children_of(state);
        int soonest = Bounds::kFar;
        for (const State& child : children) {
            if (data_.is_won(child)) continue;
            if (loses_in_two(child)) return true;
            if (plies == 3 || data_.is_drawn(child)) continue;
            const Bounds::Entry& known = entry_of(child, false);
            if (known.most < plies) return true;
            if (known.least >= plies)
                soonest = std::min<int>(soonest, known.least);
            else
                open.add(child, known.least);
        }
        for (int nth = 0; nth < open.count; ++nth) {  // first the turn after which it may end soonest
            open.bring_to(nth, std::min_element(open.least + nth, open.least + open.count) - open.least);
            if (ends_within(open.state[nth], plies - 1, false)) return true;
            soonest = std::min<int>(soonest, entry_of(open.state[nth], false).least);
        }
        if (plies > 3) least = std::max(least, std::min<int>(soonest, Bounds::kFar - 1) + 1);
        return false;
    }

    bool loser_ends_within(const State& state, int plies, int& least) {
        Open open;
        bool is_refuted = false;
        const Children children = children_of(state);
        for (const State& child : children) {
            if (wins_at_once(child)) continue;
            const Bounds::Entry& known = entry_of(child, true);
            least = std::max(least, known.least + 1);
            is_refuted |= known.least >= plies;
            if (known.most >= plies) open.add(child, known.least);
        }
        if (is_refuted) return false;
        for (int nth = 0; nth < open.count; ++nth) {  // first the turn after which it may last longest
            open.bring_to(nth, std::max_element(open.least + nth, open.least + open.count) - open.least);
            if (ends_within(open.state[nth], plies - 1, true)) continue;
            least = std::max(least, entry_of(open.state[nth], true).least + 1);
            return false;
        }
        return true;
    }

    bool loses_in_two(const State& state) const {
        const Children children = children_of(state);
        return std::all_of(children.begin(), children.end(), [&](const State& child) { return wins_at_once(child); });
    }

    const Tablebase::Data& data_;
    Bounds bounds_;
};

bool Search::wins_at_once(const State& state) const {
    const Sides& own = *data_.sides[state.men];
    const Mask master = bit(kSquares - 1 - data_.sides[state.waiting_men]->master(state.row));
    for (const CardId card : kArrangement.of[state.deal].hand[kRed])
        if ((own.goal(state.column) & kSideMask[card]) || (own.attacked(state.column, card) & master)) return true;
    return false;
}

Children Search::children_of(const State& state) const {
    Children children;
    const Sides& own = *data_.sides[state.men];
    const Sides& enemy = *data_.sides[state.waiting_men];
    for (int slot = 0; slot < 2; ++slot) {
        const CardId card = kArrangement.of[state.deal].hand[kRed][slot];
        for (const std::uint16_t to : own.moves(state.column, card)) add(children, own, enemy, state, slot, to);
    }
    if (own.stuck(kRed, state.column) & deal_mask(state.deal))  // R14
        for (int slot = 0; slot < 2; ++slot) add(children, own, enemy, state, slot, state.column);
    return children;
}


}  // namespace

int Tablebase::distance(const Board& board) const {
    const Wdl value = probe(board);
    if (value == Wdl::kUnknown || value == Wdl::kDraw) return -1;
    return Search(*data_).distance(state_of(board), value == Wdl::kWin);
}

Turn Tablebase::best_turn(const Board&) const { return {}; }

}  // namespace onitama
