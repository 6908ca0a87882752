// The position string: writing, and reading field by field. The form is that of docs/reference/notation.md.
#include "rules/base.hpp"
#include "rules/checks.hpp"
#include "rules/text.hpp"

namespace onitama {

namespace {

constexpr std::size_t kMostDigits = 9;
constexpr std::string_view kOptions[] = {"hidden", "lantern-rule", "ninjas", "lanterns", "done", "phase"};
enum Option { kHidden, kLanternRule, kNinjas, kLanterns, kDone, kPhase, kOptionCount };

// Writing

char mark_of(const Position& position, Square square) {
    if (position.spirit_mask & bit(square)) return '*';
    for (const Player player : {kRed, kBlue}) {
        if (position.masters_mask[player] & bit(square)) return "Mm"[player];
        if (position.students_mask[player] & bit(square)) return "Ss"[player];
    }
    return '.';
}

void write_board(const Position& position, Sink& out) {
    for (int rank = 4; rank >= 0; --rank) {
        std::uint32_t empty = 0;
        for (int file = 0; file < 5; ++file) {
            const char mark = mark_of(position, static_cast<Square>(rank * 5 + file));
            if (mark == '.') {
                ++empty;
                continue;
            }
            if (empty) out.put_number(empty);
            empty = 0;
            out.put(mark);
        }
        if (empty) out.put_number(empty);
        if (rank) out.put('/');
    }
}

void write_cards(const GameInfo& game, const Position& position, Sink& out) {
    for (const Hand& hand : position.hands) {
        out.put(game.slugs[hand[0]].view());
        out.put(',');
        out.put(game.slugs[hand[1]].view());
        out.put('/');
    }
    out.put(game.slugs[position.side].view());
}

void write_ninjas(const Position& position, Player player, Sink& out) {
    Mask ninjas = position.ninjas_mask[player];
    if (!ninjas) out.put('-');
    while (ninjas) {
        const Square square = take_lowest(ninjas);
        out.put_square(square);
        if (position.revealed_mask[player] & bit(square)) out.put('!');
    }
}

void write_ninjas_and_lanterns(const Position& position, Sink& out) {
    out.put(" ninjas=");
    write_ninjas(position, kRed, out);
    out.put('/');
    write_ninjas(position, kBlue, out);
    out.put(" lanterns=");
    out.put_number(position.lanterns[kRed]);
    out.put('/');
    out.put_number(position.lanterns[kBlue]);
}

void write_phase(const GameInfo& game, const Position& position, Sink& out) {
    const bool has_card = position.card != kNoCard;
    if (position.phase != Phase::kPlace && position.phase != Phase::kLantern && !has_card) return;
    out.put(" phase=");
    out.put(name_of(position.phase));
    if (!has_card) return;
    out.put(':');
    out.put(game.slugs[position.card].view());
    if (position.phase == Phase::kNinja && position.spirit_due) out.put("+spirit");
}

// Reading. Each reader says whether its part has the right form.

bool is_blank(char letter) { return letter == ' ' || ('\t' <= letter && letter <= '\r') || ('\x1c' <= letter && letter <= '\x1f'); }

// The part before the separator, taken off the text; all of it if there is none.
std::string_view take(std::string_view& text, char separator) {
    const auto at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    return part;
}

std::string_view take_field(std::string_view& text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    std::size_t size = 0;
    while (size < text.size() && !is_blank(text[size])) ++size;
    const std::string_view field = text.substr(0, size);
    text.remove_prefix(size);
    return field;
}

// Two parts with one `/` between them.
bool split_pair(std::string_view text, std::array<std::string_view, 2>& parts) {
    const auto at = text.find('/');
    if (at == std::string_view::npos || text.find('/', at + 1) != std::string_view::npos) return false;
    parts = {text.substr(0, at), text.substr(at + 1)};
    return true;
}

bool read_number(std::string_view text, std::uint32_t least, std::uint32_t& number) {
    if (text.empty() || text.size() > kMostDigits) return false;
    std::uint32_t found = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return false;
        found = found * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    number = found;
    return found >= least;
}

bool put_piece(char mark, Square square, Position& position) {
    const auto put = [square](Mask& mask, bool is_single) {
        if (is_single && mask) return false;
        mask |= bit(square);
        return true;
    };
    switch (mark) {
        case 'M': return put(position.masters_mask[kRed], true);
        case 'm': return put(position.masters_mask[kBlue], true);
        case 'S': return put(position.students_mask[kRed], false);
        case 's': return put(position.students_mask[kBlue], false);
        case '*': return put(position.spirit_mask, true);
        default: return false;
    }
}

bool read_board(std::string_view text, Position& position) {
    for (int rank = 4; rank >= 0; --rank) {
        const auto end = text.find('/');
        if ((end == std::string_view::npos) != (rank == 0)) return false;
        int file = 0;
        for (const char mark : take(text, '/')) {
            if ('1' <= mark && mark <= '5') {
                file += mark - '0';
            } else {
                if (file >= 5 || !put_piece(mark, static_cast<Square>(rank * 5 + file), position)) return false;
                ++file;
            }
        }
        if (file != 5) return false;
    }
    return true;
}

bool read_cards(std::span<const NamedCard> cards, std::string_view text, GameInfo& game) {
    std::array<CardGrids, kCards> grids;
    constexpr char kSeparators[kCards] = {',', '/', ',', '/', '\0'};
    for (int i = 0; i < kCards; ++i) {
        // The name runs to the next separator of either kind, which must be the one that belongs here.
        const auto end = text.find_first_of(",/");
        const char separator = end == std::string_view::npos ? '\0' : text[end];
        if (separator != kSeparators[i]) return false;
        const std::string_view name = text.substr(0, end);
        text = separator ? text.substr(end + 1) : std::string_view();
        const NamedCard* found = nullptr;
        for (const NamedCard& card : cards)
            if (is_name_of(name, card.slug)) found = &card;
        if (!found) return false;
        game.slugs[i] = found->slug;
        grids[i] = found->grids;
    }
    game.cards = CardSet(grids);
    return true;
}

bool read_ninjas(std::string_view text, Player player, Position& position) {
    if (text == "-") return true;
    if (text.empty()) return false;
    while (!text.empty()) {
        if (text.size() < 2 || text[0] < 'a' || text[0] > 'e' || text[1] < '1' || text[1] > '5') return false;
        const Mask square = bit((text[1] - '1') * 5 + (text[0] - 'a'));
        if (position.ninjas_mask[player] & square) return false;
        position.ninjas_mask[player] |= square;
        text.remove_prefix(2);
        if (!text.empty() && text[0] == '!') {
            position.revealed_mask[player] |= square;
            text.remove_prefix(1);
        }
    }
    return std::popcount(position.ninjas_mask[player]) <= 2;
}

bool read_hidden(std::string_view text, Rules& rules) {
    if (text == "shadow") {
        rules.hidden = Hidden::kShadow;
    } else if (text == "light-red" || text == "light-blue") {
        rules.hidden = Hidden::kLight;
        rules.light_player = text == "light-red" ? kRed : kBlue;
    } else {
        return false;
    }
    return true;
}

bool read_done(std::string_view text, Position& position) {
    position.first_turn_done = {text == "r" || text == "rb", text == "b" || text == "rb"};
    return text == "-" || text == "r" || text == "b" || text == "rb";
}

bool read_phase(const GameInfo& game, std::string_view text, Position& position) {
    constexpr std::string_view kDue = "+spirit";
    const bool has_card = text.find(':') != std::string_view::npos;
    const std::string_view phase = take(text, ':');
    bool is_known = false;
    for (const Phase one : {Phase::kPlace, Phase::kNinja, Phase::kSpirit, Phase::kLantern})
        if (phase == name_of(one)) {
            position.phase = one;
            is_known = true;
        }
    const bool needs_card = position.phase == Phase::kNinja || position.phase == Phase::kSpirit;
    if (!is_known || has_card != needs_card) return false;
    position.spirit_due = position.phase == Phase::kSpirit;
    if (!has_card) return true;
    if (text.ends_with(kDue)) {
        position.spirit_due = true;
        text.remove_suffix(kDue.size());
    }
    for (CardId card = 0; card < kCards; ++card)
        if (is_name_of(text, game.slugs[card])) position.card = card;
    return position.card != kNoCard;
}

using Options = std::array<std::string_view, kOptionCount>;

const char* take_options(std::string_view text, Options& options) {
    for (std::string_view field = take_field(text); !field.empty(); field = take_field(text)) {
        if (field.find('=') == std::string_view::npos) return "expected a field such as hidden=shadow";
        const std::string_view key = take(field, '=');
        int option = 0;
        while (option < kOptionCount && kOptions[option] != key) ++option;
        if (option == kOptionCount) return "expected hidden, lantern-rule, ninjas, lanterns, done or phase before =";
        if (options[option].data()) return "a field comes twice";
        options[option] = field;  // never null, even if empty: so given options are told apart
    }
    return nullptr;
}

const char* read_options(const Options& options, GameInfo& game, Position& position) {
    const auto given = [&options](Option option) { return options[option].data() != nullptr; };
    if (given(kHidden) && !read_hidden(options[kHidden], game.rules)) return "hidden: expected shadow, light-red or light-blue";
    if (given(kLanternRule)) {
        if (options[kLanternRule] == "starter")
            game.rules.lantern_rule = LanternRule::kStarter;
        else if (options[kLanternRule] != "both")
            return "lantern-rule: expected both or starter";
    }
    std::array<std::string_view, 2> parts;
    if (given(kNinjas) && (!split_pair(options[kNinjas], parts) || !read_ninjas(parts[kRed], kRed, position) ||
                           !read_ninjas(parts[kBlue], kBlue, position)))
        return "ninjas: expected squares such as b1, or -, Red's/Blue's";
    if (given(kLanterns)) {
        std::array<std::uint32_t, 2> counts{};
        if (!split_pair(options[kLanterns], parts) || !read_number(parts[kRed], 0, counts[kRed]) ||
            !read_number(parts[kBlue], 0, counts[kBlue]) || counts[kRed] > 2 || counts[kBlue] > 2)
            return "lanterns: expected two numbers from 0 to 2, Red's/Blue's";
        position.lanterns = {static_cast<std::uint8_t>(counts[kRed]), static_cast<std::uint8_t>(counts[kBlue])};
    }
    if (given(kDone) && !read_done(options[kDone], position)) return "done: expected -, r, b or rb";
    if (given(kPhase) && !read_phase(game, options[kPhase], position)) return "phase: expected place, ninja:card and the like";
    return nullptr;
}

const char* read_end(const GameInfo& game, Position& position) {
    if (position.phase == Phase::kPlace || !decided(game.rules, position)) return nullptr;
    if (position.phase != Phase::kMove) return "phase: the game is won, so no step can be due";
    position.phase = Phase::kOver;
    return nullptr;
}

}  // namespace

std::array<bool, 2> first_turns_done(Player to_move, std::uint32_t turn_number) {
    const Player starter = turn_number % 2 ? to_move : other(to_move);
    return {turn_number > (starter == kRed ? 1 : 2), turn_number > (starter == kBlue ? 1 : 2)};
}

void write_position(const GameInfo& game, const Position& position, Sink& out) {
    write_board(position, out);
    out.put(' ');
    write_cards(game, position, out);
    out.put(position.to_move == kRed ? " r " : " b ");
    out.put_number(position.turn_number);
    if (game.rules.hidden == Hidden::kShadow) out.put(" hidden=shadow");
    if (game.rules.hidden == Hidden::kLight) {
        out.put(" hidden=light-");
        out.put(name_of(game.rules.light_player));
    }
    if (game.rules.lantern_rule == LanternRule::kStarter) out.put(" lantern-rule=starter");
    if (game.rules.is_hidden()) write_ninjas_and_lanterns(position, out);
    const auto done = position.first_turn_done;
    if (done != first_turns_done(position.to_move, position.turn_number)) {
        out.put(" done=");
        if (done[kRed]) out.put('r');
        if (done[kBlue]) out.put('b');
        if (!done[kRed] && !done[kBlue]) out.put('-');
    }
    write_phase(game, position, out);
}

const char* read_position(std::span<const NamedCard> cards, std::string_view text, GameInfo& game, Position& position) {
    if (text.size() > kMostPositionLetters) return "expected a line of at most 400 characters";
    GameInfo new_game;
    Position found;
    if (!read_board(take_field(text), found)) return "board: expected five ranks such as s1M2 and / between";
    if (!read_cards(cards, take_field(text), new_game)) return "cards: expected red,red/blue,blue/side";
    const std::string_view side = take_field(text);
    if (side != "r" && side != "b") return "side to move: expected r or b";
    found.to_move = side == "r" ? kRed : kBlue;
    if (!read_number(take_field(text), 1, found.turn_number)) return "turn number: expected a whole number from 1";
    found.first_turn_done = first_turns_done(found.to_move, found.turn_number);
    new_game.rules.spirit = found.spirit_mask != 0;
    Options options{};
    const char* problem = take_options(text, options);
    if (!problem) problem = read_options(options, new_game, found);
    if (!problem) problem = read_end(new_game, found);
    if (!problem) problem = check(new_game, found);
    if (problem) return problem;
    game = new_game;
    position = found;
    return nullptr;
}

}  // namespace onitama
