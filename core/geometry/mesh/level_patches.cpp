#include "geometry/mesh/level_patches.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/patch_refinement.h"
#include "geometry/mesh/triangle_winding.h"

namespace talus {

namespace {

using LevelTriangles = std::vector<std::array<Index, 3>>;

// How far a winding number is from the nearest half-integer.
double fromHalf(double winding) {
  return winding - 0.5 - std::round(winding - 0.5);
}

// The winding number of some patches, as they were given; but for an integer that of the surface, negative.
class PatchField {
 public:
  void add(const TriangleMesh& mesh, const LevelPatch& patch) {
    for (const auto& [a, b, c] : patch.triangles)
      triangles_.push_back({mesh.point(a), mesh.point(b), mesh.point(c)});
    const std::size_t n = patch.loop.size();
    for (std::size_t i = 0; i < n; ++i)
      edges_.push_back({mesh.point(patch.loop[i]), mesh.point(patch.loop[(i + 1) % n])});
  }

  double at(const Vec3& x) const {
    double sum = 0;
    for (const auto& triangle : triangles_) sum += triangleWinding(triangle, x);
    return sum;
  }

  // Of the first triangles, seen from the middle of one of them, of which both sides are as near.
  double among(std::size_t count, std::size_t t) const {
    const auto& [a, b, c] = triangles_[t];
    const Vec3 x = (a + b + c) / 3;
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k)
      if (k != t) sum += triangleWinding(triangles_[k], x);
    return sum;
  }

  Vec3 gradient(const Vec3& x) const {
    Vec3 sum = Vec3::Zero();
    for (const auto& [from, to] : edges_) sum += edgeWindingGradient(from, to, x);
    return sum;
  }

 private:
  std::vector<std::array<Vec3, 3>> triangles_;
  std::vector<std::array<Vec3, 2>> edges_;
};

// Newton's method along the gradient, in steps of limited length. @return whether it found the level.
bool moveToHalf(const PatchField& field, double maximumStep, Vec3& x) {
  constexpr int maximumSteps = 30;
  constexpr double enough = 1e-6;
  for (int i = 0; i < maximumSteps; ++i) {
    const double off = fromHalf(field.at(x));
    if (std::abs(off) < enough) return true;
    const Vec3 gradient = field.gradient(x);
    Vec3 step = gradient * (-off / gradient.squaredNorm());
    if (!step.allFinite()) return false;
    if (const double length = step.norm(); length > maximumStep) step *= maximumStep / length;
    x += step;
  }
  return false;
}

struct PatchBounds {
  Vec3 centre;
  double radius;

  PatchBounds(const TriangleMesh& mesh, const HoleLoop& loop) {
    Box box;
    for (const Index p : loop) box.extend(mesh.point(p));
    centre = box.center(), radius = box.sizes().norm() / 2;
  }
  bool sees(const PatchBounds& other) const {
    constexpr double smallRadiusRatio = 0.05;  // of the distance
    return other.radius > smallRadiusRatio * ((other.centre - centre).norm() - radius);
  }
};

class PatchFitting {
 public:
  PatchFitting(TriangleMesh& mesh, std::vector<LevelPatch>& patches)
      : mesh_(mesh), patches_(patches), around_(mesh, loopsOf(patches)) {
    for (const LevelPatch& patch : patches) bounds_.emplace_back(mesh, patch.loop);
  }

  void run(Context& context) {
    std::vector<LevelTriangles> fitted;
    for (std::size_t i = 0; i < patches_.size(); ++i) {
      context.advance(0);  // may be cancelled
      fitted.push_back(patches_[i].triangles);
      const PatchField field = fieldAround(i);
      if (isCurved(field, patches_[i].triangles.size())) fit(i, field, fitted.back());
    }
    for (std::size_t i = 0; i < patches_.size(); ++i) patches_[i].triangles = std::move(fitted[i]);
  }

 private:
  static std::vector<HoleLoop> loopsOf(const std::vector<LevelPatch>& patches) {
    std::vector<HoleLoop> loops;
    for (const LevelPatch& patch : patches) loops.push_back(patch.loop);
    return loops;
  }

  // Of a patch, whose triangles come first, and those that it sees.
  PatchField fieldAround(std::size_t i) const {
    PatchField field;
    field.add(mesh_, patches_[i]);
    for (std::size_t k = 0; k < patches_.size(); ++k)
      if (k != i && bounds_[i].sees(bounds_[k])) field.add(mesh_, patches_[k]);
    return field;
  }

  // Whether the patch is off the level even if there are no others, by some of its triangles.
  static bool isCurved(const PatchField& field, std::size_t triangles) {
    constexpr double rounding = 1e-9;
    constexpr std::size_t enough = 64;
    for (std::size_t t = 0; t < triangles; t += triangles / enough + 1)
      if (std::abs(field.among(triangles, t)) > rounding) return true;
    return false;
  }

  void fit(std::size_t i, const PatchField& field, LevelTriangles& triangles) {
    const std::size_t firstNew = mesh_.pointCount();
    LevelTriangles fine = triangles;
    refinePatch(mesh_, around_, spacingAlong(i), fine);
    const std::size_t count = mesh_.pointCount() - firstNew;
    std::vector<std::uint8_t> found(count, 0);
    Context unheard;  // points are not triangles
    parallelChunks(count, 16, unheard, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const std::size_t p = firstNew + k;
        Vec3 x = mesh_.point(static_cast<Index>(p));
        found[k] = moveToHalf(field, bounds_[i].radius / 4, x);
        mesh_.x[p] = x.x(), mesh_.y[p] = x.y(), mesh_.z[p] = x.z();
      }
    });
    const bool isGood =
        std::all_of(found.begin(), found.end(), [](std::uint8_t one) { return one != 0; }) && haveAreas(fine);
    if (isGood) {
      triangles = std::move(fine);
      return;
    }
    for (auto* coordinates : {&mesh_.x, &mesh_.y, &mesh_.z}) coordinates->resize(firstNew);
  }

  // That of the outline, but not so small that there are more than some hundred points.
  std::map<Index, double> spacingAlong(std::size_t i) const {
    constexpr double finest = 0.15;  // of the radius
    const HoleLoop& loop = patches_[i].loop;
    const auto lengthAt = [&](std::size_t k) {
      const std::size_t n = loop.size();
      return (mesh_.point(loop[(k + 1) % n]) - mesh_.point(loop[k % n])).norm();
    };
    std::map<Index, double> spacing;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const double along = (lengthAt(k) + lengthAt(k + loop.size() - 1)) / 2;
      spacing[loop[k]] = std::max(along, finest * bounds_[i].radius);
    }
    return spacing;
  }

  bool haveAreas(const LevelTriangles& triangles) const {
    return std::none_of(triangles.begin(), triangles.end(), [&](const std::array<Index, 3>& t) {
      return collinear(mesh_.point(t[0]), mesh_.point(t[1]), mesh_.point(t[2]));
    });
  }

  TriangleMesh& mesh_;
  std::vector<LevelPatch>& patches_;
  HoleSurroundings around_;
  std::vector<PatchBounds> bounds_;
};

}  // namespace

void fitPatches(TriangleMesh& mesh, std::vector<LevelPatch>& patches, Context& context) {
  if (!patches.empty()) PatchFitting(mesh, patches).run(context);
}

}  // namespace talus
