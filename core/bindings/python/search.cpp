// The search and the endgame table for Python: plain numbers in, reports out, no interpreter lock held while thinking.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "search/perft.hpp"
#include "search/search.hpp"
#include "tablebase/tablebase.hpp"

namespace nb = nanobind;

namespace onitama {
namespace {

using TurnNumbers = std::tuple<int, int, int, int>;                    // slot, from, to, spirit's target
using BoardNumbers = std::tuple<Mask, Mask, Mask, Mask, Mask, int, int, int>;
using GridNumbers = std::tuple<Mask, Mask, Mask, bool>;
using FiveGrids = std::array<GridNumbers, kCards>;

constexpr int kTableMen = 3;

CardSet cards_of(const FiveGrids& numbers) {
    std::array<CardGrids, kCards> grids{};
    for (int i = 0; i < kCards; ++i) {
        const auto& [student, master, spirit, is_wind] = numbers[i];
        grids[i] = {student, master, spirit, is_wind};
    }
    return CardSet(grids);
}

Root read(const BoardNumbers& numbers) {
    const auto& [red, blue, red_master, blue_master, spirit, arrangement, to_move, slot] = numbers;
    Root root;
    root.board.pawns[kRed] = red;
    root.board.pawns[kBlue] = blue;
    root.board.masters[kRed] = red_master;
    root.board.masters[kBlue] = blue_master;
    root.board.spirit = spirit;
    root.board.arrangement = static_cast<std::uint8_t>(arrangement);
    root.board.to_move = static_cast<Player>(to_move);
    root.spirit_part_slot = slot;
    return root;
}

std::uint64_t count(const FiveGrids& cards, const BoardNumbers& board, int turns, bool counts_finished) {
    return perft_bulk(read(board).board, cards_of(cards), turns, counts_finished ? Finished::kLeaf : Finished::kNone);
}

// What a search has found, so far or in the end.
struct Report {
    std::vector<std::tuple<int, std::vector<TurnNumbers>>> lines;
    std::uint64_t nodes = 0, table_hits = 0;
    int depth = 0, seldepth = 0, tt_permille = 0;
    std::int64_t elapsed_us = 0;
    bool is_draw_proven = false;

    void add(const Line& line) {
        std::vector<TurnNumbers> turns;
        for (int i = 0; i < line.length; ++i) {
            const Turn turn = line.pv[i];
            turns.emplace_back(turn.slot(), turn.from(), turn.to(), turn.spirit_to());
        }
        lines.emplace_back(line.score, std::move(turns));
    }
};

// A thread that builds the table, unless it is told to leave off.
class TableBuilder {
public:
    ~TableBuilder() { drop(); }

    void start(const CardSet& cards, int threads) {
        if (thread_.joinable() || !Tablebase::supports(cards)) return;
        stop_ = false;
        thread_ = std::thread([this, cards, threads] { table_.build(cards, kTableMen, threads, stop_); });
    }

    void drop() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
        thread_ = {};
        table_.clear();
    }

    const Tablebase& table() const { return table_; }

private:
    Tablebase table_;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

class PySearcher {
public:
    PySearcher(std::size_t hash_mb, int threads) {
        if (!searcher_.configure(hash_mb << 20, threads)) throw std::bad_alloc();
    }

    void set_game(const FiveGrids& numbers, bool has_spirit) {
        if (!known_ || *known_ != numbers) {
            searcher_.set_tablebase(nullptr);
            builder_.drop();
        }
        known_ = numbers;
        cards_ = cards_of(numbers);
        searcher_.set_game(cards_, has_spirit);
    }

    void start_table(int threads) { builder_.start(cards_, threads); }
    void use_table(bool is_used) { searcher_.set_tablebase(is_used ? &builder_.table() : nullptr); }
    bool is_table_ready() const { return builder_.table().ready(); }

    Report search(const BoardNumbers& board, std::int64_t time_us, int depth, std::uint64_t nodes, bool until_proven,
                  int multipv, std::optional<nb::callable> on_info) {
        Telling telling{*this, on_info ? &*on_info : nullptr, {}, {}};
        const Root root = read(board);
        const Limits limits{time_us, depth, nodes, until_proven, multipv};
        Result result;
        {
            const nb::gil_scoped_release released;
            result = searcher_.search(root, limits, on_info ? &PySearcher::hear : nullptr, &telling);
        }
        if (telling.error) std::rethrow_exception(telling.error);
        Report report;
        for (int i = 0; i < result.count; ++i) report.add(result.lines[i]);
        report.nodes = result.nodes;
        report.table_hits = result.table_hits;
        report.depth = result.depth;
        report.seldepth = result.lines[0].seldepth;
        report.tt_permille = result.tt_permille;
        report.elapsed_us = result.elapsed_us;
        report.is_draw_proven = result.proven_draw;
        return report;
    }

    void stop() { searcher_.stop(); }
    void arm() { searcher_.arm(); }

private:
    struct Telling {
        PySearcher& self;
        nb::callable* on_info;
        Report report;  // gathers the lines of one depth
        std::exception_ptr error;
    };

    // Called by the search without the interpreter's lock. What Python raises ends the search.
    static void hear(void* context, const Info& info) {
        auto& telling = *static_cast<Telling*>(context);
        if (telling.error) return;
        if (info.index == 0) telling.report = {};
        telling.report.add(info.line);
        telling.report.nodes = info.nodes;
        telling.report.table_hits = info.table_hits;
        telling.report.depth = info.line.depth;
        telling.report.seldepth = info.line.seldepth;
        telling.report.tt_permille = info.tt_permille;
        telling.report.elapsed_us = info.elapsed_us;
        if (!info.is_last) return;
        const nb::gil_scoped_acquire acquired;
        try {
            (*telling.on_info)(telling.report);
        } catch (...) {
            telling.error = std::current_exception();
            telling.self.stop();
        }
    }

    Searcher searcher_;
    TableBuilder builder_;
    CardSet cards_;
    std::optional<FiveGrids> known_;
};

}  // namespace

void bind_search(nb::module_& module) {
    module.attr("MOST_LINES") = kMaxMultiPv;
    module.def("arrangement", [](int red_one, int red_two, int side) {
        return arrangement_of(static_cast<CardId>(red_one), static_cast<CardId>(red_two), static_cast<CardId>(side));
    }, nb::arg("red_one"), nb::arg("red_two"), nb::arg("side"), "The number of a lie of the five cards.");

    module.def("perft", &count, nb::arg("cards"), nb::arg("board"), nb::arg("turns"), nb::arg("counts_finished"),
               nb::call_guard<nb::gil_scoped_release>(), "The number of sequences of turns from the beginning of a turn.");

    nb::class_<Report>(module, "Report", "What a search has found.")
        .def_ro("lines", &Report::lines)
        .def_ro("nodes", &Report::nodes)
        .def_ro("table_hits", &Report::table_hits)
        .def_ro("depth", &Report::depth)
        .def_ro("seldepth", &Report::seldepth)
        .def_ro("tt_permille", &Report::tt_permille)
        .def_ro("elapsed_us", &Report::elapsed_us)
        .def_ro("is_draw_proven", &Report::is_draw_proven);

    nb::class_<PySearcher>(module, "Searcher", "The search with its tables.")
        .def(nb::init<std::size_t, int>(), nb::arg("hash_mb"), nb::arg("threads"))
        .def("set_game", &PySearcher::set_game, nb::arg("cards"), nb::arg("has_spirit"),
             nb::call_guard<nb::gil_scoped_release>(), "Five cards as (student, master, spirit, is_wind); forgets all.")
        .def("start_table", &PySearcher::start_table, nb::arg("threads"), "Solve the endings in the background.")
        .def("use_table", &PySearcher::use_table, nb::arg("is_used"), "Whether the next search asks the table.")
        .def("is_table_ready", &PySearcher::is_table_ready)
        .def("search", &PySearcher::search, nb::arg("board"), nb::arg("time_us"), nb::arg("depth"), nb::arg("nodes"),
             nb::arg("until_proven"), nb::arg("multipv"), nb::arg("on_info").none(),
             nb::sig("def search(self, board: tuple[int, int, int, int, int, int, int, int], time_us: int, depth: int, "
                     "nodes: int, until_proven: bool, multipv: int, on_info: collections.abc.Callable[[Report], object] | None) -> Report"))
        .def("arm", &PySearcher::arm, "From now on `stop` counts.")
        .def("stop", &PySearcher::stop, "End the search; from any thread.");
}

}  // namespace onitama
