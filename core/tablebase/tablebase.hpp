// Every position with few men, solved: won, drawn or lost for the player to move, for one set of five cards.
//
// Built in memory for a deal, used by the search and by whoever wants an ending played perfectly.
// Repetition is no rule (R16): a position that nobody can force is a draw.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "search/board.hpp"

namespace onitama {

enum class Wdl : std::uint8_t { kUnknown, kLoss, kDraw, kWin };  // for the player to move

// How long to look for an exact distance.
struct Patience {
    std::size_t positions = 600'000;           // at most so many; a second or so
    const std::atomic<bool>* stop = nullptr;  // gives up when it becomes true
};

class Tablebase {
public:
    // States of the whole table by value for the player to move. States with a master on the enemy temple are over;
    // they count as what they are: won by the master that stands there (the mover's first, if both do).
    struct Counts {
        std::uint64_t won = 0, drawn = 0, lost = 0;
    };

    Tablebase();
    ~Tablebase();
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;

    // Whether positions of these cards can be solved: five movement cards, a game without the spirit.
    static bool supports(const CardSet& cards);

    // Solves all positions with 1..max_men men a side (max_men 1..3) and blocks until done. Forgets what was built
    // before. False, with nothing kept, if stopped, if there is no memory, or if the cards are not supported.
    // No other member but ready(), covers(), probe(), distance() and best_turn() may run meanwhile; those say
    // "not known" until the table is ready.
    bool build(const CardSet& cards, int max_men, int threads, const std::atomic<bool>& stop);

    void clear();        // frees the table; no other thread may be using it
    bool ready() const;  // safe from other threads while building

    // Whether probe() knows this position: at most max_men men a side, no spirit, both masters alive, game not over.
    bool covers(const Board& board) const;

    // kUnknown where covers() is false. Some tens of nanoseconds.
    Wdl probe(const Board& board) const;

    // Plies to the end of the game, exactly, when the winner hurries and the loser delays. 1 = the player to move wins
    // with this turn; even numbers are losses. -1 for draws, where covers() is false, and for the few long endings that
    // a search of about a second cannot count. Meant for the root of a search; it uses memory of its own, some 40 MB at
    // most.
    int distance(const Board& board, const Patience& patience = {}) const;

    // The turn that follows the shortest win or the longest loss, where distance() can tell; in longer endings a turn
    // that wins all the same and leads to what was found to be won earliest; any turn that keeps a draw; the empty Turn
    // where covers() is false. Cost as distance().
    Turn best_turn(const Board& board, const Patience& patience = {}) const;

    Counts counts() const;      // goes through the whole table
    std::size_t bytes() const;  // of the table as it stands, without what building needs for a while

    struct Data;  // its parts' own

private:
    std::unique_ptr<Data> data_;
    std::atomic<bool> ready_{false};
};

}  // namespace onitama
