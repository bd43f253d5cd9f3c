#include "voxels/voxelizer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "enclosure/classifier/method_choice.h"
#include "geometry/distance/lattice_bricks.h"
#include "geometry/mesh/point_merge.h"
#include "voxels/enclosed_volume.h"
#include "voxels/triangle_rows.h"

namespace talus {

namespace {

constexpr std::int64_t voxelsAtATime = std::int64_t{1} << 20;  // voxels at a time
constexpr Index rowsOfTile = 64;
constexpr double maximumVoxelsAcross =
    1e9;  // beyond, rounding could move a triangle by a visible part of a voxel
constexpr double fractionRounding = 1e-14;

double withoutRounding(double fraction) {
  if (fraction < fractionRounding) return 0;
  return fraction > 1 - fractionRounding ? 1 : fraction;
}

}  // namespace

VoxelTally& VoxelTally::operator+=(const VoxelTally& other) {
  touched += other.touched;
  ambiguous += other.ambiguous;
  overlapping += other.overlapping;
  return *this;
}

// ---- Build ----

Voxelizer::Voxelizer(std::vector<TriangleMesh> surfaces, std::vector<std::string> names,
                     const VoxelizerOptions& options, Context& context)
    : surfaces_(std::move(surfaces)), names_(std::move(names)), fraction_(options.fraction) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    requireUsable(surfaces_[i], names_[i]);
    surfaces_[i] = mergeDuplicatePoints(std::move(surfaces_[i])).mesh;
  }
  EnclosureOptions classifier;
  classifier.insideRule = options.insideRule;
  classifier.expectedPoints = options.expectedPoints;
  classifier.windingNumber = classifier.enclosingBody = true;
  classifier_ = std::make_unique<Classifier>(surfaces_, classifier, context, names_);
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const MeshReport& report = classifier_->report(i);
    if (!report.closed || (!report.oriented && labelsByWindingNumber(classifier_->method(i))))
      uniformStretches_ = false;
  }
  if (fraction_ == VolumeFraction::Exact) prepareFractions(options.insideRule, context);
  if (options.distance) prepareDistance();
}

Voxelizer::~Voxelizer() = default;

void Voxelizer::prepareFractions(InsideRule rule, Context& context) {
  std::int64_t triangles = 0;
  for (const TriangleMesh& surface : surfaces_)
    triangles += static_cast<std::int64_t>(surface.triangleCount());
  context.beginStage(0.6, 2 * triangles);
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    EnclosedVolume volume = enclosedVolume(surfaces_[i], classifier_->report(i), rule, context);
    if (!volume.exact) {
      fraction_ = VolumeFraction::Sampled;
      obstacle_ = names_[i] + " has no exact volume fractions, as " + volume.obstacle +
                  ": all fractions are sampled instead.";
      directions_.clear();
      return;
    }
    directions_.push_back(std::move(volume.directions));
  }
}

void Voxelizer::prepareDistance() {
  std::vector<SurfaceDistance::Corners> triangles;
  for (const TriangleMesh& surface : surfaces_) {
    const auto proper = surface.properTriangles();
    triangles.insert(triangles.end(), proper.begin(), proper.end());
  }
  distance_ = std::make_unique<SurfaceDistance>(std::move(triangles));
}

std::string Voxelizer::warning() const {
  const std::string surface = classifier_->warning();
  return surface.empty() || obstacle_.empty() ? surface + obstacle_ : surface + " " + obstacle_;
}

// ---- Run ----

// One run over an extent. The lattice has a cell for each place that is labelled: the voxels themselves, or
// for nodes cells of the same size around them.
class Voxelizer::Run {
 public:
  Run(const Voxelizer& voxelizer, const VoxelRequest& request, Context& context);

  VoxelTally operator()(const std::function<void(VoxelLayers&)>& take);

 private:
  std::vector<TriangleRows::Corners> latticeTriangles() const;
  Vec3 place(Index i, Index j, Index k) const {
    return request_.nodes ? request_.grid.node(i, j, k) : request_.grid.centre(i, j, k);
  }
  Vec3 place(std::size_t n) const;
  std::size_t width() const { return static_cast<std::size_t>(request_.extent.size(0)); }
  std::size_t rows() const {
    return static_cast<std::size_t>(layers_.end - layers_.begin) *
           static_cast<std::size_t>(request_.extent.size(1));
  }
  bool exact() const { return request_.fraction && voxelizer_.fraction_ == VolumeFraction::Exact; }

  void beginLayers(Index begin, Index end);
  void cutTriangles();
  void copyRow(const RowTile& tile, Index j, std::size_t at);
  std::vector<std::size_t> asked() const;
  void label();
  void measureDistances();
  std::int64_t measureBrick(const LatticeBricks& bricks, std::size_t brick);
  void finishFractions();
  void sampleFractions();
  std::vector<std::uint8_t> mixedVoxels();
  void sample(std::span<const std::size_t> voxels);

  Classification classify(const std::vector<Vec3>& points) const;

  const Voxelizer& voxelizer_;
  const VoxelRequest& request_;
  Context& context_;
  std::array<Index, 3> counts_;  // cells of the lattice
  TriangleRows triangles_;
  VoxelLayers layers_;
  std::vector<std::uint8_t> touched_;
  VoxelTally tally_;
};

namespace {

std::array<Index, 3> latticeCounts(const VoxelRequest& request) {
  std::array<Index, 3> counts = request.grid.counts;
  for (Index& count : counts) count += request.nodes ? 1 : 0;
  return counts;
}

}  // namespace

Voxelizer::Run::Run(const Voxelizer& voxelizer, const VoxelRequest& request, Context& context)
    : voxelizer_(voxelizer),
      request_(request),
      context_(context),
      counts_(latticeCounts(request)),
      triangles_(latticeTriangles(), counts_) {}

std::vector<TriangleRows::Corners> Voxelizer::Run::latticeTriangles() const {
  std::vector<TriangleRows::Corners> triangles;
  const Vec3 shift = Vec3::Constant(request_.nodes ? 0.5 : 0);
  for (std::size_t s = 0; s < voxelizer_.surfaces_.size(); ++s) {
    const TriangleMesh& surface = voxelizer_.surfaces_[s];
    const std::vector<Index>& component = voxelizer_.classifier_->report(s).component;
    for (std::size_t t = 0; t < surface.triangleCount(); ++t) {
      TriangleRows::Corners corners = surface.corners(t);
      for (Vec3& corner : corners) corner = request_.grid.toVoxels(corner) + shift;
      if (exact() && voxelizer_.directions_[s][static_cast<std::size_t>(component[t])] < 0)
        std::swap(corners[1], corners[2]);
      triangles.push_back(corners);
    }
  }
  return triangles;
}

Vec3 Voxelizer::Run::place(std::size_t n) const {
  const auto depth = static_cast<std::size_t>(request_.extent.size(1));
  const std::size_t row = n / width();
  return place(request_.extent.begin[0] + static_cast<Index>(n % width()),
               request_.extent.begin[1] + static_cast<Index>(row % depth),
               layers_.begin + static_cast<Index>(row / depth));
}

Classification Voxelizer::Run::classify(const std::vector<Vec3>& points) const {
  Context inner([this](double) { return !context_.cancelled(); });
  return voxelizer_.classifier_->classify(points, inner);
}

VoxelTally Voxelizer::Run::operator()(const std::function<void(VoxelLayers&)>& take) {
  const VoxelExtent& extent = request_.extent;
  const std::int64_t layer = std::max<std::int64_t>(extent.size(0) * extent.size(1), 1);
  const auto step = static_cast<Index>(std::max<std::int64_t>(1, voxelsAtATime / layer));
  for (Index k = extent.begin[2]; k < extent.end[2]; k += step) {
    beginLayers(k, std::min<Index>(extent.end[2], k + step));
    cutTriangles();
    label();
    if (request_.fraction) finishFractions();
    if (request_.distance) measureDistances();
    take(layers_);
    context_.advance(static_cast<std::int64_t>(layers_.side.size()));
  }
  return tally_;
}

void Voxelizer::Run::beginLayers(Index begin, Index end) {
  layers_.begin = begin;
  layers_.end = end;
  const std::size_t size = rows() * width();
  layers_.side.assign(size, Side::Outside);
  touched_.assign(size, 0);
  layers_.body.assign(request_.enclosingBody ? size : 0, -1);
  layers_.distance.assign(request_.distance ? size : 0, std::numeric_limits<double>::quiet_NaN());
  layers_.fraction.assign(request_.fraction ? size : 0, 0);
}

// Finds what triangles do, tile by tile. Tiles are those of the whole grid, so that bits do not depend on the
// extent.
void Voxelizer::Run::cutTriangles() {
  const VoxelExtent& extent = request_.extent;
  const Index firstTile = extent.begin[1] / rowsOfTile;
  const auto tilesOfLayer =
      static_cast<std::size_t>((extent.end[1] + rowsOfTile - 1) / rowsOfTile - firstTile);
  const std::size_t tiles = tilesOfLayer * static_cast<std::size_t>(layers_.end - layers_.begin);
  Context inner([this](double) { return !context_.cancelled(); });
  parallelChunks(tiles, 1, inner, [&](std::size_t n, std::size_t) {
    RowTile tile;
    const auto layer = static_cast<Index>(n / tilesOfLayer);
    tile.rowBegin = (firstTile + static_cast<Index>(n % tilesOfLayer)) * rowsOfTile;
    tile.rowEnd = std::min(counts_[1], tile.rowBegin + rowsOfTile);
    triangles_.fill(layers_.begin + layer, exact(), tile);
    const Index end = std::min(extent.end[1], tile.rowEnd);
    for (Index j = std::max(extent.begin[1], tile.rowBegin); j < end; ++j) {
      const auto row = static_cast<std::size_t>(layer * extent.size(1) + j - extent.begin[1]);
      copyRow(tile, j, row * width());
    }
  });
}

// The part of a tile's row that lies in the extent; volumes become fractions, not yet rounded.
void Voxelizer::Run::copyRow(const RowTile& tile, Index j, std::size_t at) {
  const Index begin = request_.extent.begin[0];
  for (std::size_t i = 0; i < width(); ++i) touched_[at + i] = tile.touched[tile.at(j, begin) + i];
  if (!exact()) return;
  double covered = tile.cover[tile.at(j, tile.width)];
  for (Index i = tile.width - 1; i >= begin; --i) {
    const std::size_t n = tile.at(j, i);
    if (i < request_.extent.end[0])
      layers_.fraction[at + static_cast<std::size_t>(i - begin)] = tile.volume[n] + covered;
    covered += tile.cover[n];
  }
}

// The places to ask about: each that a triangle may touch, and the first of each stretch between them.
std::vector<std::size_t> Voxelizer::Run::asked() const {
  const bool all = !voxelizer_.uniformStretches_;
  std::vector<std::size_t> places;
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::size_t begin = row * width();
    for (std::size_t n = begin; n < begin + width(); ++n)
      if (all || touched_[n] || n == begin || touched_[n - 1]) places.push_back(n);
  }
  return places;
}

void Voxelizer::Run::label() {
  const std::vector<std::size_t> places = asked();
  std::vector<Vec3> points(places.size());
  Context inner([this](double) { return !context_.cancelled(); });
  parallelChunks(places.size(), 1024, inner, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) points[i] = place(places[i]);
  });
  const Classification found = classify(points);
  tally_.ambiguous += found.ambiguousPoints;
  tally_.touched += std::count(touched_.begin(), touched_.end(), 1);
  parallelChunks(places.size(), 1024, inner, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t next = i + 1 < places.size() ? places[i + 1] : layers_.side.size();
      std::fill(layers_.side.begin() + static_cast<std::ptrdiff_t>(places[i]),
                layers_.side.begin() + static_cast<std::ptrdiff_t>(next), found.side[i]);
      if (!request_.enclosingBody) continue;
      std::fill(layers_.body.begin() + static_cast<std::ptrdiff_t>(places[i]),
                layers_.body.begin() + static_cast<std::ptrdiff_t>(next), found.body[i]);
    }
  });
}

// Brick by brick, as what lies close together is searched together.
void Voxelizer::Run::measureDistances() {
  const LatticeBricks bricks({width(), static_cast<std::size_t>(request_.extent.size(1)),
                              static_cast<std::size_t>(layers_.end - layers_.begin)},
                             request_.grid.spacing);
  Context inner([this](double) { return !context_.cancelled(); });
  parallelChunks(bricks.count(), 1, inner,
                 [&](std::size_t brick, std::size_t) { context_.advance(measureBrick(bricks, brick)); });
}

std::int64_t Voxelizer::Run::measureBrick(const LatticeBricks& bricks, std::size_t brick) {
  std::array<std::size_t, LatticeBricks::capacity> places;
  std::vector<Vec3> points;
  points.reserve(LatticeBricks::capacity);
  std::array<NearestTriangle, LatticeBricks::capacity> found;
  std::int64_t nodes = 0;
  bricks.forEachNode(brick, [&](std::size_t i, std::size_t j, std::size_t k) {
    ++nodes;
    const std::size_t n = (k * static_cast<std::size_t>(request_.extent.size(1)) + j) * width() + i;
    if (request_.occupiedOnly && !layers_.occupied(n)) return;
    places[points.size()] = n;
    points.push_back(place(n));
  });
  voxelizer_.distance_->nearestOfGroup(points, std::span(found).first(points.size()));
  for (std::size_t n = 0; n < points.size(); ++n) {
    const bool negative = layers_.side[places[n]] == Side::Inside && found[n].distance > 0;
    layers_.distance[places[n]] = negative ? -found[n].distance : found[n].distance;
  }
  return nodes;
}

void Voxelizer::Run::finishFractions() {
  if (!exact()) return sampleFractions();
  for (std::size_t n = 0; n < layers_.fraction.size(); ++n) {
    double& fraction = layers_.fraction[n];
    if (fraction > 1 + 1e-9) ++tally_.overlapping;
    if (touched_[n])
      fraction = withoutRounding(fraction);
    else
      fraction = layers_.side[n] == Side::Outside ? 0 : 1;
  }
}

void Voxelizer::Run::sampleFractions() {
  const std::vector<std::uint8_t> mixed = voxelizer_.uniformStretches_ ? touched_ : mixedVoxels();
  std::vector<std::size_t> voxels;
  for (std::size_t n = 0; n < mixed.size(); ++n) {
    layers_.fraction[n] = layers_.side[n] == Side::Outside ? 0 : 1;
    if (mixed[n]) voxels.push_back(n);
  }
  const int samples = request_.samples;
  const auto batch = static_cast<std::size_t>(
      std::max<std::int64_t>(1, voxelsAtATime / (std::int64_t{samples} * samples * samples)));
  for (std::size_t begin = 0; begin < voxels.size(); begin += batch)
    sample(std::span(voxels).subspan(begin, std::min(batch, voxels.size() - begin)));
}

// Around open surfaces sides change elsewhere than at triangles, too: where a corner is not as the centre.
std::vector<std::uint8_t> Voxelizer::Run::mixedVoxels() {
  const VoxelExtent& extent = request_.extent;
  const auto across = static_cast<std::size_t>(extent.size(0)) + 1;
  const auto depth = static_cast<std::size_t>(extent.size(1)) + 1;
  std::vector<Vec3> points;
  for (Index k = layers_.begin; k <= layers_.end; ++k)
    for (Index j = extent.begin[1]; j <= extent.end[1]; ++j)
      for (Index i = extent.begin[0]; i <= extent.end[0]; ++i) points.push_back(request_.grid.node(i, j, k));
  const std::vector<Side> corner = classify(points).side;
  std::vector<std::uint8_t> mixed = touched_;
  for (std::size_t n = 0; n < mixed.size(); ++n) {
    const std::size_t row = n / width();
    const std::size_t first = ((row / (depth - 1)) * depth + row % (depth - 1)) * across + n % width();
    for (const std::size_t z : {std::size_t{0}, depth * across})
      for (const std::size_t y : {std::size_t{0}, across})
        for (const std::size_t x : {std::size_t{0}, std::size_t{1}})
          if (corner[first + x + y + z] != layers_.side[n]) mixed[n] = 1;
  }
  return mixed;
}

void Voxelizer::Run::sample(std::span<const std::size_t> voxels) {
  const int samples = request_.samples;
  const std::size_t each = static_cast<std::size_t>(samples) * static_cast<std::size_t>(samples) *
                           static_cast<std::size_t>(samples);
  std::vector<Vec3> points(voxels.size() * each);
  Context inner([this](double) { return !context_.cancelled(); });
  parallelChunks(voxels.size(), 64, inner, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      std::size_t at = v * each;
      for (int c = 0; c < samples; ++c)
        for (int b = 0; b < samples; ++b)
          for (int a = 0; a < samples; ++a) {
            const Vec3 inVoxel = (Vec3(a, b, c).array() + 0.5).matrix() / samples;
            const Vec3 offset = (inVoxel.array() - 0.5).matrix().cwiseProduct(request_.grid.spacing);
            points[at++] = place(voxels[v]) + offset;
          }
    }
  });
  const std::vector<Side> side = classify(points).side;
  for (std::size_t v = 0; v < voxels.size(); ++v) {
    int halves = 0;  // a point on the surface counts half
    for (std::size_t n = v * each; n < (v + 1) * each; ++n) halves += static_cast<int>(side[n]) + 1;
    layers_.fraction[voxels[v]] = halves / (2.0 * static_cast<double>(each));
  }
}

VoxelTally Voxelizer::run(const VoxelRequest& request, const std::function<void(VoxelLayers&)>& take,
                          Context& context, double end) const {
  for (const TriangleMesh& surface : surfaces_) {
    const Box box = surface.bounds();
    const Vec3 low = request.grid.toVoxels(box.min());
    const Vec3 high = request.grid.toVoxels(box.max());
    const double across = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    if (!(across < maximumVoxelsAcross))
      throw Error("The voxels are too small for the surface",
                  "it reaches over " + numberText(across) + " of them",
                  "Choose larger voxels, or clip the surface");
  }
  const std::int64_t places = request.extent.size(0) * request.extent.size(1) * request.extent.size(2);
  context.beginStage(end, request.distance ? 2 * places : places);
  Run running(*this, request, context);
  return running(take);
}

}  // namespace talus
