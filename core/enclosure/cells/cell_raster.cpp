#include "enclosure/cells/cell_raster.h"

#include <algorithm>
#include <array>

#include "enclosure/cells/cell_block.h"
#include "enclosure/cells/cell_lookup.h"
#include "geometry/exact/predicates.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/cell_raster.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

#ifndef TALUS_CELL_RASTER_ONCE
#define TALUS_CELL_RASTER_ONCE
namespace talus::raster {

// Triangles are tested in units of cells, relative to the corner of the first block they may touch, so that
// single precision suffices: coordinates stay below `reach`, and 2e-6 · reach bounds the error of a dozen
// roundings.
constexpr double singleRounding = 2e-6;
// In double, coordinates in units of cells have errors of at most 4096 · 2^-51 < 2e-12; edge functions and
// normals have errors of a few times that, multiplied by the triangle's reach. For very thin triangles this
// error dominates.
constexpr double doubleRounding = 1e-11;

// Number of triangles that are set up together, as a structure of arrays.
constexpr std::size_t batch = 64;
using Doubles = std::array<double, batch>;
using Floats = std::array<float, batch>;
using Ints = std::array<std::int32_t, batch>;

// value(u, v) = nu · u + nv · v + offset, in cells.
struct Linear {
  float nu, nv, offset;
};

// Three edges and a plane over a coordinate plane.
struct Projection {
  alignas(64) Floats nu[3], nv[3], offset[3];  // of the edge functions, which increase inwards
  alignas(64) Floats slopeU, slopeV, depth;    // of the plane

  Linear edge(std::size_t e, std::size_t t) const { return {nu[e][t], nv[e][t], offset[e][t]}; }
  Linear plane(std::size_t t) const { return {slopeU[t], slopeV[t], depth[t]}; }
};

// The data of a batch of triangles for the tests.
struct Setup {
  std::size_t count = 0;
  alignas(64) Doubles corner[3][3];    // [corner][axis], in the mesh's unit
  alignas(64) Ints first[3], last[3];  // cells of the bounding box, by axis
  alignas(64) Ints inside;             // 0 if the triangle lies outside of the grid
  // Touched cells: columns run along `axis`, the axis of the normal's largest component.
  alignas(64) Ints axis;
  Projection touch;
  alignas(64) Floats reach;  // range of the plane's height over a column, up and down
  // Crossed lines along z.
  Projection line;
  alignas(64) Floats slack[3];  // of the edges
  alignas(64) Floats error;     // of the plane's height
  alignas(64) Floats side;      // sign of the rounded normal's z component; 0 if in doubt

  void load(const TriangleSet& triangles, std::span<const std::uint32_t> numbers) {
    count = numbers.size();
    for (std::size_t i = 0; i < batch; ++i) {
      const auto p = triangles[numbers[std::min(i, count - 1)]];
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t n = 0; n < 3; ++n) corner[k][n][i] = p[k][static_cast<Eigen::Index>(n)];
    }
  }
};

// Lanes are the 16 columns of cells of a block in Morton order: bits 0 and 2 of a lane's number are the
// column's first coordinate, bits 1 and 3 its second. First comes x, or y for columns along x.
constexpr unsigned firstOf(unsigned column) {
  return (column & 1) | (column >> 1 & 2);
}
constexpr unsigned secondOf(unsigned column) {
  return firstOf(column >> 1);
}
alignas(64) inline constexpr auto columnPlaces = [] {
  std::array<std::array<float, 16>, 2> places{};
  for (unsigned c = 0; c < 16; ++c) {
    places[0][c] = static_cast<float>(firstOf(c));
    places[1][c] = static_cast<float>(secondOf(c));
  }
  return places;
}();

// Bits of the columns with coordinates in a set, which has one bit for each of 0 to 3.
template <unsigned (*coordinate)(unsigned)>
inline constexpr auto columnsOf = [] {
  std::array<std::uint16_t, 16> columns{};
  for (unsigned set = 0; set < 16; ++set)
    for (unsigned c = 0; c < 16; ++c)
      if ((set >> coordinate(c) & 1) != 0) columns[set] = static_cast<std::uint16_t>(columns[set] | 1U << c);
  return columns;
}();

// Coordinates from low to high, relative to a block, as a set.
inline unsigned setOf(int low, int high) {
  low = std::max(low, 0);
  high = std::min(high, 3);
  return low > high ? 0U : (2U << high) - (1U << low);
}

// Spreads the bits of columns to the cells of a block (cell_block.h) at one depth, without branches: moves
// the quarters, then the upper halves of these, then the upper bits of the halves.
struct ColumnSpread {
  std::array<unsigned, 3> quarter;
  std::uint64_t half, upperHalf;  // what stays, and what has been moved by 2
  std::uint64_t bit, upperBit;    // … by 1

  constexpr std::uint64_t operator()(std::uint64_t columns) const {
    std::uint64_t cells = (columns & 0xf) | (columns & 0xf0) << quarter[0] | (columns & 0xf00) << quarter[1] |
                          (columns & 0xf000) << quarter[2];
    cells = (cells & half) | (cells << 2 & upperHalf);
    return (cells & bit) | (cells << 1 & upperBit);
  }
};
inline constexpr std::uint64_t eachByte = 0x0101010101010101, allBits = 0xff * eachByte;
inline constexpr std::array<ColumnSpread, 3> columnSpread{
    ColumnSpread{{12, 24, 36}, 0x03 * eachByte, 0x30 * eachByte, 0x11 * eachByte, 0x44 * eachByte},
    ColumnSpread{{4, 24, 28}, 0x03 * eachByte, 0x30 * eachByte, allBits, 0},
    ColumnSpread{{4, 8, 12}, allBits, 0, allBits, 0}};
static_assert([] {
  for (unsigned axis = 0; axis < 3; ++axis)
    for (unsigned c = 0; c < 16; ++c) {
      const unsigned first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
      const std::uint64_t cell = std::uint64_t{1}
                                 << (axisBits(first, firstOf(c)) | axisBits(second, secondOf(c)));
      if (columnSpread[axis](std::uint64_t{1} << c) != cell) return false;
    }
  return true;
}());

}  // namespace talus::raster
#endif

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;
using namespace talus::raster;

// ---- Setup: one triangle a lane, in double ----

using Wide = hn::CappedTag<double, 8>;
using Lanes = hn::Vec<Wide>;

struct Triple {
  Lanes x[3];
};

HWY_INLINE void storeFloats(Floats& out, std::size_t i, Lanes v) {
  const hn::Rebind<float, Wide> df;
  hn::Store(hn::DemoteTo(df, v), df, &out[i]);
}

HWY_INLINE void storeInts(Ints& out, std::size_t i, Lanes v) {
  const hn::Rebind<std::int32_t, Wide> di;
  hn::Store(hn::DemoteTo(di, v), di, &out[i]);
}

HWY_INLINE Lanes maxOf3(Lanes a, Lanes b, Lanes c) {
  return hn::Max(a, hn::Max(b, c));
}

// Edge functions of the projection on (u, v), which increase inwards for the given orientation sign. The
// offset is the value at (0, 0) plus `shift` of the coefficients.
template <class Shift>
HWY_INLINE void storeEdges(Projection& out, std::size_t i, const Triple& u, const Triple& v, Lanes side,
                           const Shift& shift) {
  for (std::size_t e = 0; e < 3; ++e) {
    const std::size_t next = (e + 1) % 3;
    const Lanes nu = hn::Mul(side, hn::Sub(v.x[e], v.x[next]));
    const Lanes nv = hn::Mul(side, hn::Sub(u.x[next], u.x[e]));
    const Lanes atZero = hn::Neg(hn::MulAdd(nu, u.x[e], hn::Mul(nv, v.x[e])));
    storeFloats(out.nu[e], i, nu);
    storeFloats(out.nv[e], i, nv);
    storeFloats(out.offset[e], i, hn::Add(atZero, shift(e, nu, nv)));
  }
}

struct Plane {
  Lanes slopeU, slopeV, depth;
  Lanes steepness;  // 1 + |slopeU| + |slopeV|
  Lanes error;
};

HWY_INLINE Plane planeOver(Lanes nu, Lanes nv, Lanes nw, Lanes u, Lanes v, Lanes w, Lanes reach) {
  const Wide d;
  Plane p;
  const Lanes inverse = hn::Div(hn::Set(d, 1.0), nw);
  p.slopeU = hn::Neg(hn::Mul(nu, inverse));
  p.slopeV = hn::Neg(hn::Mul(nv, inverse));
  p.depth = hn::Sub(w, hn::MulAdd(p.slopeU, u, hn::Mul(p.slopeV, v)));
  p.steepness = hn::Add(hn::Set(d, 1.0), hn::Add(hn::Abs(p.slopeU), hn::Abs(p.slopeV)));
  const Lanes relative =
      hn::MulAdd(hn::Mul(hn::Set(d, doubleRounding), reach), hn::Abs(inverse), hn::Set(d, singleRounding));
  p.error = hn::Mul(hn::Mul(p.steepness, reach), relative);
  return p;
}

HWY_INLINE void storePlane(Projection& out, std::size_t i, const Plane& p, Lanes shift) {
  storeFloats(out.slopeU, i, p.slopeU);
  storeFloats(out.slopeV, i, p.slopeV);
  storeFloats(out.depth, i, hn::Add(p.depth, shift));
}

HWY_INLINE void setUpLines(Setup& s, std::size_t i, const CellGrid& grid, const Triple* p,
                           const Lanes* normal, Lanes reach) {
  const Wide d;
  const Lanes half = hn::Set(d, 0.5);
  // The sign of the normal's z component is in doubt unless the component is far larger than its rounding
  // error.
  const Lanes least = hn::Mul(hn::Set(d, 8 * doubleRounding), reach);
  const Lanes turn = hn::IfThenElseZero(hn::Gt(hn::Abs(normal[2]), least), normal[2]);
  storeFloats(s.side, i, hn::CopySign(hn::IfThenElseZero(hn::Ne(turn, hn::Zero(d)), hn::Set(d, 1.0)), turn));
  const Lanes side = hn::CopySign(hn::Set(d, 1.0), normal[2]);
  const double centreError = 4 * grid.centreError();
  const Lanes doubt = hn::MulAdd(hn::Set(d, singleRounding), reach, hn::Set(d, centreError));
  const Lanes absolute = hn::Mul(hn::Set(d, doubleRounding), reach);
  storeEdges(s.line, i, p[0], p[1], side, [&](std::size_t e, Lanes nu, Lanes nv) {
    const Lanes sum = hn::Add(hn::Abs(nu), hn::Abs(nv));
    storeFloats(s.slack[e], i, hn::MulAdd(doubt, sum, absolute));
    return hn::Mul(half, hn::Add(nu, nv));  // at cell centres
  });
  const Plane plane = planeOver(normal[0], normal[1], normal[2], p[0].x[0], p[1].x[0], p[2].x[0], reach);
  // + ½: the first cell whose centre lies above is the floor of this height.
  storePlane(s.line, i, plane, hn::MulAdd(half, hn::Add(plane.slopeU, plane.slopeV), half));
  storeFloats(s.error, i, hn::MulAdd(hn::Set(d, centreError), plane.steepness, plane.error));
}

HWY_INLINE void setUpTouches(Setup& s, std::size_t i, const Triple* p, const Lanes* normal, Lanes reach) {
  const Wide d;
  const Lanes zero = hn::Zero(d);
  const Lanes nx = hn::Abs(normal[0]), ny = hn::Abs(normal[1]), nz = hn::Abs(normal[2]);
  const auto isX = hn::And(hn::Ge(nx, ny), hn::Ge(nx, nz));
  const auto isY = hn::AndNot(isX, hn::Ge(ny, nz));
  storeInts(s.axis, i, hn::IfThenElse(isX, zero, hn::IfThenElse(isY, hn::Set(d, 1.0), hn::Set(d, 2.0))));
  // Cyclic: along x (u, v) = (y, z), along y (z, x), along z (x, y).
  const auto along = [&](Lanes ifX, Lanes ifY, Lanes ifZ) {
    return hn::IfThenElse(isX, ifX, hn::IfThenElse(isY, ifY, ifZ));
  };
  Triple u, v;
  for (std::size_t k = 0; k < 3; ++k) {
    u.x[k] = along(p[1].x[k], p[2].x[k], p[0].x[k]);
    v.x[k] = along(p[2].x[k], p[0].x[k], p[1].x[k]);
  }
  const Lanes w = along(p[0].x[0], p[1].x[0], p[2].x[0]);
  const Lanes nu = along(normal[1], normal[2], normal[0]);
  const Lanes nv = along(normal[2], normal[0], normal[1]);
  const Lanes nw = along(normal[0], normal[1], normal[2]);
  const Lanes side = hn::CopySign(hn::Set(d, 1.0), nw);
  const Lanes slack = hn::MulAdd(hn::Set(d, singleRounding), reach, hn::Set(d, cellInflation));
  const Lanes absolute = hn::Mul(hn::Set(d, doubleRounding), reach);
  storeEdges(s.touch, i, u, v, side, [&](std::size_t, Lanes eu, Lanes ev) {
    // The corner of the inflated square that reaches furthest inwards, relative to its lower corner.
    const Lanes furthest = hn::Add(hn::Max(eu, zero), hn::Max(ev, zero));
    return hn::Add(hn::MulAdd(slack, hn::Add(hn::Abs(eu), hn::Abs(ev)), absolute), furthest);
  });
  Plane plane = planeOver(nu, nv, nw, u.x[0], v.x[0], w, reach);
  // For a triangle whose area is zero in double: all cells of the box in the depth direction.
  const auto flat = hn::Eq(nw, zero);
  plane.slopeU = hn::IfThenZeroElse(flat, plane.slopeU);
  plane.slopeV = hn::IfThenZeroElse(flat, plane.slopeV);
  plane.depth = hn::IfThenZeroElse(flat, plane.depth);
  const Lanes half = hn::Set(d, 0.5);
  storePlane(s.touch, i, plane, hn::Mul(half, hn::Add(plane.slopeU, plane.slopeV)));
  const Lanes slopes = hn::Add(hn::Abs(plane.slopeU), hn::Abs(plane.slopeV));
  const Lanes over =
      hn::Add(hn::MulAdd(hn::Set(d, 0.5 + cellInflation), slopes, hn::Set(d, cellInflation)), plane.error);
  storeFloats(s.reach, i, hn::IfThenElse(flat, hn::Add(reach, reach), over));
}

HWY_INLINE void setUp(Setup& s, const CellGrid& grid) {
  const Wide d;
  const Lanes zero = hn::Zero(d);
  for (std::size_t i = 0; i < s.count; i += hn::Lanes(d)) {
    Triple p[3];  // by axis
    Lanes reach = hn::Set(d, 8.0);
    auto inside = hn::Eq(zero, zero);
    for (std::size_t n = 0; n < 3; ++n) {
      const auto axis = static_cast<int>(n);
      for (std::size_t k = 0; k < 3; ++k)
        p[n].x[k] = hn::Mul(hn::Sub(hn::Load(d, &s.corner[k][n][i]), hn::Set(d, grid.bounds().min()[axis])),
                            hn::Set(d, grid.perLength(axis)));
      const Lanes low = hn::Min(p[n].x[0], hn::Min(p[n].x[1], p[n].x[2]));
      const Lanes high = maxOf3(p[n].x[0], p[n].x[1], p[n].x[2]);
      const Lanes grow = hn::Set(d, cellInflation);
      const Lanes size = hn::Set(d, static_cast<double>(grid.size(axis)));
      inside = hn::And(inside, hn::And(hn::Le(low, hn::Add(size, grow)), hn::Ge(high, hn::Neg(grow))));
      const Lanes top = hn::Sub(size, hn::Set(d, 1.0));
      const Lanes first = hn::Min(hn::Max(hn::Floor(hn::Sub(low, grow)), zero), top);
      const Lanes last = hn::Min(hn::Max(hn::Floor(hn::Add(high, grow)), zero), top);
      storeInts(s.first[n], i, first);
      storeInts(s.last[n], i, last);
      const Lanes origin = hn::Mul(hn::Floor(hn::Mul(first, hn::Set(d, 0.25))), hn::Set(d, 4.0));
      for (std::size_t k = 0; k < 3; ++k) p[n].x[k] = hn::Sub(p[n].x[k], origin);
      const Lanes farthest = maxOf3(hn::Abs(p[n].x[0]), hn::Abs(p[n].x[1]), hn::Abs(p[n].x[2]));
      reach = hn::Max(reach, hn::Add(farthest, hn::Set(d, 8.0)));
    }
    storeInts(s.inside, i, hn::IfThenElseZero(inside, hn::Set(d, 1.0)));
    Lanes normal[3];
    for (std::size_t n = 0; n < 3; ++n) {
      const Triple& u = p[(n + 1) % 3];
      const Triple& v = p[(n + 2) % 3];
      normal[n] = hn::Sub(hn::Mul(hn::Sub(u.x[1], u.x[0]), hn::Sub(v.x[2], v.x[0])),
                          hn::Mul(hn::Sub(v.x[1], v.x[0]), hn::Sub(u.x[2], u.x[0])));
    }
    setUpTouches(s, i, p, normal, reach);
    setUpLines(s, i, grid, p, normal, reach);
  }
}

// ---- Tests: 4 × 4 columns of a block at a time, in single precision ----

using Tag = hn::CappedTag<float, 16>;

template <class V>
HWY_INLINE V evaluate(const Linear& f, V u, V v) {
  const Tag d;
  return hn::MulAdd(hn::Set(d, f.nu), u, hn::MulAdd(hn::Set(d, f.nv), v, hn::Set(d, f.offset)));
}

HWY_INLINE unsigned bitsOf(hn::Mask<Tag> mask) {
  const Tag d;
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
}

// The columns of a block: those that a triangle may touch, and from which depth to which.
struct Columns {
  unsigned touched;
  HWY_ALIGN float low[16], high[16];
};

// @param u, v places of the columns, in the lanes' order.
HWY_INLINE void findColumns(const Setup& s, std::size_t t, const float* u, const float* v, int bu, int bv,
                            int least, int most, Columns& columns) {
  const Tag d;
  const auto lowest = hn::Set(d, static_cast<float>(least));
  const auto highest = hn::Set(d, static_cast<float>(most));
  const auto reach = hn::Set(d, s.reach[t]);
  columns.touched = 0;
  for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) {
    const auto atU = hn::Add(hn::Load(d, u + i), hn::Set(d, static_cast<float>(4 * bu)));
    const auto atV = hn::Add(hn::Load(d, v + i), hn::Set(d, static_cast<float>(4 * bv)));
    const auto within =
        hn::Min(evaluate(s.touch.edge(0, t), atU, atV),
                hn::Min(evaluate(s.touch.edge(1, t), atU, atV), evaluate(s.touch.edge(2, t), atU, atV)));
    const auto centre = evaluate(s.touch.plane(t), atU, atV);
    const auto low = hn::Max(hn::Floor(hn::Sub(centre, reach)), lowest);
    const auto high = hn::Min(hn::Floor(hn::Add(centre, reach)), highest);
    hn::Store(low, d, columns.low + i);
    hn::Store(high, d, columns.high + i);
    columns.touched |= bitsOf(hn::Ge(within, hn::Zero(d))) << i;
  }
}

// Bits of columns as cells of a block.
HWY_INLINE std::uint64_t spreadColumns(unsigned axis, unsigned columns) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86_64  // all of these processors deposit bits at once
  constexpr std::array<std::uint64_t, 3> cells{columnSpread[0](0xffff), columnSpread[1](0xffff),
                                               columnSpread[2](0xffff)};
  return _pdep_u64(columns, cells[axis]);
#else
  return columnSpread[axis](columns);
#endif
}

// The cells of the touched columns in the block at a depth.
HWY_INLINE std::uint64_t cellsAt(const Columns& columns, unsigned axis, int depth) {
  const Tag d;
  std::uint64_t cells = 0;
  for (unsigned w = 0; w < 4; ++w) {
    const auto at = hn::Set(d, static_cast<float>(depth + static_cast<int>(w)));
    unsigned touched = 0;
    for (std::size_t i = 0; i < 16; i += hn::Lanes(d))
      touched |=
          bitsOf(hn::And(hn::Le(hn::Load(d, columns.low + i), at), hn::Ge(hn::Load(d, columns.high + i), at)))
          << i;
    cells |= spreadColumns(axis, touched & columns.touched) << axisBits(axis, w);
  }
  return cells;
}

// First and last block that the touched columns may reach, in depth.
HWY_INLINE std::array<int, 2> blocksReached(const Columns& columns, int least, int most) {
  constexpr int few = 2;  // of these none is worth the search
  if (most / 4 - least / 4 < few) return {least / 4, most / 4};
  std::array<int, 2> reached{most, least};
  forEachBit(columns.touched, [&](unsigned c) {
    reached[0] = std::min(reached[0], static_cast<int>(columns.low[c]));
    reached[1] = std::max(reached[1], static_cast<int>(columns.high[c]));
  });
  return {reached[0] / 4, reached[1] / 4};
}

HWY_INLINE void touch(const Setup& s, std::size_t t, std::uint32_t number,
                      const std::array<std::uint32_t, 3>& stride, std::vector<BlockTouch>& touches) {
  const auto w = static_cast<std::size_t>(s.axis[t]);
  const std::size_t u = (w + 1) % 3;
  const std::size_t v = (w + 2) % 3;
  const bool uFirst = u < v;
  const float* placesU = columnPlaces[uFirst ? 0 : 1].data();
  const float* placesV = columnPlaces[uFirst ? 1 : 0].data();
  const auto& columnsU = uFirst ? columnsOf<firstOf> : columnsOf<secondOf>;
  const auto& columnsV = uFirst ? columnsOf<secondOf> : columnsOf<firstOf>;
  const auto origin = [&](std::size_t n) { return s.first[n][t] & ~3; };
  const int firstU = s.first[u][t] - origin(u), lastU = s.last[u][t] - origin(u);
  const int firstV = s.first[v][t] - origin(v), lastV = s.last[v][t] - origin(v);
  const int firstW = s.first[w][t] - origin(w), lastW = s.last[w][t] - origin(w);
  std::uint32_t corner = 0;
  for (std::size_t n = 0; n < 3; ++n) corner += static_cast<std::uint32_t>(origin(n) / 4) * stride[n];
  Columns columns;
  for (int bv = 0; 4 * bv <= lastV; ++bv)
    for (int bu = 0; 4 * bu <= lastU; ++bu) {
      findColumns(s, t, placesU, placesV, bu, bv, firstW, lastW, columns);
      columns.touched &=
          columnsU[setOf(firstU - 4 * bu, lastU - 4 * bu)] & columnsV[setOf(firstV - 4 * bv, lastV - 4 * bv)];
      const std::uint32_t foot =
          corner + static_cast<std::uint32_t>(bu) * stride[u] + static_cast<std::uint32_t>(bv) * stride[v];
      const auto [firstBlock, lastBlock] = blocksReached(columns, firstW, lastW);
      for (int bw = firstBlock; bw <= lastBlock; ++bw)
        if (const std::uint64_t cells = cellsAt(columns, static_cast<unsigned>(w), 4 * bw); cells != 0)
          touches.push_back({foot + static_cast<std::uint32_t>(bw) * stride[w], number, cells});
    }
}

// Lines of a block's columns: certainly crossed at a known height, or in doubt.
struct Lines {
  unsigned sure = 0;
  unsigned doubt = 0;
  HWY_ALIGN std::int32_t first[16];
};

HWY_INLINE void crossedLines(const Setup& s, std::size_t t, int bx, int by, Lines& lines) {
  const Tag d;
  const hn::Rebind<std::int32_t, Tag> di;
  const auto error = hn::Set(d, s.error[t]);
  const auto free = hn::Set(d, 1 - s.error[t]);
  const bool turnKnown = s.side[t] != 0;
  lines.sure = lines.doubt = 0;
  for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) {
    const auto x = hn::Add(hn::Load(d, columnPlaces[0].data() + i), hn::Set(d, static_cast<float>(4 * bx)));
    const auto y = hn::Add(hn::Load(d, columnPlaces[1].data() + i), hn::Set(d, static_cast<float>(4 * by)));
    auto crossed = hn::Eq(x, x);
    auto missed = hn::Ne(x, x);
    for (std::size_t e = 0; e < 3; ++e) {
      const auto value = evaluate(s.line.edge(e, t), x, y);
      const auto slack = hn::Set(d, s.slack[e][t]);
      crossed = hn::And(crossed, hn::Gt(value, slack));
      missed = hn::Or(missed, hn::Lt(value, hn::Neg(slack)));
    }
    const auto height = evaluate(s.line.plane(t), x, y);
    const auto cell = hn::Floor(height);
    const auto above = hn::Sub(height, cell);
    const auto decided = hn::And(crossed, hn::And(hn::Gt(above, error), hn::Lt(above, free)));
    hn::Store(hn::ConvertTo(di, cell), di, lines.first + i);
    if (turnKnown) {
      lines.sure |= bitsOf(decided) << i;
      lines.doubt |= bitsOf(hn::Not(hn::Or(decided, missed))) << i;
    } else {
      lines.doubt |= 0xffffU >> (16 - hn::Lanes(d)) << i;  // even the edge functions' signs are in doubt
    }
  }
}

HWY_INLINE void cross(const Setup& s, std::size_t t, std::uint32_t number, const TriangleSet& triangles,
                      const CellGrid& grid, std::vector<LineCrossing>& crossings) {
  // Cell centres lie inside of cells, so the box of touched cells contains all of them.
  const int x0 = s.first[0][t] & ~3;
  const int y0 = s.first[1][t] & ~3;
  const int z0 = s.first[2][t] & ~3;
  std::int32_t turn = s.side[t] > 0 ? 1 : -1;
  if (s.side[t] == 0) {
    const auto triangle = triangles[number];
    turn = orient2d(triangle[0], triangle[1], triangle[2], 2);
    if (turn == 0) return;  // parallel to z: no line crosses it
  }
  Lines lines;
  for (int y = y0; y <= s.last[1][t]; y += 4)
    for (int x = x0; x <= s.last[0][t]; x += 4) {
      crossedLines(s, t, (x - x0) / 4, (y - y0) / 4, lines);
      const unsigned within = columnsOf<firstOf>[setOf(s.first[0][t] - x, s.last[0][t] - x)] &
                              columnsOf<secondOf>[setOf(s.first[1][t] - y, s.last[1][t] - y)];
      forEachBit((lines.sure | lines.doubt) & within, [&](unsigned c) {
        const bool decided = (lines.sure >> c & 1) != 0;
        const int first = std::clamp(z0 + lines.first[c], 0, grid.size(2));
        crossings.push_back({number, x + static_cast<int>(firstOf(c)), y + static_cast<int>(secondOf(c)),
                             decided ? first : LineCrossing::undecided, turn});
      });
    }
}

void rasterize(const CellGrid& grid, const TriangleSet& triangles, std::span<const std::uint32_t> numbers,
               Raster& raster) {
  const std::array<std::uint32_t, 3> stride{
      1, static_cast<std::uint32_t>(blockCount(grid, 0)),
      static_cast<std::uint32_t>(blockCount(grid, 0) * blockCount(grid, 1))};
  raster.touches.clear();
  raster.crossings.clear();
  Setup setup;
  for (std::size_t begin = 0; begin < numbers.size(); begin += batch) {
    const auto some = numbers.subspan(begin, std::min(batch, numbers.size() - begin));
    setup.load(triangles, some);
    setUp(setup, grid);
    for (std::size_t t = 0; t < some.size(); ++t) {
      if (setup.inside[t] == 0) continue;
      touch(setup, t, some[t], stride, raster.touches);
      cross(setup, t, some[t], triangles, grid, raster.crossings);
    }
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(rasterize);

void rasterize(const CellGrid& grid, const TriangleSet& triangles, std::span<const std::uint32_t> numbers,
               Raster& raster) {
  HWY_DYNAMIC_DISPATCH(rasterize)(grid, triangles, numbers, raster);
}

}  // namespace talus
#endif
