// Where ninjas may be, from what everyone has been told and what one player knows of its own (R70).
//
// All that is told of a step (answers, captures, shown ninjas) is told to everybody, so what is known of one player's
// ninjas does not depend on where the other's are. A belief therefore keeps two lists: how the viewer's own ninjas may
// stand in the eyes of everyone else, and how the enemy's may stand in the viewer's. The record is replayed turn by
// turn by the rules themselves: a way to stand is dropped when no hidden step from it would have been told like that,
// and each hidden step is weighted by how much its player must have liked it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "hidden/told.hpp"
#include "rules/state.hpp"

namespace onitama {

inline constexpr int kMostStands = 300;                  // two ninjas on 25 squares
inline constexpr std::uint32_t kWholeWeight = 1u << 24;  // weights add up to about this

// One way in which a player's living ninjas may stand; `weight` is never 0.
struct Stand {
    Mask ninjas_mask = 0;
    std::uint32_t weight = 0;
};

class Stands {
public:
    std::span<const Stand> view() const { return {stands_.data(), static_cast<std::size_t>(count_)}; }
    bool empty() const { return count_ == 0; }
    void clear() { count_ = 0; }
    void add(Mask ninjas_mask, std::uint64_t weight);
    void normalise();

private:
    std::array<Stand, kMostStands> stands_{};
    std::array<std::uint64_t, kMostStands> raw_{};
    int count_ = 0;
};

// How likely a hidden step is held: as much as its player must like it, or as any other.
enum class Weighing : std::uint8_t { kLiked, kEven };

class Belief {
public:
    // Begins where the record begins. The enemy's ninjas that are not shown may stand anywhere; where `start` has
    // them does not matter, only how many there are.
    void begin(const GameInfo& game, const Position& start, Player viewer, Weighing weighing = Weighing::kLiked);

    // Takes in one turn or placement as the viewer was told of it; the last one may be incomplete. False if it cannot
    // have happened; then nothing has changed.
    bool tell(std::string_view turn);

    // Takes one way in which the enemy's ninjas may stand for certain, as if the viewer had seen it: the measure of what
    // not knowing costs.
    void suppose(Mask ninjas_mask);

    const GameInfo& game() const { return game_; }
    Player viewer() const { return viewer_; }
    // The moment reached: the viewer's own ninjas are where they are, the enemy's somewhere they may be.
    const Position& position() const { return position_; }
    const Stands& stands(Player player) const { return stands_[player]; }

private:
    struct Path;
    struct Progress {  // along a path
        int steps = 0;
        int told = 0;
    };

    bool find_path(const Position& from, std::string_view turn, Path& path) const;
    void spread(const Position& from, const Path& path, Progress progress, std::uint64_t weight, Stands& found) const;
    Mask follow(Position position, const Path& path) const;

    GameInfo game_;
    Position position_;
    Player viewer_ = kRed;
    Weighing weighing_ = Weighing::kLiked;
    std::array<Stands, 2> stands_;
};

}  // namespace onitama
