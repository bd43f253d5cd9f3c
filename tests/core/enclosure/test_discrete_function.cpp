#include "enclosure/cells/discrete_function.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <numbers>
#include <random>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/cells/cell_bits.h"
#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_planes.h"
#include "enclosure/cells/cell_raster.h"
#include "enclosure/cells/plane_maker.h"
#include "enclosure/cells/row_labels.h"
#include "enclosure/direct/ray_crossing.h"
#include "geometry/exact/predicates.h"
#include "geometry/mesh/point_merge.h"
#include "shapes.h"
#include "shapes/foam.h"

namespace talus::test_discrete_function {
namespace {

using Random = std::mt19937_64;

Vec3 randomPoint(Random& random, const Box& box) {
  std::uniform_real_distribution<double> unit(0, 1);
  return box.min() + box.sizes().cwiseProduct(Vec3(unit(random), unit(random), unit(random)));
}

std::vector<Vec3> randomPoints(const Box& box, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(randomPoint(random, box));
  return points;
}

Box enlarged(const Box& box) {
  return {box.min() - 0.1 * box.sizes(), box.max() + 0.1 * box.sizes()};
}

struct Labels {
  std::vector<Side> side;
  std::vector<double> winding;
};

Labels classify(const Enclosure& enclosure, const std::vector<Vec3>& points) {
  Labels labels{std::vector<Side>(points.size()), std::vector<double>(points.size())};
  enclosure.classify(points, labels.side, labels.winding);
  return labels;
}

void expectSame(const Labels& a, const Labels& b, const std::string& what) {
  std::size_t sides = 0;
  std::size_t windings = 0;
  for (std::size_t i = 0; i < a.side.size(); ++i) {
    sides += a.side[i] != b.side[i];
    windings += std::abs(a.winding[i] - b.winding[i]) > 1e-9;
  }
  EXPECT_EQ(sides, 0u) << what;
  EXPECT_EQ(windings, 0u) << what;
}

// Points near and on the surface: corners, middles of edges and faces, and places just beside them.
std::vector<Vec3> pointsAt(const TriangleMesh& mesh, std::size_t stride, double distance) {
  std::vector<Vec3> points;
  for (std::size_t t = 0; t < mesh.triangleCount(); t += stride) {
    const auto [a, b, c] = mesh.corners(t);
    const Vec3 away = distance * (b - a).cross(c - a).normalized();
    for (const Vec3& p : {a, Vec3(0.5 * (a + b)), Vec3((a + b + c) / 3)}) {
      points.push_back(p);
      points.push_back(p + away);
      points.push_back(p - away);
    }
  }
  return points;
}

// ---- Parts ----

TEST(CellBlock, BitsAndOctantsFitTogether) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    const auto [x, y, z] = coordinatesOf(bit);
    EXPECT_EQ(cellBit(x, y, z), bit);
    EXPECT_EQ(octantsOf(std::uint64_t{1} << bit), 1U << (bit / 8));
    EXPECT_EQ(bit / 8, (z / 2) * 4 + (y / 2) * 2 + x / 2);
  }
  EXPECT_EQ(octantsOf(0), 0u);
  EXPECT_EQ(octantsOf(~std::uint64_t{0}), 255u);
  EXPECT_EQ(rankBelow(0b10110110, 5), 3u);
}

TEST(CellLookup, FindsTheSameCellsAsTheGrid) {
  const CellGrid grid(Box(Vec3(-1, 2, 3), Vec3(2, 2.5, 4)), 30000);
  std::vector<Vec3> points = randomPoints(enlarged(grid.bounds()), 1003, 5);
  points.push_back(grid.bounds().min());
  points.push_back(grid.bounds().max());
  std::vector<std::uint32_t> word(points.size()), bit(points.size()), octant(points.size());
  findCells(grid, points, {word.data(), bit.data(), octant.data()});
  const CellBits bits(grid);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!grid.bounds().contains(points[i])) {
      EXPECT_EQ(word[i], CellBits::wordCount(grid));
      continue;
    }
    const CellGrid::Cell cell = grid.cellOf(points[i]);
    EXPECT_EQ(word[i], bits.wordOf(cell));
    EXPECT_EQ(bit[i], static_cast<unsigned>(cell[0]) % CellBits::cellsPerWord);
    const CellPlace place = placeOf(grid, cell);
    EXPECT_EQ(octant[i], place.block * 8 + place.bit / 8);
    EXPECT_EQ(cellAt(grid, place), cell);
  }
}

TEST(CellBits, HaveTheBitsOfTheBlocks) {
  const CellGrid grid(Box(Vec3(0, 0, 0), Vec3(37, 6, 9)), 1.01 * 37 * 6 * 9);
  ASSERT_EQ(grid.size(0), 37);
  CellBits bits(grid);
  Random random(4);
  std::vector<std::uint64_t> boundary(blockCount(grid)), inside(blockCount(grid));
  for (std::uint32_t b = 0; b < boundary.size(); ++b) {
    boundary[b] = random() & random();
    inside[b] = random() & ~boundary[b];
    bits.setBlock(cellAt(grid, {b, 0}), boundary[b], inside[b]);
  }
  for (int z = 0; z < grid.size(2); ++z)
    for (int y = 0; y < grid.size(1); ++y)
      for (int x = 0; x < grid.size(0); ++x) {
        const CellPlace place = placeOf(grid, {x, y, z});
        const std::uint32_t found =
            bits[bits.wordOf({x, y, z})] >> static_cast<unsigned>(x) % CellBits::cellsPerWord;
        EXPECT_EQ(CellBits::isBoundary(found), (boundary[place.block] >> place.bit & 1) != 0);
        EXPECT_EQ(CellBits::isInside(found), (inside[place.block] >> place.bit & 1) != 0);
      }
  EXPECT_EQ(bits[CellBits::wordCount(grid)], 0u);
}

// Rows of points as close as cells and much farther apart, in any order, some of them outside.
TEST(RowPlaces, LabelAsPointByPoint) {
  Random random(6);
  for (const std::uint32_t spread : {2u, 40u})
    for (const std::size_t count : {1u, 7u, 8u, 100u}) {
      std::vector<std::uint32_t> words(count * spread + 16);
      for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random() & random());
      std::vector<RowPlaces::Place> places;
      for (std::size_t i = 0; i < count; ++i)
        places.push_back(
            {random() % 5 == 0,
             static_cast<std::uint32_t>(i) * spread / 4 + static_cast<std::uint32_t>(random() % 4),
             static_cast<std::uint32_t>(random() % CellBits::cellsPerWord)});
      std::vector<Side> expected;
      std::vector<std::uint32_t> expectedBoundary;
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t bits = places[i].outside ? 0 : words[places[i].word] >> places[i].bit;
        expected.push_back(CellBits::isInside(bits) ? Side::Inside : Side::Outside);
        if (CellBits::isBoundary(bits)) expectedBoundary.push_back(i);
      }
      const RowPlaces row(places);
      EXPECT_EQ(row.dense, spread == 2 || count == 1);
      std::vector<Side> sides(count + 1, Side::OnSurface);
      std::vector<std::uint32_t> boundary(count + RowPlaces::together);
      boundary.resize(row.label(words.data(), std::span(sides).first(count), boundary.data()));
      EXPECT_EQ(boundary, expectedBoundary);
      EXPECT_EQ(sides.back(), Side::OnSurface);  // nothing was written behind the row
      sides.pop_back();
      EXPECT_EQ(sides, expected);
    }
}

// Triangles of many sizes and shapes, some of them upright, in a plane of centres, or needles.
TriangleMesh assortedTriangles(const CellGrid& grid, int count) {
  Random random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 at = randomPoint(random, grid.bounds());
    const double size = std::pow(10.0, 2 * unit(random)) * grid.cellSize().x();
    std::array<Vec3, 3> p;
    for (Vec3& corner : p) corner = at + size * Vec3(unit(random), unit(random), unit(random));
    if (i % 5 == 0) p[2] = p[0] + 0.7 * (p[1] - p[0]) + 1e-6 * size * Vec3(1, -1, 1);  // a needle
    if (i % 7 == 0) p[0].x() = p[1].x() = p[2].x();                                    // upright
    if (i % 11 == 0) p[0].z() = p[1].z() = p[2].z() = grid.centre(grid.cellOf(at)).z();
    if (i % 13 == 0) p[0] = grid.centre(grid.cellOf(at));
    for (Vec3& corner : p) corner = corner.cwiseMax(grid.bounds().min()).cwiseMin(grid.bounds().max());
    const Index first = mesh.addPoint(p[0]);
    mesh.addPoint(p[1]);
    mesh.addPoint(p[2]);
    mesh.addTriangle(first, first + 1, first + 2);
  }
  return mesh;
}

TEST(CellRaster, MissesNoCellAndDecidesCrossingsRightly) {
  for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(3e9, -1e9, 2e9)}) {
    const CellGrid grid(Box(offset, Vec3(offset + Vec3(1, 2, 1.5))), 20000);
    const TriangleSet triangles(assortedTriangles(grid, 600));
    std::vector<std::uint32_t> numbers(triangles.size());
    for (std::uint32_t t = 0; t < numbers.size(); ++t) numbers[t] = t;
    Raster raster;
    rasterize(grid, triangles, numbers, raster);

    std::vector<std::vector<std::uint64_t>> cells(triangles.size(),
                                                  std::vector<std::uint64_t>(blockCount(grid)));
    for (const BlockTouch& touch : raster.touches) cells[touch.triangle][touch.block] |= touch.cells;
    Random random(3);
    std::uniform_real_distribution<double> unit(0, 1);
    std::size_t missed = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (int i = 0; i < 200; ++i) {
        const auto [a, b, c] = triangles[t];
        const double u = i < 3 ? (i == 0 ? 1.0 : 0.0) : unit(random);
        const double v = i < 3 ? (i == 1 ? 1.0 : 0.0) : (1 - u) * unit(random);
        const Vec3 p =
            (u * a + v * b + (1 - u - v) * c).cwiseMax(grid.bounds().min()).cwiseMin(grid.bounds().max());
        const CellPlace place = placeOf(grid, grid.cellOf(p));
        missed += (cells[t][place.block] >> place.bit & 1) == 0;
      }
    EXPECT_EQ(missed, 0u);

    // Each crossing that is decided, against exact signs; lines that are left out, against exact turns.
    std::vector<std::vector<char>> named(triangles.size());
    for (auto& lines : named) lines.resize(static_cast<std::size_t>(grid.size(0) * grid.size(1)));
    std::size_t wrong = 0;
    std::size_t undecided = 0;
    for (const LineCrossing& line : raster.crossings) {
      named[line.triangle][static_cast<std::size_t>(line.y * grid.size(0) + line.x)] = 1;
      const auto [a, b, c] = triangles[line.triangle];
      EXPECT_EQ(line.turn, orient2d(a, b, c, 2));
      undecided += line.first == LineCrossing::undecided;
      if (line.first == LineCrossing::undecided) continue;
      const Vec3 below = line.first > 0 ? grid.centre({line.x, line.y, line.first - 1}) : Vec3::Zero().eval();
      const Vec3 above =
          line.first < grid.size(2) ? grid.centre({line.x, line.y, line.first}) : Vec3::Zero().eval();
      if (line.first > 0) wrong += orient3dPerturbed(a, b, c, below) != line.turn;
      if (line.first < grid.size(2)) wrong += orient3dPerturbed(a, b, c, above) == line.turn;
      const Vec3 p = grid.centre({line.x, line.y, 0});
      for (const int side : {orient2d(a, b, p, 2), orient2d(b, c, p, 2), orient2d(c, a, p, 2)})
        wrong += side != line.turn;
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(raster.crossings.size(), 2000u);
    if (offset == Vec3::Zero()) {
      EXPECT_LT(undecided, raster.crossings.size() / 4);
    }
    std::size_t leftOut = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (int y = 0; y < grid.size(1); ++y)
        for (int x = 0; x < grid.size(0); ++x) {
          if (named[t][static_cast<std::size_t>(y * grid.size(0) + x)] != 0) continue;
          const auto [a, b, c] = triangles[t];
          const Vec3 p = grid.centre({x, y, 0});
          const int turn = orient2d(a, b, c, 2);
          leftOut += turn != 0 && orient2d(a, b, p, 2) == turn && orient2d(b, c, p, 2) == turn &&
                     orient2d(c, a, p, 2) == turn;
        }
    EXPECT_EQ(leftOut, 0u);
  }
}

using Fixed = std::array<std::int16_t, 3>;

// A corner's or a query's place in an octant around a reference point.
Vec3 around(const Vec3& reference, double edge, const Fixed& fixed) {
  return reference + edge * Vec3(fixed[0], fixed[1], fixed[2]) / PlaneGroup::fixedPoint;
}

PlaneVerdict verdictOf(const PlaneGroup& planes, const Fixed& q, PlaneDoubts& doubts) {
  const PlaneQuery query{&planes, 1, q};
  PlaneVerdict verdict{};
  EXPECT_EQ(evaluatePlanes(std::span(&query, 1), std::span(&verdict, 1), doubts), 1u);
  return verdict;
}

TEST(PlaneGroup, DecideRightlyAndNearlyAlways) {
  Random random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::size_t wrong = 0;
  std::size_t undecided = 0;
  constexpr int trials = 200000;
  for (int i = 0; i < trials; ++i) {
    PlaneSource source;
    const double edge = std::ldexp(1.0, i % 5 - 2);  // of the octant
    source.reference = Vec3(unit(random), unit(random), unit(random));
    const double size = edge * std::pow(10.0, 2 * unit(random));
    std::array<Vec3, 3> corners;
    const Vec3 middle = source.reference + edge * Vec3(unit(random), unit(random), unit(random));
    for (Vec3& corner : corners) corner = middle + size * Vec3(unit(random), unit(random), unit(random));
    // The triangle is the last one of the group; before it come others, far away.
    const auto place = static_cast<std::size_t>(i % 4);
    for (std::size_t k = 0; k < place; ++k)
      source.add(7, {source.reference + edge * Vec3(90, 0, 0), source.reference + edge * Vec3(90, 1, 0),
                     source.reference + edge * Vec3(90, 0, 1)});
    const std::uint32_t number = static_cast<std::uint32_t>(i) * 20011;
    source.add(number, corners);
    const Fixed fixed{static_cast<std::int16_t>(8191 + 16383 * unit(random)),
                      static_cast<std::int16_t>(8191 + 16383 * unit(random)),
                      static_cast<std::int16_t>(8191 + 16383 * unit(random))};
    const Vec3& o = source.reference;
    const Vec3 q = around(o, edge, fixed);
    PlaneGroup planes;
    std::vector<std::uint32_t> doubtful;
    makePlanes(std::span(&source, 1), Vec3::Constant(1 / edge), &planes, doubtful);
    const auto& [a, b, c] = corners;
    const int side = orient3d(a, b, c, o);
    ASSERT_EQ(planes.triangle(place), number);
    for (std::size_t k = place + 1; k < PlaneGroup::size; ++k)
      ASSERT_EQ(planes.triangle(k), PlaneGroup::noTriangle);
    if (doubtful.empty()) {
      ASSERT_EQ(planes.inner(place), side > 0);
    }
    PlaneDoubts doubts;
    const PlaneVerdict verdict = verdictOf(planes, fixed, doubts);
    ASSERT_EQ(doubts.size(), verdict.undecided ? 1u : 0u);
    undecided += verdict.undecided;
    if (verdict.undecided) {
      ASSERT_EQ(doubts.triangle(0), number);
      ASSERT_EQ(doubts.change(0), planes.change(place));
      continue;
    }
    const int turn = orient3d(q, a, b, o);
    const bool crossed =
        orient3d(a, b, c, q) == -side && turn == orient3d(q, b, c, o) && turn == orient3d(q, c, a, o);
    wrong += verdict.change != (crossed ? -side : 0);
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_LT(undecided, trials / 100);
  EXPECT_GT(undecided, 0u);
}

TEST(PlaneGroup, EvaluationEndsEarlyWithManyDoubts) {
  // Two triangles in the plane z = 0.3, and queries in it: all are in doubt.
  PlaneSource source;
  const std::array<Vec3, 3> corners{Vec3(-1, -1, 0.3), Vec3(2, -1, 0.3), Vec3(-1, 2, 0.3)};
  for (const std::uint32_t number : {70000U, 70001U}) source.add(number, corners);
  PlaneGroup planes;
  std::vector<std::uint32_t> doubtful;
  makePlanes(std::span(&source, 1), Vec3::Ones(), &planes, doubtful);
  const Fixed q{0, 0, toFixedPoint(0.3)};
  const std::vector<PlaneQuery> queries(5000, PlaneQuery{&planes, 1, q});
  std::vector<PlaneVerdict> verdicts(queries.size());
  PlaneDoubts doubts;
  std::size_t done = 0;
  std::size_t calls = 0;
  for (; done < queries.size(); ++calls) {
    doubts.clear();
    const std::size_t count =
        evaluatePlanes(std::span(queries).subspan(done), std::span(verdicts).subspan(done), doubts);
    ASSERT_GT(count, 0u);
    ASSERT_EQ(doubts.size(), 2 * count);
    for (std::size_t i = 0; i < doubts.size(); ++i) {
      ASSERT_EQ(doubts.query(i), i / 2);
      ASSERT_EQ(doubts.triangle(i), 70000 + i % 2);
      ASSERT_EQ(doubts.change(i), planes.change(1));
    }
    done += count;
  }
  EXPECT_GT(calls, 1u);
}

TEST(PlaneGroup, FlipPutsTheReferencePointOnTheOtherSide) {
  const Vec3 a(0, 0, 0.3), b(1, 0, 0.3), c(0, 1, 0.3);
  PlaneSource source, turned;
  source.add(70000, {a, b, c});
  turned.add(70000, {a, c, b});
  PlaneGroup planes, flipped;
  std::vector<std::uint32_t> doubtful;
  makePlanes(std::span(&source, 1), Vec3::Ones(), &planes, doubtful);
  makePlanes(std::span(&turned, 1), Vec3::Ones(), &flipped, doubtful);
  EXPECT_TRUE(doubtful.empty());
  EXPECT_NE(planes.inner(0), flipped.inner(0));
  flipped.flip(0);
  EXPECT_EQ(planes.inner(0), flipped.inner(0));
  EXPECT_EQ(planes.triangle(0), flipped.triangle(0));
  EXPECT_EQ(planes.zAnd[0][1], -flipped.zAnd[0][1]);
}

TEST(PlaneGroup, NamesWhereTheSideOfTheReferencePointIsInDoubt) {
  // The reference point lies in the second of three triangles.
  PlaneSource source;
  source.reference = Vec3(0.25, 0.25, 0.5);
  for (const double z : {0.0, 0.5, 1.0}) source.add(5, {Vec3(0, 0, z), Vec3(1, 0, z), Vec3(0, 1, z)});
  PlaneGroup planes;
  std::vector<std::uint32_t> doubtful;
  makePlanes(std::span(&source, 1), Vec3::Ones(), &planes, doubtful);
  EXPECT_EQ(doubtful, std::vector<std::uint32_t>{1});
}

// ---- Levels ----

// A foam a thousandth the size of the ball whose corner it sits in.
TriangleMesh ballWithTinyFoam() {
  Context context;
  TriangleMesh mesh = shapes::sphere(4);
  mesh.append(makeFoam(
      {.placement = {.centre = Vec3(0.99, 0.99, 0.99), .size = 2e-3}, .cells = 8, .triangles = 20000},
      context));
  return mesh;
}

TEST(DiscreteFunction, TinyDetailGetsLevelsOfItsOwn) {
  const TriangleMesh mesh = ballWithTinyFoam();
  Context context;
  const DiscreteFunction function(mesh, true, context);
  const RayCrossing rays(mesh, true, RaySearch::Tree, 1);
  std::vector<Vec3> points = randomPoints(Box(Vec3::Constant(0.9885), Vec3::Constant(0.9915)), 5000, 1);
  for (const Vec3& p : randomPoints(enlarged(mesh.bounds()), 5000, 2)) points.push_back(p);
  for (const Vec3& p : pointsAt(mesh, 37, 1e-9)) points.push_back(p);
  const Labels labels = classify(function, points);
  EXPECT_GT(std::count(labels.side.begin(), labels.side.begin() + 5000, Side::Inside), 5);
  expectSame(labels, classify(rays, points), "tiny foam");
  int deepest = 0;
  int longest = 0;
  for (const CellBox& cell : function.cells()) {
    deepest = std::max(deepest, cell.level);
    if (cell.level > 0) longest = std::max(longest, cell.triangles);
  }
  EXPECT_GE(deepest, 1);
  EXPECT_LT(longest, 200);
  EXPECT_LT(function.memoryBytes(), 600 * mesh.triangleCount());
}

// A cone of many slim triangles that all meet at its tip, closed by a disc.
TriangleMesh cone(int sides) {
  TriangleMesh mesh;
  const Index tip = mesh.addPoint(Vec3(0.1, 0.2, 1));
  const Index foot = mesh.addPoint(Vec3(0, 0, 0));
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    mesh.addPoint(Vec3(std::cos(angle), std::sin(angle), 0));
  }
  for (Index i = 0; i < sides; ++i) {
    const Index next = (i + 1) % sides;
    mesh.addTriangle(tip, 2 + i, 2 + next);
    mesh.addTriangle(foot, 2 + next, 2 + i);
  }
  return mesh;
}

TEST(DiscreteFunction, ManyTrianglesAtOneCornerStayBounded) {
  const TriangleMesh mesh = cone(5000);
  Context context;
  const DiscreteFunction function(mesh, true, context);
  EXPECT_LT(function.memoryBytes(), 4000 * mesh.triangleCount());
  const RayCrossing rays(mesh, true, RaySearch::Tree, 1);
  std::vector<Vec3> points = randomPoints(enlarged(mesh.bounds()), 3000, 1);
  for (const Vec3& p : randomPoints(Box(Vec3(0.099, 0.199, 0.999), Vec3(0.101, 0.201, 1.001)), 1000, 2))
    points.push_back(p);
  for (const Vec3& p : pointsAt(mesh, 97, 1e-7)) points.push_back(p);
  expectSame(classify(function, points), classify(rays, points), "cone");
}

TEST(DiscreteFunction, CountsManyNestedShells) {
  // More shells than a narrow count holds, some so close that one cell has many of them.
  TriangleMesh mesh;
  constexpr int shells = 300;
  for (int i = 0; i < shells; ++i)
    mesh.append(shapes::moved(shapes::sphere(0), 1 + 1e-5 * i, Vec3(0.01, 0.02, 0.03)));
  Context context;
  const DiscreteFunction function(mesh, true, context);
  const std::vector<Vec3> points{Vec3(0, 0, 0), Vec3(0.01 + 0.25, 0.02 + 0.25, 0.03 + 0.25), Vec3(2, 2, 2)};
  const Labels labels = classify(function, points);
  EXPECT_EQ(labels.winding[0], shells);
  EXPECT_EQ(labels.winding[1], shells);
  EXPECT_EQ(labels.winding[2], 0);
  EXPECT_EQ(labels.side[0], Side::Outside);  // by parity
  const DiscreteFunction parity(mesh, false, context);
  EXPECT_EQ(classify(parity, points).winding[0], 0);
}

TEST(DiscreteFunction, MemoryModesGiveTheSameLabels) {
  Context context;
  const TriangleMesh mesh = makeFoam({.cells = 10, .triangles = 30000}, context);
  const DiscreteFunction fast(mesh, true, context);
  const DiscreteFunction lean(mesh, true, context, MemoryUse::Lean);
  EXPECT_LT(fast.memoryBytes(), 350 * mesh.triangleCount());
  EXPECT_LT(lean.memoryBytes(), 65 * mesh.triangleCount());
  std::vector<Vec3> points = randomPoints(enlarged(mesh.bounds()), 20000, 1);
  for (const Vec3& p : pointsAt(mesh, 53, 1e-8)) points.push_back(p);
  const Labels expected = classify(fast, points);
  expectSame(expected, classify(lean, points), "lean");
  for (const double share : {0.8, 0.5, 0.3}) {
    const auto budget = static_cast<std::size_t>(share * static_cast<double>(fast.memoryBytes()));
    const DiscreteFunction fitted(mesh, true, context, MemoryUse::Budget, budget);
    EXPECT_LE(fitted.memoryBytes(), budget);
    expectSame(expected, classify(fitted, points), "budget " + std::to_string(budget));
  }
  try {
    const DiscreteFunction none(mesh, true, context, MemoryUse::Budget, 1000);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("budget"), std::string::npos) << error.what();
  }
}

TEST(DiscreteFunction, BitsDoNotDependOnThreads) {
  const TriangleMesh mesh = ballWithTinyFoam();
  std::vector<Vec3> points = randomPoints(enlarged(mesh.bounds()), 3000, 1);
  for (const Vec3& p : pointsAt(mesh, 11, 1e-10)) points.push_back(p);
  std::vector<Labels> all;
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    Context context;
    all.push_back(classify(DiscreteFunction(mesh, true, context), points));
  }
  EXPECT_EQ(all[0].side, all[1].side);
  EXPECT_EQ(all[0].winding, all[1].winding);
}

TEST(DiscreteFunction, BitsDoNotDependOnTheInstructionSet) {
  const TriangleMesh mesh = ballWithTinyFoam();
  std::vector<Vec3> points = randomPoints(enlarged(mesh.bounds()), 3000, 1);
  for (const Vec3& p : pointsAt(mesh, 11, 1e-10)) points.push_back(p);
  Context context;
  const Labels expected = classify(DiscreteFunction(mesh, true, context), points);
  int targets = 0;
  const std::int64_t all = hwy::SupportedTargets();
  for (std::int64_t rest = all; rest != 0; rest &= rest - 1, ++targets) {
    hwy::SetSupportedTargetsForTest(rest & -rest);
    const Labels labels = classify(DiscreteFunction(mesh, true, context), points);
    EXPECT_EQ(labels.side, expected.side) << hwy::TargetName(rest & -rest);
    EXPECT_EQ(labels.winding, expected.winding) << hwy::TargetName(rest & -rest);
  }
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_GE(targets, 2);
}

TEST(DiscreteFunction, ProgressEndsAtTwoStepsATriangle) {
  double last = 0;
  Context context([&last](double fraction) {
    last = fraction;
    return true;
  });
  const TriangleMesh mesh = shapes::sphere(4);
  context.beginStage(1, 2 * static_cast<std::int64_t>(mesh.triangleCount()));
  const DiscreteFunction function(mesh, true, context);
  EXPECT_EQ(last, 1);
}

TEST(DiscreteFunction, CellsTellInsideFromOutside) {
  Context context;
  const DiscreteFunction function(shapes::sphere(4), true, context);
  std::array<int, 3> count{};
  for (const CellBox& cell : function.cells()) {
    ++count[static_cast<std::size_t>(static_cast<int>(cell.code) + 1)];
    const double distance = cell.box.center().norm();
    if (cell.code == CellCode::Internal) {
      EXPECT_LT(distance, 1);
    }
    if (cell.code == CellCode::External) {
      EXPECT_GT(distance, 0.99);
    }
    if (cell.code == CellCode::Boundary) {
      EXPECT_GT(cell.triangles, 0);
    }
  }
  for (const int n : count) EXPECT_GT(n, 100);
}

}  // namespace
}  // namespace talus::test_discrete_function
