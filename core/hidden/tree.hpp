// What a search has learnt: for each thing a player may know at a moment, how its steps have fared.
//
// Nodes are found by a hash of all that the player has been told since the root, so there is one tree for each player
// and each way its own ninjas stood at the root, and none of them knows more than its player would. All memory is taken
// beforehand; a full tree learns on in the nodes it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "hidden/judge.hpp"

namespace onitama {

// Values and shares of a search: from -kUnit, lost, to kUnit, won.
inline constexpr int kUnit = 1 << 15;

// A judgement in hundredths of a student as a value, and back.
int value_of(int judged);
int judged_of(int value);

struct Action {
    Step step;
    std::uint32_t visits = 0;
    std::int64_t sum = 0;    // of the values found, from the view of its player
    std::int32_t first = 0;  // the value at a glance; counts as one visit
    std::int32_t insight = 0;  // what its answer is worth beyond what the search sees of that
    std::uint32_t prior = 0;  // its share of the attention before anything is known, in units of kUnit

    std::int64_t value() const { return (sum + first) / (std::int64_t{visits} + 1) + insight; }
};

struct Node {
    std::uint64_t key = 0;
    std::uint32_t search = 0;  // which search it belongs to; 0 is none
    std::uint32_t first_action = 0;
    std::uint32_t visits = 0;
    std::uint16_t action_count = 0;
};

class Tree {
public:
    // False if the memory cannot be had; the tree then keeps what it had.
    [[nodiscard]] bool configure(std::size_t bytes);

    void clear();
    Node* find(std::uint64_t key);
    // A new node with one action for each step; nullptr if the tree is full.
    Node* add(std::uint64_t key, const StepList& steps, const std::array<int, kMaxSteps>& values);

    std::span<Action> actions(const Node& node) { return {actions_.get() + node.first_action, node.action_count}; }
    // How full it is, in thousandths.
    int permille() const;

private:
    std::unique_ptr<Node[]> nodes_;
    std::unique_ptr<Action[]> actions_;
    std::size_t node_mask_ = 0;
    std::size_t node_count_ = 0;
    std::size_t action_limit_ = 0;
    std::size_t action_count_ = 0;
    std::uint32_t search_ = 0;
};

// Shares the attention out by how much each action is liked.
void set_priors(std::span<Action> actions);

}  // namespace onitama
