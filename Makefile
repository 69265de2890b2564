# make play: a game in half a minute.  make test: every test.  make test-fast, lint, bench, docs, build: see CONTRIBUTING.md.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin
PIP    := install --quiet --disable-pip-version-check --no-compile
# `make -n` runs every line that names MAKE; by another name it is only told.
AGAIN  := $(MAKE) --no-print-directory
# Tests start hundreds of programs: what Python has read once is kept for the next one, whatever is set here.
unexport PYTHONDONTWRITEBYTECODE
# The compiled engine is made again when one of these changes.
COMPILED := $(wildcard src/roundhouse/_compiled.py $(foreach list,$(wildcard src/roundhouse/compiled.txt \
  src/roundhouse/games/*/compiled.txt),$(list) $(addprefix $(dir $(list)),$(shell cat $(list)))))

.PHONY: play site test-site test-host services test test-fast test-plain test-compiled lint bench bench-compare bench-envs bench-search ladder reports docs build clean

# Playing begins with the plain engine where there is no other; it is compiled meanwhile, and bots' workers change over.
play: $(VENV)/ready
	@nice -n 19 $(AGAIN) $(VENV)/installed > $(VENV)/compiling.log 2>&1 & \
	  export PYTHONPATH='$(CURDIR)/src'; \
	  $(RUN)/python -m roundhouse --version && exec $(RUN)/python -m roundhouse serve

# Two things at a time: what is installed and what is compiled, the types and the tests, one engine and the other.
test:
	@$(AGAIN) --jobs 2 services lint test-plain test-compiled

services:
	@scripts/services.sh

# What stands on the engine is tested with the one that people use; only these with the plain one, too. What they say
# comes in one piece, when they are through. Where nothing can be compiled, the plain suite is the whole suite.
ENGINE := tests/engine tests/games tests/records tests/bots

test-plain: $(VENV)/developing
	@if $(RUN)/roundhouse --version | grep -q "engine compiled"; then which="$(ENGINE)"; fi; \
	  told="$$(scripts/tests.sh plain $$which 2>&1)"; done=$$?; echo "$$told"; exit $$done

test-compiled: $(VENV)/developing
	@if $(RUN)/roundhouse --version | grep -q "engine compiled"; then \
	  scripts/tests.sh compiled; \
	else $(RUN)/roundhouse --version; fi

# For those who work on rules and bots.
test-fast: $(VENV)/developing
	@scripts/tests.sh compiled $(ENGINE)

lint: $(VENV)/tools
	$(RUN)/ruff check
	$(RUN)/mypy
	@scripts/check-scripts.sh

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

# The docs as one static site. All its links are followed.
docs: $(VENV)/developing
	@NO_MKDOCS_2_WARNING=1 $(RUN)/mkdocs build --quiet
	@$(RUN)/python scripts/links.py build/docs

# The house without a server, as one static folder: docs/site.md. `make site SITE=../elsewhere` writes it there.
SITE ?= build/site
site: $(VENV)/tools
	@$(RUN)/python -m roundhouse.site.build $(SITE)

# Where Python for browsers can't be had there is nothing to test, which is said.
test-site: $(VENV)/developing
	@$(RUN)/python -m roundhouse.site.build $(SITE); done=$$?; \
	  if test $$done = 3; then echo "So the house without a server is not tested here"; exit 0; fi; test $$done = 0 && \
	  export ROUNDHOUSE_SITE=$(SITE) && { $(RUN)/pytest tests/site || { \
	    echo "Once more what failed:"; $(RUN)/pytest tests/site --last-failed --last-failed-no-failures=none; }; }

# A fresh Debian in a folder, taken from nothing to a house behind HTTPS, and through a host's life: by root, ten minutes.
test-host:
	@scripts/try_host.sh

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
	@$(RUN)/python scripts/needs.py project web | grep -v $(LATER:%=-e ^%) > $(VENV)/playing.txt
	@if $(PYTHON) -c 'import pip; assert int(pip.__version__.split(".")[0]) > 22' 2> /dev/null; \
	  then pip="$(PYTHON) -m pip --python $(RUN)/python"; \
	  else MAKEFLAGS= $(AGAIN) $(RUN)/pip && pip=$(RUN)/pip || exit 1; fi; \
	  $$pip $(PIP) --requirement $(VENV)/playing.txt
	@touch $@

$(VENV)/whole: $(VENV)/ready | $(VENV)/bin/pip
	@echo "Installing the rest"
	@$(RUN)/python scripts/needs.py build > $(VENV)/compiling.txt
	@$(RUN)/pip $(PIP) --requirement $(VENV)/compiling.txt
	@ROUNDHOUSE_ENGINE=plain $(RUN)/pip $(PIP) --no-build-isolation --editable '.[web]'
	@touch $@

$(VENV)/installed: $(VENV)/whole setup.py $(COMPILED)
	@echo "Compiling; this takes a minute"
	@$(RUN)/python setup.py --quiet build_ext --inplace
	@touch $@

# What the tests and `make lint` need, while the engine is being compiled.
$(VENV)/tools: $(VENV)/whole
	@echo "Installing what the tests need"
	@$(RUN)/python scripts/needs.py dev docs lab cluster postgres envs train > $(VENV)/testing.txt
	@$(RUN)/pip $(PIP) --requirement $(VENV)/testing.txt
	@touch $@

$(VENV)/developing: $(VENV)/tools $(VENV)/installed
	@touch $@
