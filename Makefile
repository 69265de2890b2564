.PHONY: build
PY := .venv/bin/python
build:
	$(PY) setup.py -q build_ext --inplace
