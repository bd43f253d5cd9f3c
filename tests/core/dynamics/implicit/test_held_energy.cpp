// Certified explicit runs in which bodies are held back: what is held loses energy and never gains.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "dynamics/run/simulation.h"
#include "passing_course.h"
#include "passing_scenes.h"
#include "sample_size.h"

namespace talus::test_held_energy {
namespace {

/// A scene whose bodies are too fast for their softness, and the time it takes.
struct Case {
  std::string kind;
  Scene scene;
  SimulationOptions options;
  double duration = 0;  // s
};

Case caseOf(std::uint64_t seed) {
  const KeyedRandom random(seed);
  const double young = std::pow(10.0, 4.5 + 2 * random[0].value());  // Pa
  const double speed = std::pow(10.0, 0.5 + random[1].value());      // m/s
  const int kind = static_cast<int>(seed % 4);
  Case made;
  if (kind == 0)
    made = {"flight",
            passing::randomFlight(seed, 4 + static_cast<int>(8 * random[2].value()), speed, young),
            {},
            0.6 / speed};
  else if (kind == 1)
    made = {"chain", passing::chain(3 + static_cast<int>(6 * random[2].value()), young), {}, 0.3};
  else if (kind == 2)
    made = {"drum", passing::grainInDrum(10 * speed), {}, 1 / speed};
  else
    made = {
        "plate", passing::plateAtWall(0.002 * (1 + random[2].value()), 10 * speed, young), {}, 0.1 / speed};
  if (kind != 1 && random[3].value() < 0.5) made.scene.gravity.setZero();
  made.scene.materials[0].young = young;
  made.scene.materials[0].contact.restitution = 0.9 * random[4].value();
  made.scene.materials[0].contact.friction = random[5].value();
  constexpr ContactLawKind laws[] = {ContactLawKind::HaloArea, ContactLawKind::HertzMindlin,
                                     ContactLawKind::LinearSpringDashpot};
  made.options.contacts.law = laws[static_cast<std::size_t>(3 * random[6].value())];
  made.options.certify = true;
  return made;
}

struct Ledger {
  std::int64_t held = 0;
  double gained = 0;    // above the least energy so far, J
  double turnover = 0;  // the greatest kinetic energy, J
};

Ledger follow(const Case& made) {
  constexpr int frames = 400;  // so that bodies that spin freely turn little in a step
  Context context;
  Simulation run(made.scene, made.options, context);
  double least = passing::energyOf(run.statistics());
  Ledger ledger{.turnover = run.statistics().kineticEnergy};
  for (int frame = 1; frame <= frames; ++frame) {
    const FrameStatistics& now = run.advanceTo(made.duration * frame / frames, context);
    const double energy = passing::energyOf(now);
    ledger.held += now.held;
    ledger.gained = std::max(ledger.gained, energy - least);
    ledger.turnover = std::max(ledger.turnover, now.kineticEnergy);
    least = std::min(least, energy);
  }
  return ledger;
}

double gainedWithoutHolds(Case made) {
  made.options.certify = false;
  return follow(made).gained;
}

// Laws with a depth of their own gain a little where faces of rings change places: as much as without holds.
TEST(HeldEnergy, NeverGrowsInAnyScene) {
  const int wanted = sampleSize(8, 500);  // runs with holds
  const auto most = static_cast<std::uint64_t>(8 * wanted);
  int runs = 0, ofLaws = 0;
  double worst = 0;
  for (std::uint64_t seed = 1; runs < wanted && seed <= most; ++seed) {
    const Case made = caseOf(seed);
    const Ledger ledger = follow(made);
    if (ledger.held == 0) continue;
    ++runs;
    double gained = ledger.gained;
    if (gained > 1e-3 * ledger.turnover) {
      ++ofLaws;
      gained -= gainedWithoutHolds(made);
    }
    worst = std::max(worst, gained / ledger.turnover);
    EXPECT_LE(gained, 1e-3 * ledger.turnover)
        << made.kind << ", seed " << seed << ", " << ledger.held << " holds";
  }
  EXPECT_EQ(runs, wanted);
  EXPECT_LE(ofLaws, wanted / 50);
  RecordProperty("MostGained", std::to_string(worst));
  RecordProperty("RunsThatGainByTheirLaw", ofLaws);
}

}  // namespace
}  // namespace talus::test_held_energy
