#include "contact/search/fine_pairs.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

void FinePairs::begin(PairFrame& frame, Wanted wanted, const SieveRule& rule, std::size_t maximum,
                      std::vector<TriangleContact>& contacts) {
  sieve_.begin(frame, wanted, rule, contacts);
  frame_ = &frame;
  maximum_ = maximum;
  contacts_ = &contacts;
  before_ = contacts.size();
  list_ = nullptr;
}

void FinePairs::push(const GroupPair& visit, std::uint64_t pairs) {
  constexpr unsigned groupSize = SurrogateGroup::size;
  for (std::uint64_t rest = pairs; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
    const SlotPair pair{ContactShape::slot(visit.a, bit / groupSize),
                        ContactShape::slot(visit.b, bit % groupSize)};
    if (list_ != nullptr)
      list_->push_back(pair);
    else
      push(pair);
  }
}

void FinePairs::finish() {
  sieve_.flush();
  requireRoom();
}

void FinePairs::requireRoom(std::size_t waiting) const {
  const std::size_t fine = list_ != nullptr ? list_->size() : contacts_->size() - before_;
  if (std::max(fine, waiting) <= maximum_) return;
  const auto count = [](std::size_t n) { return std::to_string(n); };
  throw Error("The halos are too large for these bodies: too many triangles are in contact",
              "more than " + count(maximum_) + " pairs of " + count(frame_->a->triangleCount()) + " and " +
                  count(frame_->b->triangleCount()) + " triangles are within " + numberText(frame_->reach),
              "Give a halo that is small against the bodies, such as 1 % of a diameter, or coarser surfaces");
}

}  // namespace talus
