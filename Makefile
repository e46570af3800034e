# make compare · make test · make lint · make bench: each sets up what it needs.
# make bench BENCH=--quick for one in a minute.

PYTHON ?= python3
N ?= 10
VENV := .venv
BIN := $(VENV)/bin

.PHONY: compare test lint bench prolog languages clean

compare: $(VENV)/installed prolog
	$(BIN)/python compare.py --n $(N)

test: $(VENV)/installed-for-development languages
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/installed-for-development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/installed-for-development languages
	$(BIN)/python -m benchmarks $(BENCH)

prolog:
	@tools/system-package.sh swi-prolog-nox -- command -v swipl

languages:
	@tools/system-package.sh swi-prolog-nox racket guile-3.0 bubblewrap minizinc chromium -- \
	    sh -c 'for each in swipl racket guile bwrap minizinc chromium; do command -v $$each || exit 1; done'

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..." >&2; exit 2; }
	@tools/system-package.sh python3-venv -- $(PYTHON) -c 'import ensurepip, venv'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/installed-for-development: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/installed
