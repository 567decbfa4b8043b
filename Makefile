# Two commands for a fresh machine: `make article` shows the report, `make test` checks everything.

DBREPORT := .venv/bin/dbreport

HOURS ?= 2

.PHONY: help article measure test lint lint-go engines images environment requirements clean

help:  ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

article:  ## build the site in both languages from the stored results
	@tools/venv.sh requirements.txt
	@$(DBREPORT) site

measure: engines  ## measure what fits into HOURS=2 on this machine, then the chapters and the site
	@$(DBREPORT) measure --hours $(HOURS)

test: engines lint  ## run every check and test, with real servers; four at a time, for most wait for a disk
	@begun=$$(date +%s); .venv/bin/python -m pytest -n 4 --no-loadscope-reorder; code=$$?; \
	echo "the tests took $$(($$(date +%s) - begun)) s"; exit $$code

lint:
	@tools/venv.sh requirements-dev.txt
	@.venv/bin/ruff check
	@.venv/bin/ruff format --check
	@.venv/bin/mypy

lint-go:  ## vet, staticcheck and the race detector on lib/kvbench and lib/readers
	@tools/lint-go.sh

engines:  ## install the databases that are missing (Debian as root, or images) and their drivers
	@tools/engines.sh packages
	@$(MAKE) --no-print-directory --jobs images environment

images:
	@tools/engines.sh images

environment:  # after the packages: a driver is compiled against one of them
	@tools/venv.sh requirements-dev.txt

requirements:  ## pin the newest versions again
	@uv pip compile --upgrade --no-header --no-annotate pyproject.toml -o requirements.txt
	@uv pip compile --upgrade --no-header --no-annotate --extra dev pyproject.toml -o requirements-dev.txt

clean:  ## remove what is made: the site, caches, the environment
	rm -rf _site .quarto .venv build lib/*.egg-info .pytest_cache .mypy_cache .ruff_cache
