# zinegen: what one types. Each target does its own set-up, from nothing.
#   make zine SEED="hollow hill" ARGS="--levels 2 --paper letter"      make zine PYTHON=/path/to/python3.12

.DEFAULT_GOAL := help
.PHONY: help zine test check bench soak golden picture clean
BIN := .venv/bin
export PYTHON
# Two at most: each worker of the suite opens workers of its own.
CORES := $(shell n=$$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 1); [ $$n -gt 2 ] && n=2; echo $$n)

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

zine: ## Make a dungeon and print it into output/
	@tools/setup.sh zine
	@$(BIN)/zinegen build $(if $(SEED),--seed "$(SEED)") $(ARGS)
	@echo "The booklet lies in $$(ls -t output/*/booklet.pdf | head -n 1)"

test: ## Run everything that CI runs
	@tools/setup.sh test
	@failed=0; $(MAKE) --no-print-directory lint || failed=1; \
	$(BIN)/python -m pytest -n $(CORES) -q || failed=1; exit $$failed

check: ## Look the code over, without running it
	@tools/setup.sh test
	@$(MAKE) --no-print-directory lint

.PHONY: lint
lint:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: ## Measure every wing, in seconds of processor time
	@tools/setup.sh test
	$(BIN)/python -m tests.bench $(ARGS)

soak: ## Try thousands of seeds (hours)
	@tools/setup.sh test
	$(BIN)/python -m pytest -n $(CORES) -q -m soak $(ARGS)

golden: ## Renew the golden files, after looking at what changed
	@tools/setup.sh test
	$(BIN)/python -m pytest -q tests --update-golden

picture: ## Renew the picture in the README
	@tools/setup.sh zine
	$(BIN)/python tools/picture.py

clean: ## Remove what was made, but for output/
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
