// One function a room: it adds the room's classes and functions to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace onitama {

void bind_rules(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_hidden(nanobind::module_& module);  // after the rules, whose cards it takes

}  // namespace onitama
