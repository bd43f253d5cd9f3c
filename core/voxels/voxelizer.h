#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "enclosure/classifier/classifier.h"
#include "geometry/distance/surface_distance.h"
#include "geometry/mesh/triangle_mesh.h"
#include "options/voxelize_options.h"
#include "voxels/voxel_grid.h"

namespace talus {

/// A box of voxels, or of nodes.
struct VoxelExtent {
  std::array<Index, 3> begin{0, 0, 0};
  std::array<Index, 3> end{0, 0, 0};  ///< after the last

  std::int64_t size(int axis) const {
    const auto a = static_cast<std::size_t>(axis);
    return std::int64_t{end[a]} - begin[a];
  }
};

/// What is wanted of a run.
struct VoxelRequest {
  VoxelGrid grid;
  VoxelExtent extent;  ///< of voxels, or of nodes
  bool nodes = false;  ///< label nodes instead of the centres of voxels; has no volume fractions
  bool enclosingBody = true;
  bool distance = false;      ///< if the voxelizer is prepared for it
  bool fraction = false;      ///< likewise
  bool occupiedOnly = false;  ///< distances of voxels that are not occupied are not wanted: they are NaN
  int samples = 4;            ///< points along each edge of a voxel for VolumeFraction::Sampled, 1 … 64
};

/// Whole layers of the extent. Arrays have an entry for each voxel or node, x fastest; those that are not
/// wanted are empty.
struct VoxelLayers {
  Index begin = 0;  ///< layers [begin, end) along z
  Index end = 0;
  std::vector<Side> side;
  std::vector<Index> body;       ///< −1: none; as Classification::body
  std::vector<double> distance;  ///< as Classification::distance
  std::vector<double> fraction;  ///< 0 … 1

  /// Does a voxel hold any of the body: its centre is not outside, or its fraction is above 0?
  bool occupied(std::size_t n) const {
    return side[n] != Side::Outside || (!fraction.empty() && fraction[n] > 0);
  }
};

/// What was met on the way.
struct VoxelTally {
  std::int64_t touched = 0;      ///< voxels (nodes' cells) through which triangles may pass
  std::int64_t ambiguous = 0;    ///< points that the inside rule decides about, of those that were classified
  std::int64_t overlapping = 0;  ///< voxels whose fraction would exceed 1, since bodies overlap in them

  VoxelTally& operator+=(const VoxelTally& other);
};

/// Turns surfaces into voxels: labels, enclosing bodies, signed distances and volume fractions.
///
/// **Labels** are those of Classifier, exact for closed surfaces. Few points are classified: along a row of
/// voxels labels change only where triangles touch it, so one point is enough for each interval between. Open
/// surfaces have no such intervals; there every point is classified.
///
/// **Fractions**, exact: the volume of the body in each voxel that triangles touch, by the divergence theorem
/// over the triangles cut by the voxels (TriangleRows); 0 or 1 elsewhere, by the label. Right to rounding,
/// about 1e-16 times the number of voxels along an edge; what is within 1e-14 of 0 or 1 becomes that. Several
/// bodies are added, up to 1: what they share counts for each of them. A surface without an exact volume
/// (enclosedVolume) makes all fractions sampled: warning() says so. Sampled: the mean over samples³ points in
/// each voxel that triangles touch, and around open surfaces in each whose centre and corners differ.
///
/// Cost: 0.1 to 1 µs for each voxel that a triangle touches, the classifier's time for as many points, and a
/// nanosecond for each other voxel. Distances about 0.25 µs each. Memory: what the classifier keeps, 72 bytes
/// a triangle, and about 30 bytes for each of a million voxels at a time.
class Voxelizer {
 public:
  /// @param names of the surfaces, for messages. @param options without their grid, which runs have.
  /// @throws Error as Classifier.
  Voxelizer(std::vector<TriangleMesh> surfaces, std::vector<std::string> names,
            const VoxelizerOptions& options, Context& context);
  ~Voxelizer();

  /// Computes an extent in layers, bottom up. Parallel; labels and bits depend neither on the number of
  /// threads nor on the extent. Runs one stage of the context, to `end`.
  /// @param take gets each portion on the calling thread.
  /// @throws Error where the surfaces reach over more than 1e9 voxels.
  VoxelTally run(const VoxelRequest& request, const std::function<void(VoxelLayers&)>& take, Context& context,
                 double end = 1) const;

  const Classifier& classifier() const { return *classifier_; }
  /// How fractions are found: Sampled where Exact was wanted and cannot be.
  VolumeFraction fraction() const { return fraction_; }
  /// What is wrong with the surfaces and what that means, in one line; empty if nothing is.
  std::string warning() const;

 private:
  class Run;

  void prepareFractions(InsideRule rule, Context& context);
  void prepareDistance();

  std::vector<TriangleMesh> surfaces_;  // with merged points
  std::vector<std::string> names_;
  std::unique_ptr<Classifier> classifier_;
  std::unique_ptr<SurfaceDistance> distance_;
  VolumeFraction fraction_;
  std::string obstacle_;  // why fractions are not exact
  std::vector<std::vector<double>> directions_;
  bool uniformStretches_ = true;
};

}  // namespace talus
