#include "contact/triangles/triangle_pair_batch.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contact/triangles/triangle_pair_place.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "contact/triangles/pair_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

template <class T>
void place(const AffineMap<T>& map, PairBatch<T>& batch) {
  const BatchTag<T> d;
  for (std::size_t i = 0; i < batch.size; i += hn::Lanes(d))
    for (std::size_t k = 0; k < 9; k += 3) {
      const Vector<hn::Vec<decltype(d)>> p{hn::Load(d, &batch.corner[k][i]),
                                           hn::Load(d, &batch.corner[k + 1][i]),
                                           hn::Load(d, &batch.corner[k + 2][i])};
      const auto placed = mapped(d, map, p);
      hn::Store(placed.x, d, &batch.corner[k][i]);
      hn::Store(placed.y, d, &batch.corner[k + 1][i]);
      hn::Store(placed.z, d, &batch.corner[k + 2][i]);
    }
}

void placeFloat(const AffineMap<float>& map, PairBatch<float>& batch) {
  place(map, batch);
}

void placeDouble(const AffineMap<double>& map, PairBatch<double>& batch) {
  place(map, batch);
}

void intoWorld(const WorldMap& to, const PairDistances& distances, std::size_t size, WorldPoints& points) {
  const BatchTag<double> d;
  const auto load3 = [&](const double(*from)[128], std::size_t i) {
    return Vector<hn::Vec<decltype(d)>>{hn::Load(d, &from[0][i]), hn::Load(d, &from[1][i]),
                                        hn::Load(d, &from[2][i])};
  };
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto a = load3(distances.pointA, i);
    const auto b = load3(distances.pointB, i);
    auto normal = mapped(d, to.rotation, b - a);
    const auto squared = hn::Max(dot(normal, normal), hn::Set(d, std::numeric_limits<double>::min()));
    const auto inverse = hn::Div(hn::Set(d, 1.0), hn::Sqrt(squared));
    normal = {hn::Mul(normal.x, inverse), hn::Mul(normal.y, inverse), hn::Mul(normal.z, inverse)};
    storeVector(d, i, mapped(d, to.map, a), points.pointA);
    storeVector(d, i, mapped(d, to.map, b), points.pointB);
    storeVector(d, i, normal, points.normal);
    hn::Store(hn::Mul(hn::Sqrt(hn::Load(d, &distances.squared[i])), hn::Set(d, to.unit)), d, &points.gap[i]);
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(placeFloat);
HWY_EXPORT(placeDouble);
HWY_EXPORT(intoWorld);

void placeFirst(const AffineMap<float>& map, PairBatch<float>& batch) {
  HWY_DYNAMIC_DISPATCH(placeFloat)(map, batch);
}

void placeFirst(const AffineMap<double>& map, PairBatch<double>& batch) {
  HWY_DYNAMIC_DISPATCH(placeDouble)(map, batch);
}

void toWorld(const WorldMap& to, const PairDistances& distances, std::size_t size, WorldPoints& points) {
  HWY_DYNAMIC_DISPATCH(intoWorld)(to, distances, size, points);
}

}  // namespace talus
#endif  // HWY_ONCE
