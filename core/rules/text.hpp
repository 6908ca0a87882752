// Steps and positions as text, both ways, in the forms of onitama/notation; text goes into the caller's buffers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/state.hpp"

namespace onitama {

// Where text is written. What does not fit is left out; the buffers below are large enough for one text each.
class Sink {
public:
    explicit Sink(std::span<char> buffer) : buffer_(buffer) {}

    void put(char letter) {
        if (size_ < buffer_.size()) buffer_[size_++] = letter;
    }
    void put(std::string_view text) {
        for (const char letter : text) put(letter);
    }
    void put_number(std::uint32_t number);
    void put_square(Square square) {
        put("abcde"[square % 5]);
        put("12345"[square / 5]);
    }
    std::string_view view() const { return {buffer_.data(), size_}; }

private:
    std::span<char> buffer_;
    std::size_t size_ = 0;
};

inline constexpr std::size_t kMostStepLetters = Slug::kMostLetters + 8;
inline constexpr std::size_t kMostPositionLetters = 400;

std::string_view name_of(Player player);
std::string_view name_of(Phase phase);

void write_step(const GameInfo& game, Step step, Sink& out);

// The step that a text names; card names may be written in any case, with or without blanks, hyphens, underscores.
// Says whether the text is one, not whether the step is legal.
bool read_step(const GameInfo& game, std::string_view text, Step& step);

// A position as one line such as `ssmss/5/5/5/SSMSS ox,boar/horse,elephant/crab b 1`. Shows hidden ninjas (R70).
void write_position(const GameInfo& game, const Position& position, Sink& out);

// A card that positions may name.
struct NamedCard {
    Slug slug;
    CardGrids grids;
};

// Reads the line that `write_position` wrote; the rules and the five cards come from it too. Returns nullptr, or what
// is wrong with which field; then nothing has been written.
const char* read_position(std::span<const NamedCard> cards, std::string_view text, GameInfo& game, Position& position);

// Who has had a first turn, if the game began with turn 1 and turns alternated.
std::array<bool, 2> first_turns_done(Player to_move, std::uint32_t turn_number);

// Whether a name means the card of that slug.
bool is_name_of(std::string_view name, const Slug& slug);

}  // namespace onitama
