# Common commands, for https://just.systems. `just` lists them; CONTRIBUTING.md explains the tests.

_list:
    @just --list

# Tests of one crate or file: `just test -p toolwright-codegen --lib names::`.
test *arguments:
    cargo test {{ arguments }}

# Formatting and lints, as the gate checks them.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Write the snapshots of generated code again; review them with `git diff`.
snapshots:
    INSTA_UPDATE=always cargo test -p toolwright-tests --test snapshots

# Write the servers below generated/ again, with the options that their heads have.
generate:
    #!/usr/bin/env bash
    set -euo pipefail
    for spec in generated/*/*.yaml; do
        out="$(dirname "$spec")/src/$(basename "$spec" .yaml).rs"
        eval "options=($(sed -n 's|^// Options: ||p' "$out"))"
        cargo run --quiet -p toolwright-cli -- generate "$spec" --out "$out" ${options[@]+"${options[@]}"}
    done

# The guide as a book, in target/book.
book:
    mdbook build docs

# The documentation of the crates, without warnings.
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# Each feature alone compiles.
features:
    cargo hack check --locked --each-feature -p toolwright -p toolwright-inspect

# The lowest Rust that is supported.
msrv:
    cargo +1.88 check --workspace --locked

# Workflows, licences and sources of dependencies.
supply-chain:
    actionlint
    cargo deny --locked check bans licenses sources

# What would be published, file by file.
packages:
    for crate in toolwright toolwright-codegen toolwright-inspect toolwright-macros toolwright-handlers \
        toolwright-swagger-ui toolwright-cli; do echo "$crate:"; cargo package --list --allow-dirty -p "$crate"; done

# The project's gate. It needs Python, Node.js and apt, and takes long.
gate:
    .ci/run
