#include "enclosure/cells/row_labels.h"

#include <algorithm>

#include "enclosure/cells/cell_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/cells/row_labels.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/packed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// The bits of boundary cells; those of inside cells are above them.
constexpr std::uint32_t lowerHalf = (1U << CellBits::cellsPerWord) - 1;

#if HWY_TARGET != HWY_SCALAR

using Tag = hn::CappedTag<std::uint32_t, RowPlaces::together>;

// Labels points that are looked up at once. Returns how many are in boundary cells.
// @param numbers of the points.
HWY_INLINE std::size_t labelSome(const std::uint32_t* from, const std::uint32_t* word,
                                 const std::uint32_t* mask, hn::Vec<Tag> numbers, std::int8_t* sides,
                                 std::uint32_t* boundary) {
  const Tag d;
  const hn::RebindToSigned<Tag> di;
  const hn::Rebind<std::int8_t, Tag> bytes;
  const auto found = hn::TableLookupLanes(hn::LoadU(d, from), hn::SetTableIndices(d, word));
  const auto bits = hn::And(found, hn::LoadU(d, mask));
  const auto inside = hn::RebindMask(di, hn::Gt(bits, hn::Set(d, lowerHalf)));
  hn::StoreU(hn::DemoteTo(bytes, hn::IfThenElse(inside, hn::Set(di, 1), hn::Set(di, -1))), bytes, sides);
  const auto touched = hn::Ne(hn::And(bits, hn::Set(d, lowerHalf)), hn::Zero(d));
  hn::StoreU(packed(numbers, touched), d, boundary);
  return hn::CountTrue(d, touched);
}

std::size_t labelDense(const RowPlaces& places, const std::uint32_t* words, std::span<Side> sides,
                       std::uint32_t* boundary) {
  static_assert(sizeof(Side) == 1);
  constexpr std::size_t together = RowPlaces::together;
  const Tag d;
  const std::uint32_t* const first = places.first.data();
  const std::uint32_t* const word = places.word.data();
  const std::uint32_t* const bits = places.bits.data();
  auto* const bytes = reinterpret_cast<std::int8_t*>(sides.data());
  auto numbers = hn::Iota(d, 0);
  std::size_t count = 0;
  std::size_t i = 0;
  for (; i + together <= sides.size(); i += together) {
    count += labelSome(words + first[i / together], word + i, bits + i, numbers, bytes + i, boundary + count);
    numbers = hn::Add(numbers, hn::Set(d, together));
  }
  if (i == sides.size()) return count;
  std::int8_t rest[together];
  count += labelSome(words + first[i / together], word + i, bits + i, numbers, rest, boundary + count);
  std::copy_n(rest, sides.size() - i, bytes + i);
  return count;
}

#endif

// Point by point: for points far apart, and for short vectors.
std::size_t labelOneByOne(const RowPlaces& places, const std::uint32_t* words, std::span<Side> sides,
                          std::uint32_t* boundary) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const std::uint32_t bits = words[places.first[i / RowPlaces::together] + places.word[i]] & places.bits[i];
    sides[i] = bits > lowerHalf ? Side::Inside : Side::Outside;
    boundary[count] = static_cast<std::uint32_t>(i);
    count += (bits & lowerHalf) != 0 ? 1 : 0;
  }
  return count;
}

std::size_t labelRow(const RowPlaces& places, const std::uint32_t* words, std::span<Side> sides,
                     std::uint32_t* boundary) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(Tag()) == RowPlaces::together)
    if (places.dense) return labelDense(places, words, sides, boundary);
#endif
  return labelOneByOne(places, words, sides, boundary);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(labelRow);

RowPlaces::RowPlaces(std::span<const Place> places)
    : first((places.size() + together - 1) / together, 0),
      word(first.size() * together, 0),
      bits(word.size(), 0) {
  for (std::size_t g = 0; g < first.size(); ++g) {
    const auto some = places.subspan(g * together, std::min(together, places.size() - g * together));
    std::uint32_t least = 0xffffffff;
    for (const Place& place : some)
      if (!place.outside) least = std::min(least, place.word);
    if (least == 0xffffffff) continue;
    first[g] = least;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i].outside) continue;
      word[g * together + i] = some[i].word - least;
      bits[g * together + i] = CellBits::bothBits << some[i].bit;
      dense = dense && some[i].word - least < together;
    }
  }
}

std::size_t RowPlaces::label(const std::uint32_t* words, std::span<Side> sides,
                             std::uint32_t* boundary) const {
  return HWY_DYNAMIC_DISPATCH(labelRow)(*this, words, sides, boundary);
}

}  // namespace talus
#endif
