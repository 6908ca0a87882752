#include "hidden/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace onitama {

namespace {

constexpr int kHalfway = 300;             // a lead of so much is halfway to a win
constexpr int kSurest = kUnit * 15 / 16;  // what is not certain stays below
constexpr int kTrust = 16;                // the quarter of what halves a step's prior
constexpr std::size_t kActionsPerNode = 16;

}  // namespace

int value_of(int judged) {
    if (std::abs(judged) >= kWonAtOnce) return judged > 0 ? kUnit : -kUnit;
    return kSurest * judged / (std::abs(judged) + kHalfway);
}

int judged_of(int value) {
    const int size = std::min(std::abs(value), kSurest - 1);
    const int judged = std::min(kWonAtOnce - 1, kHalfway * size / (kSurest - size));
    return value < 0 ? -judged : judged;
}

bool Tree::configure(std::size_t bytes) {
    const std::size_t wanted = std::max<std::size_t>(1024, bytes / (2 * sizeof(Node) + kActionsPerNode * sizeof(Action)));
    const std::size_t nodes = std::bit_floor(wanted) * 2;  // at most half of the places are used
    const std::size_t actions = std::max<std::size_t>(kActionsPerNode * wanted, 4 * kMaxSteps);
    std::unique_ptr<Node[]> node_memory(new (std::nothrow) Node[nodes]);
    std::unique_ptr<Action[]> action_memory(new (std::nothrow) Action[actions]);
    if (!node_memory || !action_memory) return false;
    nodes_ = std::move(node_memory);
    actions_ = std::move(action_memory);
    node_mask_ = nodes - 1;
    action_limit_ = actions;
    search_ = 0;
    clear();
    return true;
}

void Tree::clear() {
    node_count_ = action_count_ = 0;
    if (++search_ != 0) return;
    std::fill_n(nodes_.get(), node_mask_ + 1, Node{});  // the numbers have come round
    search_ = 1;
}

Node* Tree::find(std::uint64_t key) {
    for (std::size_t at = key & node_mask_; nodes_[at].search == search_; at = (at + 1) & node_mask_)
        if (nodes_[at].key == key) return &nodes_[at];
    return nullptr;
}

Node* Tree::add(std::uint64_t key, const StepList& steps, const std::array<int, kMaxSteps>& values) {
    const auto count = static_cast<std::size_t>(steps.size());
    if (2 * node_count_ > node_mask_ || action_count_ + count > action_limit_) return nullptr;
    std::size_t at = key & node_mask_;
    while (nodes_[at].search == search_) at = (at + 1) & node_mask_;
    Node& node = nodes_[at];
    node = {key, search_, static_cast<std::uint32_t>(action_count_), 0, static_cast<std::uint16_t>(count)};
    action_count_ += count;
    ++node_count_;
    const std::span<Action> found = actions(node);
    for (std::size_t i = 0; i < count; ++i) found[i] = {steps[static_cast<int>(i)], 0, 0, value_of(values[i]), 0, 0};
    set_priors(found);
    return &node;
}

int Tree::permille() const {
    return static_cast<int>(std::max(action_count_ * 1000 / (action_limit_ + 1), node_count_ * 2000 / (node_mask_ + 1)));
}

void set_priors(std::span<Action> actions) {
    int best = -kUnit;
    for (const Action& action : actions) best = std::max(best, action.first + action.insight);
    std::uint64_t total = 0;
    const auto liked = [best](const Action& action) { return liking(judged_of(best) - judged_of(action.first + action.insight), kTrust); };
    for (const Action& action : actions) total += liked(action);
    for (Action& action : actions) action.prior = static_cast<std::uint32_t>(std::uint64_t{liked(action)} * kUnit / total);
}

}  // namespace onitama
