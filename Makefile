# Every target first makes .venv if it must, then calls the real tool. ARGS goes to that tool:
#     make play ARGS="--port 9000"      make test ARGS="-k r14"

PYTHON ?= python3
BIN := .venv/bin
PLAY := .venv/.installed-play
DEV := .venv/.installed-dev
CORE_BENCHES := perft bench depth tablebase

.PHONY: help play serve test check core web bench docs dev clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

play: $(PLAY)  ## play in the browser: starts the server and opens its page (in the terminal: onitama play)
	@$(BIN)/python web/build_app.py
	@$(BIN)/onitama serve --open $(ARGS)

serve: $(PLAY)  ## serve games over the network
	@$(BIN)/python web/build_app.py
	@$(BIN)/onitama serve $(ARGS)

test: check docs core web  ## everything that must be green: check, docs, tests of the core, the web app and the package
	@.ci/tools chromium
	$(BIN)/pytest --numprocesses auto $(ARGS)

check: $(DEV)  ## what can be seen without running: style, types, who imports whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

core: $(DEV)  ## the native core with its own tests and benchmarks, in build/core
	@.ci/tools g++ doctest-dev
	@$(BIN)/cmake -S . -B build/core -G Ninja -DONITAMA_TESTS=ON -DONITAMA_BENCH=ON -DONITAMA_CPU=native >build/core.log || { cat build/core.log; exit 1; }
	@$(BIN)/cmake --build build/core >build/core.log || { cat build/core.log; exit 1; }
	build/core/core_tests --minimal

web: $(DEV)  ## the web app: style, types, its own tests, then the build into the package
	@$(BIN)/python web/openapi.py build/openapi.json
	$(BIN)/python web/build_app.py npm run --silent schema -- --check
	$(BIN)/python web/build_app.py npm run --silent check
	$(BIN)/python web/build_app.py npm run --silent test
	$(BIN)/python web/build_app.py

bench: core  ## how fast is it
	@for table in benchmarks/*.py; do $(BIN)/python $$table || exit; done
	@for table in $(CORE_BENCHES); do echo; build/core/$$table || exit; done

docs: $(DEV)  ## the pages, into build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --doctree-dir build/doctrees docs build/docs

dev: $(DEV)  ## all the tools, in .venv
	@echo "ready: . .venv/bin/activate"

clean:  ## remove all that was made here, .venv too
	rm -rf .venv build dist web/node_modules src/onitama/server/pages .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# Set-up: again whenever the core, or what is in the package, has changed since.
CORE := CMakeLists.txt $(wildcard core/*/*.[ch]pp core/bindings/python/*) $(wildcard src/onitama/*/__init__.py)
$(PLAY): WHAT := .
$(DEV): WHAT := .[dev]
$(PLAY) $(DEV): pyproject.toml $(CORE) | $(BIN)/pip
	@.ci/tools g++
	@echo "installing '$(WHAT)' in .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '$(WHAT)'
	@touch $@

# Debian keeps a part of venv in a package of its own.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "onitama needs Python 3.11 or newer as $(PYTHON) (or: make PYTHON=/path/to/python3 …)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy python3-venv; } \
		|| { echo "$(PYTHON) cannot make a virtual environment: install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
