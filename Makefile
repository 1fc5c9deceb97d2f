PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint clean

$(BIN)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(BIN)/.tested: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@ $(BIN)/.installed

demo: $(BIN)/.installed
	@mkdir -p demo
	@$(BIN)/sessionlens ingest --store demo/store.db samples/cuzk-phase4/transcript.jsonl
	@$(BIN)/sessionlens report --store demo/store.db --hypothesis smallvec --format html -o demo/report.html
	@$(BIN)/sessionlens report --store demo/store.db --hypothesis smallvec -o demo/report.md
	@echo "The report: demo/report.html (and demo/report.md)"
	@echo "Next:       $(BIN)/sessionlens check --store demo/store.db"
	@echo "Or, for everything in README.md as it stands there:"
	@echo "            export PATH=\"$(CURDIR)/$(BIN):\$$PATH\" SESSIONLENS_STORE=\"$(CURDIR)/demo/store.db\""

test: $(BIN)/.tested
	$(BIN)/python -m pytest -n auto

lint: $(BIN)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) demo build dist
