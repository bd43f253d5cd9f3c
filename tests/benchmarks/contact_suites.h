#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <string>

#include "contact_poses.h"

/// What bench_contact measures, and how each part enters its measurements.
namespace talus::bench {

struct ContactRun {
  bool quick = false;  ///< small sizes, once
};

void enterKernels(const ContactRun& run);
/// Searches beside other libraries.
void enterSearches(const ContactRun& run);
/// Noble and Weinzierl, Tables 2 to 4, and what their hybrid loses.
void enterNoble(const ContactRun& run);
/// Bodies within others, where other libraries find nothing.
void enterNested(const ContactRun& run);
/// Intersections of ever finer surfaces.
void enterOverlaps(const ContactRun& run);
/// Many pairs on one thread and on two.
void enterThreads(const ContactRun& run);

/// Enters a measurement: 15 repetitions of 20 ms or more.
benchmark::internal::Benchmark* enter(const ContactRun& run, const std::string& name,
                                      const std::function<void(benchmark::State&)>& measure);

using Case = std::shared_ptr<const BodyPairCase>;
/// A query of pose i; returns how many contacts it finds.
using PoseQuery = std::function<std::size_t(std::size_t i)>;
using Counters = std::map<std::string, double>;

/// Times a query of one pose after the other. Counter `contacts`: mean of the poses; others as `count` gives
/// them when the measurement runs.
void enterQuery(const ContactRun& run, const std::string& name, const Case& pair, const PoseQuery& query,
                const std::function<Counters()>& count = {});

PlacedShape placedA(const BodyPairCase& pair, std::size_t i);
PlacedShape placedB(const BodyPairCase& pair, std::size_t i);

/// All contacts within reach.
PoseQuery contactQuery(const Case& pair, double reach, const BodyPairOptions& options);

}  // namespace talus::bench
