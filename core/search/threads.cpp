#include "search/threads.hpp"

namespace onitama {

void HelperThreads::start(int count, const std::function<void(int)>& work) {
    if (count <= 0) return;
    threads_.reset(new std::thread[static_cast<std::size_t>(count)]);
    count_ = count;
    for (int i = 0; i < count; ++i) threads_[i] = std::thread(work, i);
}

void HelperThreads::join() {
    for (int i = 0; i < count_; ++i) threads_[i].join();
    count_ = 0;
}

}  // namespace onitama
