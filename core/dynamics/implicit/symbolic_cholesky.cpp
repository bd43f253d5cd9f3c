#include "dynamics/implicit/symbolic_cholesky.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace talus {

void SymbolicCholesky::begin(std::size_t bodies, std::span<const Pair> pairs) {
  sets_.clear();
  order(bodies, pairs);
  findColumns(pairs);
  divide(pairs);
}

void SymbolicCholesky::order(std::size_t bodies, std::span<const Pair> pairs) {
  position_.resize(bodies);
  const auto size = static_cast<int>(bodies);
  std::vector<Eigen::Triplet<char>> entries;
  for (int i = 0; i < size; ++i) entries.emplace_back(i, i, 1);
  for (const auto& [a, b] : pairs) {
    entries.emplace_back(static_cast<int>(a), static_cast<int>(b), 1);
    entries.emplace_back(static_cast<int>(b), static_cast<int>(a), 1);
  }
  Eigen::SparseMatrix<char> graph(size, size);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found;
  Eigen::AMDOrdering<int>()(graph, found);
  for (int i = 0; i < size; ++i)
    position_[static_cast<std::size_t>(found.indices()[i])] = static_cast<std::size_t>(i);
}

// The rows of a column are those of its pairs, and those of the columns whose first row below the diagonal it
// is.
void SymbolicCholesky::findColumns(std::span<const Pair> pairs) {
  const std::size_t size = position_.size();
  below_.resize(std::max(size, below_.size()));
  for (std::vector<std::size_t>& rows : below_) rows.clear();
  for (const auto& [a, b] : pairs) {
    const auto [first, last] =
        std::minmax(position_[static_cast<std::size_t>(a)], position_[static_cast<std::size_t>(b)]);
    below_[first].push_back(last);
  }
  rows_.clear();
  begin_.assign(1, 0);
  for (std::size_t k = 0; k < size; ++k) {
    std::vector<std::size_t>& rows = below_[k];
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    rows_.push_back(k);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    begin_.push_back(rows_.size());
    if (rows.size() < 2) continue;
    std::vector<std::size_t>& parent = below_[rows[0]];
    parent.insert(parent.end(), rows.begin() + 1, rows.end());
  }
}

// Of the elimination tree; the number of columns: none.
std::size_t SymbolicCholesky::parent(std::size_t column) const {
  return begin_[column + 1] - begin_[column] > 1 ? rows_[begin_[column] + 1] : position_.size();
}

// Subtrees that take a small part of all products are sets. The columns above them are the rest.
void SymbolicCholesky::divide(std::span<const Pair> pairs) {
  constexpr double worthwhileProducts = 4000, parts = 16;
  const std::size_t size = position_.size();
  std::vector<double> products(size + 1, 0.0);  // of a column and those below it in the tree
  for (std::size_t k = 0; k < size; ++k) {
    const auto below = static_cast<double>(begin_[k + 1] - begin_[k] - 1);
    products[k] += below * (below + 1) / 2;
    products[parent(k)] += products[k];
  }
  if (products[size] < worthwhileProducts) return;
  const double limit = products[size] / parts;
  std::vector<std::size_t> setOf(size + 1, size);
  std::size_t set = 0;
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    if (products[k] > limit || (parent(k) < size && products[parent(k)] <= limit)) continue;
    if (sum > 0 && sum + products[k] > limit) {
      ++set;
      sum = 0;
    }
    setOf[k] = set;
    sum += products[k];
  }
  for (std::size_t k = size; k-- > 0;)
    if (products[k] <= limit && setOf[k] == size) setOf[k] = setOf[parent(k)];
  arrange(setOf);
  findColumns(pairs);
  findRows();
}

// Columns by their sets, otherwise in the order that they have.
void SymbolicCholesky::arrange(const std::vector<std::size_t>& setOf) {
  const std::size_t size = position_.size();
  std::vector<std::size_t> columns(size), places(size);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::ranges::stable_sort(columns, {}, [&](std::size_t k) { return setOf[k]; });
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = columns[i];
    places[k] = i;
    if (setOf[k] == size) continue;
    if (setOf[k] == sets_.size()) sets_.push_back({i, i});
    sets_.back().end = i + 1;
  }
  for (std::size_t& place : position_) place = places[place];
}

void SymbolicCholesky::findRows() {
  const std::size_t size = position_.size();
  rowBegin_.assign(size + 1, 0);
  const auto forEachBelow = [&](const auto& visit) {
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t s = begin_[k] + 1; s < begin_[k + 1]; ++s) visit(k, s);
  };
  forEachBelow([&](std::size_t, std::size_t s) { ++rowBegin_[rows_[s] + 1]; });
  std::partial_sum(rowBegin_.begin(), rowBegin_.end(), rowBegin_.begin());
  slots_.resize(rowBegin_.back());
  std::vector<std::size_t> next(rowBegin_.begin(), rowBegin_.end() - 1);
  forEachBelow([&](std::size_t k, std::size_t s) { slots_[next[rows_[s]]++] = {k, s}; });
}

SymbolicCholesky::Place SymbolicCholesky::place(Row row, Row column) const {
  std::size_t i = position_[static_cast<std::size_t>(row)], k = position_[static_cast<std::size_t>(column)];
  const bool transposed = i < k;
  if (transposed) std::swap(i, k);
  const auto begin = rows_.begin();
  const auto at = std::lower_bound(begin + static_cast<std::ptrdiff_t>(begin_[k]),
                                   begin + static_cast<std::ptrdiff_t>(begin_[k + 1]), i);
  return {static_cast<std::size_t>(at - begin), transposed};
}

std::size_t SymbolicCholesky::endWithin(std::size_t column, std::size_t rows) const {
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(begin_[column]),
             end = rows_.begin() + static_cast<std::ptrdiff_t>(begin_[column + 1]);
  return static_cast<std::size_t>(std::lower_bound(begin, end, rows) - rows_.begin());
}

std::span<const SymbolicCholesky::RowBlock> SymbolicCholesky::blocksOfRow(std::size_t row,
                                                                          const Columns& columns) const {
  const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row]),
             end = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row + 1]);
  return {std::lower_bound(begin, end, RowBlock(columns.begin, 0)),
          std::lower_bound(begin, end, RowBlock(columns.end, 0))};
}

}  // namespace talus
