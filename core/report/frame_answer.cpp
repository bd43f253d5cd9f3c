#include "report/frame_answer.h"

#include <array>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

namespace {

std::string stepText(const FrameStatistics& statistics) {
  if (statistics.steps == 0) return {};
  const std::string limit = limitText(statistics.stepLimit);
  return limit.empty() ? limit : "step limited by " + limit;
}

// What is wrong with a frame comes before how it was computed.
std::string faultText(const FrameStatistics& statistics) {
  return listText(
      std::array{statistics.passed > 0
                     ? groupedText(statistics.passed, "pair passed", "pairs passed") + " through each other"
                     : std::string(),
                 statistics.meetingPairs > 0
                     ? groupedText(statistics.meetingPairs, "pair shares", "pairs share") + " a point"
                     : std::string()});
}

}  // namespace

std::string limitText(StepLimit limit) {
  switch (limit) {
    case StepLimit::Frame:
      return "the end of the frame";
    case StepLimit::User:
      return "the given time step";
    case StepLimit::Stiffness:
      return "stiffness";
    case StepLimit::Motion:
      return "the move limit";
    case StepLimit::Halo:
      return "the halo";
    case StepLimit::Size:
      return "the sizes of bodies";
    case StepLimit::Retry:
      return "a repeated step";
    case StepLimit::None:
      break;
  }
  return {};
}

std::string frameAnswer(const FrameStatistics& statistics, std::int64_t bodies) {
  return answerLine(std::array{"t = " + numberText(statistics.time) + " s",
                               groupedText(bodies, "body", "bodies"),
                               "fastest point " + roundedText(statistics.greatestSpeed) + " m/s",
                               faultText(statistics), stepText(statistics)});
}

}  // namespace talus
