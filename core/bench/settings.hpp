// Settings of the search by name, for benchmarks: "-killers,-history" or "mobility=5,tempo=0"; "plain" is all off.
#pragma once

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "search/eval.hpp"
#include "search/features.hpp"
#include "search/search.hpp"

namespace onitama::bench {

struct Settings {
    Features features;
    Weights weights;

    void apply(Searcher& searcher) const {
        searcher.set_features(features);
        searcher.set_weights(weights);
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
    };
    return names;
}

inline const std::map<std::string, int Weights::*>& weight_names() {
    static const std::map<std::string, int Weights::*> names = {
        {"student", &Weights::student},
        {"tempo", &Weights::tempo},
        {"mobility", &Weights::mobility},
        {"master_mobility", &Weights::master_mobility},
        {"coverage", &Weights::coverage},
        {"safe_escape", &Weights::safe_escape},
    };
    return names;
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
            if (const auto weight = weight_names().find(word.substr(0, equals)); weight != weight_names().end()) {
                settings.weights.*weight->second = std::atoi(word.c_str() + equals + 1);
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
