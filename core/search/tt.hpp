// The transposition table: what was learnt of positions, shared by all threads without locks.
//
// An entry holds the whole position (62 bits of key, and the spirit's square), so none is ever taken for another
// position's. The key is stored xored with the data: a half-written entry fails the comparison.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "search/board.hpp"

namespace onitama {

enum Bound : std::uint8_t { kNoBound = 0, kUpper = 1, kLower = 2, kExact = 3 };

struct TableEntry {
    Turn turn;
    int score = 0;  // wins and losses are counted from this position, not from the root
    int depth = 0;
    Bound bound = kNoBound;
};

// A position as the table knows it.
struct TableKey {
    Key key;
    std::uint32_t spirit;  // its square, 31 without it

    std::uint64_t hash() const {
        const std::uint64_t mixed = (key ^ key >> 32) * 0x9E3779B97F4A7C15ull;
        return (mixed ^ spirit * 0xD1B54A32D192ED03ull) * 0xBF58476D1CE4E5B9ull;
    }
};

template <bool kSpirit>
inline TableKey table_key(const Board& board) {
    return {key_of(board), kSpirit ? lowest(board.spirit) : kNoSquare};
}

class TranspositionTable {
public:
    // False if the memory cannot be had; the old table stays then. Takes the greatest power of two within `bytes`.
    bool resize(std::size_t bytes) {
        int bits = 0;
        while ((sizeof(Bucket) << (bits + 1)) <= bytes) ++bits;
        const std::size_t count = std::size_t{1} << bits;
        auto* fresh = static_cast<Bucket*>(::operator new(count * sizeof(Bucket), std::align_val_t{kAlignment}, std::nothrow));
        if (!fresh) return false;
        use_huge_pages(fresh, count * sizeof(Bucket));
        std::uninitialized_value_construct_n(fresh, count);
        buckets_.reset(fresh);
        bits_ = bits;
        generation_ = 0;
        return true;
    }

    void clear() {
        for (std::size_t i = 0; i < size(); ++i)
            for (Slot& slot : buckets_[i].slots) {
                slot.check.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
        generation_ = 0;
    }

    // Call once before each search: entries of earlier searches are given up first.
    void new_search() { generation_ = (generation_ + 1) & 31; }

    void prefetch(const TableKey& key) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket_of(key));
#else
        (void)key;
#endif
    }

    bool probe(const TableKey& key, TableEntry& found) const {
        for (const Slot& slot : bucket_of(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key.key || spirit_of(data) != key.spirit || !data)
                continue;
            found.turn.bits = data & 0x1FFFF;
            found.score = static_cast<std::int16_t>(data >> 17 & 0xFFFF);
            found.depth = static_cast<int>(data >> 33 & 0xFF);
            found.bound = static_cast<Bound>(data >> 41 & 3);
            return true;
        }
        return false;
    }

    // The first slots of a bucket keep the deepest results, the last one the newest.
    void store(const TableKey& key, const TableEntry& entry) {
        Bucket& bucket = bucket_of(key);
        Slot* chosen = nullptr;
        int least = 1 << 20;
        for (Slot& slot : bucket.slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            const bool is_same = (slot.check.load(std::memory_order_relaxed) ^ data) == key.key && spirit_of(data) == key.spirit;
            if (is_same || !data) {
                chosen = &slot;
                least = -1;
                break;
            }
            if (&slot == &bucket.slots[kSlots - 1]) break;
            const int worth = worth_of(data);
            if (worth < least) {
                least = worth;
                chosen = &slot;
            }
        }
        if (least > entry.depth + kFresh) chosen = &bucket.slots[kSlots - 1];
        write(*chosen, key, entry);
    }

    // Share of entries written by the search that runs, in thousandths, by a sample.
    int permille() const {
        const std::size_t sample = size() < 250 ? size() : 250;
        int used = 0;
        for (std::size_t i = 0; i < sample; ++i)
            for (const Slot& slot : buckets_[i].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                used += data && generation_of(data) == generation_;
            }
        return static_cast<int>(static_cast<std::size_t>(used) * 1000 / (sample * kSlots));
    }

    std::size_t bytes() const { return size() * sizeof(Bucket); }

    // For tests: positions with the same bucket.
    std::size_t bucket_number(const TableKey& key) const { return static_cast<std::size_t>(key.hash() >> 32 >> (32 - bits_)); }

private:
    static constexpr int kSlots = 4;
    static constexpr std::size_t kAlignment = std::size_t{2} << 20;  // a huge page
    static constexpr int kFresh = 64;  // an entry of this search is worth as much as one 64 plies deeper of an earlier one

    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};  // turn 17 · score 16 · depth 8 · bound 2 · generation 5 · spirit 5
    };
    struct alignas(64) Bucket {
        Slot slots[kSlots];
    };
    static_assert(sizeof(Bucket) == 64, "a bucket is one cache line");

    std::size_t size() const { return std::size_t{1} << bits_; }
    Bucket& bucket_of(const TableKey& key) const { return buckets_[bucket_number(key)]; }
    static std::uint32_t spirit_of(std::uint64_t data) { return static_cast<std::uint32_t>(data >> 48 & 31); }
    static unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 43 & 31); }

    int worth_of(std::uint64_t data) const {
        return static_cast<int>(data >> 33 & 0xFF) + (generation_of(data) == generation_ ? kFresh : 0);
    }

    void write(Slot& slot, const TableKey& key, const TableEntry& entry) {
        const std::uint64_t data =
            static_cast<std::uint64_t>(entry.turn.bits) | static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.score)) << 17 |
            static_cast<std::uint64_t>(entry.depth) << 33 | static_cast<std::uint64_t>(entry.bound) << 41 |
            static_cast<std::uint64_t>(generation_) << 43 | static_cast<std::uint64_t>(key.spirit) << 48;
        slot.check.store(key.key ^ data, std::memory_order_relaxed);
        slot.data.store(data, std::memory_order_relaxed);
    }

    // Nearly every look at the table misses the processor's table of small pages: huge ones make the search 2.5 times
    // as fast.
    static void use_huge_pages(void* memory, std::size_t bytes) {
#if defined(__linux__)
        madvise(memory, bytes, MADV_HUGEPAGE);
#else
        (void)memory, (void)bytes;
#endif
    }

    struct Release {
        void operator()(Bucket* buckets) const { ::operator delete(buckets, std::align_val_t{kAlignment}); }
    };

    std::unique_ptr<Bucket[], Release> buckets_;
    int bits_ = 0;
    unsigned generation_ = 0;
};

}  // namespace onitama
