#include <cstdio>
#include <cstdlib>
#include "search/search.hpp"
#include "tests/cards.hpp"
using namespace onitama;
int main(int argc, char** argv) {
    Searcher s;
    if (!s.configure(std::size_t(std::getenv("MB") ? std::atoi(std::getenv("MB")) : 64) << 20, argc > 3 ? std::atoi(argv[3]) : 1)) return 1;
    s.set_game(test::bench_cards(), false);
    if (argc > 2 && argv[2][0] == 'p') s.set_features(plain_features());
    Board b; b.pawns[0] = kHomeRow[0]; b.pawns[1] = kHomeRow[1]; b.masters[0] = kTemple[0]; b.masters[1] = kTemple[1]; b.to_move = kBlue;
    b.arrangement = static_cast<std::uint8_t>(arrangement_of(0, 1, 4));
    Limits l; l.depth = std::atoi(argv[1]);
    s.search({b}, l, [](void*, const Info& i) {
        std::printf("%2d/%2d %6d %12llu %8lld us ", i.line.depth, i.line.seldepth, i.line.score, (unsigned long long)i.nodes, (long long)i.elapsed_us);
        for (int k = 0; k < i.line.length; ++k) std::printf(" %d:%c%d%c%d", i.line.pv[k].slot(), 'a' + i.line.pv[k].from() % 5, 1 + i.line.pv[k].from() / 5, 'a' + i.line.pv[k].to() % 5, 1 + i.line.pv[k].to() / 5);
        std::puts("");
    }, nullptr);
}
