#include "report/body_answer.h"

#include <algorithm>
#include <array>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

namespace {

std::string pointText(const Vec3& point) {
  std::string text =
      listText(std::array{roundedText(point.x()), roundedText(point.y()), roundedText(point.z())});
  text.insert(0, 1, '(');
  return text + ')';
}

std::int64_t bodiesThat(const Scene& scene, Motion motion) {
  return std::count(scene.bodies.motion.begin(), scene.bodies.motion.end(), motion);
}

std::string countText(std::int64_t count, const char* what) {
  return count == 0 ? std::string() : groupedText(count) + ' ' + what;
}

// What moves in a scene, and how heavy it is.
std::string motionText(const Scene& scene) {
  double mass = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies.motion[i] == Motion::Dynamic) mass += scene.bodies.mass[i];
  return answerLine(std::array{
      listText(std::array{countText(bodiesThat(scene, Motion::Dynamic), "moved by forces"),
                          countText(bodiesThat(scene, Motion::Fixed), "fixed"),
                          countText(bodiesThat(scene, Motion::Prescribed), "moved as prescribed")}),
      mass > 0 ? roundedText(mass) + " kg" : std::string()});
}

std::string shapesText(const Scene& scene) {
  return groupedText(static_cast<std::int64_t>(scene.shapes.size()), "shape", "shapes");
}

}  // namespace

std::string massAnswer(std::span<const MassProperties> bodies) {
  if (bodies.empty()) return "No bodies";
  double volume = 0;
  double mass = 0;
  for (const MassProperties& body : bodies) {
    volume += body.volume;
    mass += body.mass;
  }
  const std::string sizes = "volume " + numberText(volume) + ", mass " + numberText(mass);
  if (bodies.size() > 1)
    return answerLine(
        std::array{groupedText(static_cast<std::int64_t>(bodies.size())) + " bodies", sizes + " in all"});
  return answerLine(std::array{sizes, "centre of mass " + pointText(bodies[0].centroid)});
}

std::string sceneAnswer(const Scene& scene) {
  const auto bodies = static_cast<std::int64_t>(scene.bodies.size());
  return answerLine(
      std::array{groupedText(bodies, "body", "bodies") + " of " + shapesText(scene), motionText(scene)});
}

std::string placementAnswer(const Scene& scene, std::int64_t wanted) {
  const std::int64_t placed = bodiesThat(scene, Motion::Dynamic);
  const std::string count = groupedText(placed) + " of " + groupedText(wanted, "body", "bodies") + " placed";
  const bool hasWalls = placed < static_cast<std::int64_t>(scene.bodies.size());
  return answerLine(
      std::array{count, shapesText(scene), motionText(scene), std::string(hasWalls ? "" : "no walls")});
}

std::string instancesAnswer(std::int64_t bodies, std::int64_t triangles) {
  return answerLine(
      std::array{groupedText(bodies, "body", "bodies"), groupedText(triangles, "triangle", "triangles")});
}

std::string shapeAnswer(const TriangleMesh& mesh) {
  return answerLine(
      std::array{groupedText(static_cast<std::int64_t>(mesh.triangleCount()), "triangle", "triangles"),
                 mesh.triangleCount() > 0 ? "size " + sizesText(mesh.bounds().sizes()) : std::string()});
}

}  // namespace talus
