#pragma once

#include <boost/container/small_vector.hpp>
#include <vector>

#include "dynamics/implicit/block_cholesky.h"
#include "dynamics/implicit/contact_islands.h"

namespace talus {

/// A convex model of the incremental potential of an island (IncrementalPotential) near a state: contact
/// points keep their places, normals and weights, so that gaps and shifts of friction springs are linear in
/// the motions. Barriers and friction act on them in full. At rest the model has the potential's derivative.
///
/// Forces along which a body is under tension stiffen its rotation, too: that makes Newton's direction good
/// in taut chains and nets. Compression, which would soften it, is left out: the model stays convex.
///
/// Rows: six per body of the island, loads (N, N m) or motions (m, rad).
///
/// Cost: that of BlockCholesky for each system.
class BarrierModel {
 public:
  using Rows = Eigen::VectorXd;

  BarrierModel() = default;
  BarrierModel(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
               const BodyState& ahead, double dt) {
    begin(island, inertia, state, ahead, dt);
  }
  /// Begins a model in the memory of the last one: megabytes, whose pages the system would clear each time.
  /// @param state in which the contacts were linearised. @param ahead where walls move from there: bodies
  /// give way to them. @param island must outlive the model.
  void begin(const ContactIsland& island, const BodyInertia& inertia, const BodyState& state,
             const BodyState& ahead, double dt);

  BarrierModel(const BarrierModel&) = delete;
  BarrierModel& operator=(const BarrierModel&) = delete;

  /// Newton's direction from rest: the motions by which the second derivative there balances loads.
  Rows solve(const Rows& loads) const;
  /// Whether that derivative changes little on the way.
  bool isNear(const Rows& motions) const;
  /// The motions to the minimum for the loads at rest; to be called once.
  ///
  /// Newton's method for barriers. Where a gap would become small it continues with the force that the
  /// linearised barrier had there instead of the gap, as circuit simulators limit the voltage of diodes (L.
  /// W. Nagel, SPICE2, University of California, ERL-M520 (1975)): so stiff barriers neither overshoot nor
  /// need a line search. Friction has the secants of the last shifts, which go ahead where their logarithms
  /// change steadily (Aitken's extrapolation).
  /// @param first solve(loads). @param begin motions at which it begins, such as first. @param systems ends
  /// after so many anyway.
  Rows minimum(const Rows& loads, const Rows& first, const Rows& begin, int systems = manySystems);
  Rows minimum(const Rows& loads, const Rows& first) { return minimum(loads, first, first); }
  static constexpr int manySystems = 40;

 private:
  using Row = BlockCholesky::Row;
  using Block = BlockCholesky::Block;
  using Along = Eigen::Matrix<double, 6, 1>;   // a displacement at a point as a function of a body's motion
  using Across = Eigen::Matrix<double, 6, 2>;  // the same in two directions

  /// A contact point with a barrier.
  struct Point {
    Row bodyA, bodyB;  // numbers in the island; −1: a wall
    Along ofA, ofB;    // change of the gap with the motions
    BarrierSpring barrier;
    double gap, atRest;           // at rest, and the force there
    double driven;                // its change by walls
    double at, force, stiffness;  // where the barrier is linearised
    double firm;        // N/m: barriers of less stiffness do little beside the inertia of the bodies
    double firmAt = 0;  // the gap of that stiffness; 0: not yet known
    void linearise(double where);
  };
  /// A friction or rolling spring.
  struct Spring {
    Row bodyA, bodyB;
    Across ofA, ofB;  // change of the shift with the motions, along and across the slip
    LimitedSpring friction;
    Eigen::Vector2d shift;   // at rest
    Eigen::Vector2d driven;  // its change by walls
    bool slips;              // at rest
    double secant;           // force over shift, at rest or after the last motions
    bool derived;            // whether the matrix has the second derivative, not the secant
    double change = 0;       // of the secant's logarithm with the last motions
    double boldness = 1;     // how many times as far the secant went
    void extrapolate(double before);
  };
  /// Some points or springs that follow each other.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  // Seldom more than one: of a body with several walls.
  using Ranges = boost::container::small_vector<Range, 1>;
  /// The points and springs of one pair of bodies.
  struct Meeting {
    Row bodyA, bodyB;
    Ranges points{}, springs{};
    Vec3 apart;  // the centre of A from that of B, if neither is a wall
    // Stiffness of A, or of the only body that is not a wall; if neither is one: of A by B; of B.
    Block own, mixed, other;
    // The loads at rest if forces were those of the linear system, less those there.
    Along moreOnA, moreOnB;
  };
  /// Parts of a meeting that follow each other.
  struct Run {
    std::size_t meeting;
    Range range;
  };

  void number(std::size_t bodies);
  Row numberOf(Index body) const { return rows_[static_cast<std::size_t>(body)]; }
  static bool isPoint(const LinearContact& contact);
  void meet(const BodyState& state);
  void addBodies(const BodyInertia& inertia, const BodyState& state);
  void addTension(const BodyState& state);
  void addContacts(const BodyInertia& inertia, const BodyState& state, const BodyState& ahead);
  Point pointOf(const LinearContact& contact, const BodyInertia& inertia, const BodyState& state,
                const Vec3& driven) const;
  Spring springOf(const LinearContact& contact, const BodyState& state, const Vec3& driven) const;
  template <class MeetingOf>
  std::vector<Run> numberParts(bool points, const MeetingOf& meetingOf);
  void prepareSystem();
  void addStiffness(const Point& point, bool toA, Block& sum) const;
  void addStiffness(const Spring& spring, bool toA, Block& sum) const;
  static bool isBetween(const Meeting& m);
  template <class Visit>
  void forEach(const Meeting& m, const Visit& visit);
  void sumUp(Meeting& m);
  double moved(const Point& point, const Rows& motions) const;
  Eigen::Vector2d moved(const Spring& spring, const Rows& motions) const;
  bool follow(Point& point, const Rows& motions) const;
  bool follow(Spring& spring, const Rows& motions) const;
  bool follow(Meeting& m, const Rows& motions);
  bool followAll(const Rows& motions);
  static double excess(const Point& point);
  static Eigen::Vector2d excess(const Spring& spring);
  Rows loadsOfModel(const Rows& loads) const;

  const ContactIsland* island_ = nullptr;
  double square_ = 0;       // dt²
  std::vector<Row> rows_;   // of each body of the scene: its number in the island; −1: it is not in it
  std::vector<Block> own_;  // stiffness of each body: inertia over dt², and tension
  std::vector<std::size_t> places_;  // of contacts among points or springs
  std::vector<Point> points_;
  std::vector<Spring> springs_;
  std::vector<Meeting> meetings_;
  BlockCholesky system_;
  bool factored_ = false;
  bool driven_ = false;  // by walls
};

}  // namespace talus
