// Exact distances: whether a win can be forced within so many plies, by full search without evaluation or reductions.
//
// The main search finds wins; since it reduces and extends, the distance it finds may not be the shortest. This finds
// out. A node of the attacker asks "do I win within n plies", one of the defender "do I lose within n plies"; as in
// the main search, nobody who is to move can win at once.
#include "search/worker.hpp"
#include "tablebase/tablebase.hpp"

namespace onitama {

class Prover {
public:
    Prover(Worker& worker, std::uint64_t budget) : worker_(worker), shared_(worker.shared_), last_node_(worker.nodes() + budget) {}

    bool is_aborted() const { return worker_.stopped_ || worker_.nodes() > last_node_; }

    template <bool kSpirit>
    bool wins(const Board& board, int plies, int ply) {
        if (plies < 3 || is_aborted()) return false;
        worker_.count_node();
        const Danger danger = danger_to_mover(board, shared_.tables);
        if (!kSpirit) {
            if (danger.temple) return false;
            if (wins_by_temple_threat(board, shared_.tables, danger)) return true;
            if (value_of(board) == Wdl::kLoss || value_of(board) == Wdl::kDraw) return false;
        }
        Memory memory(*this, table_key<kSpirit>(board), kAttacker);
        if (plies > 3 && memory.knows(plies)) return memory.answer();
        const Turn hint = plies > 3 ? known_turn<kSpirit>(board) : Turn{};
        const auto tries = [&](Turn turn) {
            const Board next = make<kSpirit>(board, turn);
            return !(kSpirit && can_win_now(next, shared_.tables, next.to_move)) && loses<kSpirit>(next, plies - 1, ply + 1);
        };
        const Turn winning = any_turn<kSpirit>(board, danger, hint, ply, tries);
        if (is_aborted()) return false;
        if (plies > 3) memory.learn(plies, static_cast<bool>(winning), winning);
        return static_cast<bool>(winning);
    }

    template <bool kSpirit>
    bool loses(const Board& board, int plies, int ply) {
        if (plies < 2 || is_aborted()) return false;
        worker_.count_node();
        const Danger danger = danger_to_mover(board, shared_.tables);
        if (!kSpirit && danger.temple) return true;
        if (plies == 2 && !danger.any()) return loses_quietly<kSpirit>(board, danger);
        if (!kSpirit && (value_of(board) == Wdl::kWin || value_of(board) == Wdl::kDraw)) return false;
        Memory memory(*this, table_key<kSpirit>(board), kDefender);
        if (plies > 2 && memory.knows(plies)) return memory.answer();
        const auto saves = [&](Turn turn) {
            const Board next = make<kSpirit>(board, turn);
            return !(kSpirit && can_win_now(next, shared_.tables, next.to_move)) && !wins<kSpirit>(next, plies - 1, ply + 1);
        };
        const Turn saving = any_turn<kSpirit>(board, danger, plies > 2 ? memory.turn() : Turn{}, ply, saves);
        if (is_aborted()) return false;
        if (plies > 2) memory.learn(plies, !saving, saving);
        return !saving;
    }

private:
    enum Role : std::uint8_t { kAttacker = 1, kDefender = 2 };

    // What is known of a position: the win (or loss) takes at most `depth` plies, or (kUpper) more than that.
    class Memory {
    public:
        Memory(Prover& prover, TableKey key, Role role) : prover_(prover), key_(key) {
            key_.key |= static_cast<Key>(role) << 62;  // never taken for an entry of the main search
            is_found_ = prover.shared_.tt.probe(key_, entry_);
        }
        bool knows(int plies) const {
            return is_found_ && (answer() ? entry_.depth <= plies : entry_.depth >= plies);
        }
        bool answer() const { return entry_.bound == kLower; }
        Turn turn() const { return is_found_ ? entry_.turn : Turn{}; }
        void learn(int plies, bool yes, Turn turn) {
            prover_.shared_.tt.store(key_, {turn, 0, plies, yes ? kLower : kUpper});
        }

    private:
        Prover& prover_;
        TableKey key_;
        TableEntry entry_;
        bool is_found_;
    };

    Wdl value_of(const Board& board) const {
        return worker_.table_ && worker_.table_->ready() && worker_.table_->covers(board) ? worker_.table_->probe(board) : Wdl::kUnknown;
    }

    template <bool kSpirit>
    Turn known_turn(const Board& board) const {
        TableEntry entry;
        return shared_.tt.probe(table_key<kSpirit>(board), entry) ? entry.turn : Turn{};
    }

    // The mover is not threatened, so it loses in two only if each of its turns runs into danger.
    template <bool kSpirit>
    bool loses_quietly(const Board& board, const Danger& danger) {
        if constexpr (!kSpirit) {
            return !has_safe_turn(board, shared_.tables, danger) && has_moves(board, shared_.tables);
        }
        TurnList list;
        generate(board, shared_.tables, list);
        return std::all_of(list.begin(), list.end(), [&](Turn turn) {
            const Board next = make<kSpirit>(board, turn);
            return can_win_now(next, shared_.tables, next.to_move);
        });
    }

    // The first turn for which `holds`, an empty turn if there is none.
    template <bool kSpirit, class Holds>
    Turn any_turn(const Board& board, const Danger& danger, Turn hint, int ply, const Holds& holds) {
        if (hint && !is_possible(board, shared_.tables, hint)) hint = Turn{};
        const Worker::Node node{board, Turn{}};
        auto turns = worker_.turns_of<kSpirit>(node, danger, Kind::kAll, true, hint, ply);
        while (const Turn turn = turns.next()) {
            if (holds(turn)) return turn;
            if (is_aborted()) return Turn{};
        }
        return Turn{};
    }

    Worker& worker_;
    Shared& shared_;
    std::uint64_t last_node_;
};

Worker::Proof Worker::prove_win(const Board& board, int plies, std::uint64_t budget) {
    Prover prover(*this, budget);
    plies = std::min(plies, kMaxPly - 2);
    const bool yes = board.spirit ? prover.wins<true>(board, plies, 0) : prover.wins<false>(board, plies, 0);
    return prover.is_aborted() ? Proof::kAborted : yes ? Proof::kYes : Proof::kNo;
}

Worker::Proof Worker::prove_loss(const Board& board, int plies, std::uint64_t budget) {
    Prover prover(*this, budget);
    plies = std::min(plies, kMaxPly - 2);
    const bool yes = board.spirit ? prover.loses<true>(board, plies, 0) : prover.loses<false>(board, plies, 0);
    return prover.is_aborted() ? Proof::kAborted : yes ? Proof::kYes : Proof::kNo;
}

}  // namespace onitama
