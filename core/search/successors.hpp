// Positions judged from the one above them, before their boards are made: for all turns with the same card one sum of the
// evaluation serves, and one look at what the card that is given away changes.
#pragma once

#include "search/eval.hpp"
#include "search/moves.hpp"

namespace onitama {

// The positions after the safe turns of one position, in a game without the spirit, in which the mover neither is in
// danger nor wins by a threat on the temple.
class Successors {
public:
    static constexpr int kNotQuiet = kMaxEval + 1;

    Successors(const Board& board, const Tables& tables, const Evaluator& evaluator)
        : board_(board), tables_(tables), evaluator_(evaluator), us_(board.to_move), them_(other(us_)) {}

    // The evaluation from the view of the opponent, to move after the turn. kNotQuiet if its master is attacked, or if
    // it may win by a threat on the temple.
    int evaluate(Turn turn) {
        Card& card = card_in(turn.slot());
        if (card.is_threatened) return kNotQuiet;
        const Mask from = bit(turn.from()), to = bit(turn.to());
        const bool is_master = board_.masters[us_] & from;
        own_after_ = board_.pawns[us_] ^ from ^ to;
        const Mask master = is_master ? to : board_.masters[us_];
        is_near_temple_ = master & card.temple_sources;
        if (((own_after_ ^ master) & card.student_sources) | (master & card.master_sources)) return kNotQuiet;
        // What is ours is theirs to the opponent.
        const int kind = is_master ? net::kTheirMaster : net::kTheirStudent;
        Lanes sum = card.sum - card.view.piece(kind, turn.from()) + card.view.piece(kind, turn.to());
        if (board_.pawns[them_] & to) {
            const int own = std::popcount(board_.pawns[us_]), theirs = std::popcount(board_.pawns[them_]);
            sum += evaluator_.material(theirs - 1, own) - evaluator_.material(theirs, own) - card.view.piece(net::kOwnStudent, turn.to());
        }
        return evaluator_.worth(sum);
    }

    // After the turn evaluated last: what the mover threatens,
    Danger danger() const { return {0, is_near_temple_, false}; }

    // and whether the opponent may have a capture. Its hand is the same before and after.
    bool may_capture() {
        if (!their_reach_) their_reach_ = reached_by(board_, tables_, them_);
        return their_reach_ & own_after_;
    }

private:
    // What the positions have in common after a turn with one of the mover's cards.
    struct Card {
        bool is_known = false, is_threatened;
        Mask student_sources, master_sources;  // from where the mover attacks the opponent's master with its new hand
        Mask temple_sources;                   // and from where its master reaches the temple
        Evaluator::View view;
        Lanes sum;  // as if the turn changed the cards only
    };

    Card& card_in(int slot) {
        Card& card = cards_[slot];
        if (card.is_known) return card;
        card.is_known = true;
        const int arrangement = kArrangement.next[board_.arrangement][us_][slot];
        const int hand = kPairNumber[arrangement][us_], target = lowest(board_.masters[them_]);
        card.is_threatened = board_.masters[them_] & tables_.threat_squares(them_, arrangement);
        card.student_sources = tables_.student_sources(us_, hand, target);
        card.master_sources = tables_.master_sources(us_, hand, target);
        card.temple_sources = tables_.master_sources(us_, hand, kTempleSquare[them_]);
        card.view = evaluator_.seen_by(them_, arrangement);
        card.sum = evaluator_.sum(board_, card.view);
        return card;
    }

    const Board& board_;
    const Tables& tables_;
    const Evaluator& evaluator_;
    const Player us_, them_;
    Mask their_reach_ = 0;  // once it is asked for
    Mask own_after_ = 0;
    bool is_near_temple_ = false;
    std::array<Card, 2> cards_;
};

}  // namespace onitama
