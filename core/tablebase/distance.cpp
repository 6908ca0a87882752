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

void add(Children& children, const Sides& own, const Sides& enemy, const State& state, int slot, std::uint16_t to) {
    State child{state.waiting_men, state.men, state.row, to, kChangedOver[kArrangement.next[state.deal][kRed][slot]]};
    if (const Mask taken = own.squares(to) & enemy.squares_turned(state.row)) {
        const Square square = opposite(lowest(taken));
        if (square == enemy.master(state.row)) return;
        child.column = static_cast<std::uint16_t>(enemy.without(state.row, square));
        --child.men;
    }
    children.state[children.count++] = child;
}

class Search {
public:
    Search(const Tablebase::Data& data, const Patience& patience) : data_(data), patience_(patience) {}

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
        const Bounds::Entry known = entry_of(state, wins);
        if (known.most <= plies) return true;
        // A winner with time to spare would lose its way: it has to look for the shortest win.
        for (int tried = wins ? std::max<int>(known.least, 3) : plies; tried <= plies; tried += 2)
            if (known.least <= tried && look(state, tried, wins)) return true;
        return false;
    }

    // The least number of plies to the end that the search has not ruled out.
    int least_plies(const State& state, bool wins) { return entry_of(state, wins).least; }

    bool out_of_budget() const {
        return bounds_.size() > patience_.positions || (patience_.stop && patience_.stop->load(std::memory_order_relaxed));
    }

    bool wins_at_once(const State& state) const;
    Children children_of(const State& state) const;

private:
    bool look(const State& state, int plies, bool wins) {
        int least = plies + 2;
        const bool is_within = wins ? winner_ends_within(state, plies, least) : loser_ends_within(state, plies, least);
        Bounds::Entry& entry = bounds_.of(key_of(state));
        if (is_within)
            entry.most = std::min(entry.most, static_cast<std::uint16_t>(plies));
        else if (!out_of_budget())
            entry.least = std::max(entry.least, static_cast<std::uint16_t>(least));
        return is_within;
    }

    // At a new position: what the table knows.
    Bounds::Entry& entry_of(const State& state, bool wins) {
        Bounds::Entry& entry = bounds_.of(key_of(state));
        if (entry.least == 0) {
            entry.least = static_cast<std::uint16_t>(wins ? 2 * data_.sweep_of(state) + 1 : 2);
        }
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
    const Patience patience_;
    Bounds bounds_;
};

bool Search::wins_at_once(const State& state) const {
    const Sides& own = *data_.sides[state.men];
    const Mask master = bit(opposite(data_.sides[state.waiting_men]->master(state.row)));
    for (const CardId card : kArrangement.of[state.deal].hand[kRed])
        if ((own.goal(state.column) >> card & 1) || (own.attacked(state.column, card) & master)) return true;
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

// All turns of a player, as `Turn` and as the position they lead to; wins in place first.
struct RootTurns {
    static constexpr int kMost = 2 * kMostMen * 24;
    Turn turn[kMost];
    Board after[kMost];
    int count = 0;
    Turn winning;

    RootTurns(const CardSet& cards, const Board& board) {
        for (const bool is_pass : {false, true}) {
            if (is_pass && (count > 0 || winning)) return;  // R14: a pass only where nothing moves
            for (int slot = 0; slot < 2; ++slot) add(cards, board, slot, is_pass);
        }
    }

private:
    void add(const CardSet& cards, const Board& board, int slot, bool is_pass) {
        const Player mover = board.to_move;
        const CardId card = kArrangement.of[board.arrangement].hand[mover][slot];
        Board next = board;
        next.to_move = other(mover);
        next.arrangement = kArrangement.next[board.arrangement][mover][slot];
        if (is_pass) {
            turn[count] = Turn::make(slot, kNoSquare, kNoSquare);
            after[count++] = next;
            return;
        }
        for (Mask origins = board.pawns[mover]; origins;) {
            const Square from = take_lowest(origins);
            const bool is_master = board.masters[mover] == bit(from);
            const Reach& reach = cards.reach(mover, card);
            for (Mask targets = (is_master ? reach.master : reach.student)[from] & ~board.pawns[mover]; targets;) {
                const Square to = take_lowest(targets);
                turn[count] = Turn::make(slot, from, to);
                Board& made = after[count++] = next;
                made.pawns[mover] ^= bit(from) | bit(to);
                if (is_master) made.masters[mover] = bit(to);
                made.pawns[other(mover)] &= ~bit(to);
                made.masters[other(mover)] &= ~bit(to);
                if (made.masters[other(mover)] == 0 || (made.masters[mover] & kTemple[other(mover)])) winning = turn[--count];
            }
        }
    }
};

// Of the positions after the loser's turns, the rank of the one that was found to be won latest.
int latest_rank(const Tablebase::Data& data, const Search& search, const State& lost) {
    int latest = 0;
    for (const State& child : search.children_of(lost)) latest = std::max(latest, data.rank_of(child));
    return latest;
}

}  // namespace

int Tablebase::distance(const Board& board, const Patience& patience) const {
    const Wdl value = probe(board);
    if (value == Wdl::kUnknown || value == Wdl::kDraw) return -1;
    return Search(*data_, patience).distance(state_of(board), value == Wdl::kWin);
}

Turn Tablebase::best_turn(const Board& board, const Patience& patience) const {
    const Wdl value = probe(board);
    if (value == Wdl::kUnknown) return {};
    const RootTurns turns(data_->cards, board);
    if (turns.winning) return turns.winning;
    Search search(*data_, patience);
    const bool wins = value == Wdl::kWin;
    const int plies = value == Wdl::kDraw ? -1 : search.distance(state_of(board), wins);
    int best = -1;
    std::pair<int, int> best_rank;
    for (int nth = 0; nth < turns.count; ++nth) {
        const State child = state_of(turns.after[nth]);
        const Wdl child_value = data_->value(child);
        if (value == Wdl::kDraw) {
            if (child_value == Wdl::kDraw) return turns.turn[nth];
        } else if (wins) {
            if (child_value != Wdl::kLoss) continue;
            if (plies > 0 && search.ends_within(child, plies - 1, false)) return turns.turn[nth];
            // If it is too far to count: what was found earlier is nearer to the end, and everything it rests on still nearer.
            const std::pair rank{latest_rank(*data_, search, child), search.least_plies(child, false)};
            if (best < 0 || rank < best_rank) {
                best = nth;
                best_rank = rank;
            }
        } else if (best < 0 || (plies > 0 && !search.ends_within(child, plies - 3, true))) {
            best = nth;
        }
    }
    return turns.turn[best];
}

}  // namespace onitama
