#pragma once

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "peers/ipc_affine.h"

namespace talus::peers {

/// A symmetric matrix of blocks of 12 × 12, of which the lower half is stored, and its factorisation.
class BlockSystem {
 public:
  /// @param pairs of numbers of bodies whose blocks are not zero, the greater one first
  void setPattern(std::size_t bodies, std::vector<std::pair<int, int>> pairs) {
    for (int b = 0; b < static_cast<int>(bodies); ++b) pairs.emplace_back(b, b);
    std::sort(pairs.begin(), pairs.end(), byColumn);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    if (pairs != pairs_ || bodies != bodies_) {
      bodies_ = bodies;
      pairs_ = std::move(pairs);
      isNew_ = true;
    }
    blocks_.assign(pairs_.size(), Matrix12::Zero());
  }
  Matrix12& block(int row, int column) {
    const std::pair<int, int> wanted(row, column);
    return blocks_[static_cast<std::size_t>(std::lower_bound(pairs_.begin(), pairs_.end(), wanted, byColumn) -
                                            pairs_.begin())];
  }
  void assemble() {
    if (isNew_) shape();
    double* next = matrix_.valuePtr();
    for (std::size_t first = 0, last = 0; first < pairs_.size(); first = last) {
      while (last < pairs_.size() && pairs_[last].second == pairs_[first].second) ++last;
      for (int c = 0; c < 12; ++c)
        for (std::size_t k = first; k < last; ++k) {
          const int from = k == first ? c : 0;
          next = std::copy(&blocks_[k].col(c)(from), blocks_[k].col(c).data() + 12, next);
        }
    }
  }
  Eigen::VectorXd solve(const Eigen::VectorXd& right) {
    if (isNew_) factors_.analyzePattern(matrix_);
    isNew_ = false;
    factors_.factorize(matrix_);
    if (factors_.info() != Eigen::Success) throw std::runtime_error("The matrix could not be factored");
    return factors_.solve(right);
  }

 private:
  static bool byColumn(const std::pair<int, int>& a, const std::pair<int, int>& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  }
  // The diagonal block comes first in each column of blocks.
  void shape() {
    const auto size = static_cast<Eigen::Index>(12 * bodies_);
    std::vector<int> rows, starts{0};
    for (std::size_t first = 0, last = 0; first < pairs_.size(); first = last) {
      while (last < pairs_.size() && pairs_[last].second == pairs_[first].second) ++last;
      for (int c = 0; c < 12; ++c) {
        for (std::size_t k = first; k < last; ++k)
          for (int r = k == first ? c : 0; r < 12; ++r) rows.push_back(12 * pairs_[k].first + r);
        starts.push_back(static_cast<int>(rows.size()));
      }
    }
    const std::vector<double> values(rows.size(), 0);
    matrix_ = Eigen::Map<const Matrix>(size, size, static_cast<Eigen::Index>(rows.size()), starts.data(),
                                       rows.data(), values.data());
  }

  using Matrix = Eigen::SparseMatrix<double>;
  std::size_t bodies_ = 0;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Matrix12> blocks_;
  Matrix matrix_;
  Eigen::SimplicialLDLT<Matrix, Eigen::Lower> factors_;
  bool isNew_ = true;
};

}  // namespace talus::peers
