# make play: a game in half a minute.  make test: every test.  make lint, bench, docs, build: see CONTRIBUTING.md.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin
# The compiled engine is made again when one of these changes.
COMPILED := $(wildcard src/roundhouse/_compiled.py $(foreach list,$(wildcard src/roundhouse/compiled.txt \
  src/roundhouse/games/*/compiled.txt),$(list) $(addprefix $(dir $(list)),$(shell cat $(list)))))

.PHONY: play services test test-plain test-compiled lint bench bench-compare bench-envs bench-search ladder reports docs build clean

# Playing begins with the plain engine where there is no other; it is compiled meanwhile, and bots' workers change over.
play: $(VENV)/ready
	@nice -n 19 $(MAKE) --no-print-directory $(VENV)/installed > $(VENV)/compiling.log 2>&1 & \
	  export PYTHONPATH='$(CURDIR)/src'; \
	  $(RUN)/python -m roundhouse --version && exec $(RUN)/python -m roundhouse serve

test: services lint test-plain test-compiled

services:
	@scripts/services.sh

# Pages, lab and environments stand on the engine: they are tested once, with the engine that people use.
UPSTAIRS := tests/web tests/lab tests/envs

# Where nothing can be compiled, the plain suite is the whole suite.
test-plain: $(VENV)/developing
	@if $(RUN)/roundhouse --version | grep -q "engine compiled"; then less="$(UPSTAIRS:%=--ignore=%)"; fi; \
	  echo "ROUNDHOUSE_ENGINE=plain pytest $$less"; ROUNDHOUSE_ENGINE=plain $(RUN)/pytest -n auto --dist worksteal $$less

test-compiled: $(VENV)/developing
	@if $(RUN)/roundhouse --version | grep -q "engine compiled"; then \
	  echo "ROUNDHOUSE_ENGINE=compiled pytest"; ROUNDHOUSE_ENGINE=compiled $(RUN)/pytest -n auto --dist worksteal; \
	else $(RUN)/roundhouse --version; fi

lint: $(VENV)/developing
	$(RUN)/ruff check
	$(RUN)/mypy

bench: $(VENV)/installed
	$(RUN)/roundhouse bench

bench-compare: $(VENV)/installed
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(RUN)/python benchmarks/compare.py

# The search, or environments, beside those of other projects in one run: make bench-search, make bench-envs.
bench-search bench-envs: bench-%: $(VENV)/installed
	@$(RUN)/pip install --quiet --disable-pip-version-check --editable '.[bench,envs]'
	$(RUN)/python benchmarks/$*.py

# Hours of one core's work; it can be interrupted, and goes on where it was.
ladder: $(VENV)/installed
	$(RUN)/python benchmarks/ladder.py

# The reports of docs/reports: half an hour of one core; it can be interrupted, and goes on where it was.
reports: $(VENV)/developing
	$(RUN)/python scripts/reports.py build/studies

# The API reference, from docstrings; compiled functions have no signatures to show.
docs: $(VENV)/developing
	@ROUNDHOUSE_ENGINE=plain $(RUN)/python scripts/reference.py build/docs

build: $(VENV)/developing
	@$(RUN)/roundhouse --version

clean:
	rm -rf $(VENV) build src/*.egg-info
	find src -name '*.so' -o -name '*.pyd' | xargs rm -f

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Roundhouse needs Python 3.11 or later; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV), once"
	@$(PYTHON) -m venv --without-pip $(VENV) || \
	  { echo "On Debian and Ubuntu: apt install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/bin/pip: | $(VENV)/bin/python
	@$(RUN)/python -m ensurepip --default-pip > $(VENV)/pip.log 2>&1 || \
	  { cat $(VENV)/pip.log; echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }

# To play takes less than all: the rest, and what compiles, comes behind. The pip of the Python at hand will do, where it
# has one; to make one of our own takes longer than anything else here but the installing.
LATER := pywebpush resvg-py
$(VENV)/ready: pyproject.toml | $(VENV)/bin/python
	@echo "Installing, once"
	@$(RUN)/python -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	  needs = project["dependencies"] + project["optional-dependencies"]["web"]; \
	  print(*[need for need in needs if not need.startswith(tuple(sys.argv[1:]))], sep="\n")' $(LATER) > $(VENV)/playing.txt
	@if $(PYTHON) -c 'import pip; assert int(pip.__version__.split(".")[0]) > 22' 2> /dev/null; \
	  then pip="$(PYTHON) -m pip --python $(RUN)/python"; \
	  else $(MAKE) --no-print-directory $(RUN)/pip && pip=$(RUN)/pip || exit 1; fi; \
	  $$pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/playing.txt
	@touch $@

$(VENV)/whole: $(VENV)/ready | $(VENV)/bin/pip
	@echo "Installing the rest"
	@$(RUN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  > $(VENV)/compiling.txt
	@$(RUN)/pip install --quiet --disable-pip-version-check --no-compile --requirement $(VENV)/compiling.txt
	@ROUNDHOUSE_ENGINE=plain $(RUN)/pip install --quiet --disable-pip-version-check --no-compile \
	  --no-build-isolation --editable '.[web]'
	@touch $@

$(VENV)/installed: $(VENV)/whole setup.py $(COMPILED)
	@echo "Compiling; this takes a minute"
	@$(RUN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/developing: pyproject.toml setup.py $(COMPILED) | $(VENV)/bin/pip
	@echo "Installing and compiling; this takes a minute"
	@$(RUN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev,docs,lab,cluster,web,postgres,envs,train]'
	@touch $(VENV)/ready $(VENV)/whole $(VENV)/installed $@
