#include "peers/ipc_world.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ipc/barrier/adaptive_stiffness.hpp>
#include <ipc/ccd/additive_ccd.hpp>
#include <ipc/collisions/tangential/tangential_collisions.hpp>
#include <ipc/ipc.hpp>
#include <ipc/potentials/barrier_potential.hpp>
#include <ipc/potentials/friction_potential.hpp>
#include <limits>

#include "peers/ipc_affine.h"
#include "peers/ipc_blocks.h"
#include "peers/ipc_broad_phase.h"

namespace talus::peers {
namespace {

using Points = Eigen::MatrixXd;  // a row each

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Adds the time of its life to a sum.
class Lap {
 public:
  explicit Lap(double& sum) : sum_(sum), begin_(now()) {}
  ~Lap() { sum_ += now() - begin_; }
  Lap(const Lap&) = delete;
  Lap& operator=(const Lap&) = delete;

 private:
  double& sum_;
  double begin_;
};

Eigen::Map<const Eigen::Matrix3d> linearPart(const Vector12& q) {
  return Eigen::Map<const Eigen::Matrix3d>(q.data() + 3);
}

Vector12 unknownsOf(const Vec3& position, const Eigen::Matrix3d& linear) {
  Vector12 q;
  q.head<3>() = position;
  Eigen::Map<Eigen::Matrix3d>(q.data() + 3) = linear;
  return q;
}

struct Affine {
  IpcWorld::Body given{};
  AffineMass mass{};
  double stiffness = 0;               // of its orthogonality, J
  int unknown = -1;                   // number among bodies that move
  Eigen::Index first = 0, count = 0;  // its points
  Vector12 q = Vector12::Zero(), velocity = q, predicted = q;
};

Affine affineOf(const IpcWorld::Body& body, double orthogonality) {
  Affine result;
  result.given = body;
  result.mass = AffineMass::of(body.mass, body.inertia);
  double volume = 0;
  for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
    const auto corners = body.mesh.corners(t);
    volume += corners[0].dot(corners[1].cross(corners[2])) / 6;
  }
  result.stiffness = orthogonality * volume * std::pow(body.pose.scale, 3);
  const Eigen::Matrix3d& a = body.pose.rotation;
  Eigen::Matrix3d turning;
  for (int i = 0; i < 3; ++i) turning.col(i) = body.spin.cross(Vec3(a.col(i)));
  result.q = unknownsOf(body.pose.position, a);
  result.velocity = body.fixed ? Vector12(Vector12::Zero()) : unknownsOf(body.velocity, turning);
  return result;
}

Eigen::MatrixXi edgesOf(const Eigen::MatrixXi& faces) {
  std::vector<std::pair<int, int>> edges;
  for (Eigen::Index f = 0; f < faces.rows(); ++f)
    for (int k = 0; k < 3; ++k) edges.push_back(std::minmax({faces(f, k), faces(f, (k + 1) % 3)}));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Eigen::MatrixXi result(static_cast<Eigen::Index>(edges.size()), 2);
  for (Eigen::Index e = 0; e < result.rows(); ++e) {
    const auto& [a, b] = edges[static_cast<std::size_t>(e)];
    result.row(e) << a, b;
  }
  return result;
}

// A contact of the toolkit, and the unknowns of its two bodies: the greater number first, −1 for a fixed one.
struct Contact {
  int row, column;
  bool slides;  // one of friction
  std::size_t number;
  bool operator<(const Contact& other) const {
    return row != other.row ? row < other.row : column < other.column;
  }
};

// The derivatives of all contacts of two bodies.
struct PairDerivatives {
  std::size_t begin = 0, end = 0;  // in the sorted contacts
  std::array<Vector12, 2> gradient{Vector12::Zero(), Vector12::Zero()};
  std::array<Matrix12, 2> own{Matrix12::Zero(), Matrix12::Zero()};
  Matrix12 between = Matrix12::Zero();
};

// matrix += (y zᵀ) ⊗ block
void addProduct(const Eigen::Vector4d& y, const Eigen::Vector4d& z, const Eigen::Matrix3d& block,
                Matrix12& matrix) {
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) matrix.block<3, 3>(3 * i, 3 * j) += (y(i) * z(j)) * block;
}

}  // namespace

struct IpcWorld::Data {
  explicit Data(const Options& given) : options(given) {}

  Options options;
  std::vector<Affine> bodies;
  std::vector<int> owner;  // of each point
  Points rest;             // in the frames of their bodies
  ipc::CollisionMesh mesh;
  std::unique_ptr<ipc::BroadPhase> broadPhase;
  std::unique_ptr<ipc::NarrowPhaseCCD> freeMotion;
  std::size_t unknowns = 0;  // bodies that move
  double diagonal = 0, meanMass = 0;
  double barrier = 0, greatestBarrier = 0;
  BlockSystem system;

  // Of a step:
  double dt = 0;
  Points before, points;
  ipc::NormalCollisions contacts;
  ipc::TangentialCollisions sliding;
  Report report;

  bool isReady() const { return mesh.num_vertices() > 0; }
  ipc::BarrierPotential barrierPotential() const { return {options.reach, barrier}; }
  ipc::FrictionPotential frictionPotential() const { return ipc::FrictionPotential(options.slip * diagonal); }

  void prepare();
  void preparePoints();
  void prepareBroadPhase();
  double movingDiagonal() const;
  std::vector<Vector12> state() const;
  Points pointsOf(const std::vector<Vector12>& q) const;
  Points velocitiesOf(const Points& of) const { return (of - before) / dt; }
  double energyOf(const std::vector<Vector12>& q, const Points& of);
  Eigen::VectorXd ownGradient() const;
  Eigen::VectorXd barrierGradient() const;
  void startBarrier();
  void begin();
  void solveStep();
  bool iterate(std::vector<Vector12>& q);
  bool search(std::vector<Vector12>& q, const std::vector<Vector12>& direction, double length,
              const ipc::Candidates& near);
  void stiffen(double leastBefore);
  double leastSquare() const { return contacts.compute_minimum_distance(mesh, points); }
  Contact contactOf(const std::array<ipc::index_t, 4>& ids, bool slides, std::size_t number) const;
  std::vector<Contact> sortedContacts() const;
  template <class Potential, class Collision>
  void addContact(const Potential& potential, const Collision& collision, const Points& at, double scale,
                  int row, PairDerivatives& pair) const;
  void differentiate(const std::vector<Contact>& list, std::vector<PairDerivatives>& pairs) const;
  Eigen::VectorXd direction();
  Eigen::VectorXd gradientAndSystem();
  void end(const std::vector<Vector12>& q);
};

void IpcWorld::Data::preparePoints() {
  std::vector<Eigen::Vector3i> triangles;
  std::vector<Vec3> positions;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Affine& body = bodies[b];
    body.first = static_cast<Eigen::Index>(positions.size());
    body.count = static_cast<Eigen::Index>(body.given.mesh.pointCount());
    for (Index i = 0; i < body.count; ++i) {
      positions.push_back(body.given.pose.scale * body.given.mesh.point(i));
      owner.push_back(static_cast<int>(b));
    }
    const Eigen::Vector3i shift = Eigen::Vector3i::Constant(static_cast<int>(body.first));
    for (std::size_t t = 0; t < body.given.mesh.triangleCount(); ++t) {
      const auto corners = body.given.mesh.triangle(t);
      triangles.emplace_back(shift + Eigen::Vector3i(corners[0], corners[1], corners[2]));
    }
  }
  rest.resize(static_cast<Eigen::Index>(positions.size()), 3);
  for (Eigen::Index i = 0; i < rest.rows(); ++i)
    rest.row(i) = positions[static_cast<std::size_t>(i)].transpose();
  Eigen::MatrixXi faces(static_cast<Eigen::Index>(triangles.size()), 3);
  for (Eigen::Index i = 0; i < faces.rows(); ++i)
    faces.row(i) = triangles[static_cast<std::size_t>(i)].transpose();
  points = pointsOf(state());
  mesh = ipc::CollisionMesh(points, edgesOf(faces), faces);
}

// Edges and faces are in the order of their bodies.
void IpcWorld::Data::prepareBroadPhase() {
  if (options.flat) {
    broadPhase = ipc::make_default_broad_phase();
    return;
  }
  std::vector<BodyPairs::Body> parts(bodies.size());
  const auto divide = [&](const Eigen::MatrixXi& features, BodyPairs::Range BodyPairs::Body::*range) {
    int next = 0;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      (parts[b].*range).first = next;
      while (next < features.rows() &&
             owner[static_cast<std::size_t>(features(next, 0))] == static_cast<int>(b))
        ++next;
      (parts[b].*range).end = next;
    }
  };
  divide(mesh.edges(), &BodyPairs::Body::edges);
  divide(mesh.faces(), &BodyPairs::Body::faces);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    parts[b].points = {static_cast<int>(bodies[b].first),
                       static_cast<int>(bodies[b].first + bodies[b].count)};
    parts[b].fixed = bodies[b].given.fixed;
  }
  broadPhase = std::make_unique<BodyPairs>(std::move(parts));
}

// Of the box of bodies that move: floors may be far larger than what stands on them.
double IpcWorld::Data::movingDiagonal() const {
  Box box;
  for (const Affine& body : bodies)
    for (Eigen::Index i = body.first; body.unknown >= 0 && i < body.first + body.count; ++i)
      box.extend(Vec3(points.row(i)));
  return box.diagonal().norm();
}

void IpcWorld::Data::prepare() {
  for (Affine& body : bodies) {
    if (body.given.fixed) continue;
    body.unknown = static_cast<int>(unknowns++);
    meanMass += body.given.mass;
  }
  meanMass /= static_cast<double>(unknowns);
  preparePoints();
  prepareBroadPhase();
  mesh.can_collide = ipc::CollisionFilter([this](std::size_t i, std::size_t j) {
    const auto &a = bodies[static_cast<std::size_t>(owner[i])],
               &b = bodies[static_cast<std::size_t>(owner[j])];
    return &a != &b && (a.unknown >= 0 || b.unknown >= 0);
  });
  diagonal = movingDiagonal();
  barrier = options.barrier;
  if (options.additive)
    freeMotion = std::make_unique<ipc::AdditiveCCD>();
  else
    freeMotion = std::make_unique<ipc::TightInclusionCCD>();
}

std::vector<Vector12> IpcWorld::Data::state() const {
  std::vector<Vector12> q(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) q[b] = bodies[b].q;
  return q;
}

Points IpcWorld::Data::pointsOf(const std::vector<Vector12>& q) const {
  Points result(rest.rows(), 3);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    auto part = result.middleRows(bodies[b].first, bodies[b].count);
    part.noalias() = rest.middleRows(bodies[b].first, bodies[b].count) * linearPart(q[b]).transpose();
    part.rowwise() += q[b].head<3>().transpose();
  }
  return result;
}

// The incremental potential, for the contacts that are known.
double IpcWorld::Data::energyOf(const std::vector<Vector12>& q, const Points& of) {
  const Lap lap(report.times.energy);
  double sum = barrierPotential()(contacts, mesh, of);
  if (!sliding.empty()) sum += dt * frictionPotential()(sliding, mesh, velocitiesOf(of));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Affine& body = bodies[b];
    if (body.unknown < 0) continue;
    const Vector12 off = q[b] - body.predicted;
    sum +=
        0.5 * off.dot(body.mass.times(off)) + dt * dt * orthogonalityEnergy(body.stiffness, linearPart(q[b]));
  }
  return sum;
}

// Without contacts.
Eigen::VectorXd IpcWorld::Data::ownGradient() const {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(12 * unknowns));
  for (const Affine& body : bodies) {
    if (body.unknown < 0) continue;
    auto part = result.segment<12>(12 * body.unknown);
    part = body.mass.times(body.q - body.predicted);
    const Eigen::Matrix3d push = dt * dt * orthogonalityGradient(body.stiffness, linearPart(body.q));
    part.tail<9>() += Eigen::Map<const Eigen::Matrix<double, 9, 1>>(push.data());
  }
  return result;
}

// Of a barrier of stiffness 1, at the start of a step.
Eigen::VectorXd IpcWorld::Data::barrierGradient() const {
  const ipc::BarrierPotential potential(options.reach, 1.0);
  const Eigen::VectorXd ofPoints = potential.gradient(contacts, mesh, points);
  Eigen::VectorXd result = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(12 * unknowns));
  for (Eigen::Index i = 0; i < rest.rows(); ++i) {
    const int unknown = bodies[static_cast<std::size_t>(owner[static_cast<std::size_t>(i)])].unknown;
    if (unknown < 0) continue;
    const Vec3 force = ofPoints.segment<3>(3 * i);
    result.segment<3>(12 * unknown) += force;
    for (int k = 0; k < 3; ++k) result.segment<3>(12 * unknown + 3 + 3 * k) += rest(i, k) * force;
  }
  return result;
}

// Li et al. (2020), supplement: the barrier balances the other forces at the start of a step.
void IpcWorld::Data::startBarrier() {
  if (options.barrier > 0) return;
  barrier = ipc::initial_barrier_stiffness(diagonal, ipc::ClampedLogBarrier(), options.reach, meanMass,
                                           ownGradient(), barrierGradient(), greatestBarrier);
}

void IpcWorld::Data::stiffen(double leastBefore) {
  if (options.barrier > 0 || contacts.empty()) return;
  barrier = ipc::update_barrier_stiffness(leastBefore, leastSquare(), greatestBarrier, barrier, diagonal);
}

void IpcWorld::Data::begin() {
  const Lap lap(report.times.collisions);
  points = before = pointsOf(state());
  for (Affine& body : bodies) {
    body.predicted = body.q + dt * body.velocity;
    body.predicted.head<3>() += dt * dt * options.gravity;
  }
  contacts.build(mesh, points, options.reach, 0, broadPhase.get());
  if (barrier == 0) startBarrier();
  sliding.clear();
  if (options.friction > 0) sliding.build(mesh, points, contacts, barrierPotential(), options.friction);
  startBarrier();
}

Contact IpcWorld::Data::contactOf(const std::array<ipc::index_t, 4>& ids, bool slides,
                                  std::size_t number) const {
  const auto unknownOf = [&](ipc::index_t id) {
    return bodies[static_cast<std::size_t>(owner[static_cast<std::size_t>(id)])].unknown;
  };
  int row = -1, column = std::numeric_limits<int>::max();
  for (const ipc::index_t id : ids) {
    if (id < 0) continue;
    row = std::max(row, unknownOf(id));
    column = std::min(column, unknownOf(id));
  }
  return {row, column, slides, number};
}

std::vector<Contact> IpcWorld::Data::sortedContacts() const {
  std::vector<Contact> list;
  list.reserve(contacts.size() + sliding.size());
  for (std::size_t i = 0; i < contacts.size(); ++i)
    list.push_back(contactOf(contacts[i].vertex_ids(mesh.edges(), mesh.faces()), false, i));
  for (std::size_t i = 0; i < sliding.size(); ++i)
    list.push_back(contactOf(sliding[i].vertex_ids(mesh.edges(), mesh.faces()), true, i));
  std::stable_sort(list.begin(), list.end());
  return list;
}

// @param at what the potential depends on. @param scale of its second derivative
template <class Potential, class Collision>
void IpcWorld::Data::addContact(const Potential& potential, const Collision& collision, const Points& at,
                                double scale, int row, PairDerivatives& pair) const {
  const auto ids = collision.vertex_ids(mesh.edges(), mesh.faces());
  const ipc::VectorMax12d x = collision.dof(at, mesh.edges(), mesh.faces());
  const ipc::VectorMax12d gradient = potential.gradient(collision, x);
  const ipc::MatrixMax12d hessian = potential.hessian(collision, x, ipc::PSDProjectionMethod::CLAMP);
  const int count = collision.num_vertices();
  std::array<Eigen::Vector4d, 4> y;
  std::array<int, 4> side{};  // 0: the row's body, 1: the column's, −1: fixed
  for (int k = 0; k < count; ++k) {
    const auto id = static_cast<std::size_t>(ids[static_cast<std::size_t>(k)]);
    const int unknown = bodies[static_cast<std::size_t>(owner[id])].unknown;
    const auto n = static_cast<std::size_t>(k);
    side[n] = unknown < 0 ? -1 : unknown == row ? 0 : 1;
    y[n] << 1, rest.row(static_cast<Eigen::Index>(id)).transpose();
    if (side[n] < 0) continue;
    for (int i = 0; i < 4; ++i)
      pair.gradient[static_cast<std::size_t>(side[n])].segment<3>(3 * i) +=
          y[n](i) * gradient.segment<3>(3 * k);
  }
  for (int k = 0; k < count; ++k)
    for (int l = 0; l < count; ++l) {
      const int a = side[static_cast<std::size_t>(k)], b = side[static_cast<std::size_t>(l)];
      if (a < 0 || b < 0 || a > b) continue;
      Matrix12& matrix = a == b ? pair.own[static_cast<std::size_t>(a)] : pair.between;
      addProduct(y[static_cast<std::size_t>(k)], y[static_cast<std::size_t>(l)],
                 scale * hessian.block<3, 3>(3 * k, 3 * l), matrix);
    }
}

// The incremental potential has dt · D(v) of friction with v = (x − x₀)/dt: its gradient is D', its second
// derivative D''/dt.
void IpcWorld::Data::differentiate(const std::vector<Contact>& list,
                                   std::vector<PairDerivatives>& pairs) const {
  const ipc::BarrierPotential normal = barrierPotential();
  const ipc::FrictionPotential friction = frictionPotential();
  const Points speeds = velocitiesOf(points);
  tbb::parallel_for(std::size_t(0), pairs.size(), [&](std::size_t p) {
    for (std::size_t i = pairs[p].begin; i < pairs[p].end; ++i) {
      const Contact& c = list[i];
      if (c.slides)
        addContact(friction, sliding[c.number], speeds, 1 / dt, c.row, pairs[p]);
      else
        addContact(normal, contacts[c.number], points, 1, c.row, pairs[p]);
    }
  });
}

Eigen::VectorXd IpcWorld::Data::gradientAndSystem() {
  const std::vector<Contact> list = sortedContacts();
  std::vector<PairDerivatives> pairs;
  std::vector<std::pair<int, int>> pattern;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == 0 || list[i - 1] < list[i]) {
      pairs.emplace_back().begin = i;
      if (list[i].column >= 0) pattern.emplace_back(list[i].row, list[i].column);
    }
    pairs.back().end = i + 1;
  }
  {
    const Lap lap(report.times.derivatives);
    differentiate(list, pairs);
  }
  const Lap lap(report.times.assembly);
  Eigen::VectorXd gradient = ownGradient();
  system.setPattern(unknowns, std::move(pattern));
  for (const PairDerivatives& pair : pairs) {
    const std::array<int, 2> numbers{list[pair.begin].row, list[pair.begin].column};
    for (std::size_t side = 0; side < 2; ++side) {
      if (numbers[side] < 0) continue;
      gradient.segment<12>(12 * numbers[side]) += pair.gradient[side];
      system.block(numbers[side], numbers[side]) += pair.own[side];
    }
    if (numbers[1] >= 0) system.block(numbers[0], numbers[1]) += pair.between;
  }
  for (const Affine& body : bodies) {
    if (body.unknown < 0) continue;
    Matrix12& block = system.block(body.unknown, body.unknown);
    body.mass.addTo(block);
    block.bottomRightCorner<9, 9>() += dt * dt * orthogonalityHessian(body.stiffness, linearPart(body.q));
  }
  system.assemble();
  return gradient;
}

Eigen::VectorXd IpcWorld::Data::direction() {
  const Eigen::VectorXd gradient = gradientAndSystem();
  const Lap lap(report.times.solution);
  return system.solve(-gradient);
}

// Halves the motion until the potential falls. Whether it does.
bool IpcWorld::Data::search(std::vector<Vector12>& q, const std::vector<Vector12>& direction, double length,
                            const ipc::Candidates& near) {
  const double start = energyOf(q, points);
  std::vector<Vector12> trial(q.size());
  for (; length > 1e-12; length /= 2) {
    for (std::size_t b = 0; b < q.size(); ++b) trial[b] = q[b] + length * direction[b];
    points = pointsOf(trial);
    {
      const Lap lap(report.times.collisions);
      contacts.build(near, mesh, points, options.reach);
    }
    ++report.trials;
    if (energyOf(trial, points) <= start) {
      q = std::move(trial);
      return true;
    }
  }
  points = pointsOf(q);
  contacts.build(near, mesh, points, options.reach);
  return false;
}

// One iteration of Newton's method. Whether it was the last one.
bool IpcWorld::Data::iterate(std::vector<Vector12>& q) {
  ++report.iterations;
  const Eigen::VectorXd solution = direction();
  std::vector<Vector12> motion(bodies.size(), Vector12::Zero()), whole = q;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].unknown < 0) continue;
    motion[b] = solution.segment<12>(12 * bodies[b].unknown);
    whole[b] += motion[b];
  }
  const Points target = pointsOf(whole);
  ipc::Candidates near;
  {
    const Lap lap(report.times.candidates);
    near.build(mesh, points, target, options.reach / 2, broadPhase.get());
  }
  double length = 1;
  {
    const Lap lap(report.times.freeStep);
    length = near.compute_collision_free_stepsize(mesh, points, target, 0, *freeMotion);
  }
  const double speed = (target - points).cwiseAbs().maxCoeff() / dt;
  const double least = contacts.empty() ? 0 : leastSquare();
  const bool falls = search(q, motion, length, near);
  for (std::size_t b = 0; b < bodies.size(); ++b) bodies[b].q = q[b];
  report.converged = speed < options.tolerance * diagonal;
  if (least > 0) stiffen(least);
  return report.converged || !falls;
}

void IpcWorld::Data::end(const std::vector<Vector12>& q) {
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].unknown >= 0) bodies[b].velocity = (bodies[b].q - q[b]) / dt;
  report.contacts = contacts.size();
  report.leastGap = contacts.empty() ? std::numeric_limits<double>::infinity() : std::sqrt(leastSquare());
  report.barrier = barrier;
}

void IpcWorld::Data::solveStep() {
  const std::vector<Vector12> start = state();
  std::vector<Vector12> q = start;
  while (report.iterations < options.maximumIterations && !iterate(q)) {
  }
  end(start);
}

IpcWorld::IpcWorld(const Options& options) : data_(std::make_unique<Data>(options)) {}
IpcWorld::IpcWorld(IpcWorld&&) noexcept = default;
IpcWorld::~IpcWorld() = default;

void IpcWorld::add(const Body& body) {
  data_->bodies.push_back(affineOf(body, data_->options.orthogonality));
}

IpcWorld::Report IpcWorld::step(double dt) {
  if (!data_->isReady()) data_->prepare();
  data_->dt = dt;
  data_->report = {};
  data_->begin();
  data_->solveStep();
  return data_->report;
}

Vec3 IpcWorld::position(std::size_t body) const {
  return data_->bodies[body].q.head<3>();
}

double IpcWorld::diagonal() const {
  return data_->diagonal;
}

double IpcWorld::stretch() const {
  double worst = 0;
  for (const Affine& body : data_->bodies) {
    const Eigen::Matrix3d a = linearPart(body.q);
    worst = std::max(worst, (a.transpose() * a - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff());
  }
  return worst;
}

bool IpcWorld::intersects() const {
  return ipc::has_intersections(data_->mesh, data_->points);
}

}  // namespace talus::peers
