// The search for games without hidden pieces, as others see it: limits in, best lines out.
//
// Scores are from the view of the player to move at the root; 100 is a student's worth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "search/board.hpp"
#include "search/features.hpp"

namespace onitama {

class Tablebase;
struct NetWeights;

inline constexpr int kWin = 10000;    // a win now; less one per ply: win in n plies, this turn counted, is kWin - n
inline constexpr int kProven = 9000;  // |score| > kProven: proven, and the distance is exact
inline constexpr int kKnown = 8000;   // kKnown < |score| <= kProven: proven, the distance is not known
inline constexpr int kMaxPv = 64;
inline constexpr int kMaxMultiPv = 64;
inline constexpr int kMaxDepth = 120;
inline constexpr int kMaxThreads = 256;

// Where to stop; 0 is no limit. The first ply is always completed, so that there is always a turn to play.
struct Limits {
    std::int64_t time_us = 0;
    int depth = 0;
    std::uint64_t nodes = 0;
    bool until_proven = false;  // a won or lost root does not end the search by itself without this or a distance proven
    int multipv = 1;
};

// `spirit_part_slot` >= 0: the pawn part of a wind card's turn (the card in that slot) is made already, and only the
// spirit's part is to be chosen (R31).
struct Root {
    Board board;
    int spirit_part_slot = -1;
};

struct Line {
    int score = 0;
    int depth = 0;
    int seldepth = 0;
    int length = 0;  // of `pv`, in turns
    std::array<Turn, kMaxPv> pv{};
};

struct Info {
    int index = 0;         // of the line among the best ones, from 0
    bool is_last = false;  // of the lines of this depth
    Line line;
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    std::int64_t elapsed_us = 0;
    int tt_permille = 0;
};

using InfoSink = void (*)(void* context, const Info&);

// `lines` are sorted, best first; `count` is 0 only if the game is over.
struct Result {
    std::array<Line, kMaxMultiPv> lines{};
    int count = 0;
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;
    int depth = 0;
    std::int64_t elapsed_us = 0;
    int tt_permille = 0;
    bool proven_draw = false;
};

// Searches one position at a time; remembers what it has learnt until `set_game`.
class Searcher {
public:
    Searcher();
    ~Searcher();
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // False if the memory cannot be had; the searcher then keeps what it had. Forgets what was learnt.
    [[nodiscard]] bool configure(std::size_t tt_bytes, int threads);

    // A new deal: forgets everything. Call it before the first search.
    void set_game(const CardSet& cards, bool has_spirit);

    // nullptr: none. The table may still be building; it must outlive its use. Not while searching.
    void set_tablebase(const Tablebase* table);

    void set_features(const Features& features);

    // Weights of the evaluation other than the built-in ones, from the next `set_game` on.
    void set_net(const NetWeights& net);

    // Blocks. `sink` (may be nullptr) hears of every finished depth, from the calling thread.
    Result search(const Root& root, const Limits& limits, InfoSink sink, void* context);

    // From any thread; a running search returns within 5 ms. `search` does not clear the request: a stop between
    // `arm` and `search` counts too, so no stop is lost while a thread starts.
    void stop();
    void arm();  // clears an earlier stop; call it before every search that may be stopped

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace onitama
