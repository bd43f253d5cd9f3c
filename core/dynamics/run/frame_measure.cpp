#include "dynamics/run/frame_measure.h"

#include <string>

#include "base/error.h"
#include "dynamics/contact_forces/point_speeds.h"

namespace talus {

namespace {

// Where a body was when it had its velocity: with it the energies of a step add up.
Vec3 placeOfVelocity(const SimulatedSystem& system, std::size_t i) {
  if (system.dynamics == nullptr) return system.state.position[i];
  return system.state.position[i] - system.dynamics->lag(i) * system.state.velocity[i];
}

ContactStatistics impulsesOfFrame(const SimulatedSystem& system) {
  ContactStatistics statistics;
  statistics.pairs = system.dynamics->boxPairs();
  statistics.touching = system.fields.impulses->touching();
  statistics.points = static_cast<std::int64_t>(system.fields.impulses->linearised().size());
  return statistics;
}

FrameSums sumsOf(const SimulatedSystem& system, const PassageCount& passages) {
  const ActingFields& fields = system.fields;
  FrameSums sums;
  for (std::size_t i = 0; i < system.state.size(); ++i) {
    if (!system.isPresent(i) || system.isGhost(i)) continue;
    sums.motion.add(i, system.state, system.inertia);
    if (!system.inertia.isWall(i))
      sums.potentialEnergy.add(-system.inertia.mass(i) *
                               system.scene.gravity.dot(placeOfVelocity(system, i)));
  }
  sums.contacts = fields.impulses ? impulsesOfFrame(system) : fields.contacts.statistics();
  sums.passed = passages.pairs();
  sums.firstPassage = passages.first();
  sums.dissipatedEnergy =
      fields.impulses ? fields.impulses->dissipated() : fields.contacts.pairs().accepted().dissipated();
  sums.wallWork = fields.impulses ? fields.impulses->wallWork() : fields.wallWork.work();
  sums.greatestSpeed = PointSpeeds(fields.contacts.bodies(), system.state, system.time).greatest();
  return sums;
}

Certificate certify(SimulatedSystem& system) {
  return system.fields.certifier.check(system.fields.guard->bodies(), system.state, system.time,
                                       2 * system.halo());
}

void storeCertificate(const Certificate& now, FrameStatistics& statistics) {
  statistics.leastGap = now.leastGap;
  statistics.provenPairs = now.proven;
  statistics.unprovenPairs = now.unproven;
  statistics.meetingPairs = now.meeting;
}

}  // namespace

Passage measureFrame(SimulatedSystem& system, World& world, const PassageCount& passages,
                     FrameStatistics& statistics) {
  statistics.time = system.time;
  FrameSums sums = sumsOf(system, passages);
  world.sum(sums);
  sums.store(statistics);
  if (system.options.certify) storeCertificate(certify(system), statistics);
  const auto& guard = system.fields.guard;
  if (!guard || system.hasImpulses()) return sums.firstPassage;
  statistics.held = guard->held();
  statistics.dissipatedEnergy += guard->dissipated();
  statistics.wallWork += guard->wallWork();
  return sums.firstPassage;
}

void requireApart(SimulatedSystem& system) {
  const Certificate start = certify(system);
  if (start.unproven == 0) return;
  const std::int64_t first = system.idOf(start.first.first), second = system.idOf(start.first.second);
  throw Error(std::to_string(start.unproven) + (start.unproven == 1 ? " pair" : " pairs") +
                  " of bodies touch or overlap at the start, so nothing can be proven of them",
              "bodies " + std::to_string(first) + " and " + std::to_string(second),
              std::string("Move them apart, or ") +
                  (system.hasBarrier() ? "use another contact law" : "simulate without a certificate"),
              {.body = {first, second}});
}

}  // namespace talus
