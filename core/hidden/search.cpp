#include "hidden/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "hidden/random.hpp"
#include "rules/base.hpp"
#include "rules/lanterns.hpp"
#include "rules/turn.hpp"

namespace onitama {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostVisits = 256;        // decisions on one way down
constexpr int kSooner = 32;             // how much of a win each turn until then costs
constexpr int kHabit = 4;               // visits that the priors of all steps together count as
constexpr int kCuriosity = 3;           // eighths: how much attention steps get that have had little
constexpr std::uint64_t kSupposed = 2;    // one iteration in so many draws the viewer's own ninjas too, if they are secret
constexpr int kLookEvery = 16;          // iterations between looks at the clock
constexpr std::uint64_t kFirstNews = 512;
constexpr int kInsight = 3000;          // what an answer is worth that may as well be yes as no
constexpr int kAsGood = kUnit / 50;     // values so close may be chosen for each other
constexpr int kPlaceAsGood = kUnit / 8; // ... for the first squares of ninjas
constexpr std::uint64_t kAsSeen = 3;    // ... if looked at a third as often as the best

// Draws ways to stand by their weights.
class Drawing {
public:
    explicit Drawing(const Stands& stands) : stands_(stands.view()) {
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < stands_.size(); ++i) ends_[i] = total += stands_[i].weight;
    }

    Mask draw(Random& random) const {
        const std::uint64_t at = random.below(ends_[stands_.size() - 1]);
        return stands_[std::upper_bound(ends_.begin(), ends_.begin() + stands_.size(), at) - ends_.begin()].ninjas_mask;
    }

private:
    std::span<const Stand> stands_;
    std::array<std::uint64_t, kMostStands> ends_{};
};

struct Visit {
    Node* node;
    Action* action;
    Player player;
};

class Run {
public:
    Run(Tree& tree, const Belief& belief, const HiddenLimits& limits, const HiddenOptions& options)
        : tree_(tree), belief_(belief), game_(belief.game()), limits_(limits), options_(options), random_(options.seed),
          drawings_{Drawing(belief.stands(kRed)), Drawing(belief.stands(kBlue))}, root_(belief.position()),
          viewer_(belief.viewer()) {
        guess_ = root_.ninjas_mask;
        has_secrets_ = !options.guesses && belief.stands(viewer_).view().size() > 1;
        guess_[other(viewer_)] = drawings_[other(viewer_)].draw(random_);
        tree_.clear();
        plant();
    }

    void iterate();
    bool is_settled() const { return root_node_->action_count == 1; }
    void report(HiddenResult& result) const;
    Step choose();

private:
    void plant();
    int insight_of(Square line) const;
    std::array<Mask, 2> draw(bool is_truth);
    std::uint64_t first_key(Player player, Mask ninjas_mask) const { return mixed(mixed(ninjas_mask + 1) + player); }
    void steps_at(const Position& position, StepList& steps) const;
    Node* grow(const Position& position, std::uint64_t key);
    Action& select(Node& node);
    Action& imagine(Node& node);
    Position go(const Position& position, Step step, std::array<std::uint64_t, 2>& keys) const;
    int leaf(const Position& position, int turns) const;

    Tree& tree_;
    const Belief& belief_;
    const GameInfo& game_;
    const HiddenLimits& limits_;
    const HiddenOptions& options_;
    Random random_;
    std::array<Drawing, 2> drawings_;
    Position root_;
    Player viewer_;
    std::array<Mask, 2> guess_{};
    bool has_secrets_ = false;  // whether the enemy does not know where the viewer's ninjas are
    Node* root_node_ = nullptr;
    std::uint64_t iterations_ = 0;
    int depth_ = 0;
};

// The steps that are looked at. Lanterns are thought about in the turn at hand only: later they would cost more than
// they could teach.
void Run::steps_at(const Position& position, StepList& steps) const {
    if (position.phase == Phase::kLantern && position.turn_number != root_.turn_number) {
        steps.clear();
        steps.add({StepKind::kLantern, kNoCard, kNoSquare, kNoSquare});
        return;
    }
    legal_steps(game_, position, steps);
}

// Leaves only the steps that win, if there are any.
void keep_wins(StepList& steps, std::array<int, kMaxSteps>& values) {
    const StepList all = steps;
    if (std::find(values.begin(), values.begin() + all.size(), kWonAtOnce) == values.begin() + all.size()) return;
    steps.clear();
    for (int i = 0; i < all.size(); ++i)
        if (values[i] == kWonAtOnce) steps.add(all[i]);
    std::fill_n(values.begin(), steps.size(), kWonAtOnce);
}

Node* Run::grow(const Position& position, std::uint64_t key) {
    StepList steps;
    std::array<int, kMaxSteps> values;
    steps_at(position, steps);
    judge_steps(game_, position, steps, Foresight::kStep, kProspects, values);
    keep_wins(steps, values);
    return tree_.add(key, steps, values);
}

// The more open the answer of a lantern, the more it teaches: 4 p (1 - p) of the most. Who takes a guess for the truth
// knows all answers.
int Run::insight_of(Square line) const {
    if (line == kNoSquare || options_.guesses) return 0;
    std::int64_t lit = 0, all = 0;
    for (const Stand& stand : belief_.stands(other(viewer_)).view()) {
        all += stand.weight;
        if (stand.ninjas_mask & line_mask(line)) lit += stand.weight;
    }
    return static_cast<int>(4 * kInsight * lit / all * (all - lit) / all);
}

// The root, its steps judged by all ways in which the enemy's ninjas may stand.
void Run::plant() {
    const Player enemy = other(viewer_);
    root_node_ = grow(root_, first_key(viewer_, root_.ninjas_mask[viewer_]));
    for (Action& action : tree_.actions(*root_node_)) {
        if (action.first == kUnit) continue;
        std::int64_t sum = 0, weights = 0;
        for (const Stand& stand : belief_.stands(enemy).view()) {
            if (options_.guesses && stand.ninjas_mask != guess_[enemy]) continue;
            Position position = root_;
            position.ninjas_mask[enemy] = stand.ninjas_mask;
            const Position after = play(game_, position, action.step);
            sum += std::int64_t{stand.weight} * (after.phase == Phase::kOver ? kUnit : -value_of(judge(game_, after, enemy, kProspects)));
            weights += stand.weight;
        }
        action.first = static_cast<std::int32_t>(sum / weights);
        if (action.step.kind == StepKind::kLantern) action.insight = insight_of(action.step.to);
    }
    set_priors(tree_.actions(*root_node_));
}

// Where the ninjas are this time: the viewer's where they are in truth, or where the enemy may think.
std::array<Mask, 2> Run::draw(bool is_truth) {
    if (options_.guesses) return guess_;
    std::array<Mask, 2> masks = root_.ninjas_mask;
    masks[other(viewer_)] = drawings_[other(viewer_)].draw(random_);
    if (!is_truth) masks[viewer_] = drawings_[viewer_].draw(random_);
    return masks;
}

Action& Run::select(Node& node) {
    const std::span<Action> actions = tree_.actions(node);
    // The root is exact and correctly rounded everywhere, so the result is the same on every build.
    const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(std::uint64_t{node.visits + 1} << 8)));
    Action* best = nullptr;
    std::int64_t highest = 0;
    for (Action& action : actions) {
        const std::int64_t interest = kCuriosity * action.prior * root / (128 * (std::int64_t{action.visits} + 1));
        const std::int64_t score = action.value() + interest;
        if (best && score <= highest) continue;
        best = &action;
        highest = score;
    }
    return *best;
}

// What a player does by its habits so far, which it does not change.
Action& Run::imagine(Node& node) {
    const std::span<Action> actions = tree_.actions(node);
    const auto share = [](const Action& action) { return std::uint64_t{action.visits} * kUnit + action.prior * kHabit; };
    std::uint64_t total = 0;
    for (const Action& action : actions) total += share(action);
    std::uint64_t at = random_.wide_below(total);
    for (Action& action : actions) {
        if (at < share(action)) return action;
        at -= share(action);
    }
    return actions.back();
}

Position Run::go(const Position& position, Step step, std::array<std::uint64_t, 2>& keys) const {
    const Position after = play(game_, position, step);
    const Happening happened = happening(game_, position, step, after);
    const Player mover = position.to_move;
    keys[mover] = mixed(keys[mover] + told_mover(happened));
    const Told32 outside = options_.guesses ? told_mover(happened) : told_outside(happened);
    if (outside != kUnnoticed) keys[other(mover)] = mixed(keys[other(mover)] + outside);
    return after;
}

// From Red's view; in the middle of a turn as if it ended now.
int Run::leaf(const Position& position, int turns) const {
    const Player next = position.phase == Phase::kMove ? position.to_move : other(position.to_move);
    int value = value_of(judge(game_, position, next, kProspects));
    if (value == kUnit) value -= kSooner * (turns + 1);
    return next == kRed ? value : -value;
}

void Run::iterate() {
    const bool is_truth = has_secrets_ && iterations_ % kSupposed != 0;
    Position position = root_;
    position.ninjas_mask = draw(is_truth);
    std::array<std::uint64_t, 2> keys{first_key(kRed, position.ninjas_mask[kRed]), first_key(kBlue, position.ninjas_mask[kBlue])};
    if (options_.guesses) keys[other(viewer_)] = first_key(other(viewer_), 0);
    std::array<Visit, kMostVisits> way;
    int visits = 0, turns = 0, value = 0;
    for (bool is_new = false;;) {
        turns = static_cast<int>(position.turn_number - root_.turn_number);
        if (position.phase == Phase::kOver) {
            value = kUnit - kSooner * turns;
            if (decided(game_.rules, position).winner != kRed) value = -value;
            break;
        }
        const bool is_far = (limits_.turns && turns >= limits_.turns) || visits == kMostVisits;
        const bool begins = position.phase == Phase::kMove;
        Node* node = is_far ? nullptr : tree_.find(keys[position.to_move]);
        if (!node && !is_far && !(is_new && begins)) {
            node = grow(position, keys[position.to_move]);
            is_new = true;
        }
        // A new node is worth what it looks like at the end of a turn.
        if (!node || (is_new && begins)) {
            value = leaf(position, turns);
            break;
        }
        // Where the viewer's ninjas are as they are, the enemy does what it does anyway: it must not learn from that.
        const bool learns = position.to_move == viewer_ || !is_truth;
        Action& action = learns ? select(*node) : imagine(*node);
        if (learns) way[visits++] = {node, &action, position.to_move};
        position = go(position, action.step, keys);
    }
    for (int i = 0; i < visits; ++i) {
        ++way[i].node->visits;
        ++way[i].action->visits;
        way[i].action->sum += way[i].player == kRed ? value : -value;
    }
    depth_ = std::max(depth_, turns);
    ++iterations_;
}

void Run::report(HiddenResult& result) const {
    const std::span<const Action> actions = tree_.actions(*root_node_);
    result.count = 0;
    for (const Action& action : actions) {
        const int value = static_cast<int>(action.value());
        const HiddenLine line{action.step, action.first == kUnit ? kWonAtOnce - 1 : judged_of(value) * 100 / kProspects.student,
                              action.visits};
        int at = result.count++;
        for (; at > 0 && result.lines[at - 1].visits < line.visits; --at) result.lines[at] = result.lines[at - 1];
        result.lines[at] = line;
    }
    result.iterations = iterations_;
    result.depth = depth_;
    result.tree_permille = tree_.permille();
}

// One of the steps that are as good as the best, as often as they were looked at: nobody can read from it where the
// viewer's ninjas are. Where they begin differs more, so those are chosen evenly.
Step Run::choose() {
    const std::span<const Action> actions = tree_.actions(*root_node_);
    const Action* best = &actions[0];
    for (const Action& action : actions)
        if (action.visits > best->visits) best = &action;
    std::uint64_t total = 0;
    const bool places = root_.phase == Phase::kPlace;
    const auto share = [best, places](const Action& action) -> std::uint64_t {
        if (places) return action.value() + kPlaceAsGood >= best->value();
        const bool is_as_good = action.value() + kAsGood >= best->value() && action.visits * kAsSeen >= best->visits;
        return &action == best || is_as_good ? action.visits + 1 : 0;
    };
    for (const Action& action : actions) total += share(action);
    std::uint64_t at = random_.below(total);
    for (const Action& action : actions) {
        if (at < share(action)) return action.step;
        at -= share(action);
    }
    return best->step;
}

}  // namespace

HiddenResult HiddenSearcher::search(const Belief& belief, const HiddenLimits& limits, const HiddenOptions& options,
                                    HiddenSink sink, void* context) {
    const auto start = Clock::now();
    const auto elapsed = [start] {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    };
    Run run(tree_, belief, limits, options);
    HiddenResult result;
    std::uint64_t news = kFirstNews;
    for (std::uint64_t done = 1;; ++done) {
        run.iterate();
        if (run.is_settled() || stop_.load(std::memory_order_relaxed) || done == limits.iterations) break;
        if (limits.time_us && done % kLookEvery == 0 && elapsed() >= limits.time_us) break;
        if (!sink || done != news) continue;
        news *= 2;
        run.report(result);
        result.elapsed_us = elapsed();
        sink(context, result);
    }
    run.report(result);
    result.elapsed_us = elapsed();
    const Step chosen = run.choose();
    while (!(result.lines[result.best].step == chosen)) ++result.best;
    return result;
}

}  // namespace onitama
