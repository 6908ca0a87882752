// The cards that positions may name, as Python hands them over.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "rules/text.hpp"

namespace onitama {

using CardNumbers = std::tuple<std::string, Mask, Mask, Mask, bool>;  // slug, grids of student, master, spirit, is_wind

struct PyCards {
    // A ValueError says what is wrong.
    explicit PyCards(const std::vector<CardNumbers>& numbers);

    std::vector<NamedCard> cards;
};

}  // namespace onitama
