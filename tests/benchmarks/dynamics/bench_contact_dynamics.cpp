// Solvers of the impulses of a step, compared on problems of real scenes: the sweeps to each residual, from
// zero.
//
// Usage: bench_contact_dynamics
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>

#include "dynamics/contact_dynamics/cone_solver.h"
#include "dynamics/contact_dynamics/step_problem.h"
#include "dynamics/run/simulated_system.h"
#include "dynamics/run/simulation.h"
#include "dynamics_scenes.h"
#include "shapes/convex_grain.h"
#include "shapes/random.h"

namespace talus::bench_contact_dynamics {
namespace {

double processorTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// ------------------------------------------------------------------------------------------------ scenes

void addWall(Scene& scene, const Vec3& edges, const Vec3& position) {
  const auto number = static_cast<Index>(scene.shapes.size());
  scene.shapes.push_back(dynamics::cuboid(edges, "wall" + std::to_string(number)));
  scene.bodies.add(
      {.id = 1'000'000 + number, .shape = number, .position = position, .motion = Motion::Fixed});
}

Scene stackOfCubes(int count) {
  Scene scene;
  scene.materials = {{.name = "stone"}};
  scene.shapes = {dynamics::cuboid({0.1, 0.1, 0.1})};
  constexpr double place = 0.10001;  // with its clearance
  for (int i = 0; i < count; ++i)
    scene.bodies.add({.id = i, .position = {0, 0, 0.05001 + place * i}, .mass = 1});
  addWall(scene, {5, 5, 1}, {0, 0, -0.5});
  return scene;
}

Scene fallingGrains(int count, int across, double size) {
  Scene scene;
  scene.materials = {{.name = "stone"}};
  Context context;
  ConvexGrainOptions options;
  options.vertices = 20;
  options.semiAxes = size * Vec3(0.5, 0.45, 0.4);
  scene.shapes = {makeBodyShape("grain", makeConvexGrain(options, context), context)};
  const KeyedRandom random(11);
  for (int n = 0; n < count; ++n) {
    const auto vector = [&](int i) {
      return Vec3(random[n][i].between(), random[n][i + 1].between(), random[n][i + 2].between());
    };
    const double middle = 0.5 * (across - 1);
    const Vec3 cell(n % across - middle, n / across % across - middle, 0.6 + n / (across * across));
    scene.bodies.add({.id = n,
                      .position = 1.1 * size * cell,
                      .orientation = rotationBy(3 * vector(0)),
                      .velocity = Vec3(0, 0, -1) + 0.1 * vector(3),
                      .angularVelocity = 3 * vector(6)});
  }
  const double width = 1.1 * size * across, thick = 0.3 * width, height = 3 * width;
  addWall(scene, {width + 2 * thick, width + 2 * thick, thick}, {0, 0, -thick / 2});
  for (const double side : {-0.5, 0.5}) {
    addWall(scene, {thick, width + 2 * thick, height}, {side * (width + thick), 0, height / 2});
    addWall(scene, {width + 2 * thick, thick, height}, {0, side * (width + thick), height / 2});
  }
  return scene;
}

// The problem of the step that begins at a time, without impulses.
ImpulseProblem problemOf(const Scene& scene, double step, double time) {
  Context context;
  SimulationOptions options;
  options.integrator = IntegratorMethod::ContactDynamics;
  options.timeStep = step;
  Simulation run(scene, options, context);
  if (time > 0) run.advanceTo(time, context);
  const ForceBodies bodies(scene, run.system().inertia, 0, context);
  NearContacts near(scene, bodies, run.system().inertia, BroadPhaseMethod::Auto);
  StepProblem builder(scene, bodies, run.system().inertia);
  const std::vector<double> lags(scene.bodies.size(), step / 2);
  const StepStart start{run.state(), run.state(), lags, scene.gravity, step};
  builder.begin(start);
  std::vector<double> reaches;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ImpulseBody& body = builder.free()[i];
    reaches.push_back(step * (body.velocity.norm() + body.angularVelocity.norm() * bodies[i].extent) +
                      0.02 * bodies[i].thickness);
  }
  near.find(run.state(), time, reaches);
  ImpulseProblem problem;
  builder.build(start, near, MeanContacts(run.system().inertia, 0), problem);
  return problem;
}

// ----------------------------------------------------------------------------------------------- solvers

/// What follows from the mobility of a point.
struct Masses {
  Vec3 response;  ///< change of the relative velocity by a unit impulse along the normal, 1/kg
  double normal, tangent, least;
};

Masses massesOf(const ImpulseBody& a, const ImpulseBody& b, const ImpulsePoint& point) {
  Eigen::Matrix3d mobility = Eigen::Matrix3d::Zero();
  for (const Eigen::Index c : {0, 1, 2}) {
    ImpulseBody pushedA = a, pushedB = b;
    pushedA.velocity = pushedA.angularVelocity = pushedB.velocity = pushedB.angularVelocity = Vec3::Zero();
    push(pushedA, point.leverA, -Vec3::Unit(c));
    push(pushedB, point.leverB, Vec3::Unit(c));
    mobility.col(c) = velocityAt(pushedA, pushedB, point);
  }
  const Vec3& n = point.normal;
  const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - n * n.transpose();
  const Eigen::Vector3d rates =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(across * mobility * across).eigenvalues();
  return {mobility * n, 1 / n.dot(mobility * n), 1 / rates[2], 1 / mobility.norm()};
}

/// A problem with the masses of its points.
struct PointProblem : ImpulseProblem {
  explicit PointProblem(const ImpulseProblem& problem) : ImpulseProblem(problem) {
    for (const ImpulsePair& pair : pairs)
      for (std::size_t k = pair.begin; k < pair.end; ++k)
        masses.push_back(massesOf(body(pair.bodies.first), body(pair.bodies.second), points[k]));
  }
  std::vector<Masses> masses;
};

void solvePoint(ImpulsePoint& point, const Masses& masses, ImpulseBody& a, ImpulseBody& b) {
  const Vec3& n = point.normal;
  Vec3 velocity =
      b.velocity + b.angularVelocity.cross(point.leverB) - a.velocity - a.angularVelocity.cross(point.leverA);
  const double before = n.dot(point.impulse);
  const double along =
      std::max(-point.cone.pull, before - (n.dot(velocity) + point.approach) * masses.normal);
  velocity += (along - before) * masses.response;
  const Vec3 across = point.impulse - before * n - masses.tangent * (velocity - n.dot(velocity) * n);
  const Vec3 impulse = along * n + shortened(across, point.cone.grip(along));
  push(a, point.leverA, point.impulse - impulse);
  push(b, point.leverB, impulse - point.impulse);
  point.impulse = impulse;
}

void solvePair(PointProblem& problem, const ImpulsePair& pair, bool andBack) {
  ImpulseBody a = problem.body(pair.bodies.first), b = problem.body(pair.bodies.second);
  for (std::size_t k = pair.begin; k < pair.end; ++k) solvePoint(problem.points[k], problem.masses[k], a, b);
  for (std::size_t k = pair.end; andBack && k-- > pair.begin;)
    solvePoint(problem.points[k], problem.masses[k], a, b);
  if (a.inverseMass > 0) problem.body(pair.bodies.first) = a;
  if (b.inverseMass > 0) problem.body(pair.bodies.second) = b;
}

struct Sweeps {
  bool andBack = false, symmetric = false;

  int make(PointProblem& problem) const {
    for (const ImpulsePair& pair : problem.pairs) solvePair(problem, pair, andBack);
    if (!symmetric) return 1;
    for (std::size_t n = problem.pairs.size(); n-- > 0;) solvePair(problem, problem.pairs[n], andBack);
    return 2;
  }
};

using Vectors = std::vector<Vec3>;

// The velocities of all bodies, then the impulses.
void forEachVector(ImpulseProblem& problem, const std::function<void(std::size_t, Vec3&)>& visit) {
  std::size_t n = 0;
  for (ImpulseBody& body : problem.bodies) {
    visit(n++, body.velocity);
    visit(n++, body.angularVelocity);
  }
  for (ImpulsePoint& point : problem.points) visit(n++, point.impulse);
}

Vectors vectorsOf(ImpulseProblem& problem) {
  Vectors vectors(2 * problem.bodies.size() + problem.points.size());
  forEachVector(problem, [&](std::size_t n, const Vec3& value) { vectors[n] = value; });
  return vectors;
}

// Of impulses, scaled as velocities change by them.
double product(const PointProblem& problem, const std::function<Vec3(std::size_t)>& a,
               const std::function<Vec3(std::size_t)>& b) {
  double sum = 0;
  const std::size_t first = 2 * problem.bodies.size();
  for (std::size_t k = 0; k < problem.points.size(); ++k)
    sum += a(first + k).dot(b(first + k)) / problem.masses[k].least;
  return sum;
}

// What happens between sweeps.
class Acceleration {
 public:
  virtual ~Acceleration() = default;
  virtual void start(PointProblem& /*problem*/) {}
  virtual void goOn(PointProblem& /*problem*/, const Vectors& /*before*/, const Vectors& /*now*/) {}
};

// Nonlinear conjugate gradients: Silcowitz-Hansen et al., The Visual Computer 26 (2010).
class ConjugateGradients final : public Acceleration {
 public:
  void start(PointProblem& problem) override {
    direction_.assign(vectorsOf(problem).size(), Vec3::Zero());
    last_ = 0;
  }
  void goOn(PointProblem& problem, const Vectors& before, const Vectors& now) override {
    const auto change = [&](std::size_t n) { return Vec3(now[n] - before[n]); };
    const double square = product(problem, change, change);
    const double part = last_ > 0 && square <= last_ ? square / last_ : 0;
    last_ = square;
    forEachVector(problem, [&](std::size_t n, Vec3& value) {
      direction_[n] *= part;
      value += direction_[n];
      direction_[n] += change(n);
    });
  }

 private:
  Vectors direction_;
  double last_ = 0;
};

// Nesterov's momentum with adaptive restarts: O'Donoghue and Candès (2015). @param careful: a larger change
// than that of the last sweep starts anew, too.
class Momentum final : public Acceleration {
 public:
  explicit Momentum(bool careful) : careful_(careful) {}
  void start(PointProblem& problem) override {
    last_ = vectorsOf(problem);
    weight_ = 1;
    change_ = std::numeric_limits<double>::infinity();
  }
  void goOn(PointProblem& problem, const Vectors& before, const Vectors& now) override {
    const auto change = [&](std::size_t n) { return Vec3(now[n] - before[n]); };
    const auto way = [&](std::size_t n) { return Vec3(now[n] - last_[n]); };
    const double size = product(problem, change, change);
    const bool anew = product(problem, change, way) < 0 || (careful_ && size > change_);
    change_ = size;
    const double next = anew ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * weight_ * weight_));
    const double part = anew ? 0 : (weight_ - 1) / next;
    weight_ = next;
    forEachVector(problem, [&](std::size_t n, Vec3& value) { value += part * way(n); });
    last_ = now;
  }

 private:
  bool careful_;
  Vectors last_;
  double weight_ = 1, change_ = 0;
};

// -------------------------------------------------------------------------------------------------- table

void row(const char* name, PointProblem problem, const Sweeps& sweeps, Acceleration& acceleration) {
  constexpr int most = 2000;
  constexpr double least = 1e-6;
  std::printf("| %s |", name);
  acceleration.start(problem);
  ConeSolver measured;
  ConeReport report;
  double target = 0.1, seconds = 0;
  int made = 0;
  for (int n = 1; made < most && target > 0.5 * least; ++n) {
    const Vectors before = vectorsOf(problem);
    const double begin = processorTime();
    made += sweeps.make(problem);
    seconds += processorTime() - begin;
    if (n < 5 || n % 5 == 0) measured.measure(problem, report);
    for (; report.residual <= target && target > 0.5 * least; target *= 0.1) std::printf(" %d", made);
    acceleration.goOn(problem, before, vectorsOf(problem));
  }
  std::printf("%s | %.0f |\n", target > 0.5 * least ? " …" : "",
              1e9 * seconds / made / static_cast<double>(problem.points.size()));
}

void table(const char* title, const ImpulseProblem& dumped) {
  const PointProblem problem(dumped);
  std::printf(
      "\n%s: %zu pairs, %zu points\n\n| method | sweeps to 1e-1 … 1e-6 | ns a point |\n|---|---|---|\n",
      title, problem.pairs.size(), problem.points.size());
  const Sweeps once{}, andBack{.andBack = true}, symmetric{.symmetric = true};
  Acceleration none;
  ConjugateGradients gradients;
  Momentum momentum(false), careful(true);
  row("Gauss–Seidel", problem, once, none);
  row("there and back in a pair", problem, andBack, none);
  row("NNCG", problem, once, gradients);
  row("NNCG, there and back", problem, andBack, gradients);
  row("momentum", problem, once, momentum);
  row("momentum, symmetric sweeps", problem, symmetric, momentum);
  row("momentum, symmetric sweeps, careful", problem, symmetric, careful);
  row("NNCG, symmetric sweeps", problem, symmetric, gradients);
  row("momentum, there and back", problem, andBack, momentum);
  row("momentum, there and back, careful", problem, andBack, careful);
}

}  // namespace
}  // namespace talus::bench_contact_dynamics

int main() {
  using namespace talus::bench_contact_dynamics;
  table("Stack of 20 cubes, 5 ms", problemOf(stackOfCubes(20), 0.005, 0));
  table("250 grains fall, 2 ms", problemOf(fallingGrains(250, 5, 0.01), 0.002, 0.05));
  table("250 grains settle, 3 ms", problemOf(fallingGrains(250, 5, 0.01), 0.003, 0.15));
  table("250 grains rest, 4 ms", problemOf(fallingGrains(250, 5, 0.01), 0.004, 0.4));
}
