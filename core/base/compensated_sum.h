#pragma once

namespace talus {

/// A compensated sum, which also accumulates the rounding error of each addition (Knuth's two-sum). Its error
/// is about one rounding error of the result plus 1e-32 of the sum of magnitudes. The bits depend on the
/// order of the calls.
class CompensatedSum {
 public:
  void add(double value) {
    const double sum = sum_ + value;
    const double added = sum - sum_;
    lost_ += (sum_ - (sum - added)) + (value - added);
    sum_ = sum;
  }
  void add(const CompensatedSum& other) {
    add(other.sum_);
    lost_ += other.lost_;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace talus
