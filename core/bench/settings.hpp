// Settings of the search by name, for benchmarks: "-killers,-history" or "net=FILE"; "plain" is all ideas off.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "search/net.hpp"
#include "search/features.hpp"
#include "search/search.hpp"

namespace onitama::bench {

struct Settings {
    Features features;
    std::shared_ptr<const NetWeights> net;  // instead of the built-in one

    void apply(Searcher& searcher) const {
        searcher.set_features(features);
        if (net) searcher.set_net(*net);
    }
};

inline const std::map<std::string, bool Features::*>& feature_names() {
    static const std::map<std::string, bool Features::*> names = {
        {"killers", &Features::killers},
        {"history", &Features::history},
        {"counter_moves", &Features::counter_moves},
        {"reductions", &Features::reductions},
        {"late_move_pruning", &Features::late_move_pruning},
        {"futility", &Features::futility},
        {"quiescence", &Features::quiescence},
        {"aspiration", &Features::aspiration},
        {"internal_reduction", &Features::internal_reduction},
        {"temple_threats", &Features::temple_threats},
        {"must_answer", &Features::must_answer},
        {"check_extension", &Features::check_extension},
        {"lean_last_plies", &Features::lean_last_plies},
    };
    return names;
}

// Weights of the network as `tune` writes them; ends the program with a message if the file holds something else.
inline std::shared_ptr<const NetWeights> read_net(const std::string& path) {
    std::ifstream file(path);
    const auto net = std::make_shared<NetWeights>();
    std::size_t count = 0;
    for (int number; file >> number; ++count) {
        if (count < NetWeights::kCount) net->values[count] = static_cast<std::int16_t>(number);
        if (file.peek() == ',') file.get();
    }
    if (count == NetWeights::kCount) return net;
    std::cerr << "these are no weights of the evaluation: " << path << '\n';
    std::exit(2);
}

// Ends the program with a message if a name is not known.
inline Settings parse_settings(const std::string& text) {
    Settings settings;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        if (word.empty()) continue;
        if (word == "plain") {
            settings.features = plain_features();
            continue;
        }
        if (const auto equals = word.find('='); equals != std::string::npos) {
            if (word.substr(0, equals) == "net") {
                settings.net = read_net(word.substr(equals + 1));
                continue;
            }
        } else if (word[0] == '-' || word[0] == '+') {
            if (const auto feature = feature_names().find(word.substr(1)); feature != feature_names().end()) {
                settings.features.*feature->second = word[0] == '+';
                continue;
            }
        }
        std::cerr << "there is no setting " << word << '\n';
        std::exit(2);
    }
    return settings;
}

}  // namespace onitama::bench
