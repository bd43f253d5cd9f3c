#!/bin/bash
# Measures and writes tests/benchmarks/results: run.sh [enclosure|pipeline|broadphase|contact|intersections|dynamics|long-steps] [--quick]
# Without a suite: everything about inside/outside (enclosure, and pipeline: as users call it), then about overlapping boxes (broadphase),
# contacts (contact), contact by discrete functions (intersections) and bodies in motion (dynamics, long-steps).
# With --quick: small sizes, one repetition; writes build/release/quick-results.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
suites="enclosure pipeline broadphase contact intersections dynamics long-steps"
case "${1:-}" in enclosure | pipeline | broadphase | contact | intersections | dynamics | long-steps) suites=$1 && shift ;; esac
cmake --preset benchmarks >/dev/null
build=build/release
out=tests/benchmarks/results
if [ "${1:-}" = --quick ]; then out=$build/quick-results; fi
with_vtk() { LD_LIBRARY_PATH=$build/lib/talus LD_PRELOAD=libtalus_expat_promptly.so "$@"; }
for suite in $suites; do
  programs="bench_$suite"
  if [ "$suite" = dynamics ]; then programs="bench_dynamics_implicit bench_dynamics_explicit"; fi
  if [ "$suite" = long-steps ]; then programs="TalusFiltersPython talus_python"; fi
  # shellcheck disable=SC2086
  cmake --build --preset benchmarks --target talus_expat_promptly $programs
  case $suite in
    enclosure)
      cmake --build --preset benchmarks --target crosscheck_meshes
      TALUS_TEST_SIZE=full with_vtk $build/bin/crosscheck_meshes >$build/crosscheck.log
      $build/bin/bench_enclosure "$@" --benchmark_out=$build/bench_enclosure.json
      /usr/bin/python3 tests/benchmarks/report.py $build/bench_enclosure.json --crosscheck $build/crosscheck.log --out "$out"
      ;;
    pipeline)
      cmake --build --preset benchmarks --target talus_python
      for simd in "" AVX2; do
        run=$build/bench_pipeline${simd:+_$simd}.json
        TALUS_SIMD=$simd with_vtk $build/bin/bench_pipeline "$@" "$run"
        TALUS_SIMD=$simd $build/bin/talus-env /usr/bin/python3 tests/benchmarks/pipeline.py "$run" "$@"
      done
      /usr/bin/python3 tests/benchmarks/report_pipeline.py $build/bench_pipeline.json $build/bench_pipeline_AVX2.json --out "$out/pipeline"
      ;;
    broadphase)
      $build/bin/bench_broadphase "$@" $build/bench_broadphase.json
      /usr/bin/python3 tests/benchmarks/report_broadphase.py $build/bench_broadphase.json --out "$out/broadphase"
      ;;
    contact)
      cmake --build --preset benchmarks --target bench_closest_features bench_surrogates crosscheck_contacts
      run=$build/contact_run
      mkdir -p $run
      with_vtk $build/bin/bench_contact "$@" --benchmark_out=$run/bench_contact.json
      $build/bin/bench_closest_features "$@" --json=$run/closest_features.json >$run/closest_features.md
      $build/bin/bench_surrogates "$@" >$run/surrogates.md
      if [ $# = 0 ]; then with_vtk $build/bin/crosscheck_contacts >$run/crosscheck_contacts.log; fi
      /usr/bin/python3 tests/benchmarks/report_contact.py $run --out "$out/contact"
      ;;
    intersections)
      $build/bin/bench_intersections "$@" $build/bench_intersections.json
      /usr/bin/python3 tests/benchmarks/report_intersections.py $build/bench_intersections.json --out "$out/intersections"
      ;;
    dynamics)
      $build/bin/bench_dynamics_implicit "$@" $build/bench_dynamics_implicit.json
      /usr/bin/python3 tests/benchmarks/report_dynamics_implicit.py $build/bench_dynamics_implicit.json --out "$out/dynamics"
      run=$build/bench_dynamics_explicit.json
      $build/bin/bench_dynamics_explicit "$@" $run --scene $build/dynamics_scene.json
      if command -v yade >/dev/null; then
        yade -n -x -j1 -f1 tests/benchmarks/dynamics/bench_dynamics_explicit_yade.py $build/dynamics_scene.json $run
      else
        echo "Without YADE: apt-get install yade for its column"
      fi
      /usr/bin/python3 tests/benchmarks/report_dynamics_explicit.py $run --out "$out/dynamics"
      ;;
    long-steps)
      mkdir -p "$out/dynamics"
      $build/bin/talus-env /usr/bin/python3 tests/benchmarks/dynamics/long_steps.py "$out/dynamics/long_steps.md" "$@"
      ;;
  esac
done
