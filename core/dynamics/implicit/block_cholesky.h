#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "base/types.h"
#include "dynamics/implicit/block_kernel.h"

namespace talus {

/// A symmetric positive definite system of 6 × 6 blocks, one row of blocks per body: Cholesky's factors.
///
/// Bodies are eliminated in an order of approximately minimum degree, which is found once, with the places of
/// the blocks that arise. Cost of factor(): proportional to the number of bodies if they are in a row; about
/// n² in a heap.
///
/// Large systems are factored by several threads: first sets of columns that do not depend on each other,
/// whole subtrees of the elimination tree; then the rest, some columns at a time: their rows in parallel,
/// then their products, which are subtracted from all columns to their right. The order of sums depends on
/// the pairs and terms only, so that the bits are the same for every number of threads.
///
/// Source: T. A. Davis, Direct Methods for Sparse Linear Systems, SIAM (2006); the order is Eigen's.
class BlockCholesky {
 public:
  using Row = Eigen::Index;
  using Block = Eigen::Matrix<double, 6, 6>;
  using Pair = std::pair<Row, Row>;

  /// Where the block of a pair of bodies is.
  struct Place {
    std::size_t slot = 0;
    bool transposed = false;
  };

  BlockCholesky() = default;
  BlockCholesky(std::size_t bodies, std::span<const Pair> pairs) { begin(bodies, pairs); }
  /// Begins a system, without blocks, in the memory of the last one.
  /// @param pairs of different bodies that may have a block; their order and repetition do not matter.
  void begin(std::size_t bodies, std::span<const Pair> pairs);

  /// Of the block in the row of one body and the column of another. @pre they are a pair.
  Place place(Row row, Row column) const;

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
  /// Columns from one on, up to another one.
  struct Columns {
    std::size_t begin, end;
  };

  void order(std::size_t bodies, std::span<const Pair> pairs);
  void findColumns(std::span<const Pair> pairs);
  std::size_t parent(std::size_t column) const;
  void divide(std::span<const Pair> pairs);
  void arrange(const std::vector<std::size_t>& setOf);
  void findRows();
  void arrangeTerms();
  void sumTerms(std::size_t slot);
  bool factorColumns(const Columns& columns, std::size_t rows);
  bool factorRest(const Columns& columns);
  std::size_t endWithin(std::size_t column, std::size_t rows) const;
  bool factorColumn(std::size_t column, std::size_t end);
  void subtractFromOthers(const Columns& columns, std::size_t first);
  void subtract(std::size_t slot, std::size_t end, std::vector<std::size_t>& to);

  std::vector<std::vector<std::size_t>> below_;  // the rows below the diagonal of each column
  std::vector<std::size_t> position_;            // of a body in the order of elimination
  std::vector<std::size_t> begin_;               // of a column's blocks; the first one is on the diagonal
  std::vector<std::size_t> rows_;                // of each block, ascending in a column
  std::vector<PaddedBlock> blocks_;     // of the matrix, then of its factor, with inverses on the diagonal
  std::vector<Term> terms_;             // by slots once they are arranged
  std::vector<std::size_t> termBegin_;  // of each slot
  std::vector<Columns> sets_;           // which do not depend on each other; the other columns come last
  std::vector<std::size_t> rowBegin_;   // of the blocks of a row in slots_, without the diagonal
  std::vector<std::pair<std::size_t, std::size_t>> slots_;  // of blocks of rows: columns ascending, and slots
};

}  // namespace talus
