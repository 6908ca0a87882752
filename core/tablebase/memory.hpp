// Memory for the matrices of the table.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "tablebase/deals.hpp"

namespace onitama::tablebase {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;

struct FreeWords {
    void operator()(Word* words) const { std::free(words); }
};
using Words = std::unique_ptr<Word[], FreeWords>;

// Aligned for lanes, and in huge pages where the system has them: rows are read in many streams at once. Null if there
// is no memory.
inline Words allocate_words(std::size_t count) {
    const std::size_t align = count * sizeof(Word) >= kHugePage ? kHugePage : 64;
    const std::size_t bytes = (count * sizeof(Word) + align - 1) / align * align;
    auto* words = static_cast<Word*>(std::aligned_alloc(align, bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (words && align == kHugePage) madvise(words, bytes, MADV_HUGEPAGE);
#endif
    return Words(words);
}

}  // namespace onitama::tablebase
