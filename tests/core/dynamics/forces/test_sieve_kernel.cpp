// What the SIMD sieve finds, against loops in double.
#include "dynamics/halo/sieve_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dynamics_scenes.h"
#include "pair_poses.h"
#include "shapes/convex_grain.h"

namespace talus::test_sieve_kernel {
namespace {

struct Sieved {
  ConvexBody body;
  SieveShape shape;

  explicit Sieved(const BodyShape& given) : body(given.mesh, given.name), shape(body) {}
};

std::vector<Sieved> shapes() {
  std::vector<Sieved> all;
  for (const int vertices : {4, 20, 150}) {
    Context context;
    ConvexGrainOptions options;
    options.vertices = vertices;
    options.seed = 3;
    all.emplace_back(makeBodyShape("grain", makeConvexGrain(options, context), context));
  }
  all.emplace_back(dynamics::cuboid({1, 0.5, 0.2}));
  return all;
}

void set(float (&to)[3], const Vec3& from) {
  for (std::size_t k = 0; k < 3; ++k) to[k] = static_cast<float>(from[static_cast<Eigen::Index>(k)]);
}

TEST(SieveKernel, ReachIsTheGreatestProjectionOfAVertex) {
  pairs::Random random(1);
  for (const Sieved& sieved : shapes())
    for (int n = 0; n < 50; ++n) {
      float direction[3];
      const Vec3 d = random.direction();
      set(direction, d);
      double greatest = -INFINITY;
      for (const Vec3& p : sieved.body.vertices()) greatest = std::max(greatest, d.dot(p));
      EXPECT_NEAR(static_cast<double>(reachAlong(sieved.shape, direction)), greatest, 1e-6);
    }
}

TEST(SieveKernel, TheHighestFaceIsTheFirstWithinTheSlack) {
  pairs::Random random(2);
  for (const Sieved& sieved : shapes())
    for (int n = 0; n < 100; ++n) {
      const Vec3 p = random.uniform(0.1, 1.5) * random.direction();
      float point[3];
      set(point, p);
      double greatest = -INFINITY;
      std::vector<double> heights;
      for (const ConvexBody::Face& face : sieved.body.faces()) {
        heights.push_back(face.normal.dot(p) - face.offset);
        greatest = std::max(greatest, heights.back());
      }
      const HeightLimit limit{0.3F, 1e-5F};
      const Index found = highestFace(sieved.shape, point, limit);
      if (greatest > 0.301) {
        EXPECT_EQ(found, beyondReach);
      }
      if (greatest < 0.299) {
        ASSERT_GE(found, 0);
        EXPECT_GE(heights[static_cast<std::size_t>(found)], greatest - 2e-5);
      }
    }
}

// All parts of A near B that a loop finds with a margin must be found, and none that it finds far away.
class Parts {
 public:
  explicit Parts(const SieveShape& shape) {
    const std::size_t lanes = SieveShape::lanes;
    vertices_.resize(shape.vertexCount + lanes);
    edges_.resize(shape.edgeCount + lanes);
    for (auto& coordinates : numbers_) coordinates.resize(shape.edgeCount + lanes);
    found = {vertices_.data(), 0, edges_.data(), 0, {}, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      found.edge.tail[k] = numbers_[k].data();
      found.edge.direction[k] = numbers_[3 + k].data();
    }
    found.edge.length = numbers_[6].data();
  }
  std::set<Index> vertices() const { return {found.vertices, found.vertices + found.vertexCount}; }
  std::set<Index> edges() const { return {found.edges, found.edges + found.edgeCount}; }

  FoundParts found{};

 private:
  std::vector<Index> vertices_, edges_;
  std::array<std::vector<float>, 7> numbers_;
};

TEST(SieveKernel, PartsAreThoseInTheHalfSpaceAndTheBox) {
  pairs::Random random(4);
  const std::vector<Sieved> all = shapes();
  for (int n = 0; n < 60; ++n) {
    const Sieved& own = all[random.below(all.size())];
    const Sieved& other = all[random.below(all.size())];
    const Eigen::Matrix3d rotation = random.rotation();
    const Vec3 shift = random.uniform(0.5, 1.5) * random.direction(), towards = random.direction();
    const double limit = random.uniform(-0.2, 0.3), half = random.uniform(0.3, 0.8);
    PartsQuery query{};
    query.shape = &own.shape;
    query.other = &other.shape;
    set(query.towards, towards);
    query.limit = static_cast<float>(limit);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        query.toOther.linear[i][k] =
            static_cast<float>(rotation(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
      query.half[i] = static_cast<float>(half);
      query.wanted.low[i] = -static_cast<float>(half);
      query.wanted.high[i] = static_cast<float>(half);
    }
    set(query.toOther.shift, shift);
    query.askFaces = false;
    query.near = 1;
    query.placeEdges = true;
    query.scale = 1;
    query.margin = 0;
    Parts parts(own.shape);
    findParts(query, parts.found);
    const std::set<Index> vertices = parts.vertices(), edges = parts.edges();
    EXPECT_EQ(vertices.size(), parts.found.vertexCount) << "each once";
    EXPECT_EQ(edges.size(), parts.found.edgeCount);
    const auto place = [&](const Vec3& x) { return Vec3(rotation * x + shift); };
    for (Index v = 0; v < static_cast<Index>(own.shape.vertexCount); ++v) {
      const Vec3& p = own.body.vertex(v);
      const double inner = std::min(towards.dot(p) - limit, half - place(p).cwiseAbs().maxCoeff());
      if (inner > 1e-5) {
        EXPECT_TRUE(vertices.contains(v));
      }
      if (inner < -1e-5) {
        EXPECT_FALSE(vertices.contains(v));
      }
    }
    for (Index e = 0; e < static_cast<Index>(own.shape.edgeCount); ++e) {
      const ConvexBody::Edge& edge = own.body.edge(e);
      bool within = false;  // a point of it, with a margin
      for (int i = 0; i <= 50; ++i) {
        const Vec3 p = edge.tail + i / 50.0 * edge.length * edge.direction;
        within = within || (towards.dot(p) - limit > 1e-5 && place(p).cwiseAbs().maxCoeff() < half - 1e-5);
      }
      if (within) {
        EXPECT_TRUE(edges.contains(e));
      }
    }
    for (std::size_t i = 0; i < parts.found.edgeCount; ++i) {
      const ConvexBody::Edge& edge = own.body.edge(parts.found.edges[i]);
      const Vec3 tail = place(edge.tail), direction = rotation * edge.direction;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto axis = static_cast<Eigen::Index>(k);
        EXPECT_NEAR(static_cast<double>(parts.found.edge.tail[k][i]), tail[axis], 1e-5);
        EXPECT_NEAR(static_cast<double>(parts.found.edge.direction[k][i]), direction[axis], 1e-5);
      }
      EXPECT_NEAR(static_cast<double>(parts.found.edge.length[i]), edge.length, 1e-5);
    }
  }
}

}  // namespace
}  // namespace talus::test_sieve_kernel
