#include "dynamics/implicit/block_cholesky.h"

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
  pattern_.begin(bodies, pairs);
  blocks_.resize(pattern_.blockCount());
}

void BlockCholesky::add(Row body, const Block& block) {
  add({pattern_.diagonal(pattern_.columnOf(static_cast<std::size_t>(body))), false}, block);
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
  std::vector<char> definite(pattern_.sets().size());
  parallelItems(pattern_.sets().size(), 1, [&](std::size_t n) {
    definite[n] = factorColumns(pattern_.sets()[n], pattern_.size()) ? 1 : 0;
  });
  if (std::ranges::find(definite, 0) != definite.end()) return false;
  const std::size_t size = pattern_.size();
  if (pattern_.sets().empty()) return factorColumns({0, size}, size);
  const std::size_t rest = pattern_.sets().back().end;
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
  constexpr std::size_t rowsPerChunk = 8;
  if (!factorColumns(columns, columns.end)) return false;
  parallelItems(pattern_.size() - columns.end, rowsPerChunk, [&](std::size_t n) {
    const auto own = pattern_.blocksOfRow(columns.end + n, columns);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto [column, slot] = own[i];
      auto known = own.begin();
      for (const auto& [before, factor] : pattern_.blocksOfRow(column, columns)) {
        while (known->first < before) ++known;
        if (known->first == before)
          subtractProducts(&blocks_[known->second], blocks_[factor], 1, &slot, blocks_.data());
      }
      multiply(&blocks_[slot], blocks_[pattern_.diagonal(column)], 1);
    }
  });
  return true;
}

// In rows before an end. Their products are subtracted from themselves only.
bool BlockCholesky::factorColumns(const Columns& columns, std::size_t rows) {
  std::vector<std::size_t> to;
  for (std::size_t k = columns.begin; k < columns.end; ++k) {
    const std::size_t end = pattern_.endWithin(k, rows);
    if (!factorColumn(k, end)) return false;
    for (std::size_t s = pattern_.diagonal(k) + 1; s < end && pattern_.rowOf(s) < columns.end; ++s)
      subtract(s, end, to);
  }
  return true;
}

// Up to a slot.
bool BlockCholesky::factorColumn(std::size_t column, std::size_t end) {
  Block diagonal = numbers(blocks_[pattern_.diagonal(column)]);
  if (!invertFactor(diagonal)) return false;
  numbers(blocks_[pattern_.diagonal(column)]) = diagonal;
  const std::size_t first = pattern_.diagonal(column) + 1;
  multiply(blocks_.data() + first, blocks_[pattern_.diagonal(column)], end - first);
  return true;
}

// Their products from all columns from a first one on.
void BlockCholesky::subtractFromOthers(const Columns& columns, std::size_t first) {
  constexpr std::size_t targets = 4;
  parallelItems(pattern_.size() - first, targets, [&](std::size_t n) {
    std::vector<std::size_t> to;
    for (const auto& [column, slot] : pattern_.blocksOfRow(first + n, columns))
      subtract(slot, pattern_.endOf(column), to);
  });
}

// The products of a block and those below it in its column, which ends there.
void BlockCholesky::subtract(std::size_t slot, std::size_t end, std::vector<std::size_t>& to) {
  to.clear();
  std::size_t at = pattern_.diagonal(pattern_.rowOf(slot));
  for (std::size_t below = slot; below < end; ++below, ++at) {
    while (pattern_.rowOf(at) != pattern_.rowOf(below)) ++at;
    to.push_back(at);
  }
  subtractProducts(&blocks_[slot], blocks_[slot], to.size(), to.data(), blocks_.data());
}

Eigen::VectorXd BlockCholesky::solve(const Eigen::VectorXd& right) const {
  const std::size_t size = pattern_.size();
  const auto part = [](auto& rows, std::size_t k) {
    return rows.template segment<6>(6 * static_cast<Row>(k));
  };
  Eigen::VectorXd rows(right.size()), found(right.size());
  for (std::size_t i = 0; i < size; ++i) part(rows, pattern_.columnOf(i)) = part(right, i);
  for (std::size_t k = 0; k < size; ++k) {
    const Eigen::Matrix<double, 6, 1> value = numbers(blocks_[pattern_.diagonal(k)]) * part(rows, k);
    part(rows, k) = value;
    for (std::size_t s = pattern_.diagonal(k) + 1; s < pattern_.endOf(k); ++s)
      part(rows, pattern_.rowOf(s)).noalias() -= numbers(blocks_[s]) * value;
  }
  for (std::size_t k = size; k-- > 0;) {
    Eigen::Matrix<double, 6, 1> value = part(rows, k);
    for (std::size_t s = pattern_.diagonal(k) + 1; s < pattern_.endOf(k); ++s)
      value.noalias() -= numbers(blocks_[s]).transpose() * part(rows, pattern_.rowOf(s));
    part(rows, k) = numbers(blocks_[pattern_.diagonal(k)]).transpose() * value;
  }
  for (std::size_t i = 0; i < size; ++i) part(found, i) = part(rows, pattern_.columnOf(i));
  return found;
}

}  // namespace talus
