// Random rooms and flights of plates in which no body may pass through another, in explicit or long steps
// under the law Barrier, or of rigid bodies under ContactDynamics; each frame is checked by exact predicates.
// Prints Markdown; fails if anything is wrong.
//
//   prove_passing [explicit|long|rigid] [--rooms N] [--from SEED] [--flights every|few|none] [--work N]
//                 [--seconds S] [--steps N]  # of a frame; otherwise as many as are needed
//                 [--unguarded]  # HaloArea instead, without a certificate: must fail

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "proof_table.h"

namespace talus::passing {
namespace {

struct Arguments {
  IntegratorMethod integrator = IntegratorMethod::VelocityVerlet;
  bool unguarded = false;
  int rooms = 1000, steps = 0;
  std::uint64_t from = 1;
  std::string flights = "every";
  RunLimits limits;
};

[[noreturn]] void refuse(const std::string& argument) {
  std::fprintf(stderr, "prove_passing: unknown argument %s\n", argument.c_str());
  std::exit(2);
}

Arguments argumentsOf(const std::vector<std::string>& given) {
  Arguments arguments;
  for (std::size_t n = 0; n < given.size(); ++n) {
    const std::string& name = given[n];
    if (name == "explicit") continue;
    if (name == "long" || name == "rigid") {
      arguments.integrator =
          name == "long" ? IntegratorMethod::IncrementalPotential : IntegratorMethod::ContactDynamics;
      continue;
    }
    if (name == "--unguarded") {
      arguments.unguarded = true;
      continue;
    }
    if (n + 1 == given.size()) refuse(name);
    const std::string& value = given[++n];
    if (name == "--rooms")
      arguments.rooms = std::stoi(value);
    else if (name == "--steps")
      arguments.steps = std::stoi(value);
    else if (name == "--from")
      arguments.from = std::stoull(value);
    else if (name == "--flights")
      arguments.flights = value;
    else if (name == "--work")
      arguments.limits.work = std::stoll(value);
    else if (name == "--seconds")
      arguments.limits.seconds = std::stod(value);
    else
      refuse(name);
  }
  return arguments;
}

/// Runs scenes, and notes those that are wrong.
class Proof {
 public:
  explicit Proof(const Arguments& arguments) : limits_(arguments.limits), steps_(arguments.steps) {
    options_.certify = !arguments.unguarded;
    options_.integrator = arguments.integrator;
    if (arguments.integrator != IntegratorMethod::ContactDynamics)
      options_.contacts.law = arguments.unguarded ? ContactLawKind::HaloArea : ContactLawKind::Barrier;
    // Explicit steps conserve energy to the order of their length, and less where moving walls hold bodies.
    // Of rigid bodies free rotations do, to the square of the angle of a step.
    const bool rigid = arguments.integrator == IntegratorMethod::ContactDynamics;
    growth_ = arguments.integrator == IntegratorMethod::IncrementalPotential ? 1e-9 : rigid ? 1e-3 : 1e-2;
  }

  void add(const WalledScene& walled, const std::string& name, std::initializer_list<ProofRow*> rows) {
    if (steps_ > 0) options_.timeStep = walled.duration / limits_.frames / steps_;
    const RunResult result = prove(walled, options_, limits_);
    for (ProofRow* row : rows) row->add(result);
    const bool wrong = result.isWrong(growth_);
    wrong_ += wrong ? 1 : 0;
    if (!wrong && !result.crawled && !result.cut && !result.blocked) return;
    std::fprintf(
        stderr,
        "%s: %s, %.3g Pa, %.3g m/s, walls of %.2g m: %.2f simulated, %lld steps, growth %.1e, %.1f s %s%s\n",
        wrong            ? "wrong"
        : result.crawled ? "crawls"
        : result.cut     ? "cut short"
                         : "walls blocked",
        name.c_str(), walled.young, walled.speed, walled.thickness, result.part,
        static_cast<long long>(result.course.steps), result.growth, result.seconds,
        result.passed ? "passed " : "", result.error.c_str());
  }
  int wrong() const { return wrong_; }

 private:
  RunLimits limits_;
  int steps_ = 0;  // of a frame; 0: as many as are needed
  SimulationOptions options_;
  double growth_ = 0;
  int wrong_ = 0;
};

void proveRooms(Proof& proof, const Arguments& arguments) {
  std::vector<ProofRow> rows;
  for (const char* range : {"1e5 … 1e7 Pa", "1e7 … 1e9 Pa", "1e9 … 1e11 Pa"}) rows.emplace_back(range);
  ProofRow all("all");
  for (int n = 0; n < arguments.rooms; ++n) {
    const std::uint64_t seed = arguments.from + static_cast<std::uint64_t>(n);
    const WalledScene room = randomRoom(seed);
    const double decades = std::log10(room.young) - 5;
    ProofRow& row = rows[static_cast<std::size_t>(std::clamp(decades / 2, 0.0, 2.0))];
    proof.add(room, "room " + std::to_string(seed), {&row, &all});
  }
  ProofRow::printHead("random rooms");
  for (const ProofRow& row : rows) row.print();
  all.print();
}

void proveFlights(Proof& proof, bool every) {
  const std::vector<double> speeds = every ? std::vector{1., 3., 10., 30., 100., 300., 1000.}
                                           : std::vector{10., 300.},
                            moduli = every ? std::vector{1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11}
                                           : std::vector{1e5, 1e9},
                            thicknesses =
                                every ? std::vector{1e-4, 3e-4, 1e-3, 3e-3, 1e-2} : std::vector{1e-4, 1e-2};
  std::vector<ProofRow> rows;
  ProofRow all("all");
  std::uint64_t turn = 0;
  for (const double speed : speeds) {
    char name[32];
    std::snprintf(name, sizeof name, "%g m/s", speed);
    rows.emplace_back(name);
    for (const double young : moduli)
      for (const double thickness : thicknesses)
        proof.add(plateFlight(speed, young, thickness, turn++), "plate", {&rows.back(), &all});
  }
  ProofRow::printHead("plates at walls");
  for (const ProofRow& row : rows) row.print();
  all.print();
}

int main(const std::vector<std::string>& given) {
  const Arguments arguments = argumentsOf(given);
  const ThreadLimit one(1);
  Proof proof(arguments);
  if (arguments.rooms > 0) proveRooms(proof, arguments);
  if (arguments.flights != "none") proveFlights(proof, arguments.flights == "every");
  if (proof.wrong() > 0) std::fprintf(stderr, "%d scenes are wrong\n", proof.wrong());
  return proof.wrong() > 0 ? 1 : 0;
}

}  // namespace
}  // namespace talus::passing

int main(int count, char** values) {
  return talus::passing::main({values + 1, values + count});
}
