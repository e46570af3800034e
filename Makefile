# make compare · make test · make lint · make lowest · make test-slow · make lecture · make site · make docs
# make pictures · make bench · make proof · make dist: each sets up what it needs.
# make bench BENCH=--quick for one in a minute; make UV= where uv is installed but must not be used.
# make test LOCKED=1, and any other: with the versions of constraints.txt, in an environment of its own;
# make constraints writes the newest into it.

PYTHON ?= python3
N ?= 10
VENV := $(if $(LOCKED),build/locked,.venv)
CONSTRAINTS := $(if $(LOCKED),constraints.txt)
BIN := $(VENV)/bin
LOWEST := build/lowest
PROOF := build/proof
UV := $(shell command -v uv)

SAY_VERSION := print("%d.%d" % sys.version_info[:2])
VERSION := $(shell $(PYTHON) -c 'import sys; $(SAY_VERSION)')
MADE := $(VENV)/made

# Hundreds of processes are started; none compiles again what another has compiled, whoever asks.
export PYTHONDONTWRITEBYTECODE :=

# An environment of another Python, without pip, or whose interpreter is gone is made anew, as is
# one that was never finished: its marker is missing.
ifneq ($(shell $(BIN)/python -c 'import pip, sys; $(SAY_VERSION)' 2>/dev/null),$(VERSION))
.PHONY: $(MADE)
endif

# One apt-get at a time, and one pip.
.NOTPARALLEL:
.PHONY: compare test lint lowest test-slow lecture site docs pictures bench proof dist constraints \
    prolog languages clean

compare: prolog $(VENV)/installed
	$(BIN)/python compare.py --n $(N)

test: languages $(VENV)/installed-for-development
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/installed-for-development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/proselint check *.md docs/*.md benchmarks/README.md examples/*/README.md \
	    .github/ISSUE_TEMPLATE/*.yml compare.py $$(find solvers -name '*.py' -o -name '*.jinja')

# The contract that every backend keeps, with the oldest versions that pyproject.toml allows.
lowest: languages $(VENV)/installed-for-development
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
	    --only-binary :all: --editable '.[all,engines,test]'
	$(LOWEST)/bin/python -m pytest -n auto --slow tests/testing/test_contract.py -k TestContract

# The tests with the mark slow, which make test leaves out: the contract for every backend, films and
# pages in a browser, hundreds of random examples, ...
test-slow: languages $(VENV)/installed-for-development
	@tools/system-package.sh firefox-esr 'command -v firefox-esr' || true
	$(BIN)/python -m pytest -n auto --slow -m slow

# The pages of docs/lecture.md: build/lecture.html and build/one-change.html.
lecture: prolog $(VENV)/installed-for-development
	mkdir -p build
	$(BIN)/python compare.py --n 6 --backends default,permutation,clpfd,sat --report build/lecture.html
	$(BIN)/python tools/documentation/one_change.py

# The web page: one file, and a folder for a web server.
site: $(VENV)/installed
	@tools/system-package.sh npm 'command -v npm'
	mkdir -p build
	$(BIN)/queens site --one-file --out build/queens.html
	$(BIN)/queens site --out build/site

# The documents as a site, in build/docs: with a gallery, the programs beside each other, and the API.
docs: languages $(VENV)/installed-for-development
	$(BIN)/python tools/documentation/make_site.py

# The pictures of docs/pictures, drawn again.
pictures: languages $(VENV)/installed-for-development
	$(BIN)/python tools/moving_picture.py
	$(BIN)/python tools/pictures.py

bench: languages $(VENV)/installed-for-development
	@tools/system-package.sh gcc 'command -v cc' libc6-dev 'echo "#include <stdio.h>" | cc -E -' || true
	$(BIN)/python -m benchmarks $(BENCH)

# Check the proof that the checker of certificates is sound, make a program of that checker, and hold
# it against the others.
proof: prolog $(PROOF)/checker $(VENV)/installed-for-development
	$(BIN)/python -m pytest -n auto proof

$(PROOF)/checker: proof/Checker.v proof/Sound.v proof/Extract.v proof/checker.ml
	@tools/system-package.sh coq 'command -v coqc' ocaml-nox 'command -v ocamlopt'
	mkdir -p $(PROOF)
	cp $^ $(PROOF)
	cd $(PROOF) && coqc Checker.v && coqc Sound.v && coqc Extract.v && \
	    ocamlopt -o checker certificate.mli certificate.ml checker.ml

# A wheel and a source distribution, in dist/.
dist: $(MADE)
	$(INSTALL) --quiet 'hatchling>=1.27'
	rm -rf dist
	$(BIN)/python -m hatchling build

constraints: $(VENV)/installed-for-development
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev \
	    --no-annotate --no-header --output-file constraints.txt pyproject.toml

# What these install is optional, or what needs it says so itself.
prolog:
	@tools/system-package.sh swi-prolog-nox 'command -v swipl' || true

languages:
	@tools/system-package.sh \
	    swi-prolog-nox 'command -v swipl' racket 'command -v racket' \
	    guile-3.0 'command -v guile' minizinc 'command -v minizinc' \
	    gprolog 'command -v gprolog' default-jre-headless 'command -v java' \
	    bubblewrap 'command -v bwrap' chromium 'command -v chromium' npm 'command -v npm' \
	    libatomic1 '[ "$$(uname)" != Linux ] || /sbin/ldconfig -p | grep -F libatomic.so.1' || true

clean:
	rm -rf .venv uv.lock .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..." >&2; exit 2; }
ifdef UV
	$(UV) venv --quiet --clear --seed --python $(PYTHON) $(VENV)
else
	@tools/system-package.sh python$(VERSION)-venv "$(PYTHON) -c 'import ensurepip, venv'" || \
	    { echo "and then the same make again" >&2; exit 2; }
	$(PYTHON) -m venv --clear $(VENV)
endif
	@touch $@

INSTALL := $(if $(UV),$(UV) pip install --python $(BIN)/python,$(BIN)/python -m pip install)

$(VENV)/installed: pyproject.toml $(CONSTRAINTS) $(MADE)
	@echo "The packages are downloaded and installed into $(VENV), which takes a minute or two."
	$(INSTALL) --quiet $(CONSTRAINTS:%=--constraint %) --editable .
	@touch $@

$(VENV)/installed-for-development: pyproject.toml Makefile $(CONSTRAINTS) $(MADE)
	$(INSTALL) --quiet $(CONSTRAINTS:%=--constraint %) --editable '.[dev]'
	$(INSTALL) --quiet --no-deps nucs==14.1.0 # it names one NumPy and one Numba, and runs with others
	@touch $@ $(VENV)/installed
