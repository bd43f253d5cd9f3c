#include "proof_table.h"

#include <algorithm>
#include <cinttypes>

namespace talus::passing {

void ProofRow::printHead(const std::string& name) {
  std::printf(
      "\n| %s | scenes | with contacts | frames | steps | pairs that meet | unproven pairs | scenes with a "
      "body "
      "beyond a wall | errors | greatest growth of energy | bodies held back | walls blocked | cut short | "
      "crawl | "
      "CPU s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      name.c_str());
}

void ProofRow::add(const RunResult& result) {
  ++scenes_;
  touched_ += result.touched ? 1 : 0;
  passed_ += result.passed ? 1 : 0;
  errors_ += result.error.empty() ? 0 : 1;
  blocked_ += result.blocked ? 1 : 0;
  cut_ += result.cut ? 1 : 0;
  crawled_ += result.crawled ? 1 : 0;
  frames_ += result.frames;
  steps_ += result.course.steps;
  meeting_ += result.course.meeting;
  unproven_ += result.course.unproven;
  held_ += result.course.held;
  growth_ = std::max(growth_, result.growth);
  seconds_ += result.seconds;
}

void ProofRow::print() const {
  std::printf("| %s | %d | %d | %" PRId64 " | %" PRId64 " | %" PRId64 " | %" PRId64
              " | %d | %d | %.1e | %" PRId64 " | %d | %d | %d | %.1f |\n",
              name_.c_str(), scenes_, touched_, frames_, steps_, meeting_, unproven_, passed_, errors_,
              growth_, held_, blocked_, cut_, crawled_, seconds_);
}

}  // namespace talus::passing
