// Surrogate trees of real meshes: every triangle is covered by all that stand for it, proven in rational
// numbers.
#include <gtest/gtest.h>

#include <iostream>

#include "base/error.h"
#include "collection.h"
#include "core/surrogate_proof.h"
#include "peers/vtk.h"
#include "sample_size.h"

namespace talus {
namespace {

TEST(Surrogates, CoverRealMeshes) {
  std::size_t meshes = 0;
  const auto files = collectedMeshes();
  for (const auto& file : files) {
    const TriangleMesh mesh = peers::readMesh(file);
    ++meshes;
    for (const SurrogateMethod method : {SurrogateMethod::Minimax, SurrogateMethod::Functional}) {
      Context context;
      const SurrogateTree tree(mesh, {.method = method}, context);
      const std::size_t stride = mesh.triangleCount() / static_cast<std::size_t>(sampleSize(100, 4000)) + 1;
      EXPECT_EQ(proof::uncoveredCorners(mesh, tree, stride), 0u) << file;
    }
  }
  std::cout << meshes << " meshes covered\n";
  EXPECT_GT(meshes, 5u);
}

}  // namespace
}  // namespace talus
