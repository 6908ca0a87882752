// Beliefs and the search for hidden games for Python: texts in, texts and numbers out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "cards.hpp"
#include "hidden/search.hpp"

namespace nb = nanobind;

namespace onitama {
namespace {

class PyBelief {
public:
    PyBelief(const PyCards& cards, std::string_view start, int viewer, bool evenly) {
        if (viewer != 0 && viewer != 1) throw nb::value_error("a viewer is 0 (Red) or 1 (Blue)");
        GameInfo game;
        Position position;
        if (const char* problem = read_position(cards.cards, start, game, position)) throw nb::value_error(problem);
        belief_.begin(game, position, viewer == 0 ? kRed : kBlue, evenly ? Weighing::kEven : Weighing::kLiked);
    }

    bool tell(std::string_view turn) { return belief_.tell(turn); }

    std::string position() const {
        std::array<char, kMostPositionLetters> buffer;
        Sink out{buffer};
        write_position(belief_.game(), belief_.position(), out);
        return std::string(out.view());
    }

    std::vector<std::tuple<Mask, std::uint32_t>> stands(int player) const {
        std::vector<std::tuple<Mask, std::uint32_t>> found;
        for (const Stand& stand : belief_.stands(player == 0 ? kRed : kBlue).view())
            found.emplace_back(stand.ninjas_mask, stand.weight);
        return found;
    }

    const Belief& belief() const { return belief_; }

private:
    Belief belief_;
};

struct HiddenReport {
    std::vector<std::tuple<std::string, int, std::uint64_t>> lines;
    int best = 0;
    std::uint64_t iterations = 0;
    int depth = 0, tree_permille = 0;
    std::int64_t elapsed_us = 0;
};

HiddenReport report_of(const GameInfo& game, const HiddenResult& result) {
    HiddenReport report{{}, result.best, result.iterations, result.depth, result.tree_permille, result.elapsed_us};
    for (int i = 0; i < result.count; ++i) {
        std::array<char, kMostStepLetters> buffer;
        Sink out{buffer};
        write_step(game, result.lines[i].step, out);
        report.lines.emplace_back(std::string(out.view()), result.lines[i].score, result.lines[i].visits);
    }
    return report;
}

class PyHiddenSearcher {
public:
    explicit PyHiddenSearcher(std::size_t hash_mb) {
        if (!searcher_.configure(hash_mb << 20)) throw std::bad_alloc();
    }

    HiddenReport search(const PyBelief& belief, std::int64_t time_us, std::uint64_t iterations, int turns, std::uint64_t seed,
                        bool guesses, std::optional<nb::callable> on_info) {
        Telling telling{*this, belief.belief().game(), on_info ? &*on_info : nullptr, {}};
        HiddenResult result;
        {
            const nb::gil_scoped_release released;
            result = searcher_.search(belief.belief(), {time_us, iterations, turns}, {seed, guesses},
                                      on_info ? &PyHiddenSearcher::hear : nullptr, &telling);
        }
        if (telling.error) std::rethrow_exception(telling.error);
        return report_of(belief.belief().game(), result);
    }

    void stop() { searcher_.stop(); }
    void arm() { searcher_.arm(); }

private:
    struct Telling {
        PyHiddenSearcher& self;
        const GameInfo& game;
        nb::callable* on_info;
        std::exception_ptr error;
    };

    // Called by the search without the interpreter's lock. What Python raises ends the search.
    static void hear(void* context, const HiddenResult& result) {
        auto& telling = *static_cast<Telling*>(context);
        if (telling.error) return;
        const nb::gil_scoped_acquire acquired;
        try {
            (*telling.on_info)(report_of(telling.game, result));
        } catch (...) {
            telling.error = std::current_exception();
            telling.self.stop();
        }
    }

    HiddenSearcher searcher_;
};

}  // namespace

void bind_hidden(nb::module_& module) {
    nb::class_<PyBelief>(module, "Belief", "Where ninjas may be, from what one player has been told.")
        .def(nb::init<const PyCards&, std::string_view, int, bool>(), nb::arg("cards"), nb::arg("start"), nb::arg("viewer"),
             nb::arg("evenly"),
             "Begin with the position that the record begins with; of the viewer's enemy only the number of ninjas "
             "counts. Evenly: all hidden steps are held as likely.")
        .def("copy", [](const PyBelief& belief) { return PyBelief(belief); }, "The same belief, to be told on by itself.")
        .def("tell", &PyBelief::tell, nb::arg("turn"), "Take in a turn as the viewer was told of it; whether it can be.")
        .def_prop_ro("position", &PyBelief::position, "The moment reached, with the enemy's ninjas where they may be.")
        .def("stands", &PyBelief::stands, nb::arg("player"),
             "How a player's ninjas may stand in the eyes of others: pairs of a mask and its weight.");

    nb::class_<HiddenReport>(module, "HiddenReport", "What a search of a hidden game has found.")
        .def_ro("lines", &HiddenReport::lines)
        .def_ro("best", &HiddenReport::best)
        .def_ro("iterations", &HiddenReport::iterations)
        .def_ro("depth", &HiddenReport::depth)
        .def_ro("tree_permille", &HiddenReport::tree_permille)
        .def_ro("elapsed_us", &HiddenReport::elapsed_us);

    nb::class_<PyHiddenSearcher>(module, "HiddenSearcher", "The search for games with hidden ninjas.")
        .def(nb::init<std::size_t>(), nb::arg("hash_mb"))
        .def("search", &PyHiddenSearcher::search, nb::arg("belief"), nb::arg("time_us"), nb::arg("iterations"),
             nb::arg("turns"), nb::arg("seed"), nb::arg("guesses"), nb::arg("on_info").none(),
             nb::sig("def search(self, belief: Belief, time_us: int, iterations: int, turns: int, seed: int, guesses: bool, "
                     "on_info: collections.abc.Callable[[HiddenReport], object] | None) -> HiddenReport"))
        .def("arm", &PyHiddenSearcher::arm, "From now on `stop` counts.")
        .def("stop", &PyHiddenSearcher::stop, "End the search; from any thread.");
}

}  // namespace onitama
