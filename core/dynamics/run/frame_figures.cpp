#include "dynamics/run/frame_figures.h"

namespace talus {

namespace {

/// Passes all statistics of fixed size to a visitor, one after the other.
template <class Figures, class Visitor>
void visitFigures(Figures& f, const Visitor& visit) {
  visit(f.time);
  visit(f.steps);
  visit(f.subSteps);
  visit(f.nonConverged);
  visit(f.motionLimited);
  visit(f.evaluations);
  visit(f.iterations);
  visit(f.shortestStep);
  visit(f.longestStep);
  visit(f.stepLimit);
  visit(f.limitingBody);
  visit(f.kineticEnergy);
  visit(f.potentialEnergy);
  visit(f.elasticEnergy);
  visit(f.dissipatedEnergy);
  visit(f.wallWork);
  visit(f.momentum);
  visit(f.angularMomentum);
  visit(f.pairs);
  visit(f.touching);
  visit(f.contacts);
  visit(f.recovering);
  visit(f.greatestSpeed);
  visit(f.leastGap);
  visit(f.provenPairs);
  visit(f.unprovenPairs);
  visit(f.meetingPairs);
  visit(f.held);
}

}  // namespace

void FrameFigures::save(ByteWriter& bytes) const {
  visitFigures(*this, [&bytes](const auto& figure) { bytes.value(figure); });
  bytes.array(comparisons);
}

void FrameFigures::load(ByteReader& bytes) {
  visitFigures(*this,
               [&bytes](auto& figure) { figure = bytes.value<std::remove_cvref_t<decltype(figure)>>(); });
  comparisons = bytes.array<std::int64_t>();
}

}  // namespace talus
