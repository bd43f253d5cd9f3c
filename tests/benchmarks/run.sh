#!/bin/bash
# Measures and writes tests/benchmarks/results: run.sh [enclosure|broadphase] [--quick]
# Without a suite: everything about inside/outside (enclosure), then about overlapping boxes (broadphase).
# With --quick: small sizes, one repetition; writes build/release/quick-results.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
suites="enclosure broadphase"
case "${1:-}" in enclosure | broadphase) suites=$1 && shift ;; esac
cmake --preset ci >/dev/null
build=build/release
out=tests/benchmarks/results
if [ "${1:-}" = --quick ]; then out=$build/quick-results; fi
for suite in $suites; do
  cmake --build --preset ci --target "bench_$suite"
  case $suite in
    enclosure)
      cmake --build --preset ci --target crosscheck_meshes
      LD_LIBRARY_PATH=$build/lib LD_PRELOAD=libtalus_expat_promptly.so $build/bin/crosscheck_meshes >$build/crosscheck.log
      $build/bin/bench_enclosure "$@" --benchmark_out=$build/bench_enclosure.json
      /usr/bin/python3 tests/benchmarks/report.py $build/bench_enclosure.json --crosscheck $build/crosscheck.log --out "$out"
      ;;
    broadphase)
      $build/bin/bench_broadphase "$@" $build/bench_broadphase.json
      /usr/bin/python3 tests/benchmarks/report_broadphase.py $build/bench_broadphase.json --out "$out/broadphase"
      ;;
  esac
done
