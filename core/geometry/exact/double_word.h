#pragma once

namespace talus {

/// A number as the unevaluated sum of two doubles, the second at most half a unit in the last place of the
/// first: about 106 bits. Source: M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for
/// basic building blocks of double-word arithmetic", ACM Transactions on Mathematical Software 44 (2017).
///
/// Relative errors, with u = 2^-53, unless something overflows (results are then infinite or NaN) or
/// underflows: none of a difference of two doubles; 3.1 u² of a sum, also of numbers of opposite signs; 7 u²
/// of a product. A product that underflows has an error below 1e-320. About 20 operations each; relies on
/// arithmetic without contraction of products and sums.
class DoubleWord {
 public:
  DoubleWord() = default;

  static DoubleWord difference(double x, double y) { return exactSum(x, -y); }

  double high() const { return high_; }
  double low() const { return low_; }

  friend DoubleWord operator+(const DoubleWord& x, const DoubleWord& y) {  // algorithm 6
    const DoubleWord high = exactSum(x.high_, y.high_), low = exactSum(x.low_, y.low_);
    const DoubleWord sum = exactSumOfOrdered(high.high_, high.low_ + low.high_);
    return exactSumOfOrdered(sum.high_, low.low_ + sum.low_);
  }
  friend DoubleWord operator-(const DoubleWord& x, const DoubleWord& y) {
    return x + DoubleWord(-y.high_, -y.low_);
  }
  friend DoubleWord operator*(const DoubleWord& x, const DoubleWord& y) {  // algorithm 10
    const DoubleWord high = exactProduct(x.high_, y.high_);
    const double low = x.high_ * y.low_ + x.low_ * y.high_;
    return exactSumOfOrdered(high.high_, high.low_ + low);
  }

 private:
  DoubleWord(double high, double low) : high_(high), low_(low) {}

  static DoubleWord exactSum(double x, double y) {  // Knuth
    const double sum = x + y;
    const double ofY = sum - x, ofX = sum - ofY;
    return {sum, (x - ofX) + (y - ofY)};
  }
  static DoubleWord exactSumOfOrdered(double x, double y) {  // Dekker, for |x| >= |y| or x = 0
    const double sum = x + y;
    return {sum, y - (sum - x)};
  }
  static DoubleWord exactProduct(double x, double y) {  // Dekker
    const DoubleWord a = halves(x), b = halves(y);
    const double product = x * y;
    const double rest = ((a.high_ * b.high_ - product) + a.high_ * b.low_) + a.low_ * b.high_;
    return {product, rest + a.low_ * b.low_};
  }
  static DoubleWord halves(double x) {  // Veltkamp: at most 26 bits each
    const double shifted = 134217729.0 * x;
    const double high = shifted - (shifted - x);
    return {high, x - high};
  }

  double high_ = 0, low_ = 0;
};

}  // namespace talus
