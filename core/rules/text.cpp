#include "rules/text.hpp"

namespace onitama {

namespace {

// The letters of a name that count: blanks, hyphens and underscores do not, nor does case.
class Letters {
public:
    explicit Letters(std::string_view text) : text_(text) {}

    static constexpr int kEnd = -1;

    int next() {
        while (at_ < text_.size()) {
            const auto letter = static_cast<unsigned char>(text_[at_++]);
            if (letter == ' ' || letter == '-' || letter == '_') continue;
            return 'A' <= letter && letter <= 'Z' ? letter + ('a' - 'A') : letter;
        }
        return kEnd;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

bool read_square(std::string_view text, Square& square) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'e' || text[1] < '1' || text[1] > '5') return false;
    square = static_cast<Square>((text[1] - '1') * 5 + (text[0] - 'a'));
    return true;
}

bool read_squares(std::string_view text, Step& step) {
    return text.size() == 4 && read_square(text.substr(0, 2), step.from) && read_square(text.substr(2), step.to);
}

bool read_ninja(std::string_view text, Step& step) {
    step.kind = StepKind::kNinjaStay;
    if (text == "stay") return true;
    const bool is_challenge = text.ends_with('!');
    step.kind = is_challenge ? StepKind::kNinjaChallenge : StepKind::kNinjaMove;
    return read_squares(text.substr(0, text.size() - is_challenge), step);
}

bool read_lantern(std::string_view text, Step& step) {
    step.kind = StepKind::kLantern;
    if (text == "none") return true;
    const auto line = std::string_view(kLines).find(text);
    if (text.size() != 1 || line == std::string_view::npos) return false;
    step.to = static_cast<Square>(line);
    return true;
}

bool read_place(std::string_view text, Step& step) {
    step.kind = StepKind::kPlace;
    if (text.size() == 2) return read_square(text, step.from);
    return read_squares(text, step) && step.from < step.to;
}

bool read_with_card(const GameInfo& game, std::string_view name, std::string_view text, Step& step) {
    for (CardId card = 0; card < kCards; ++card) {
        if (!is_name_of(name, game.slugs[card])) continue;
        step.card = card;
        step.kind = text == "pass" ? StepKind::kPass : StepKind::kMove;
        return text == "pass" || read_squares(text, step);
    }
    return false;
}

void put_squares(Step step, Sink& out) {
    out.put_square(step.from);
    if (step.to != kNoSquare) out.put_square(step.to);
}

}  // namespace

void Sink::put_number(std::uint32_t number) {
    std::array<char, 10> digits;
    std::size_t first = digits.size();
    do digits[--first] = static_cast<char>('0' + number % 10);
    while (number /= 10);
    put(std::string_view(digits.data() + first, digits.size() - first));
}

std::string_view name_of(Player player) { return player == kRed ? "red" : "blue"; }

std::string_view name_of(Phase phase) {
    constexpr std::array<std::string_view, 6> names{"place", "move", "ninja", "spirit", "lantern", "over"};
    return names[static_cast<std::size_t>(phase)];
}

bool is_name_of(std::string_view name, const Slug& slug) {
    Letters found(name), wanted(slug.view());
    while (true) {
        const int letter = found.next();
        if (letter != wanted.next()) return false;
        if (letter == Letters::kEnd) return true;
    }
}

void write_step(const GameInfo& game, Step step, Sink& out) {
    switch (step.kind) {
        case StepKind::kMove:
        case StepKind::kPass:
            out.put(game.slugs[step.card].view());
            out.put(':');
            if (step.kind == StepKind::kPass)
                out.put("pass");
            else
                put_squares(step, out);
            break;
        case StepKind::kNinjaMove:
        case StepKind::kNinjaChallenge:
            out.put("ninja:");
            put_squares(step, out);
            if (step.kind == StepKind::kNinjaChallenge) out.put('!');
            break;
        case StepKind::kNinjaStay: out.put("ninja:stay"); break;
        case StepKind::kSpiritMove:
            out.put("spirit:");
            put_squares(step, out);
            break;
        case StepKind::kLantern:
            out.put("lantern:");
            if (step.to == kNoSquare)
                out.put("none");
            else
                out.put(kLines[step.to]);
            break;
        case StepKind::kPlace:
            out.put("place:");
            put_squares(step, out);
            break;
    }
}

bool read_step(const GameInfo& game, std::string_view text, Step& step) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view head = text.substr(0, colon), tail = text.substr(colon + 1);
    Step found;
    bool is_step;
    if (head == "ninja") {
        is_step = read_ninja(tail, found);
    } else if (head == "spirit") {
        found.kind = StepKind::kSpiritMove;
        is_step = read_squares(tail, found);
    } else if (head == "lantern") {
        is_step = read_lantern(tail, found);
    } else if (head == "place") {
        is_step = read_place(tail, found);
    } else {
        is_step = read_with_card(game, head, tail, found);
    }
    if (is_step) step = found;
    return is_step;
}

}  // namespace onitama
