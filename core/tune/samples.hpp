// Positions with what became of them, on disk: what `datagen` makes and `tune` learns from.
#pragma once

#include <array>
#include <cstdio>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "search/board.hpp"
#include "tests/cards.hpp"

namespace onitama::tune {

// A quiet position. `score` and `result` are from the view of the player to move.
struct Sample {
    std::array<Mask, 2> pawns{};
    std::array<Mask, 2> masters{};
    Mask spirit = 0;
    std::int16_t score = 0;  // of the search, in hundredths of a student
    std::array<std::uint8_t, kCards> cards{};  // numbers in the order of names, by place in the deal
    std::uint8_t arrangement = 0;
    std::uint8_t to_move = 0;
    std::uint8_t result = 0;  // 0 lost, 1 drawn, 2 won
    std::uint8_t last = 0;    // 1 in the last sample of a game
    std::uint8_t unused = 0;  // padding, so that files are the same on every machine

    Board board() const {
        return {{pawns[0], pawns[1]}, {masters[0], masters[1]}, spirit, arrangement, static_cast<Player>(to_move)};
    }
};
static_assert(sizeof(Sample) == 32 && std::is_trivially_copyable_v<Sample>);

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Adds the samples of a file; false if it cannot be read.
inline bool read_samples(const std::filesystem::path& path, std::vector<Sample>& samples) {
    std::error_code error;
    const std::size_t count = std::filesystem::file_size(path, error) / sizeof(Sample);
    const File file(std::fopen(path.c_str(), "rb"));
    if (error || !file) return false;
    const std::size_t before = samples.size();
    samples.resize(before + count);
    return std::fread(&samples[before], sizeof(Sample), count, file.get()) == count;
}

// Writes under another name first: a file with its own name is whole.
inline bool write_samples(const std::filesystem::path& path, const std::vector<Sample>& samples) {
    std::filesystem::path part = path;
    part += ".part";
    File file(std::fopen(part.c_str(), "wb"));
    if (!file || std::fwrite(samples.data(), sizeof(Sample), samples.size(), file.get()) != samples.size()) return false;
    file.reset();
    std::error_code error;
    std::filesystem::rename(part, path, error);
    return !error;
}

// The names of all cards in the order that samples number them in.
inline const std::vector<std::string>& card_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> found;
        for (const auto& [name, grids] : test::all_cards()) found.push_back(name);
        return found;
    }();
    return names;
}

inline CardSet card_set_of(const Sample& sample) {
    std::array<std::string, kCards> names;
    for (int i = 0; i < kCards; ++i) names[i] = card_names()[sample.cards[i]];
    return test::card_set(names);
}

}  // namespace onitama::tune
