#include "report/wall_answer.h"

#include <array>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

namespace {

std::string wayText(const char* what, const char* none, const WallWay& way) {
  if (!way.exists()) return none;
  const Vec3 middle = 0.5 * (way.start + way.end);
  std::string place;
  for (const double x : middle) place.append(place.empty() ? "" : ", ").append(roundedText(x));
  return std::string(what).append(roundedText(way.length)).append(" at (").append(place).append(")");
}

}  // namespace

std::string wallAnswer(const WallReport& report) {
  return answerLine(std::array{wayText("Thinnest wall ", "No wall", report.thinnest),
                               wayText("narrowest gap ", "no gap", report.narrowest)});
}

}  // namespace talus
