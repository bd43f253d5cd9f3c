// A first program: classify points, find contacts, move bodies. Build it against an installed Talus:
//
//   cmake --install build/release --prefix ~/talus
//   cmake -S docs/examples/cpp -B example -DCMAKE_PREFIX_PATH=~/talus && cmake --build example &&
//   example/example

#include <iostream>
#include <vector>

#include <talus/contacts.h>
#include <talus/error.h>
#include <talus/inside_outside.h>
#include <talus/shapes.h>
#include <talus/simulation.h>
#include <talus/version.h>

namespace {

// Which points lie inside a torus? A Context reports progress and can cancel; here it does neither.
void classifyPoints() {
  talus::Context context;
  const talus::TriangleMesh torus = talus::makeSolid(talus::Solid::Torus, {.tubeDiameter = 0.3}, context);

  talus::Context building;
  const talus::Classifier classifier({torus}, {.windingNumber = true},
                                     building);  // prepared once, asked often

  const std::vector<talus::Vec3> points{{0, 0, 0}, {0.35, 0, 0}, {2, 0, 0}};
  talus::Context asking;
  const talus::Classification labels = classifier.classify(points, asking);
  for (std::size_t i = 0; i < points.size(); ++i)
    std::cout << "point " << points[i].transpose() << ": side " << static_cast<int>(labels.side[i])
              << " (1 inside, 0 on the surface, -1 outside), winding number " << labels.winding[i] << "\n";
}

// Where do two cubes touch? Shapes are prepared once in a library; bodies share them.
void findContacts() {
  talus::Context context;
  talus::ContactLibrary library;
  const talus::TriangleMesh cube = talus::makeSolid(talus::Solid::Cuboid, {}, context);  // edges of length 1
  talus::Context preparing;
  preparing.beginStage(1, 2 * static_cast<std::int64_t>(cube.triangleCount()));
  library.add(cube, "cube", preparing);

  talus::ContactBodies bodies;
  bodies.add(0, {.position = {0, 0, 0}});
  bodies.add(0, {.position = {0, 0, 1.01}});  // a gap of 0.01

  talus::SceneContacts contacts(library, {.halo = 0.02});  // contacts up to a gap of 2 · 0.02
  talus::Context searching;
  contacts.update(bodies, searching);
  for (const talus::Contact& contact : contacts.state().contacts)
    std::cout << "contact at " << contact.point.transpose() << ", normal " << contact.normal.transpose()
              << ", gap " << contact.gap << "\n";
}

// Let a ball fall onto a fixed plate.
void simulate() {
  talus::Context context;
  talus::Scene scene;
  scene.materials.push_back(
      {.name = "glass", .density = 2500, .young = 1e7, .contact = {.restitution = 0.8}});
  scene.shapes.push_back(
      talus::makeBodyShape("ball", talus::makeSphere({.placement = {.size = 0.1}}, context), context));
  scene.shapes.push_back(talus::makeBodyShape(
      "plate", talus::makeSolid(talus::Solid::Cuboid, {.extents = {1, 1, 0.1}}, context), context));

  const auto massOf = [&](std::size_t shape) { return 2500 * scene.shapes[shape].properties.volume; };
  scene.bodies.add({.id = 0, .shape = 0, .position = {0, 0, 0.15}, .mass = massOf(0)});
  scene.bodies.add({.id = 1, .shape = 1, .mass = massOf(1), .motion = talus::Motion::Fixed});

  talus::Simulation simulation(scene, {}, context);
  for (int frame = 1; frame <= 5; ++frame) {
    talus::Context stepping;
    simulation.advanceTo(0.05 * frame, stepping);
    std::cout << "t = " << simulation.time() << " s: height " << presentBodies(simulation).position[0].z()
              << " m, kinetic energy " << simulation.statistics().kineticEnergy << " J\n";
  }
}

}  // namespace

int main() {
  std::cout << "Talus " << TALUS_VERSION << "\n";
  try {
    classifyPoints();
    findContacts();
    simulate();
  } catch (const talus::Error& error) {
    std::cerr << error.what() << "\n";  // what is wrong, where, and what helps
    return 1;
  }
}
