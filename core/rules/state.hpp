// What a game and a position consist of, with the words for it; no rules.
//
// A position is a small value, copied for every step; what does not change during a game lies in its `GameInfo`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/cards.hpp"
#include "rules/steps.hpp"
#include "rules/variant.hpp"

namespace onitama {

// A card's name as steps write it: `Sea Snake` is `sea-snake`.
struct Slug {
    static constexpr std::size_t kMostLetters = 23;
    std::array<char, kMostLetters> letters{};
    std::uint8_t count = 0;

    std::string_view view() const { return {letters.data(), count}; }
};

struct GameInfo {
    Rules rules;
    CardSet cards;
    std::array<Slug, kCards> slugs{};
};

// Which step of the turn is due; the phases are described in onitama/rules/state.py.
enum class Phase : std::uint8_t { kPlace, kMove, kNinja, kSpirit, kLantern, kOver };

enum class Way : std::uint8_t { kNone, kStone, kStream };  // the two ways to win (R15)

struct Outcome {
    Way way = Way::kNone;  // kNone: the game goes on
    Player winner = kRed;

    explicit operator bool() const { return way != Way::kNone; }
    bool operator==(const Outcome&) const = default;
};

using Hand = std::array<CardId, 2>;

// Pairs are indexed by player.
struct Position {
    std::array<Mask, 2> students_mask{};
    std::array<Mask, 2> masters_mask{};
    std::array<Mask, 2> ninjas_mask{};    // the living ninjas, wherever they hide
    std::array<Mask, 2> revealed_mask{};  // those that stand in the open (R45, R46)
    Mask spirit_mask = 0;
    std::uint32_t turn_number = 1;
    std::array<Hand, 2> hands{{{0, 1}, {2, 3}}};
    CardId side = 4;
    CardId card = kNoCard;  // in use, between its first step and the exchange
    std::array<std::uint8_t, 2> lanterns{};
    std::array<bool, 2> first_turn_done{};
    Player to_move = kRed;  // after a step that won the game still the player who made it (R15)
    Phase phase = Phase::kMove;
    bool spirit_due = false;  // the second part of the wind card in use is still to come (R31)

    // All squares of a player's pieces, ninjas too: no other own piece may enter them (R43).
    Mask own_mask(Player player) const { return students_mask[player] | masters_mask[player] | ninjas_mask[player]; }

    bool operator==(const Position&) const = default;
};

}  // namespace onitama
