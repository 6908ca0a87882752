// Numbers by chance, the same on every build (SplitMix64), and the mixing of hashes by the same function.
#pragma once

#include <cstdint>

namespace onitama {

constexpr std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
    return number ^ (number >> 31);
}

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15u); }
    // From 0 to `limit` - 1, for limits far below 2^32.
    std::uint64_t below(std::uint64_t limit) { return (next() >> 32) * limit >> 32; }

    // The same for any limit; nearly even.
    std::uint64_t wide_below(std::uint64_t limit) { return next() % limit; }

private:
    std::uint64_t state_;
};

}  // namespace onitama
