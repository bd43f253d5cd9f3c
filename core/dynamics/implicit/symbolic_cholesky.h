#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

namespace talus {

/// The symbolic part of Cholesky's factorisation of a symmetric matrix of blocks, one row of blocks per body:
/// the order of elimination, approximately that of minimum degree, the places of the blocks that arise, and
/// sets of columns that do not depend on each other: whole subtrees of the elimination tree. Blocks are
/// numbered by slots, column by column.
///
/// Source: T. A. Davis, Direct Methods for Sparse Linear Systems, SIAM (2006); the order is Eigen's.
class SymbolicCholesky {
 public:
  using Row = Eigen::Index;
  using Pair = std::pair<Row, Row>;

  /// Where the block of a pair of bodies is.
  struct Place {
    std::size_t slot = 0;
    bool transposed = false;
  };
  /// Columns from one on, up to another one.
  struct Columns {
    std::size_t begin, end;
  };
  /// A block of a row: its column and its slot.
  using RowBlock = std::pair<std::size_t, std::size_t>;

  /// Finds all, in the memory of the last matrix.
  /// @param pairs of different bodies that may have a block; their order and repetition do not matter.
  void begin(std::size_t bodies, std::span<const Pair> pairs);

  /// Of columns.
  std::size_t size() const { return position_.size(); }
  std::size_t blockCount() const { return rows_.size(); }
  /// The column of a body.
  std::size_t columnOf(std::size_t body) const { return position_[body]; }
  /// The slot of a block on the diagonal, the first of its column.
  std::size_t diagonal(std::size_t column) const { return begin_[column]; }
  std::size_t endOf(std::size_t column) const { return begin_[column + 1]; }
  /// The end of the blocks of a column in rows before an end.
  std::size_t endWithin(std::size_t column, std::size_t rows) const;
  /// The row of a slot's block; ascending in a column.
  std::size_t rowOf(std::size_t slot) const { return rows_[slot]; }
  /// Of the block in the row of one body and the column of another. @pre they are a pair.
  Place place(Row row, Row column) const;
  /// Columns that do not depend on those of other sets; the columns of no set come last. None in small
  /// matrices.
  std::span<const Columns> sets() const { return sets_; }
  /// The blocks of a row in some columns, ascending, without the diagonal. @pre there are sets.
  std::span<const RowBlock> blocksOfRow(std::size_t row, const Columns& columns) const;

 private:
  void order(std::size_t bodies, std::span<const Pair> pairs);
  void findColumns(std::span<const Pair> pairs);
  std::size_t parent(std::size_t column) const;
  void divide(std::span<const Pair> pairs);
  void arrange(const std::vector<std::size_t>& setOf);
  void findRows();

  std::vector<std::vector<std::size_t>> below_;  // the rows below the diagonal of each column
  std::vector<std::size_t> position_;            // of a body in the order of elimination
  std::vector<std::size_t> begin_;               // of a column's blocks; the first one is on the diagonal
  std::vector<std::size_t> rows_;                // of each block, ascending in a column
  std::vector<Columns> sets_;
  std::vector<std::size_t> rowBegin_;  // of the blocks of a row in slots_, without the diagonal
  std::vector<RowBlock> slots_;        // of rows, columns ascending
};

}  // namespace talus
