#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/contact_dynamics/impulse_problem.h"

namespace talus {

/// Points of eight pairs, one of each, side by side. A pair with fewer points than others of its block has
/// points that do not act.
struct alignas(64) PointLanes {
  static constexpr std::size_t width = 8;

  double leverA[3][width], leverB[3][width], normal[3][width];
  double approach[width], friction[width], pull[width], pressed[width], slack[width];
  double impulse[3][width];
  double last[3][width];   ///< at the end of the sweep before
  double start[3][width];  ///< where the sweep began

  // Set by prepareBlocks():
  double response[3][width];  ///< change of the relative velocity by a unit impulse along the normal, 1/kg
  double normalMass[width];   ///< 1 / (normal · response), kg
  double tangentMass[width];  ///< 1 / greatest eigenvalue of the mobility across the normal, kg
  double mobility[width];     ///< its norm, 1/kg
};

/// Eight pairs that have no moving body in common, side by side; see ImpulsePair.
struct alignas(64) PairLanes {
  static constexpr std::size_t width = PointLanes::width;

  std::int64_t bodyA[width], bodyB[width];  ///< where their velocities stand
  double inverseMassA[width], inverseMassB[width];
  double inertiaA[6][width], inertiaB[6][width];  ///< inverse; xx yy zz xy xz yz
  double normal[3][width], rolling[width];
  double rollingMass[width];  ///< 1 / norm of both inverse inertias, kg m²
  double moment[3][width], lastMoment[3][width];
  double change[width];      ///< square of the last sweep's change of impulses, over their masses
  double turn[width];        ///< positive where this change leads back on the way since the sweep before
  std::size_t pairs[width];  ///< of the problem
  std::size_t used;          ///< the first so many lanes have a pair
  std::size_t begin, end;    ///< of its points
  bool rolls;                ///< a pair has a rolling resistance
  bool idle;                 ///< no impulse acts: sweeps look at it now and then
};

/// What the points of a block violate; see ConeSolver::measure().
struct alignas(64) LawErrors {
  double squares[PointLanes::width], closings[PointLanes::width], impulses[PointLanes::width],
      active[PointLanes::width];
};

/// An ImpulseProblem as arrays for SIMD units, in blocks of eight pairs of one colour: no body that moves
/// belongs to two pairs of a colour. The width is the same for all instruction sets, and so are the bits.
/// Keeps its buffers.
class ConeLanes {
 public:
  static constexpr std::size_t width = PointLanes::width;
  static constexpr std::size_t stride = 8;  ///< of velocities: x y z 0 of the motion, then of the rotation

  /// Takes a problem over, pairs that press in front. prepareBlocks() sets what follows from it.
  void read(const ImpulseProblem& problem);
  /// Gives impulses, moments and velocities back.
  void write(ImpulseProblem& problem) const;

  std::vector<PairLanes> blocks;
  std::vector<PointLanes> points;    ///< those of the blocks in front
  std::vector<std::size_t> colours;  ///< where each colour begins in the blocks, and the end of the last one
  std::size_t serial = 0;            ///< blocks from here on go one after the other
  std::vector<double> velocities, lastVelocities;  ///< of all bodies, and of one at rest

 private:
  /// A pair in the order of the blocks: by colour, then those that do not press at first, then by the count
  /// of points, then by number.
  struct Place {
    std::uint64_t code = 0;

    Place() = default;
    Place(std::uint64_t colour, bool free, std::size_t points, std::size_t number)
        : code(colour << 59 | std::uint64_t{free} << 58 | std::uint64_t{points} << 32 | number) {}
    std::uint64_t colour() const { return code >> 59; }
    std::size_t group() const { return code >> 58; }  ///< colour, and whether it presses
    std::size_t points() const { return code >> 32 & 0x3ffffff; }
    std::size_t number() const { return code & 0xffffffff; }
  };
  void colour(const ImpulseProblem& problem);
  void sortPlaces();
  /// Where a block begins in the order of pairs, and among the points, and how many it has of both.
  struct Extent {
    std::size_t firstPair, pairs, firstPoint, points;
  };
  void addBlock(std::size_t first, std::size_t count);
  void setBlock(const ImpulseProblem& problem, const Extent& extent, PairLanes& block);
  void writeBlock(const PairLanes& block, ImpulseProblem& problem) const;
  void setPair(const ImpulseProblem& problem, std::size_t number, std::size_t lane, PairLanes& block);

  std::vector<Place> order_, sorted_;
  std::vector<std::size_t> places_;   // of kinds of pairs in the order
  std::vector<Extent> extents_;       // of the blocks
  std::vector<char> presses_;         // of each pair: at first
  std::vector<std::uint32_t> taken_;  // colours of each body, as bits
  std::size_t pointCount_ = 0;
};

}  // namespace talus
