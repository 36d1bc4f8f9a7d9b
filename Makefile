# Two commands to know: `make studio` opens the studio, `make test` checks and tests.
# Each makes what it needs: the virtual environment, the locked packages, the built page.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAGE := src/kinegraph/studio/page/index.html
WEB_SOURCES := $(shell find web/src web/index.html web/*.ts web/package.json -type f 2>/dev/null)
FILE ?=

.PHONY: studio test compiled test-page flows check check-engine check-page format bench grid fuzz blender wheel protocol lock clean

studio: $(VENV)/.prepared $(PAGE)
	$(BIN)/kinegraph studio $(FILE)

# What needs one core runs beside what needs the other; the engine's tests and the browser take both.
test:
	$(MAKE) --no-print-directory --jobs 2 --output-sync=line check-engine compiled test-page
	$(BIN)/python -m pytest -n 2 --dist loadfile
	scripts/browser.sh
	cd web && npm run e2e

# Tests run in two processes: what they both need is compiled once, before.
compiled: $(VENV)/.installed
	$(BIN)/python -m kinegraph.studio.compile_tasks

test-page: $(PAGE) check-page
	cd web && npm test

# Every browser flow there is; `make test` leaves out the longer ones.
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

# Every shipped animation on 200 creatures that nobody has seen, and a page of what came of it.
grid: $(VENV)/.installed
	$(BIN)/kinegraph creatures grid --creatures 200 -o grid

fuzz: $(VENV)/.dev-installed
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -n 2 -m hypothesis tests

blender: $(VENV)/.dev-installed
	scripts/blender_environment.sh
	$(BIN)/python -m pytest -m blender tests

wheel: $(VENV)/.dev-installed $(PAGE)
	rm -rf dist src/kinegraph/studio/prepared
	$(BIN)/python -m kinegraph.studio.prepare --ship
	$(BIN)/python -m build --wheel --no-isolation
	@ls dist

protocol: $(VENV)/.dev-installed
	$(BIN)/python scripts/generate_protocol.py

# New versions of everything, within what pyproject.toml and package.json allow.
lock:
	scripts/lock.sh

clean:
	rm -rf $(VENV) .venv-blender web/node_modules src/kinegraph/studio/page src/kinegraph/studio/prepared dist
	rm -rf .pytest_cache .ruff_cache .hypothesis .benchmarks grid web/test-results web/playwright-report
	find benchmarks examples scripts src tests -name __pycache__ -prune -exec rm -rf {} +

# From here on: what is made once. A step that takes long says so first.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kinegraph needs Python 3.11 or newer; say which with 'make studio PYTHON=python3.12'."; exit 1; }
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created requirements.lock pyproject.toml
	@echo "Installing the Python packages, about a minute ..."
	@$(PIP_INSTALL) --require-hashes --requirement requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Compiles what a following character and choosing keys need and shapes the cast, so that the studio need not at its first start.
$(VENV)/.prepared: $(VENV)/.installed $(shell find src/kinegraph/characters -name '*.py') \
  $(shell find src/kinegraph -name '*_kernels.py')
	@echo "Compiling the engine and shaping the cast, about two minutes ..."
	@$(BIN)/python -m kinegraph.studio.prepare
	@touch $@

$(VENV)/.dev-installed: $(VENV)/.installed requirements-dev.lock
	@echo "Installing the packages that check and test ..."
	@$(PIP_INSTALL) --require-hashes --requirement requirements-dev.lock
	@touch $@

$(VENV)/.bench-installed: $(VENV)/.dev-installed requirements-bench.lock
	@echo "Installing the packages to compare with ..."
	@$(PIP_INSTALL) --use-pep517 --require-hashes --requirement requirements-bench.lock
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@node -e 'const [major, minor] = process.versions.node.split("."); process.exit(+(major * 100 + +minor < 2019))' || \
	  { echo "Kinegraph's page is built with Node 20.19 or newer."; exit 1; }
	@echo "Installing the page's packages ..."
	@cd web && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(PAGE): web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the page ..."
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@
