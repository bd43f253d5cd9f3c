#include "dynamics/implicit/block_cholesky.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel_items.h"

namespace talus {

namespace {

using Block = BlockCholesky::Block;

using Stride = Eigen::OuterStride<PaddedBlock::stride>;

using Numbers = Eigen::Map<Block, Eigen::Aligned64, Stride>;
using ConstNumbers = Eigen::Map<const Block, Eigen::Aligned64, Stride>;

Numbers numbers(PaddedBlock& block) {
  return Numbers(block.values, Stride());
}
ConstNumbers numbers(const PaddedBlock& block) {
  return ConstNumbers(block.values, Stride());
}

// The inverse of Cholesky's lower factor of a block. @return whether the block was positive definite.
bool invertFactor(Block& block) {
  Block factor = Block::Zero(), inverse = Block::Zero();
  for (int k = 0; k < 6; ++k) {
    const double square = block(k, k) - factor.row(k).head(k).squaredNorm();
    if (!(square > 0)) return false;
    const double root = std::sqrt(square);
    factor(k, k) = root;
    for (int i = k + 1; i < 6; ++i)
      factor(i, k) = (block(i, k) - factor.row(i).head(k).dot(factor.row(k).head(k))) / root;
    inverse(k, k) = 1 / root;
    for (int j = 0; j < k; ++j)
      inverse(k, j) = -factor.row(k).segment(j, k - j).dot(inverse.col(j).segment(j, k - j)) / root;
  }
  block = inverse;
  return true;
}

}  // namespace

void BlockCholesky::begin(std::size_t bodies, std::span<const Pair> pairs) {
  terms_.clear();
  termBegin_.clear();
  sets_.clear();
  order(bodies, pairs);
  findColumns(pairs);
  divide(pairs);
  blocks_.resize(rows_.size());
}

void BlockCholesky::order(std::size_t bodies, std::span<const Pair> pairs) {
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
void BlockCholesky::findColumns(std::span<const Pair> pairs) {
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
std::size_t BlockCholesky::parent(std::size_t column) const {
  return begin_[column + 1] - begin_[column] > 1 ? rows_[begin_[column] + 1] : position_.size();
}

// Subtrees that take a small part of all products are sets. The columns above them are the rest.
void BlockCholesky::divide(std::span<const Pair> pairs) {
  constexpr double worthwhile = 4000, parts = 16;
  const std::size_t size = position_.size();
  std::vector<double> products(size + 1, 0.0);  // of a column and those below it in the tree
  for (std::size_t k = 0; k < size; ++k) {
    const auto below = static_cast<double>(begin_[k + 1] - begin_[k] - 1);
    products[k] += below * (below + 1) / 2;
    products[parent(k)] += products[k];
  }
  if (products[size] < worthwhile) return;
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
void BlockCholesky::arrange(const std::vector<std::size_t>& setOf) {
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

void BlockCholesky::findRows() {
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

BlockCholesky::Place BlockCholesky::place(Row row, Row column) const {
  std::size_t i = position_[static_cast<std::size_t>(row)], k = position_[static_cast<std::size_t>(column)];
  const bool transposed = i < k;
  if (transposed) std::swap(i, k);
  const auto begin = rows_.begin();
  const auto at = std::lower_bound(begin + static_cast<std::ptrdiff_t>(begin_[k]),
                                   begin + static_cast<std::ptrdiff_t>(begin_[k + 1]), i);
  return {static_cast<std::size_t>(at - begin), transposed};
}

void BlockCholesky::add(Row body, const Block& block) {
  add({begin_[position_[static_cast<std::size_t>(body)]], false}, block);
}

void BlockCholesky::add(const Place& place, const Block& block) {
  terms_.push_back({place.slot, place.transposed, &block});
}

// By slots, otherwise in their order.
void BlockCholesky::arrangeTerms() {
  termBegin_.assign(blocks_.size() + 1, 0);
  for (const Term& term : terms_) ++termBegin_[term.slot + 1];
  std::partial_sum(termBegin_.begin(), termBegin_.end(), termBegin_.begin());
  std::vector<std::size_t> next(termBegin_.begin(), termBegin_.end() - 1);
  std::vector<Term> arranged(terms_.size());
  for (const Term& term : terms_) arranged[next[term.slot]++] = term;
  terms_ = std::move(arranged);
}

void BlockCholesky::sumTerms(std::size_t slot) {
  blocks_[slot] = {};
  for (std::size_t n = termBegin_[slot]; n < termBegin_[slot + 1]; ++n) {
    const Term& term = terms_[n];
    if (term.transposed)
      numbers(blocks_[slot]) += term.block->transpose();
    else
      numbers(blocks_[slot]) += *term.block;
  }
}

bool BlockCholesky::factor() {
  constexpr std::size_t together = 8, sums = 64;
  if (termBegin_.empty()) arrangeTerms();
  parallelItems(blocks_.size(), sums, [this](std::size_t slot) { sumTerms(slot); });
  std::vector<char> definite(sets_.size());
  parallelItems(sets_.size(), 1,
                [&](std::size_t n) { definite[n] = factorColumns(sets_[n], position_.size()) ? 1 : 0; });
  if (std::ranges::find(definite, 0) != definite.end()) return false;
  const std::size_t size = position_.size();
  if (sets_.empty()) return factorColumns({0, size}, size);
  const std::size_t rest = sets_.back().end;
  subtractFromOthers({0, rest}, rest);
  for (std::size_t begin = rest; begin < size; begin += together) {
    const Columns columns{begin, std::min(begin + together, size)};
    if (!factorRest(columns)) return false;
    subtractFromOthers(columns, columns.end);
  }
  return true;
}

// Columns with all products of others subtracted: first the rows that belong to them, then those below in
// parallel, each with the products in the same order as by factorColumns().
bool BlockCholesky::factorRest(const Columns& columns) {
  constexpr std::size_t grain = 8;
  const auto rowOf = [&](std::size_t row) {
    const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row]),
               end = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row + 1]);
    return std::span(std::lower_bound(begin, end, std::pair(columns.begin, std::size_t{0})),
                     std::lower_bound(begin, end, std::pair(columns.end, std::size_t{0})));
  };
  if (!factorColumns(columns, columns.end)) return false;
  parallelItems(position_.size() - columns.end, grain, [&](std::size_t n) {
    const auto own = rowOf(columns.end + n);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto [column, slot] = own[i];
      auto known = own.begin();
      for (const auto& [before, factor] : rowOf(column)) {
        while (known->first < before) ++known;
        if (known->first == before)
          subtractProducts(&blocks_[known->second], blocks_[factor], 1, &slot, blocks_.data());
      }
      multiply(&blocks_[slot], blocks_[begin_[column]], 1);
    }
  });
  return true;
}

// In rows before an end. Their products are subtracted from themselves only.
bool BlockCholesky::factorColumns(const Columns& columns, std::size_t rows) {
  std::vector<std::size_t> to;
  for (std::size_t k = columns.begin; k < columns.end; ++k) {
    const std::size_t end = endWithin(k, rows);
    if (!factorColumn(k, end)) return false;
    for (std::size_t s = begin_[k] + 1; s < end && rows_[s] < columns.end; ++s) subtract(s, end, to);
  }
  return true;
}

// Up to a slot.
bool BlockCholesky::factorColumn(std::size_t column, std::size_t end) {
  Block diagonal = numbers(blocks_[begin_[column]]);
  if (!invertFactor(diagonal)) return false;
  numbers(blocks_[begin_[column]]) = diagonal;
  const std::size_t first = begin_[column] + 1;
  multiply(blocks_.data() + first, blocks_[begin_[column]], end - first);
  return true;
}

// The end of the blocks of a column in rows before an end.
std::size_t BlockCholesky::endWithin(std::size_t column, std::size_t rows) const {
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(begin_[column]),
             end = rows_.begin() + static_cast<std::ptrdiff_t>(begin_[column + 1]);
  return static_cast<std::size_t>(std::lower_bound(begin, end, rows) - rows_.begin());
}

// Their products from all columns from a first one on.
void BlockCholesky::subtractFromOthers(const Columns& columns, std::size_t first) {
  constexpr std::size_t targets = 4;
  parallelItems(position_.size() - first, targets, [&](std::size_t n) {
    const std::size_t row = first + n;
    const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row]),
               end = slots_.begin() + static_cast<std::ptrdiff_t>(rowBegin_[row + 1]);
    std::vector<std::size_t> to;
    for (auto at = std::lower_bound(begin, end, std::pair(columns.begin, std::size_t{0}));
         at != end && at->first < columns.end; ++at)
      subtract(at->second, begin_[at->first + 1], to);
  });
}

// The products of a block and those below it in its column, which ends there.
void BlockCholesky::subtract(std::size_t slot, std::size_t end, std::vector<std::size_t>& to) {
  to.clear();
  std::size_t at = begin_[rows_[slot]];
  for (std::size_t below = slot; below < end; ++below, ++at) {
    while (rows_[at] != rows_[below]) ++at;
    to.push_back(at);
  }
  subtractProducts(&blocks_[slot], blocks_[slot], to.size(), to.data(), blocks_.data());
}

Eigen::VectorXd BlockCholesky::solve(const Eigen::VectorXd& right) const {
  const std::size_t size = position_.size();
  const auto part = [](auto& rows, std::size_t k) {
    return rows.template segment<6>(6 * static_cast<Row>(k));
  };
  Eigen::VectorXd rows(right.size()), found(right.size());
  for (std::size_t i = 0; i < size; ++i) part(rows, position_[i]) = part(right, i);
  for (std::size_t k = 0; k < size; ++k) {
    const Eigen::Matrix<double, 6, 1> value = numbers(blocks_[begin_[k]]) * part(rows, k);
    part(rows, k) = value;
    for (std::size_t s = begin_[k] + 1; s < begin_[k + 1]; ++s)
      part(rows, rows_[s]).noalias() -= numbers(blocks_[s]) * value;
  }
  for (std::size_t k = size; k-- > 0;) {
    Eigen::Matrix<double, 6, 1> value = part(rows, k);
    for (std::size_t s = begin_[k] + 1; s < begin_[k + 1]; ++s)
      value.noalias() -= numbers(blocks_[s]).transpose() * part(rows, rows_[s]);
    part(rows, k) = numbers(blocks_[begin_[k]]).transpose() * value;
  }
  for (std::size_t i = 0; i < size; ++i) part(found, i) = part(rows, position_[i]);
  return found;
}

}  // namespace talus
