#include "report/surrogate_answer.h"

#include "report/answer_text.h"

namespace talus {

std::string surrogateAnswer(const SurrogateCounts& counts) {
  if (counts.surrogates == 0) return "No triangles, so no surrogates";
  std::string text = groupedText(counts.surrogates, "surrogate", "surrogates") + " in " +
                     groupedText(counts.levels, "level", "levels") +
                     (counts.surrogates == 1 ? " stands for " : " stand for ") +
                     groupedText(counts.triangles, "triangle", "triangles");
  if (counts.surfaces > 1) text += " of " + groupedText(counts.surfaces) + " surfaces";
  return text;
}

}  // namespace talus
