#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace talus::filters {

/// The rows of bodies by ascending id: on several ranks bodies are in no other common order.
/// @param ids each once.
template <class Id>
std::vector<std::size_t> rowsById(const std::vector<Id>& ids) {
  std::vector<std::size_t> rows(ids.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&ids](std::size_t i, std::size_t j) { return ids[i] < ids[j]; });
  return rows;
}

}  // namespace talus::filters
