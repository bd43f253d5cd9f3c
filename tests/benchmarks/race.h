#pragma once

#include <string>

#include "bodies.h"
#include "contenders.h"
#include "points.h"

namespace talus::bench {

/// One contender labels some points against one body. Entered into Google Benchmark under the names
/// suite/body/points/contender/{build,query}/threads N, which report.py takes apart.
struct Race {
  std::string suite;
  Body body;
  Points points;
  Contender contender;
  int threads = 1;
};

/// One repetition in place of five, and none longer than it must be, for all that is entered from now on.
void hurry();

/// Enters the time to prepare the surface. Counters: triangles, bytes held.
void enterBuild(const Race& race);

/// Enters the time to label the points. Counters: triangles, boundary edges and edges of the surface; points;
/// how many of them were asked about (fewer where a contender is slow: times are to be extrapolated); how
/// many labels are wrong and, for winding numbers, the largest error. Truth is what DiscreteFunction says
/// about closed surfaces and SolidAngle about others.
void enterQuery(const Race& race);

/// Both.
void enter(const Race& race);

}  // namespace talus::bench
