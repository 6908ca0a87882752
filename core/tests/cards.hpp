// The project's cards for tests and benchmarks of the core, read from cards.toml: every card is written down once.
#pragma once

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rules/cards.hpp"

namespace onitama::test {

// Reads the file that the build names; only what this file's own style needs, no general TOML.
inline const std::map<std::string, CardGrids>& all_cards() {
    static const std::map<std::string, CardGrids> cards = [] {
        std::map<std::string, CardGrids> found;
        std::ifstream file(ONITAMA_CARDS_TOML);
        std::string line, name;
        const auto value = [](const std::string& text) {
            const auto from = text.find('"') + 1;
            return text.substr(from, text.rfind('"') - from);
        };
        while (std::getline(file, line)) {
            if (line.rfind("name = ", 0) == 0) name = value(line);
            if (line.rfind("kind = ", 0) == 0) found[name].is_wind = value(line) == "wind";
            const auto pictured = line.find(" = '''");
            if (pictured == std::string::npos) continue;
            const std::string grid = line.substr(0, pictured);
            Mask mask = 0;
            for (int row = 4; row >= 0; --row) {
                std::getline(file, line);
                for (int column = 0; column < 5; ++column)
                    if (line[2 * column] == 'x') mask |= bit(row * 5 + column);
            }
            CardGrids& card = found[name];
            if (grid == "moves") card.student = card.master = card.spirit = mask;
            if (grid == "master_moves") card.master = mask;
            if (grid == "spirit_moves") card.spirit = mask;
        }
        return found;
    }();
    return cards;
}

// The names of the base game's cards.
inline const std::set<std::string>& base_cards() {
    static const std::set<std::string> names = [] {
        std::set<std::string> found;
        std::ifstream file(ONITAMA_CARDS_TOML);
        std::string line, name;
        while (std::getline(file, line)) {
            if (line.rfind("name = ", 0) == 0) name = line.substr(8, line.rfind('"') - 8);
            if (line == "set = \"base\"") found.insert(name);
        }
        return found;
    }();
    return names;
}

// Five cards by name: Red's two, Blue's two, the side card.
inline CardSet card_set(const std::array<std::string, kCards>& names) {
    std::array<CardGrids, kCards> grids{};
    for (int i = 0; i < kCards; ++i) {
        const auto found = all_cards().find(names[i]);
        if (found == all_cards().end()) {
            std::cerr << "there is no card " << names[i] << " in " << ONITAMA_CARDS_TOML << '\n';
            std::abort();
        }
        grids[i] = found->second;
    }
    return CardSet(grids);
}

// The deal that public engines are measured on: Ox Boar (red), Horse Elephant (blue), Crab at the side; Blue begins.
inline CardSet bench_cards() { return card_set({"Ox", "Boar", "Horse", "Elephant", "Crab"}); }

}  // namespace onitama::test
