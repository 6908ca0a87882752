// The helper threads of a search, and what they tell each other; the only place where the core starts threads for
// searching.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace onitama {

class HelperThreads {
public:
    // Runs work(0), work(1), ... work(count - 1), each in its own thread.
    void start(int count, const std::function<void(int)>& work);
    void join();

private:
    std::unique_ptr<std::thread[]> threads_;
    int count_ = 0;
};

// The deepest result that any thread has finished, for all to go on from: a depth that one thread has finished is
// finished for all.
template <class Value>
class Deepest {
public:
    void clear() { depth_.store(0, std::memory_order_relaxed); }
    int depth() const { return depth_.load(std::memory_order_relaxed); }
    void offer(int depth, const Value& value) {
        const std::lock_guard guard(mutex_);
        if (depth <= this->depth()) return;
        value_ = value;
        depth_.store(depth, std::memory_order_relaxed);
    }
    // Its depth, and the value into `value`.
    int take(Value& value) {
        const std::lock_guard guard(mutex_);
        value = value_;
        return depth();
    }

private:
    std::atomic<int> depth_{0};
    std::mutex mutex_;
    Value value_;
};

}  // namespace onitama
