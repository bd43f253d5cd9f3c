#include "report/assembly_answer.h"

#include <vector>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

namespace {

std::string namesOf(const AssemblyPair& pair, std::span<const std::string> names) {
  return names[static_cast<std::size_t>(pair.a)] + " and " + names[static_cast<std::size_t>(pair.b)];
}

std::string vectorText(const Vec3& v) {
  const Vec3 told = v + Vec3::Zero();  // 0 in place of −0
  return "(" + roundedText(told.x()) + ", " + roundedText(told.y()) + ", " + roundedText(told.z()) + ")";
}

std::int64_t overlapping(const AssemblyReport& report) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < report.counts.size(); ++i)
    if (isOverlap(static_cast<Relation>(i))) count += report.counts[i];
  return count;
}

std::string overlapsText(const AssemblyReport& report, std::span<const std::string> names) {
  const std::int64_t count = overlapping(report);
  if (count == 0) return "no pair overlaps";
  std::string text = groupedText(count, "pair overlaps", "pairs overlap");
  const AssemblyPair& most = report.pairs[static_cast<std::size_t>(report.deepest)];
  if (most.penetration() > 0)
    text += ", deepest " + roundedText(most.penetration()) + " between " + namesOf(most, names);
  else if (most.volume() > 0)
    text += ", largest volume " + roundedText(most.volume()) + " of " + namesOf(most, names);
  return text;
}

std::string apartText(const AssemblyReport& report, std::span<const std::string> names) {
  const std::int64_t count = report.counts[static_cast<std::size_t>(Relation::Apart)];
  if (count == 0) return "";
  const std::string pairs = groupedText(count, "pair is apart", "pairs are apart");
  if (report.nearest < 0) return pairs;  // all beyond the limit
  const AssemblyPair& nearest = report.pairs[static_cast<std::size_t>(report.nearest)];
  return pairs + ", nearest " + roundedText(nearest.clearance()) + " between " + namesOf(nearest, names);
}

std::string countText(const AssemblyReport& report, Relation relation, const char* one, const char* many) {
  const std::int64_t count = report.counts[static_cast<std::size_t>(relation)];
  return count == 0 ? "" : groupedText(count, one, many);
}

std::string motionText(const AssemblyReport& report, std::span<const std::string> names) {
  std::string text;
  if (report.collisions > 0) {
    const AssemblyPair& first = report.pairs[static_cast<std::size_t>(report.firstCollision)];
    text = "in motion " + groupedText(report.collisions, "pair collides", "pairs collide") + ", first " +
           namesOf(first, names) + " at " + roundedText(first.motion->contactTime);
  }
  if (report.nearestInMotion < 0) return text;
  const AssemblyPair& nearest = report.pairs[static_cast<std::size_t>(report.nearestInMotion)];
  return text + (text.empty() ? "in motion" : ";") + " least clearance " +
         roundedText(nearest.motion->least) + " between " + namesOf(nearest, names) + " at " +
         roundedText(nearest.motion->time);
}

std::string sweptText(const SweptOverlap& swept) {
  if (!(swept.volume > 0)) return "";
  return ", largest volume in motion " + roundedText(swept.volume) + " at " + roundedText(swept.time);
}

std::string motionText(const AssemblyPair& pair) {
  if (!pair.motion) return "";
  const MotionClearance& motion = *pair.motion;
  if (isOverlap(pair.relation)) return sweptText(motion.swept);
  if (motion.meets())
    return (motion.touchesAtBegin ? ", overlap in motion from " : ", collide at ") +
           roundedText(motion.contactTime) + (motion.touchesAtBegin ? " on" : "") + sweptText(motion.swept);
  if (motion.touchesAtBegin)
    return motion.swept.certified > 0
               ? ", in motion no overlap was found, none exceeds " + roundedText(motion.swept.certified)
               : ", in motion they never overlap";
  return ", in motion at least " + roundedText(pair.motion->certified) + ", nearest " +
         roundedText(pair.motion->least) + " at " + roundedText(pair.motion->time);
}

std::string overlapText(const AssemblyPair& pair) {
  std::string text;
  if (!pair.overlap) return text;
  if (pair.overlap->computed) text += ": volume " + roundedText(pair.volume());
  if (pair.penetration() > 0) text += ", " + roundedText(pair.penetration()) + " deep";
  if (pair.overlap->depth > 0)
    text += (text.empty() ? ": " : ", ") + ("free after " + roundedText(pair.overlap->depth)) + " along " +
            vectorText(pair.overlap->direction);
  return text;
}

std::string relationText(const AssemblyPair& pair, std::span<const std::string> names) {
  const auto nameOf = [&](Index part) { return names[static_cast<std::size_t>(part)]; };
  switch (pair.relation) {
    case Relation::Apart:
      return namesOf(pair, names) + " are apart" +
             (pair.nearest.found() ? ": clearance " + roundedText(pair.clearance()) : "") + motionText(pair);
    case Relation::Touching:
      return namesOf(pair, names) + " touch" +
             (pair.contact && pair.contact->area > 0 ? ": area " + roundedText(pair.contact->area) : "") +
             motionText(pair);
    case Relation::Interfering:
      return namesOf(pair, names) + " interfere" + overlapText(pair) + motionText(pair);
    case Relation::Contained:
      return nameOf(pair.container == pair.a ? pair.b : pair.a) + " lies within " + nameOf(pair.container) +
             overlapText(pair) + motionText(pair);
    case Relation::Duplicate:
      return namesOf(pair, names) + " are the same body" + overlapText(pair) + motionText(pair);
    default:
      return namesOf(pair, names) + " are undecided: one of them is open";
  }
}

}  // namespace

std::string assemblyAnswer(const AssemblyReport& report, std::span<const std::string> names) {
  const std::string findings = (report.findings == 0 ? std::string("No finding")
                                                     : groupedText(report.findings, "finding", "findings")) +
                               " in " + groupedText(report.parts) + " parts";
  std::string pairs;
  for (const std::string& part :
       {overlapsText(report, names), countText(report, Relation::Touching, "pair touches", "pairs touch"),
        countText(report, Relation::Undecided, "pair is undecided", "pairs are undecided"),
        apartText(report, names),
        report.farPairs > 0 ? groupedText(report.farPairs, "pair is farther", "pairs are farther") : ""})
    if (!part.empty()) pairs += (pairs.empty() ? "" : "; ") + part;
  return answerLine(std::vector{findings, pairs, motionText(report, names)});
}

std::string pairAnswer(const AssemblyPair& pair, std::span<const std::string> names) {
  const std::string text = relationText(pair, names);
  return pair.expected.empty() ? text : text + ", expected " + pair.expected;
}

}  // namespace talus
