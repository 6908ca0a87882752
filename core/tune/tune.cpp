// Finds the weights of the evaluation's network from data that `datagen` made.
//
//   tune DIRECTORY WEIGHTS [--family open|spirit] [--epochs 20] [--rate 0.002] [--outcome 0.4] [--threads 0] [--seed 1]
//
// Reads all files in and below DIRECTORY. Gradient descent (Adam) on the cross entropy between the network's winning
// chance and a mixture of the game's outcome and the chance that the search's score meant. A twentieth of the games is
// kept back to tell how good it is. After every epoch all is saved in WEIGHTS.state, from where a stopped run goes on;
// WEIGHTS gets the numbers for the core. The same data, options and program give the same weights, with any number of
// threads.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <thread>

#include "search/net.hpp"
#include "tests/random_boards.hpp"
#include "tune/progress.hpp"
#include "tune/samples.hpp"

using namespace onitama;

namespace {

constexpr int kBatch = 8192;
constexpr int kShards = 8;             // parts of a batch; each adds up in its own order whatever thread it falls to
constexpr double kScoreOfOne = 200;    // the score at which the odds of winning are e : 1
constexpr float kMaxWeight = 2.0F, kMaxOutput = 5.0F;

struct Options {
    std::filesystem::path directory, weights;
    std::string family = "open";
    int epochs = 20;
    float rate = 0.002F;
    float outcome = 0.4F;
    int threads = 0;
    std::uint64_t seed = 1;
};

using Row = std::array<float, kUnits>;

struct Parameters {
    std::array<Row, net::kFeatures> unit{};
    Row output{};

    float* values() { return unit[0].data(); }
    static constexpr std::size_t kCount = (net::kFeatures + 1) * std::size_t{kUnits};
};
static_assert(sizeof(Parameters) == Parameters::kCount * sizeof(float));

// Features of all samples, one list after the other.
struct Data {
    std::vector<std::uint16_t> features;
    std::vector<std::uint32_t> first{0};
    std::vector<float> target;
    std::vector<std::uint32_t> training, validation;  // numbers of samples
};

float chance(float value) { return 1 / (1 + std::exp(-value)); }

void add(Data& data, const std::vector<tune::Sample>& samples, const Options& options, int& game) {
    CardSet cards;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const tune::Sample& sample = samples[i];
        if (i == 0 || sample.cards != samples[i - 1].cards) cards = tune::card_set_of(sample);
        (game % 20 ? data.training : data.validation).push_back(static_cast<std::uint32_t>(data.target.size()));
        for_each_feature(sample.board(), cards, [&](int feature) { data.features.push_back(static_cast<std::uint16_t>(feature)); });
        data.first.push_back(static_cast<std::uint32_t>(data.features.size()));
        const float by_score = chance(static_cast<float>(sample.score / kScoreOfOne));
        data.target.push_back(options.outcome * static_cast<float>(sample.result) / 2 + (1 - options.outcome) * by_score);
        game += sample.last;
    }
}

bool load(const Options& options, Data& data) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options.directory, error))
        if (entry.path().extension() == ".samples" && entry.path().filename().string().starts_with(options.family + "-"))
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    int game = 0;
    for (const auto& path : paths) {
        std::vector<tune::Sample> samples;
        if (!tune::read_samples(path, samples)) return false;
        add(data, samples, options, game);
    }
    return !error && !data.training.empty() && !data.validation.empty();
}

const auto kMirrored = net::make_mirrored_features();

// One sample forward, and with `gradient` backward too; returns its cross entropy.
float learn(const Parameters& parameters, const Data& data, std::uint32_t sample, Parameters* gradient) {
    const std::uint16_t* const begin = &data.features[data.first[sample]];
    const std::uint16_t* const end = data.features.data() + data.first[sample + 1];
    std::array<Row, 2> sum{};
    for (const std::uint16_t* feature = begin; feature != end; ++feature) {
        const Row& plain = parameters.unit[*feature];
        const Row& mirrored = parameters.unit[kMirrored[*feature]];
        for (int unit = 0; unit < kUnits; ++unit) {
            sum[0][unit] += plain[unit];
            sum[1][unit] += mirrored[unit];
        }
    }
    float value = sum[0][0] + sum[1][0];
    std::array<Row, 2> cut{};
    for (int side = 0; side < 2; ++side)
        for (int unit = 1; unit < kUnits; ++unit) {
            cut[side][unit] = std::clamp(sum[side][unit], 0.0F, 1.0F);
            value += parameters.output[unit] * cut[side][unit] * cut[side][unit];
        }
    const float guess = chance(value), target = data.target[sample];
    if (gradient) {
        const float error = guess - target;
        std::array<Row, 2> slope{};
        for (int side = 0; side < 2; ++side) {
            slope[side][0] = error;
            for (int unit = 1; unit < kUnits; ++unit) {
                const float open = sum[side][unit] > 0 && sum[side][unit] < 1 ? 1.0F : 0.0F;
                slope[side][unit] = error * parameters.output[unit] * 2 * cut[side][unit] * open;
                gradient->output[unit] += error * cut[side][unit] * cut[side][unit];
            }
        }
        for (const std::uint16_t* feature = begin; feature != end; ++feature) {
            Row& plain = gradient->unit[*feature];
            Row& mirrored = gradient->unit[kMirrored[*feature]];
            for (int unit = 0; unit < kUnits; ++unit) plain[unit] += slope[0][unit];
            for (int unit = 0; unit < kUnits; ++unit) mirrored[unit] += slope[1][unit];
        }
    }
    const float bounded = std::clamp(guess, 1e-6F, 1 - 1e-6F);
    return -(target * std::log(bounded) + (1 - target) * std::log(1 - bounded));
}

// Runs work(shard) for every shard, shared out among the threads.
template <class Work>
void for_each_shard(int threads, const Work& work) {
    std::vector<std::thread> helpers;
    const auto run = [&](int first) {
        for (int shard = first; shard < kShards; shard += threads) work(shard);
    };
    for (int i = 1; i < threads; ++i) helpers.emplace_back(run, i);
    run(0);
    for (std::thread& helper : helpers) helper.join();
}

// What a stopped run needs to go on.
struct State {
    Parameters parameters, mean, square;
    int epoch = 0;
    int step = 0;
};

void set_start(State& state, const Data& data, std::uint64_t seed) {
    std::vector<bool> is_seen(net::kFeatures);
    for (const std::uint16_t feature : data.features) is_seen[feature] = is_seen[kMirrored[feature]] = true;

    test::RandomBoards random(seed);
    const auto between = [&](float width) { return width * (static_cast<float>(random.below(2001)) / 1000 - 1); };
    for (int unit = 1; unit < kUnits; ++unit) {
        for (int i = 0; i < net::kFeatures; ++i) {
            const float value = i < net::kMaterial ? between(0.05F) : 0.4F;
            state.parameters.unit[i][unit] = is_seen[i] ? value : 0;  // what is never seen would stay at random
        }
        state.parameters.output[unit] = unit % 2 ? 0.3F : -0.3F;
    }
}

class Tuner {
public:
    Tuner(const Options& options, const Data& data, State& state) : options_(options), data_(data), state_(state), gradients_(kShards) {}

    double train_epoch() {
        std::vector<std::uint32_t> order = data_.training;
        test::RandomBoards random(options_.seed * 1'000'003 + static_cast<std::uint64_t>(state_.epoch));
        for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.below(static_cast<int>(i + 1))]);
        double loss = 0;
        const std::size_t batches = order.size() / kBatch;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            loss += run(order.data() + batch * kBatch, kBatch, true);
            const double done = (state_.epoch + static_cast<double>(batch) / static_cast<double>(batches)) / options_.epochs;
            update(options_.rate * static_cast<float>(0.02 + 0.98 * (0.5 + 0.5 * std::cos(3.14159265 * done))));
        }
        ++state_.epoch;
        return loss / (static_cast<double>(batches) * kBatch);
    }

    double validate() { return run(data_.validation.data(), data_.validation.size(), false) / static_cast<double>(data_.validation.size()); }

private:
    double run(const std::uint32_t* samples, std::size_t count, bool learns) {
        std::array<double, kShards> losses{};
        for_each_shard(options_.threads, [&](int shard) {
            if (learns) gradients_[shard] = Parameters{};
            for (std::size_t i = count * shard / kShards; i < count * (shard + 1) / kShards; ++i)
                losses[shard] += learn(state_.parameters, data_, samples[i], learns ? &gradients_[shard] : nullptr);
        });
        return std::accumulate(losses.begin(), losses.end(), 0.0);
    }

    void update(float rate) {
        ++state_.step;
        const float mean_scale = 1 / (1 - std::pow(0.9F, static_cast<float>(state_.step)));
        const float square_scale = 1 / (1 - std::pow(0.999F, static_cast<float>(state_.step)));
        const auto move = [&](std::size_t i) {
            float gradient = 0;
            for (Parameters& part : gradients_) gradient += part.values()[i];
            gradient /= kBatch;
            float& mean = state_.mean.values()[i];
            float& square = state_.square.values()[i];
            mean += 0.1F * (gradient - mean);
            square += 0.001F * (gradient * gradient - square);
            const bool is_output = i >= Parameters::kCount - kUnits;
            const float bound = is_output ? kMaxOutput : kMaxWeight;
            float& value = state_.parameters.values()[i];
            value -= rate * mean * mean_scale / (std::sqrt(square * square_scale) + 1e-8F);
            value = std::clamp(value, -bound, bound);
        };
        for_each_shard(options_.threads, [&](int shard) {
            for (std::size_t i = Parameters::kCount * shard / kShards; i < Parameters::kCount * (shard + 1) / kShards; ++i) move(i);
        });
    }

    const Options& options_;
    const Data& data_;
    State& state_;
    std::vector<Parameters> gradients_;
};

// The numbers that the core takes in, a row of units a line.
bool write_weights(const Options& options, const Parameters& parameters) {
    std::ofstream file(options.weights);
    for (const Row& row : parameters.unit)
        for (int unit = 0; unit < kUnits; ++unit) {
            const double scale = unit ? NetWeights::kOne : kScoreOfOne * NetWeights::kLinearOne;
            file << std::lround(row[unit] * scale) << (unit + 1 < kUnits ? "," : ",\n");
        }
    constexpr double kActivation = NetWeights::kActivationOne * NetWeights::kActivationOne;
    for (int unit = 0; unit < kUnits; ++unit)
        file << std::lround(parameters.output[unit] * kScoreOfOne * (1 << NetWeights::kOutputShift) / kActivation) << (unit + 1 < kUnits ? "," : "\n");
    return file.good();
}

bool read_state(const std::filesystem::path& path, State& state) {
    const tune::File file(std::fopen(path.c_str(), "rb"));
    return file && std::fread(&state, sizeof state, 1, file.get()) == 1;
}

bool write_state(const std::filesystem::path& path, const State& state) {
    const tune::File file(std::fopen(path.c_str(), "wb"));
    return file && std::fwrite(&state, sizeof state, 1, file.get()) == 1;
}

bool parse(int argc, char** argv, Options& options) {
    if (argc < 3 || argc % 2 == 0) return false;
    options.directory = argv[1];
    options.weights = argv[2];
    for (int i = 3; i < argc; i += 2) {
        const std::string name = argv[i], value = argv[i + 1];
        if (name == "--family")
            options.family = value;
        else if (name == "--epochs")
            options.epochs = std::atoi(value.c_str());
        else if (name == "--rate")
            options.rate = static_cast<float>(std::atof(value.c_str()));
        else if (name == "--outcome")
            options.outcome = static_cast<float>(std::atof(value.c_str()));
        else if (name == "--threads")
            options.threads = std::atoi(value.c_str());
        else if (name == "--seed")
            options.seed = std::strtoull(value.c_str(), nullptr, 10);
        else
            return false;
    }
    if (options.threads <= 0) options.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: tune DIRECTORY WEIGHTS [--family open|spirit] [--epochs N] [--rate X] [--outcome X] [--threads N] [--seed N]\n");
        return 2;
    }
    Data data;
    if (!load(options, data)) {
        std::fprintf(stderr, "tune: not enough samples for \"%s\" in %s\n", options.family.c_str(), options.directory.c_str());
        return 1;
    }
    const auto state = std::make_unique<State>();
    std::filesystem::path state_path = options.weights;
    state_path += ".state";
    if (!read_state(state_path, *state)) set_start(*state, data, options.seed);
    Tuner tuner(options, data, *state);
    std::printf("%zu positions to learn from, %zu kept back\n", data.training.size(), data.validation.size());
    const tune::Progress progress(state->epoch, options.epochs);
    while (state->epoch < options.epochs) {
        const double loss = tuner.train_epoch(), kept_back = tuner.validate();
        char text[80];
        std::snprintf(text, sizeof text, "loss %.5f, kept back %.5f", loss, kept_back);
        progress.show(state->epoch, text);
        if (!write_state(state_path, *state) || !write_weights(options, state->parameters)) {
            std::fprintf(stderr, "\ntune: cannot write %s\n", options.weights.c_str());
            return 1;
        }
    }
    std::printf("kept back %.5f\n", tuner.validate());
}
