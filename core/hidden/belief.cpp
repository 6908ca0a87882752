#include "hidden/belief.hpp"

#include <algorithm>
#include <bit>

#include "hidden/judge.hpp"
#include "rules/turn.hpp"

namespace onitama {

namespace {

constexpr int kMostSteps = 8;  // of a turn
constexpr int kTaste = 4;        // the quarter of what makes a step half as likely
constexpr int kWhim = 4;        // one step in so many is made for no reason that can be seen
constexpr Mask kNowhere = ~Mask{0};

// All ways to put so many ninjas on the free squares; the shown ones are where they are.
void stand_anywhere(const Position& position, Player player, Stands& stands) {
    const Mask shown = position.revealed_mask[player] & position.ninjas_mask[player];
    Mask taken = position.spirit_mask;
    for (const Player each : {kRed, kBlue}) taken |= position.students_mask[each] | position.masters_mask[each];
    const int unseen = std::popcount(position.ninjas_mask[player] & ~shown);
    const Mask free = kAllSquares & ~taken & ~shown;
    stands.clear();
    if (unseen == 0) stands.add(shown, 1);
    for (Mask one = free; unseen && one;) {
        const Mask first = shown | bit(take_lowest(one));
        if (unseen == 1) stands.add(first, 1);
        for (Mask two = one; unseen == 2 && two;) stands.add(first | bit(take_lowest(two)), 1);
    }
    stands.normalise();
}

// Takes what a viewer is told of a step off the beginning of a turn's text; false if the text goes on differently.
bool take(const GameInfo& game, const Happening& happening, Viewer viewer, std::string_view& text) {
    std::array<char, kMostEventLetters> buffer;
    Sink out{buffer};
    write_event(game, happening, viewer, false, out);
    const std::string_view event = out.view();
    if (event.empty()) return true;
    if (text.substr(0, event.size()) != event) return false;
    const std::string_view rest = text.substr(event.size());
    if (!rest.empty() && rest[0] != ' ') return false;
    text = rest.empty() ? rest : rest.substr(1);
    return true;
}

// The part of a weight that goes to one step of so many: most by how well it is liked, the rest evenly.
std::uint64_t share_of(std::uint64_t weight, std::uint32_t liked, std::uint64_t total_liked, int steps) {
    const std::uint64_t even = weight / kWhim / static_cast<std::uint64_t>(steps);
    return std::max<std::uint64_t>(1, even + (weight - weight / kWhim) * liked / total_liked);
}

}  // namespace

void Stands::add(Mask ninjas_mask, std::uint64_t weight) {
    for (int i = 0; i < count_; ++i)
        if (stands_[i].ninjas_mask == ninjas_mask) {
            raw_[i] += weight;
            return;
        }
    stands_[count_].ninjas_mask = ninjas_mask;
    raw_[count_++] = weight;
}

void Stands::normalise() {
    std::uint64_t total = 0;
    for (int i = 0; i < count_; ++i) total += raw_[i];
    // What is possible, however unlikely, stays possible.
    for (int i = 0; i < count_; ++i)
        stands_[i].weight = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(raw_[i] * kWholeWeight / std::max<std::uint64_t>(1, total)));
}

// A way in which a turn can have gone, and what everyone but the mover was told on it.
struct Belief::Path {
    std::array<Step, kMostSteps> steps{};
    std::array<Told32, kMostSteps> told{};
    int step_count = 0;
    int told_count = 0;
    Position end;

    void add(Step step, Told32 outside) {
        steps[step_count++] = step;
        if (outside != kUnnoticed) told[told_count++] = outside;
    }
    void take_back(Told32 outside) {
        --step_count;
        if (outside != kUnnoticed) --told_count;
    }
};

void Belief::begin(const GameInfo& game, const Position& start, Player viewer, Weighing weighing) {
    game_ = game;
    position_ = start;
    viewer_ = viewer;
    weighing_ = weighing;
    for (const Player player : {kRed, kBlue}) stand_anywhere(start, player, stands_[player]);
}

void Belief::suppose(Mask ninjas_mask) {
    Stands& stands = stands_[other(viewer_)];
    stands.clear();
    stands.add(ninjas_mask, 1);
    stands.normalise();
}

bool Belief::find_path(const Position& from, std::string_view turn, Path& path) const {
    if (turn.empty()) {
        path.end = from;
        return true;
    }
    if (path.step_count == kMostSteps || from.to_move != position_.to_move) return false;
    StepList steps;
    legal_steps(game_, from, steps);
    for (const Step step : steps) {
        const Position after = play(game_, from, step);
        const Happening happened = happening(game_, from, step, after);
        std::string_view rest = turn;
        if (!take(game_, happened, viewer_ == kRed ? Viewer::kRed : Viewer::kBlue, rest)) continue;
        const Told32 outside = told_outside(happened);
        path.add(step, outside);
        if (find_path(after, rest, path)) return true;
        path.take_back(outside);
    }
    return false;
}

// Adds where the mover's ninjas may stand after steps from `from` of which others are told as on the path.
void Belief::spread(const Position& from, const Path& path, Progress progress, std::uint64_t weight, Stands& found) const {
    const Player mover = position_.to_move;
    const bool is_there = from.phase == path.end.phase && from.to_move == path.end.to_move && from.card == path.end.card;
    if (progress.told == path.told_count && progress.steps > 0 && is_there) {
        found.add(from.ninjas_mask[mover], weight);
        return;
    }
    if (from.phase == Phase::kOver || from.to_move != mover || progress.steps == kMostSteps) return;
    StepList steps;
    legal_steps(game_, from, steps);
    std::array<int, kMaxSteps> values{};
    if (weighing_ == Weighing::kLiked) judge_steps(game_, from, steps, Foresight::kTurn, kAims, values);
    const int best = *std::max_element(values.begin(), values.begin() + steps.size());
    std::uint64_t total = 0;
    for (int i = 0; i < steps.size(); ++i) total += liking(best - values[i], kTaste);
    for (int i = 0; i < steps.size(); ++i) {
        const Position after = play(game_, from, steps[i]);
        const Told32 outside = told_outside(happening(game_, from, steps[i], after));
        const bool is_told = progress.told < path.told_count && outside == path.told[progress.told];
        if (outside != kUnnoticed && !is_told) continue;
        const std::uint64_t share = share_of(weight, liking(best - values[i], kTaste), total, steps.size());
        spread(after, path, {progress.steps + 1, progress.told + is_told}, share, found);
    }
}

// Where the waiting player's ninjas stand after the path if they stood so before it; `kNowhere` if it would
// have been told differently.
Mask Belief::follow(Position position, const Path& path) const {
    const Player waiting = other(position.to_move);
    int told = 0;
    for (int i = 0; i < path.step_count; ++i) {
        const Position after = play(game_, position, path.steps[i]);
        const Told32 outside = told_outside(happening(game_, position, path.steps[i], after));
        if (outside != kUnnoticed && outside != path.told[told++]) return kNowhere;
        position = after;
    }
    return position.ninjas_mask[waiting];
}

bool Belief::tell(std::string_view turn) {
    const Player mover = position_.to_move, waiting = other(mover), enemy = other(viewer_);
    Path path;
    Position start = position_;
    bool is_found = false;
    for (const Stand& stand : stands_[enemy].view()) {
        start.ninjas_mask[enemy] = stand.ninjas_mask;
        is_found = !turn.empty() && find_path(start, turn, path);
        if (is_found) break;
    }
    if (!is_found) return false;
    std::array<Stands, 2> after;
    // The steps of a player do not depend on where the other's ninjas are, only what comes of them does.
    Position from = start;
    for (const Stand& stand : stands_[mover].view()) {
        from.ninjas_mask[mover] = stand.ninjas_mask;
        spread(from, path, {}, std::uint64_t{stand.weight} << 12, after[mover]);
    }
    from = start;
    for (const Stand& stand : stands_[waiting].view()) {
        from.ninjas_mask[waiting] = stand.ninjas_mask;
        const Mask ninjas_mask = follow(from, path);
        if (ninjas_mask != kNowhere) after[waiting].add(ninjas_mask, stand.weight);
    }
    for (const Player player : {kRed, kBlue}) {
        after[player].normalise();
        stands_[player] = after[player];
    }
    position_ = path.end;
    return true;
}

}  // namespace onitama
