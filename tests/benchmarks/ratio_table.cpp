#include "ratio_table.h"

#include <algorithm>
#include <cstdio>

namespace talus::bench {

namespace {

std::string text(const Spread& spread) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.4g (%.4g-%.4g)", spread.median, spread.least, spread.most);
  return buffer;
}

std::string ratio(double value, double reference) {
  if (!(reference > 0)) return "-";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value / reference);
  return buffer;
}

}  // namespace

Spread spreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

void printRatioTable(const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  const double build = spreadOf(rows.front().buildMilliseconds).median;
  const double query = spreadOf(rows.front().queryNanosecondsPerPoint).median;
  std::printf("\n%s\n%-20s %-26s %7s   %-30s %7s   %s\n", title.c_str(), "", "build ms, median (range)",
              "ratio", "query ns/point, median (range)", "ratio", "labels that differ");
  for (const Row& row : rows) {
    const Spread b = spreadOf(row.buildMilliseconds);
    const Spread q = spreadOf(row.queryNanosecondsPerPoint);
    std::printf("%-20s %-26s %7s   %-30s %7s   %zu of %zu%s\n", row.contender.c_str(), text(b).c_str(),
                ratio(b.median, build).c_str(), text(q).c_str(), ratio(q.median, query).c_str(),
                row.differing, row.asked, row.extrapolated ? " (a subset: times are extrapolated)" : "");
  }
}

}  // namespace talus::bench
