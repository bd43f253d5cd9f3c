#include "report/boolean_answer.h"

#include <array>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

std::string booleanAnswer(BooleanOperation operation, std::int64_t surfaces, const ArrangementBody& body) {
  std::string what = name(operation);
  what.append(" of ").append(groupedText(surfaces)).append(" surfaces");
  if (body.mesh.triangleCount() == 0) return what.append(": no place is inside");
  what.append(": volume ").append(numberText(body.moments.volume));
  std::string triangles = groupedText(static_cast<std::int64_t>(body.mesh.triangleCount()));
  triangles.append(" triangles, ").append(groupedText(body.rounding.newPoints)).append(" new points");
  return answerLine(std::array{what, triangles});
}

}  // namespace talus
