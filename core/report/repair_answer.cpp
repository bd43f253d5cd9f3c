#include "report/repair_answer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/number_text.h"
#include "report/answer_text.h"
#include "report/surface_answer.h"

namespace talus {

namespace {

bool isMended(const RepairReport& report) {
  return report.after.problem.empty();
}

}  // namespace

std::string repairAnswer(const RepairReport& report) {
  std::vector<std::string> steps;
  for (const RepairStep& step : stepsOf(report)) steps.push_back(step.text);
  std::string what = steps.empty() ? "Nothing was repaired" : "Repaired: " + listText(steps);
  if (report.after.triangles == 0) return what.append(". No triangle is left: the surface encloses nothing");
  if (steps.empty() && isMended(report)) return "Sound: nothing to repair";
  if (!isMended(report)) return what.append(". What remains: ").append(surfaceAnswer({report.after}));
  std::string now = "sound now, volume " + roundedText(report.after.signedVolume);
  const std::string moved =
      report.maximumMove > 0 ? "moved by at most " + roundedText(report.maximumMove) : "no point of it moved";
  return answerLine(std::array{what, now.append(", ").append(moved)});
}

std::string repairsAnswer(std::span<const RepairReport* const> reports, std::span<const int> numbers) {
  if (reports.empty()) return "No surfaces to repair";
  if (reports.size() == 1) return repairAnswer(*reports[0]);
  const auto all = static_cast<std::int64_t>(reports.size());
  const auto sound =
      std::count_if(reports.begin(), reports.end(), [](const auto* r) { return isMended(*r); });
  const auto changed =
      std::count_if(reports.begin(), reports.end(), [](const auto* r) { return r->hasChanged(); });
  std::string text = sound == all
                         ? "All " + groupedText(all) + " surfaces are sound now"
                         : groupedText(sound) + " of " + groupedText(all) + " surfaces are sound now";
  text.append(", ").append(groupedText(changed)).append(changed == 1 ? " was repaired" : " were repaired");
  auto told = std::find_if_not(reports.begin(), reports.end(), [](const auto* r) { return isMended(*r); });
  if (told == reports.end())
    told = std::find_if(reports.begin(), reports.end(), [](const auto* r) { return r->hasChanged(); });
  if (told == reports.end()) return text;
  return text.append(". Surface ")
      .append(std::to_string(numbers[static_cast<std::size_t>(told - reports.begin())]))
      .append(": ")
      .append(repairAnswer(**told));
}

}  // namespace talus
