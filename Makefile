# Everything goes through cargo; make only sees to it that what cargo needs is there first.

PUZZLE ?= puzzles/13-even-shores.tayu.json
RELEASE = $(or $(CARGO_TARGET_DIR),target)/release
Z3_LIBRARY = $(if $(filter Darwin,$(shell uname)),libz3.dylib,libz3.so.5.3)

.PHONY: build program run test check fuzz bench clean

build:
	@scripts/setup build
	@$(MAKE) --no-print-directory program

# What `build` and `run` do once all that is needed is there. The library is copied too: the folder's pair can be moved anywhere. (`install` puts a new file in
# place, where `cp` would overwrite the one that a running program has mapped.)
program:
	@scripts/fetch-z3
	cargo build --release --package tayu
	@cmp -s vendor/z3/lib/$(Z3_LIBRARY) $(RELEASE)/$(Z3_LIBRARY) || \
		install -m 755 vendor/z3/lib/$(Z3_LIBRARY) $(RELEASE)/

# Without a display the program solves the puzzle in the terminal, and needs no graphics.
run:
	@scripts/setup build fetch $(if $(DISPLAY)$(WAYLAND_DISPLAY),run)
	@$(MAKE) --no-print-directory program
	$(RELEASE)/tayu $(PUZZLE)

test:
	@scripts/setup build run test
	@scripts/fetch-z3
	cargo test --workspace --no-fail-fast

# What needs no display and takes no longer than the compiler.
check:
	@scripts/setup build
	@scripts/fetch-z3
	cargo fmt --check
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	scripts/check-layering
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	cargo test --package tayu-core

# FUZZ="600 record text" runs these two for ten minutes each; see scripts/fuzz.
fuzz:
	scripts/fuzz $(FUZZ)

# BENCH="midgame --runs 1" measures less, BENCH=duel something else; see scripts/bench.
bench: build
	cargo build --release --package tayu-solver --examples
	scripts/bench --program $(RELEASE)/tayu $(BENCH)

# Leaves vendor/, which costs a download.
clean:
	cargo clean
