// Searches for contacts of the same 24 real meshes in ever new poses: ContactScene, and FCL with cached
// trees. One thread, thread CPU time; the contenders take turns, search by search, and another one begins
// each time, so that none always finds the caches as the same other one leaves them. Prints Markdown.
//
//   bench_contact_scene [SEARCHES]  # at each spacing; 400 by default

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "clocks.h"
#include "contact/scene/contact_scene.h"
#include "peers/fcl_scene.h"
#include "peers/vtk.h"

namespace talus::bench {
namespace {

constexpr std::size_t bodies = 24;
constexpr double halo = 1e-3;

// Closed meshes, each with its box around the origin and a diagonal of 1.
std::vector<TriangleMesh> realMeshes() {
  constexpr std::array files{"bob_small.ply",        "castalia.obj", "featuretype.stl",
                             "nasa_viper_wheel.obj", "spot.obj",     "torus.stl"};
  std::vector<TriangleMesh> meshes;
  for (const char* file : files) {
    TriangleMesh mesh = peers::readMesh(std::string(TALUS_MESHES) + file);
    const Box box = mesh.bounds();
    for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
      const Vec3 p = (mesh.point(static_cast<Index>(i)) - box.center()) / box.diagonal().norm();
      mesh.x[i] = p.x();
      mesh.y[i] = p.y();
      mesh.z[i] = p.z();
    }
    meshes.push_back(std::move(mesh));
  }
  return meshes;
}

// On a lattice of that spacing, shaken and turned at random.
std::vector<Pose> randomPoses(double spacing, std::mt19937& random) {
  std::uniform_real_distribution<double> shake(-0.05, 0.05);
  std::normal_distribution<double> normal;
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < bodies; ++i) {
    const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
    const Vec3 place(static_cast<double>(i % 3), static_cast<double>(i / 3 % 3), static_cast<double>(i / 9));
    poses.push_back({spacing * place + Vec3(shake(random), shake(random), shake(random)),
                     q.normalized().toRotationMatrix()});
  }
  return poses;
}

struct Contender {
  const char* name;
  std::function<std::size_t(const std::vector<Pose>& poses)> search;
  double seconds = 0;
  std::size_t found = 0;

  void take(const std::vector<Pose>& poses) {
    const double begin = threadSeconds();
    found += search(poses);
    seconds += threadSeconds() - begin;
  }
};

std::size_t touching(const ContactState& state) {
  std::size_t count = 0;
  for (const PairContacts& pair : state.pairs) count += pair.count > 0 ? 1 : 0;
  return count;
}

class Race {
 public:
  Race() : meshes_(realMeshes()) {
    Context context;
    ContactBodies placed;
    std::vector<TriangleMesh> all;
    for (std::size_t i = 0; i < bodies; ++i) {
      all.push_back(meshes_[i % meshes_.size()]);
      placed.add(scene_.addShape(all.back(), "shape", context), {});
    }
    scene_.setBodies(placed);
    fcl_ = std::make_unique<peers::FclScene>(all);
  }

  void run(double spacing, int searches) {
    std::mt19937 random(1);
    const auto fcl = [this](peers::FclQuestion question) {
      return [this, question](const std::vector<Pose>& poses) { return fcl_->search(poses, question); };
    };
    std::array contenders{
        Contender{"ContactScene", [this](const auto& poses) { return search(poses, true); }},
        Contender{"ContactScene, depths estimated",
                  [this](const auto& poses) { return search(poses, false); }},
        Contender{"FCL, whether they meet", fcl(peers::FclQuestion::Meet)},
        Contender{"FCL, contacts of triangles", fcl(peers::FclQuestion::Contacts)},
        Contender{"FCL, distance", fcl(peers::FclQuestion::Distance)}};
    std::mt19937 order(2);
    std::array turns{0, 1, 2, 3, 4};
    for (int i = 0; i < searches; ++i) {
      const std::vector<Pose> poses = randomPoses(spacing, random);
      std::shuffle(turns.begin(), turns.end(), order);
      for (const int turn : turns) contenders[static_cast<std::size_t>(turn)].take(poses);
    }
    for (const Contender& one : contenders)
      std::printf("| %.2f | %s | %.3f | %.2f | %.2f |\n", spacing, one.name, 1e3 * one.seconds / searches,
                  static_cast<double>(one.found) / searches, contenders[0].seconds / one.seconds);
  }

 private:
  std::size_t search(const std::vector<Pose>& poses, bool exactDepth) {
    for (std::size_t i = 0; i < poses.size(); ++i) scene_.setPose(i, poses[i]);
    scene_.forget();
    SceneContactOptions options;
    options.halo = halo;
    options.pairs.exactDepth = exactDepth;
    Context context;
    return touching(scene_.search(options, context));
  }

  std::vector<TriangleMesh> meshes_;
  ContactScene scene_;
  std::unique_ptr<peers::FclScene> fcl_;
};

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  const int searches = argc > 1 ? std::atoi(argv[1]) : 400;
  if (searches < 1) {
    std::fputs("usage: bench_contact_scene [SEARCHES]\n", stderr);
    return 2;
  }
  const talus::ThreadLimit one(1);
  talus::bench::Race race;
  std::puts("| spacing | search | ms | pairs that touch | ContactScene / it |\n|---|---|---|---|---|");
  for (const double spacing : {0.7, 0.75, 0.8, 0.85}) race.run(spacing, searches);
  return 0;
}
