#include "scene/body_placement.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "geometry/mass/mass_properties.h"
#include "scene/drawn_bodies.h"
#include "scene/free_space.h"
#include "scene/lattice_placement.h"
#include "scene/random_insertion.h"
#include "shapes/placement.h"

namespace talus {

namespace {

constexpr double maximumBodies = 1e8;

void requireRotation(const Quaternion& q, const std::string& where) {
  const double norm = std::sqrt(q.squaredNorm());
  if (std::isfinite(norm) && norm > 1e-100) return;
  throw Error("A quaternion is zero or not finite", where, "Give w x y z; 1 0 0 0 is no rotation");
}

template <class List>
void requireLength(const List& list, std::size_t count, const char* name) {
  if (list.empty() || list.size() == count) return;
  throw Error(
      "There are " + std::to_string(list.size()) + " " + name + " for " + std::to_string(count) + " points",
      "", "Give one for each point, or none");
}

std::string atPoint(std::size_t i) {
  return "point " + std::to_string(i);
}

void requireValid(const PlacementPoints& points) {
  const std::size_t count = points.position.size();
  if (count == 0)
    throw Error("There are no points to put bodies at", "", "Give a cloud of at least one point");
  requireWithin(static_cast<double>(count), 1, maximumBodies, "number of points");
  requireLength(points.orientation, count, "orientations");
  requireLength(points.size, count, "sizes");
  requireLength(points.velocity, count, "velocities");
  for (std::size_t i = 0; i < count; ++i) {
    if (!points.position[i].allFinite()) throw Error("A point is not finite", atPoint(i), "Remove it");
    if (!points.orientation.empty()) requireRotation(points.orientation[i], atPoint(i));
    if (!points.size.empty() && !(points.size[i] > 0 && points.size[i] < 1e100))
      throw Error("A size is " + numberText(points.size[i]), atPoint(i), "Give sizes above 0");
    if (!points.velocity.empty() && !points.velocity[i].allFinite())
      throw Error("A velocity is not finite", atPoint(i), "Give finite ones");
  }
}

void requireRegion(const PlacementOptions& options) {
  if (options.automaticRegion) return;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (options.region[2 * axis] > options.region[2 * axis + 1])
      throw Error(std::string("The region ends before it begins along ") + "xyz"[axis], "",
                  "Give the smaller bound first");
}

void requireUsable(const PlacementRequest& request) {
  requireValid(request);
  requireRegion(request);
  if (request.orientationMode == OrientationMode::AllAlike) requireRotation(request.rotation(), "");
}

// The number of bodies to draw. @throws Error too few or too many.
std::size_t wantedBodies(const PlacementRequest& o) {
  switch (o.arrangement) {
    case Arrangement::AtPoints:
      requireValid(o.points);
      return o.points.position.size();
    case Arrangement::Grid:
      requireWithin(o.cellCounts().prod(), 1, maximumBodies, "number of cells");
      return static_cast<std::size_t>(o.cellCounts().prod());
    default:
      return static_cast<std::size_t>(o.count);
  }
}

std::vector<SharedSurface> shared(const std::vector<BodyShape>& shapes) {
  if (shapes.empty()) throw Error("There is no shape to place", "", "Give at least one closed surface");
  std::vector<SharedSurface> surfaces;
  for (const BodyShape& shape : shapes) {
    requireUsable(shape.mesh, "The shape '" + shape.name + "'");
    surfaces.emplace_back(shape.mesh);
  }
  return surfaces;
}

double volumeOf(const BodyShape& shape) {
  Context context;
  const std::string name = "The shape '" + shape.name + "'";
  return massProperties(shape.mesh, {.name = name, .selfIntersections = false}, context).volume;
}

// One run of placeBodies().
class Placing {
 public:
  Placing(const std::vector<BodyShape>& shapes, const PlacementRequest& request, Context& context)
      : options_(request), context_(context), surfaces_(shared(shapes)) {
    for (const BodyShape& shape : shapes) volumes_.push_back(volumeOf(shape));
  }

  PlacedBodies run() {
    const std::size_t count = wantedBodies(options_);
    result_.wanted = static_cast<std::int64_t>(count);
    context_.beginStage(0.1, result_.wanted);
    drawn_ = drawBodies(surfaces_, options_, count, context_);
    context_.beginStage(1, result_.wanted);
    std::vector<BodyPlace> places = arrange();
    if (options_.arrangement != Arrangement::Random) leaveOutWhatTouchesWalls(places);
    if (places.empty()) throw Error("No body fits into the region", "", "Use a larger region, or smaller bodies");
    fill(places);
    return std::move(result_);
  }

 private:
  std::vector<BodyPlace> arrange() {
    switch (options_.arrangement) {
      case Arrangement::Grid:
        return placeOnGrid(drawn_, options_);
      case Arrangement::DropColumn:
        return placeInColumn(drawn_, options_);
      case Arrangement::AtPoints:
        return atPoints();
      default:
        return atRandom();
    }
  }

  std::vector<BodyPlace> atRandom() {
    RandomInsertion inserted = insertAtRandom(surfaces_, drawn_, options_, context_);
    result_.sphereFraction = inserted.sphereFraction;
    if (inserted.full)
      result_.warning =
          "The region is full: only " + std::to_string(inserted.places.size()) + " of " +
          std::to_string(drawn_.size()) + " bodies found room in " + std::to_string(options_.attempts) +
          " attempts each; their bounding spheres fill " +
          numberText(std::round(1000 * inserted.sphereFraction) / 10) +
          " % of it. Use a larger region, fewer or smaller bodies, more attempts, or let Surfaces, "
          "not BoundingSpheres, keep apart.";
    return std::move(inserted.places);
  }

  std::vector<BodyPlace> atPoints() {
    std::vector<BodyPlace> places;
    places.reserve(drawn_.size());
    for (const Vec3& point : options_.points.position)
      places.push_back({static_cast<Index>(places.size()), point});
    countOverlaps(places);
    return places;
  }

  void leaveOutWhatTouchesWalls(std::vector<BodyPlace>& places) {
    if (options_.walls.empty()) return;
    const FreeSpace space(surfaces_, options_, 0);
    const auto left = std::erase_if(places, [&](const BodyPlace& place) {
      return space.touchesWall(drawn_[static_cast<std::size_t>(place.body)], place.position);
    });
    if (left == 0) return;
    if (!result_.warning.empty()) result_.warning += ' ';
    result_.warning += std::to_string(left) + " of " + std::to_string(drawn_.size()) +
                       (left == 1 ? " bodies would touch a wall and is omitted."
                                  : " bodies would touch a wall and are omitted.");
  }

  void countOverlaps(const std::vector<BodyPlace>& places) {
    constexpr std::int64_t maximumCountedPairs = 1'000'000;
    FreeSpace space(surfaces_, options_, drawn_.size());
    std::int64_t& pairs = result_.overlappingPairs;
    for (const Index i : largestFirst(drawn_)) {
      const DrawnBody& body = drawn_[static_cast<std::size_t>(i)];
      const Vec3& place = places[static_cast<std::size_t>(i)].position;
      pairs += space.overlaps(body, place);
      if (pairs >= maximumCountedPairs) break;
      space.take(body, place);
      context_.advance(1);
    }
    if (pairs == 0) return;
    const bool spheres = options_.separation == Separation::BoundingSpheres;
    result_.warning = (pairs >= maximumCountedPairs ? "At least " : "") + std::to_string(pairs) +
                      (pairs == 1 ? " pair of bodies overlaps" : " pairs of bodies overlap") +
                      (spheres ? " by their bounding spheres" : "") +
                      ": the points are too close for bodies of this size.";
  }

  void fill(const std::vector<BodyPlace>& places) {
    const std::vector<Vec3>& velocities = options_.points.velocity;
    const bool ownVelocities = options_.arrangement == Arrangement::AtPoints && !velocities.empty();
    Bodies& bodies = result_.bodies;
    bodies.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto number = static_cast<std::size_t>(places[i].body);
      const DrawnBody& body = drawn_[number];
      const double volume = volumes_[static_cast<std::size_t>(body.shape)] * std::pow(body.size, 3);
      bodies.set(i, {.id = static_cast<std::int64_t>(i),
                     .shape = body.shape,
                     .position = places[i].position,
                     .orientation = body.orientation,
                     .scale = body.size,
                     .velocity = ownVelocities ? velocities[number] : options_.velocity,
                     .mass = options_.density * volume});
    }
  }

  const PlacementRequest& options_;
  Context& context_;
  std::vector<SharedSurface> surfaces_;
  std::vector<double> volumes_;
  std::vector<DrawnBody> drawn_;
  PlacedBodies result_;
};

}  // namespace

Box PlacementRequest::box() const {
  if (automaticRegion) return {};
  return {Vec3(region[0], region[2], region[4]), Vec3(region[1], region[3], region[5])};
}

PlacedBodies placeBodies(const std::vector<BodyShape>& shapes, const PlacementRequest& request,
                         Context& context) {
  requireUsable(request);
  return Placing(shapes, request, context).run();
}

}  // namespace talus
