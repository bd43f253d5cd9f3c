#include "dynamics/contact_forces/force_bodies.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "base/free_memory.h"
#include "contact/scene/scene_contacts.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/field/wall_motions.h"

namespace talus {

ForceBodies::ForceBodies(const Scene& scene, const BodyInertia& inertia, double halo, Context& context)
    : inertia_(inertia), halo_(halo > 0 ? halo : scene.halo) {
  prepareShapes(scene, context);
  const ContactBodies bodies = contactBodies(scene.bodies);
  if (halo_ == 0) halo_ = usualHalo(library_, bodies);
  withBodyIds(scene.bodies.id, [&] { requireSmallHalo(library_, bodies, halo_); });
  margin_ = halo_;
  replace(scene, {});
}

void ForceBodies::replace(const Scene& scene, const std::vector<bool>& ghosts) {
  const WallMotions motions(scene);
  release();
  bodies_.reserve(scene.bodies.size());
  thinnest_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    ForceBody& body = bodies_.emplace_back();
    body.shape = &shapes_[static_cast<std::size_t>(scene.bodies.shape[i])];
    body.scale = scene.bodies.scale[i];
    body.number = scene.bodies.shape[i];
    body.wall = inertia_.isWall(i);
    body.ghost = !ghosts.empty() && ghosts[i];
    body.law.material = scene.bodies.material[i];
    body.law.radius = body.wall ? std::numeric_limits<double>::infinity() : body.shape->radius * body.scale;
    body.law.inverseMass = inertia_.inverseMass(i);
    body.area = body.shape->area * body.scale * body.scale;
    body.extent = body.shape->extent * body.scale;
    body.thickness = body.shape->thickness * body.scale;
    thinnest_ = std::min(thinnest_, body.thickness);
    body.removed = motions.removalTime(i);
    body.lever = body.extent / inertia_.moments(i).minCoeff();
  }
}

void ForceBodies::release() {
  talus::release(bodies_);
  placed_.release();
  boxes_ = BoxArrays();
}

void ForceBodies::prepareShapes(const Scene& scene, Context& context) {
  std::int64_t triangles = 0;
  for (const BodyShape& shape : scene.shapes)
    triangles += static_cast<std::int64_t>(shape.mesh.triangleCount());
  context.beginStage(0.5, 2 * triangles);
  for (const BodyShape& shape : scene.shapes) library_.add(shape.mesh, shape.name, context, shape.offset);
  bool allConvex = true;
  for (Index i = 0; i < static_cast<Index>(library_.size()); ++i)
    allConvex = allConvex && library_.geometry(i).convex() != nullptr;
  context.beginStage(1, triangles);
  for (Index i = 0; i < static_cast<Index>(library_.size()) && !allConvex; ++i)
    library_.geometry(i).prepareTriangles(context);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i)
    shapes_.emplace_back(scene.shapes[i], library_.geometry(static_cast<Index>(i)), !allConvex);
}

void ForceBodies::place(const BodyState& state, double time) {
  placed_.place(bodies_, inertia_, state);
  boxes_.resize(bodies_.size());
  forEachBody(bodies_.size(), [&](std::size_t i) {
    Box box;
    if (time < bodies_[i].removed) {
      box = library_.box(bodies_[i].number, placed_.all()[i].pose);
      box.min().array() -= margin_;
      box.max().array() += margin_;
    }
    boxes_.set(i, box);
  });
}

}  // namespace talus
