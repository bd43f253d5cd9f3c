#include "dynamics/implicit/block_cholesky.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

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

BlockCholesky::BlockCholesky(std::size_t bodies, std::span<const Pair> pairs) {
  order(bodies, pairs);
  findColumns(pairs);
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
  std::vector<std::vector<std::size_t>> below(size);
  for (const auto& [a, b] : pairs) {
    const auto [first, last] =
        std::minmax(position_[static_cast<std::size_t>(a)], position_[static_cast<std::size_t>(b)]);
    below[first].push_back(last);
  }
  begin_.push_back(0);
  for (std::size_t k = 0; k < size; ++k) {
    std::vector<std::size_t>& rows = below[k];
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    rows_.push_back(k);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    begin_.push_back(rows_.size());
    if (rows.size() < 2) continue;
    std::vector<std::size_t>& parent = below[rows[0]];
    parent.insert(parent.end(), rows.begin() + 1, rows.end());
  }
  blocks_.resize(rows_.size());
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

void BlockCholesky::clear() {
  std::ranges::fill(blocks_, PaddedBlock());
}

void BlockCholesky::add(Row body, const Block& block) {
  numbers(blocks_[begin_[position_[static_cast<std::size_t>(body)]]]) += block;
}

void BlockCholesky::add(const Place& place, const Block& block) {
  if (place.transposed)
    numbers(blocks_[place.slot]) += block.transpose();
  else
    numbers(blocks_[place.slot]) += block;
}

bool BlockCholesky::factor() {
  for (std::size_t k = 0; k < position_.size(); ++k) {
    if (!factorColumn(k)) return false;
    subtractColumn(k);
  }
  return true;
}

bool BlockCholesky::factorColumn(std::size_t column) {
  Block diagonal = numbers(blocks_[begin_[column]]);
  if (!invertFactor(diagonal)) return false;
  numbers(blocks_[begin_[column]]) = diagonal;
  for (std::size_t s = begin_[column] + 1; s < begin_[column + 1]; ++s)
    numbers(blocks_[s]) = numbers(blocks_[s]).lazyProduct(diagonal.transpose()).eval();
  return true;
}

// Its products from the columns to the right of it.
void BlockCholesky::subtractColumn(std::size_t column) {
  const std::size_t end = begin_[column + 1];
  for (std::size_t s = begin_[column] + 1; s < end; ++s) {
    to_.clear();
    std::size_t to = begin_[rows_[s]];
    for (std::size_t below = s; below < end; ++below, ++to) {
      while (rows_[to] != rows_[below]) ++to;
      to_.push_back(to);
    }
    subtractProducts(&blocks_[s], blocks_[s], to_.size(), to_.data(), blocks_.data());
  }
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
