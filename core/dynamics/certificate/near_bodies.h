#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "contact/scene/contact_library.h"
#include "distributed/divided_work.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/certificate/closing_pair.h"
#include "dynamics/certificate/near_triangles.h"
#include "dynamics/certificate/travel.h"

namespace talus {

/// A box that is larger by a length on every side.
inline Box grown(const Box& box, double by) {
  return {box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by)};
}

/// The properties of a body that guards use.
struct GuardedBody {
  Index shape = 0;  ///< number in the library
  double scale = 1;
  double extent = 0;   ///< maximum distance of a surface point from the position, m
  double removed = 0;  ///< time at which it is removed from the scene, s
  /// Motions need not leave more of a gap than this, m; infinite: they leave a fifth of it.
  double kept = std::numeric_limits<double>::infinity();
};

/// The pairs of bodies that might touch while all bodies move from one state to another, with proven gaps at
/// the start. Gaps of earlier motions are used again where they suffice. The same bits for every number of
/// threads. Cost of find(): 0.2 µs per motion and pair of convex grains with overlapping boxes; of
/// findClosing() a small part of it where bodies move by a small part of their gaps.
class NearBodies {
 public:
  /// A pair, with stored values that may save a new search for its gap.
  struct Pair : ClosingPair {
    std::optional<FeaturePair> features;  // of convex bodies: where the last search ended
    CertifiedGap searched;                // the last one; of length 0: none
    Pose seen;                            // pose of B in A's frame in that search
    std::int64_t start = -1;              // the motions at whose start that was
    NearTriangles triangles;              // of bodies that no plane separates
    double ways = unknown;                // since the list, of both bodies, that the gap allows, m

    static constexpr double unknown = -std::numeric_limits<double>::infinity();

    void writeSearch(ByteWriter& to) const;  // what a search finds
    void readSearch(ByteReader& from);
  };

  /// @param library, inertia must outlive this. @param bodies one per body of the scene.
  NearBodies(const ContactLibrary& library, const BodyInertia& inertia, std::vector<GuardedBody> bodies);
  ~NearBodies();

  /// Sets where motions start.
  void begin(const BodyState& state);
  /// The same where the motions to the last target led, or at parts of them.
  void proceed(const BodyState& state);
  const BodyState& before() const { return before_; }
  /// Finds the motions to a target, and the pairs. Bodies removed by that time are left out.
  void find(const BodyState& target, double time);
  /// The same, but only the pairs that might use up their gaps are wanted: returns their numbers, in order.
  /// Other elements of pairs() are not up to date, and whatever parts of their motions these bodies carry
  /// out, they stay apart. Valid until the next call.
  std::span<const std::size_t> findClosing(const BodyState& target, double time);
  std::span<Pair> pairs() { return pairs_; }
  const StepMotion& motion(Index i) const { return motions_[static_cast<std::size_t>(i)]; }
  /// Clears data that decide between results: for the start of a frame.
  void forget();
  /// From now on finds also the pairs that so many times the motion of a wall would bring together, and
  /// searches the gaps beside walls anew if these are more than once.
  void lookAheadOfWalls(double times) { wallMotions_ = times; }

  std::size_t size() const { return bodies_.size(); }
  const BodyInertia& inertia() const { return *inertia_; }
  bool isPresent(std::size_t i, double time) const { return time < bodies_[i].removed; }
  CertifiedBody certified(const BodyState& state, Index i) const;
  Box box(const BodyState& state, std::size_t i) const;
  /// The pairs of boxes that overlap, except those of two walls.
  std::span<const BodyPair> overlapping(const BoxArrays& boxes);

  /// Divides searches among ranks that all find the same motions. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { ranks_ = &ranks; }
  /// Computes something for each of these pairs, in parallel and divided among ranks. @param bytes of a
  /// result.
  void compute(std::span<const BodyPair> pairs, std::int64_t bytes, DividedWork::Item item);

  /// Calls one(n) for the pairs 0 … count−1, in parallel.
  template <class One>
  static void forEachPair(std::size_t count, const One& one) {
    Context context;
    parallelChunks(count, pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) one(n);
    });
  }

  static constexpr std::size_t pairsAtATime = 16;

 private:
  struct Bodies;
  void findMotions(const BodyState& target);
  Box sweptBox(std::size_t i, double room) const;
  bool passesBy(const Pair& pair) const;
  double roomOf(std::size_t i) const;
  void list(double time, std::span<const double> rooms);
  void listWithRoom(double time);
  bool listHolds(double time) const;
  void carryOver(std::span<const BodyPair> pairs);
  void open(std::size_t n);
  void boundGaps();
  bool keepsGap(Pair& pair, const Bodies& bodies);
  bool hasWall(const BodyPair& pair) const;
  void search(Pair& pair, const Bodies& bodies);
  static double greatestGap(const Pair& pair, const Bodies& bodies);

  const ContactLibrary* library_;
  const BodyInertia* inertia_;
  std::vector<GuardedBody> bodies_;
  std::unique_ptr<BroadPhase> phase_;
  tbb::enumerable_thread_specific<GapFinder> finders_;
  BodyState before_;
  std::int64_t start_ = 0;  // counts begin()
  double wallMotions_ = 1;
  std::vector<StepMotion> motions_;
  BoxArrays boxes_;
  std::vector<Pair> pairs_, earlier_;
  std::vector<std::size_t> open_;              // numbers of the pairs whose gaps are wanted
  Travel travel_;                              // since pairs were listed with room
  double presentFrom_ = 0, presentUntil_ = 0;  // times at which the same bodies are present, s
  DividedWork* ranks_ = nullptr;               // null: all pairs are searched here
};

}  // namespace talus
