#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "base/types.h"
#include "dynamics/implicit/block_kernel.h"
#include "dynamics/implicit/symbolic_cholesky.h"

namespace talus {

/// A symmetric positive definite system of 6 × 6 blocks, one row of blocks per body: Cholesky's factors.
///
/// The order and the places of blocks are found once (SymbolicCholesky). Cost of factor(): proportional to
/// the number of bodies if they are in a row; about n² in a heap.
///
/// Large systems are factored by several threads: first sets of columns that do not depend on each other;
/// then the rest, some columns at a time: their rows in parallel, then their products, which are subtracted
/// from all columns to their right. The order of sums depends on the pairs and terms only, so that the bits
/// are the same for every number of threads.
class BlockCholesky {
 public:
  using Row = SymbolicCholesky::Row;
  using Block = Eigen::Matrix<double, 6, 6>;
  using Pair = SymbolicCholesky::Pair;
  using Place = SymbolicCholesky::Place;

  BlockCholesky() = default;
  BlockCholesky(std::size_t bodies, std::span<const Pair> pairs) { begin(bodies, pairs); }
  /// Begins a system, without blocks, in the memory of the last one.
  /// @param pairs see SymbolicCholesky::begin().
  void begin(std::size_t bodies, std::span<const Pair> pairs);

  /// Of the block in the row of one body and the column of another. @pre they are a pair.
  Place place(Row row, Row column) const { return pattern_.place(row, column); }

  /// Adds a block to the one on the diagonal; must be symmetric. Each factor() reads it anew: it must not
  /// move meanwhile.
  void add(Row body, const Block& block);
  void add(const Place& place, const Block& block);
  /// Factors the sum of the blocks in the order in which they were added; after the first call no others may
  /// be. @return whether the matrix was positive definite.
  bool factor();
  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;

 private:
  /// A block that is added.
  struct Term {
    std::size_t slot;
    bool transposed;
    const Block* block;
  };
  using Columns = SymbolicCholesky::Columns;

  void arrangeTerms();
  void sumTerms(std::size_t slot);
  bool factorColumns(const Columns& columns, std::size_t rows);
  bool factorRest(const Columns& columns);
  bool factorColumn(std::size_t column, std::size_t end);
  void subtractFromOthers(const Columns& columns, std::size_t first);
  void subtract(std::size_t slot, std::size_t end, std::vector<std::size_t>& to);

  SymbolicCholesky pattern_;
  std::vector<PaddedBlock> blocks_;     // of the matrix, then of its factor, with inverses on the diagonal
  std::vector<Term> terms_;             // by slots once they are arranged
  std::vector<std::size_t> termBegin_;  // of each slot
};

}  // namespace talus
