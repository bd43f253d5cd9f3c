#pragma once

#include <map>
#include <string>
#include <vector>

namespace talus::bench {

/// Median and extremes of repeated measurements.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};

Spread spreadOf(std::vector<double> values);

/// One contender on one body.
struct Row {
  std::string contender;
  std::vector<double> buildMilliseconds;
  std::vector<double> queryNanosecondsPerPoint;
  std::size_t differing = 0;  ///< labels that differ from the first contender's
  std::size_t asked = 0;      ///< points asked about
  bool extrapolated = false;
};

/// Prints a table under `title`; ratios are to the first row.
void printRatioTable(const std::string& title, const std::vector<Row>& rows);

}  // namespace talus::bench
