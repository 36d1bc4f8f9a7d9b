# Two commands to know: `make studio` opens the studio, `make test` checks and tests.
# Each sets up what it needs: the virtual environment, the locked packages, the built page.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAGE := src/kinegraph/studio/page/index.html
WEB_SOURCES := $(shell find web/src web/runtime web/index.html web/*.ts web/package.json -type f 2>/dev/null)
ENGINE_SOURCES := $(shell find src/kinegraph -name '*.py' 2>/dev/null)
FILE ?=
MINUTES ?= 10

.PHONY: studio test docs compiled test-page flows check check-engine check-page format bench bench-gpu runtime runtime-headers runtime-test torture grid retarget-sheet fuzz properties blender addon wheel protocol lock clean

# The packages install side by side. What else a first start lacks, the studio prepares while it runs.
studio:
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line $(VENV)/.installed $(PAGE)
	$(BIN)/kinegraph studio $(FILE)

# Two single-core steps run side by side; the engine's tests and the browser take both cores.
test:
	$(MAKE) --no-print-directory --jobs 2 --output-sync=line check-engine compiled test-page docs
	$(BIN)/python -m pytest -n 2 --dist loadfile
	scripts/browser.sh
	cd web && npm run e2e

# The documentation site, in site/. A link that leads nowhere is an error.
docs: $(VENV)/.dev-installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# Tests run in two processes: the kernels that both need are compiled once, before.
compiled: $(VENV)/.prepared

test-page: $(PAGE) check-page
	cd web && npm test

# Every browser flow; `make test` leaves out the longer ones.
flows: $(VENV)/.dev-installed $(PAGE)
	scripts/browser.sh
	cd web && FLOWS=all npm run e2e

check: check-engine check-page

check-engine: $(VENV)/.dev-installed web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd web && npx --no-install pyright --project ..

check-page: web/node_modules/.installed
	cd web && npm run check

format: $(VENV)/.dev-installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench-installed
	$(BIN)/python -m benchmarks

# Crowds on an NVIDIA GPU: equality with the processor, and sizes against milliseconds.
bench-gpu: runtime $(VENV)/.bench-installed
	$(PIP_INSTALL) --quiet cupy-cuda13x
	$(BIN)/python -m benchmarks crowds

# The engine without Python, in src/kinegraph/runtime/built: libraries for Linux, WebAssembly, objects for
# other machines, code for GPUs, the kernels' LLVM code. About five minutes, then only what has changed.
runtime: $(VENV)/.runtime-installed web/node_modules/.installed
	$(BIN)/python -m kinegraph.runtime.compile.build
	cd web && node scripts/runtime.mjs ../src/kinegraph/runtime/built/kinegraph.js

# The layout of files and calls for C and TypeScript, after a change of the kernels' tables.
runtime-headers: $(VENV)/.dev-installed web/node_modules/.installed
	$(BIN)/python -m kinegraph.runtime.headers.generate

# One replay in C, Python, Node and a browser, and damaged files in each.
runtime-test: runtime
	$(BIN)/python -m pytest tests/runtime
	cd web && npx --no-install vitest run runtime

# Kills, power cuts and many pages at once; ends with an error where something was lost.
SEED ?= 1
torture: $(VENV)/.dev-installed
	$(BIN)/python -m benchmarks.torture --seed $(SEED) --minutes $(MINUTES)

# Every shipped animation on 200 random creatures, and a page with the results.
grid: $(VENV)/.installed
	$(BIN)/kinegraph creatures grid --creatures 200 -o grid

# Twelve rigs of different makes, standing, walking and in a cartwheel: a table of how well they do, and their picture.
retarget-sheet: $(VENV)/.dev-installed
	$(BIN)/python -m benchmarks retarget --quick --sheet retarget-sheet.png

# Damaged input for every reader and every message, guided by coverage; corpora and findings stay in .fuzz/.
fuzz: $(VENV)/.fuzz-installed
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) --jobs 2

# The property tests, with many more examples.
properties: $(VENV)/.dev-installed
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -n 2 -m hypothesis tests

blender: $(VENV)/.dev-installed
	scripts/blender_environment.sh
	$(BIN)/python -m pytest -m blender tests

# The Blender add-on as one zip, in dist/.
addon:
	@$(PYTHON) scripts/build_addon.py

wheel: $(VENV)/.dev-installed $(PAGE)
	rm -rf dist src/kinegraph/studio/prepared
	$(BIN)/python -m kinegraph.studio.prepare --ship
	$(BIN)/python -m build --wheel --no-isolation
	@ls dist

protocol: $(VENV)/.dev-installed
	$(BIN)/python scripts/generate_protocol.py

# New versions of all packages, within the ranges of pyproject.toml and package.json.
lock:
	scripts/lock.sh

clean:
	rm -rf $(VENV) .venv-blender web/node_modules src/kinegraph/studio/page src/kinegraph/studio/prepared dist
	rm -rf src/kinegraph/share/player
	rm -rf src/kinegraph/runtime/built
	rm -rf .pytest_cache .ruff_cache .hypothesis .benchmarks .fuzz grid site web/test-results web/playwright-report
	find benchmarks examples scripts src tests -name __pycache__ -prune -exec rm -rf {} +

# From here on: files that are made once. A step that takes long says so first.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kinegraph needs Python 3.11 or newer; name one with 'make studio PYTHON=python3.12'."; exit 1; }
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created requirements.lock pyproject.toml
	@echo "Installing the Python packages, about a minute ..."
	@$(PIP_INSTALL) --require-hashes --requirement requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Changes when the sources of compiled kernels or of the cast do; Python follows their imports.
$(VENV)/.engine-stamp: $(VENV)/.installed $(ENGINE_SOURCES)
	@$(BIN)/python scripts/engine_stamp.py $@

# Compiles the kernels and shapes the cast, so that tests and wheels do not wait for them.
$(VENV)/.prepared: $(VENV)/.engine-stamp
	@echo "Compiling the engine and shaping the cast, about two minutes ..."
	@$(BIN)/python -m kinegraph.studio.prepare
	@touch $@

$(VENV)/.dev-installed: $(VENV)/.installed requirements-dev.lock
	@echo "Installing the packages that check and test ..."
	@$(PIP_INSTALL) --require-hashes --requirement requirements-dev.lock
	@touch $@

$(VENV)/.bench-installed: $(VENV)/.dev-installed requirements-bench.lock
	@echo "Installing the packages that the benchmarks compare with ..."
	@$(PIP_INSTALL) --use-pep517 --require-hashes --requirement requirements-bench.lock
	@touch $@

# Only Linux and macOS have atheris; elsewhere inputs are mutated without a guide.
$(VENV)/.fuzz-installed: $(VENV)/.dev-installed requirements-fuzz.lock
	@$(PIP_INSTALL) --only-binary :all: --require-hashes --requirement requirements-fuzz.lock || \
	  echo "atheris does not install here: inputs are mutated without coverage."
	@touch $@

$(VENV)/.runtime-installed: $(VENV)/.dev-installed requirements-runtime.lock
	@echo "Installing the C compiler and linker of the runtime, and CUDA's mathematics ..."
	@$(PIP_INSTALL) --only-binary :all: --require-hashes --requirement requirements-runtime.lock
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@node -e 'const [major, minor] = process.versions.node.split("."); process.exit(+(major * 100 + +minor < 2019))' || \
	  { echo "Kinegraph's page is built with Node 20.19 or newer."; exit 1; }
	@echo "Installing the page's packages ..."
	@cd web && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(PAGE): web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the page ..."
	@cd web && npm run --silent build -- --logLevel warn && npm run --silent build:share -- --logLevel warn
	@touch $@
