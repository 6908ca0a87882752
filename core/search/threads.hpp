// The helper threads of a search; the only place where the core starts threads for searching.
#pragma once

#include <functional>
#include <memory>
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

}  // namespace onitama
