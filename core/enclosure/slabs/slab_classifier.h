#pragma once

#include <memory>
#include <span>

#include "base/context.h"
#include "distributed/communicator.h"
#include "distributed/partition.h"
#include "enclosure/classifier/classifier.h"
#include "enclosure/interface/point_source.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Classifies points against a closed surface that no rank has as a whole. Space is cut into slabs across the
/// surface's longest side, one for each rank; a rank has the triangles that meet its slab and labels the
/// points in it, those of other ranks, too. Labels equal those of Classifier.
///
/// All ranks make the same calls. Memory of a rank: that of a Classifier for its triangles, about
/// triangles / ranks and those that reach over a cut. Sends each triangle once to each slab that it meets,
/// and the points of a batch to the ranks of their slabs.
class SlabClassifier {
 public:
  /// Whether these options ask for nothing but sides by parity, which is all that a slab tells.
  static bool suits(const EnclosureOptions& options);

  /// @param piece the triangles of this rank: any part of the surface, may be none.
  /// @return null on all ranks if the surface is not sound: an edge does not have two triangles of opposite
  /// directions, or a coordinate is not finite. Then Classifier, with the whole surface, tells what is wrong.
  static std::unique_ptr<SlabClassifier> make(const TriangleMesh& piece, const EnclosureOptions& options,
                                              Communicator& ranks, Context& context);

  /// @param points of this rank; may be none. @param sides one for each of them.
  /// @return the counts of these points.
  LabelCounts classify(const PointSource& points, std::span<Side> sides, Communicator& ranks,
                       Context& context) const;

  /// The triangles of this rank's slab, with those that close it.
  std::size_t triangleCount() const { return triangles_; }
  /// Of this rank.
  std::size_t memoryBytes() const { return inSlab_ ? inSlab_->memoryBytes() : 0; }

 private:
  SlabClassifier() = default;
  void label(std::span<const Vec3> points, std::span<Side> sides, LabelCounts& counts) const;
  Message answer(const Message& question) const;
  LabelCounts classifyBatch(std::span<const Vec3> points, std::span<Side> sides, Communicator& ranks) const;

  Box bounds_;  // of the whole surface
  int axis_ = 0;
  Partition slabs_;                     // of the x axis, which stands for `axis_`
  std::unique_ptr<Classifier> inSlab_;  // null if there are no triangles of non-zero area
  std::size_t triangles_ = 0;
};

}  // namespace talus
