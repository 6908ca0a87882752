// Threads that do the same work together: each part of it in items that whoever is free takes.
#pragma once

#include <atomic>
#include <barrier>

namespace onitama::tablebase {

class Team {
public:
    Team(int size, const std::atomic<bool>& stop) : barrier_(size, Reset{this}), stop_(stop) {}

    // Called by every thread of the team with the same work; returns in all of them when every item is done, and what
    // one thread wrote is seen by the others. False if the work is to be given up.
    template <class Work>
    bool each(int items, Work&& work) {
        for (int item; (item = next_.fetch_add(1, std::memory_order_relaxed)) < items;) {
            if (stop_.load(std::memory_order_relaxed)) break;
            work(item);
        }
        barrier_.arrive_and_wait();
        return !stopped_;
    }

private:
    struct Reset {
        Team* team;
        void operator()() noexcept {
            team->next_.store(0, std::memory_order_relaxed);
            team->stopped_ = team->stop_.load(std::memory_order_relaxed) || team->stopped_;
        }
    };

    std::barrier<Reset> barrier_;
    std::atomic<int> next_{0};
    const std::atomic<bool>& stop_;
    bool stopped_ = false;  // written while all wait
};

}  // namespace onitama::tablebase
