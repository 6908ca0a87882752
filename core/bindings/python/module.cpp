// The compiled module: what each room of the core shows to Python.
#include <nanobind/nanobind.h>

#include "bind.hpp"

namespace nb = nanobind;

namespace {

bool cpu_has_v3() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

}  // namespace

#define ONITAMA_NB_MODULE(name, module) NB_MODULE(name, module)  // expands the name first

ONITAMA_NB_MODULE(ONITAMA_MODULE, module) {
    module.doc() = "The native core; onitama.engine and onitama.rules are its face.";
    module.def("cpu_has_v3", &cpu_has_v3, "Whether this computer can run the build for x86-64-v3.");
    onitama::bind_rules(module);
    onitama::bind_search(module);
    onitama::bind_hidden(module);
}
