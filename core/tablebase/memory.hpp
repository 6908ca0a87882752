// Memory for the matrices of the table.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "tablebase/planes.hpp"

namespace onitama::tablebase {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;

struct FreePlanes {
    void operator()(Columns* planes) const { std::free(planes); }
};
using Planes = std::unique_ptr<Columns[], FreePlanes>;

// Aligned for lanes, and in huge pages where the system has them: blocks are read in many streams at once. Null if there
// is no memory.
inline Planes allocate_planes(std::size_t count) {
    const std::size_t align = count * sizeof(Columns) >= kHugePage ? kHugePage : 64;
    const std::size_t bytes = (count * sizeof(Columns) + align - 1) / align * align;
    auto* planes = static_cast<Columns*>(std::aligned_alloc(align, bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (planes && align == kHugePage) madvise(planes, bytes, MADV_HUGEPAGE);
#endif
    return Planes(planes);
}

}  // namespace onitama::tablebase
