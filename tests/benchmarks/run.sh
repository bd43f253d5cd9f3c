#!/bin/bash
# Measures everything about inside/outside and writes tests/benchmarks/results: run.sh [--quick]
# With --quick: small sizes, one repetition; writes build/release/quick-results.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
cmake --preset ci >/dev/null
cmake --build --preset ci --target bench_enclosure crosscheck_meshes
build=build/release
out=tests/benchmarks/results
if [ "${1:-}" = --quick ]; then out=$build/quick-results; fi
LD_LIBRARY_PATH=$build/lib LD_PRELOAD=libtalus_expat_promptly.so $build/bin/crosscheck_meshes >$build/crosscheck.log
$build/bin/bench_enclosure "$@" --benchmark_out=$build/bench_enclosure.json
/usr/bin/python3 tests/benchmarks/report.py $build/bench_enclosure.json --crosscheck $build/crosscheck.log --out "$out"
