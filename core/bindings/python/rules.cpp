// The rules of every variant for Python: games driven by the texts that onitama.notation reads and writes.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "cards.hpp"
#include "rules/observe.hpp"
#include "rules/perft.hpp"
#include "rules/position.hpp"
#include "rules/text.hpp"

namespace nb = nanobind;

namespace onitama {

PyCards::PyCards(const std::vector<CardNumbers>& numbers) {
    for (const auto& [name, student, master, spirit, is_wind] : numbers) {
        if (name.empty() || name.size() > Slug::kMostLetters) throw nb::value_error("a card's name has 1 to 23 letters");
        if ((student | master | spirit) & ~kAllSquares) throw nb::value_error("a card's grid has 25 bits");
        NamedCard card{{}, {student, master, spirit, is_wind}};
        std::copy(name.begin(), name.end(), card.slug.letters.begin());
        card.slug.count = static_cast<std::uint8_t>(name.size());
        cards.push_back(card);
    }
}

namespace {

constexpr int kMostTurns = 50;  // far more than can be counted
constexpr int kChoices = 1 << 16;

using Texts = nb::typed<nb::list, nb::str>;
using Counts = nb::typed<nb::dict, nb::str, std::uint64_t>;

nb::str text(std::string_view view) { return nb::str(view.data(), view.size()); }

Viewer viewer_of(std::optional<int> viewer) {
    if (!viewer) return Viewer::kSpectator;
    if (*viewer != 0 && *viewer != 1) throw nb::value_error("a viewer is 0 (Red), 1 (Blue) or None");
    return *viewer == 0 ? Viewer::kRed : Viewer::kBlue;
}

Finished finished_of(std::string_view finished) {
    if (finished == "none") return Finished::kNone;
    if (finished == "leaf") return Finished::kLeaf;
    throw nb::value_error("finished is none or leaf");
}

template <class Value>
nb::tuple pair(const std::array<Value, 2>& values) {
    return nb::make_tuple(values[kRed], values[kBlue]);
}

class PyGame {
public:
    PyGame(const PyCards& cards, std::string_view line) {
        if (const char* problem = read_position(cards.cards, line, game_, position_)) throw nb::value_error(problem);
        legal_steps(game_, position_, steps_);
    }

    nb::str position() const {
        std::array<char, kMostPositionLetters> buffer;
        Sink out{buffer};
        write_position(game_, position_, out);
        return text(out.view());
    }

    Texts steps() const {
        Texts list;
        for (const Step step : steps_) list.append(step_text(step));
        return list;
    }

    std::optional<std::tuple<nb::str, nb::str>> outcome() const {
        const Outcome end = onitama::outcome(game_, position_);
        if (!end) return std::nullopt;
        return std::tuple(text(name_of(end.winner)), text(end.way == Way::kStone ? "stone" : "stream"));
    }

    void play(std::string_view line) {
        Step step;
        if (!read_step(game_, line, step)) throw nb::value_error("expected a step such as boar:c1c2 with a card of this game");
        if (!steps_.contains(step)) throw nb::value_error("this step is not legal here");
        go(step);
    }

    nb::dict observe(std::optional<int> viewer) const {
        const Observation observation = onitama::observe(game_, position_, viewer_of(viewer), is_over());
        const Position& seen = observation.seen;
        nb::dict data;
        data["viewer"] = viewer;
        data["to_move"] = static_cast<int>(seen.to_move);
        data["phase"] = text(name_of(seen.phase));
        data["turn_number"] = seen.turn_number;
        data["hands"] = nb::make_tuple(hand(seen.hands[kRed]), hand(seen.hands[kBlue]));
        data["side"] = slug(seen.side);
        data["card"] = slug(seen.card);
        data["spirit_due"] = seen.spirit_due;
        data["students_mask"] = pair(seen.students_mask);
        data["masters_mask"] = pair(seen.masters_mask);
        data["ninjas_mask"] = pair(seen.ninjas_mask);
        data["revealed_mask"] = pair(seen.revealed_mask);
        data["ninjas_alive"] = pair(observation.ninjas_alive);
        data["spirit_mask"] = seen.spirit_mask;
        data["lanterns"] = pair(seen.lanterns);
        data["first_turn_done"] = pair(seen.first_turn_done);
        data["legal_steps"] = observation.may_step ? steps() : Texts();
        data["outcome"] = outcome();
        return data;
    }

    nb::str last_event(std::optional<int> viewer) const {
        if (happenings_.empty()) throw nb::value_error("no step has been played");
        std::array<char, kMostEventLetters> buffer;
        Sink out{buffer};
        write_event(game_, happenings_.back(), viewer_of(viewer), is_over(), out);
        return text(out.view());
    }

    Texts turns(std::optional<int> viewer) const {
        Texts list;
        std::vector<char> buffer;
        for (std::size_t first = 0, end; first < happenings_.size(); first = end) {
            end = turn_end(happenings_, first);
            buffer.resize((end - first) * (kMostEventLetters + 1));
            Sink out{buffer};
            write_observed_turn(game_, {&happenings_[first], end - first}, viewer_of(viewer), is_over(), out);
            if (!out.view().empty()) list.append(text(out.view()));
        }
        return list;
    }

    std::uint64_t perft(int turns, std::string_view finished) const {
        if (turns < 0 || turns > kMostTurns) throw nb::value_error("turns must be 0 to 50");
        const Finished how = finished_of(finished);
        const nb::gil_scoped_release released;
        return onitama::perft(game_, position_, turns, how);
    }

    Counts perft_divide(int turns, std::string_view finished) const {
        if (turns < 1 || turns > kMostTurns) throw nb::value_error("turns must be 1 to 50");
        std::array<std::uint64_t, kMaxSteps> counts;
        const Finished how = finished_of(finished);
        {
            const nb::gil_scoped_release released;
            onitama::perft_divide(game_, position_, turns, how, counts);
        }
        Counts found;
        for (int i = 0; i < steps_.size(); ++i) found[step_text(steps_[i])] = counts[i];
        return found;
    }

    // Each number below 65536 chooses a step: the same share of the way through the list of legal ones.
    nb::list play_choices(const std::vector<std::uint16_t>& choices) {
        nb::list moments;
        for (const int choice : choices) {
            if (is_over()) break;
            const Step step = steps_[choice * steps_.size() / kChoices];
            go(step);
            moments.append(nb::make_tuple(step_text(step), position(), steps(), outcome(), observe(0), observe(1),
                                          observe(std::nullopt), last_event(0), last_event(1), last_event(std::nullopt)));
        }
        return moments;
    }

private:
    bool is_over() const { return position_.phase == Phase::kOver; }

    void go(Step step) {
        const Position before = position_;
        position_ = onitama::play(game_, before, step);
        happenings_.push_back(happening(game_, before, step, position_));
        legal_steps(game_, position_, steps_);
    }

    nb::str step_text(Step step) const {
        std::array<char, kMostStepLetters> buffer;
        Sink out{buffer};
        write_step(game_, step, out);
        return text(out.view());
    }

    nb::object slug(CardId card) const {
        return card == kNoCard ? nb::object(nb::none()) : nb::object(text(game_.slugs[card].view()));
    }
    nb::tuple hand(const Hand& hand) const { return nb::make_tuple(slug(hand[0]), slug(hand[1])); }

    GameInfo game_;
    Position position_;
    StepList steps_;
    std::vector<Happening> happenings_;
};

}  // namespace

void bind_rules(nb::module_& module) {
    const auto viewer = [] { return nb::arg("viewer").none(); };
    nb::class_<PyCards>(module, "Cards", "The cards that positions may name.")
        .def(nb::init<const std::vector<CardNumbers>&>(), nb::arg("cards"),
             "Each card as (slug, student, master, spirit, is_wind); the grids are 25-bit pictures seen by the owner.");

    nb::class_<PyGame>(module, "Game", "A game from a position on, with all that each viewer may know of it.")
        .def(nb::init<const PyCards&, std::string_view>(), nb::arg("cards"), nb::arg("position"),
             "Begin at a position string; a ValueError says what is wrong with which field.")
        .def("copy", [](const PyGame& game) { return PyGame(game); }, "The same game, to be played on by itself.")
        .def_prop_ro("position", &PyGame::position, "The position string; it shows hidden ninjas.")
        .def_prop_ro("legal_steps", &PyGame::steps, "The texts of all legal steps; none once the game is won.")
        .def_prop_ro("outcome", &PyGame::outcome, "The winner and the Way, such as ('red', 'stone'), or None.")
        .def("play", &PyGame::play, nb::arg("step"), "Play a step; a ValueError for one that is not legal.")
        .def("play_choices", &PyGame::play_choices, nb::arg("choices"),
             nb::sig("def play_choices(self, choices: Sequence[int]) -> list[tuple[object, ...]]"),
             "Play steps chosen by numbers from 0 to 65535. Gives for each: the step, the position, the legal steps, the "
             "outcome, what Red, Blue and a spectator know, and what they were told of the step.")
        .def("observe", &PyGame::observe, viewer(), nb::sig("def observe(self, viewer: int | None) -> dict[str, object]"),
             "What a viewer knows: Red (0), Blue (1) or a spectator (None); the turns so far are in `turns`.")
        .def("last_event", &PyGame::last_event, viewer(), "What a viewer was told of the last step; maybe nothing.")
        .def("turns", &PyGame::turns, viewer(), "The turns so far as a viewer knows them.")
        .def("perft", &PyGame::perft, nb::arg("turns"), nb::arg("finished") = "none",
             "How many sequences of steps complete exactly that many turns.")
        .def("perft_divide", &PyGame::perft_divide, nb::arg("turns"), nb::arg("finished") = "none",
             "The same, split by the first step.");
}

}  // namespace onitama
