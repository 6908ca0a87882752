// A line that says how far a long run is.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace onitama::tune {

class Progress {
public:
    // `done` of `total` is given at the start: what an earlier run has left does not count for the time to come.
    Progress(int done, int total) : first_(done), total_(total), start_(std::chrono::steady_clock::now()) {}

    void show(int done, const std::string& what) const {
        constexpr int kWidth = 30;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        const double left = done > first_ ? seconds * (total_ - done) / (done - first_) : 0;
        const int filled = total_ ? kWidth * done / total_ : kWidth;
        std::fprintf(stderr, "\r[%s%s] %d/%d  %s  %.0f s, %.0f s left  ", std::string(filled, '#').c_str(),
                     std::string(kWidth - filled, '.').c_str(), done, total_, what.c_str(), seconds, left);
        if (done == total_) std::fputc('\n', stderr);
    }

private:
    int first_, total_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace onitama::tune
