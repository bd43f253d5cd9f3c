#include "shapes/strut_field.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {

namespace {

double squaredDistanceTo(const StrutAxis& s, const Vec3& p) {
  const Vec3 along = s.b - s.a;
  const double length2 = along.squaredNorm();
  const double t = length2 > 0 ? std::clamp((p - s.a).dot(along) / length2, 0.0, 1.0) : 0.0;
  return (p - s.a - t * along).squaredNorm();
}

}  // namespace

StrutField::StrutField(const std::vector<StrutAxis>& segments, double radius, double reach, const Box& domain)
    : radius_(radius), reach_(reach), origin_(domain.min()) {
  constexpr double maximumBins = 128;
  const double bin = std::max(reach, domain.sizes().maxCoeff() / maximumBins);
  invBin_ = 1 / bin;
  size_ = (domain.sizes() * invBin_).array().ceil().cast<int>().cwiseMax(1);
  const double close = reach + bin * std::sqrt(3.0) / 2;  // of a bin's centre
  const auto forEachBin = [&](const StrutAxis& s, const auto& visit) {
    const auto lowest = [&](const Vec3& p) -> Eigen::Vector3i {
      return ((p - origin_) * invBin_).array().floor().cast<int>();
    };
    const Eigen::Vector3i low = lowest(s.a.cwiseMin(s.b) - Vec3::Constant(reach)).cwiseMax(0);
    const Eigen::Vector3i high =
        lowest(s.a.cwiseMax(s.b) + Vec3::Constant(reach)).cwiseMin(size_ - Eigen::Vector3i::Ones());
    for (int k = low.z(); k <= high.z(); ++k)
      for (int j = low.y(); j <= high.y(); ++j)
        for (int i = low.x(); i <= high.x(); ++i) {
          const Vec3 centre = origin_ + bin * Vec3(i + 0.5, j + 0.5, k + 0.5);
          if (squaredDistanceTo(s, centre) <= close * close) visit(numberOf({i, j, k}));
        }
  };
  begin_.assign(static_cast<std::size_t>(size_.prod()) + 1, 0);
  for (const StrutAxis& s : segments) forEachBin(s, [&](std::size_t n) { ++begin_[n + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  segments_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const StrutAxis& s : segments) forEachBin(s, [&](std::size_t n) { segments_[next[n]++] = s; });
}

std::size_t StrutField::numberOf(const Eigen::Vector3i& bin) const {
  const Index number = (bin.z() * size_.y() + bin.y()) * size_.x() + bin.x();
  return static_cast<std::size_t>(number);
}

std::size_t StrutField::binOf(const Vec3& p) const {
  const Eigen::Vector3i bin = ((p - origin_) * invBin_)
                                  .array()
                                  .floor()
                                  .max(0.0)
                                  .min((size_.cast<double>() - Vec3::Ones()).array())
                                  .cast<int>();
  return numberOf(bin);
}

double StrutField::operator()(const Vec3& p) const {
  const std::size_t bin = binOf(p);
  const double reach2 = reach_ * reach_;
  double sum = 0;
  for (std::size_t i = begin_[bin]; i < begin_[bin + 1]; ++i) {
    const Index strut = segments_[i].strut;
    double d2 = squaredDistanceTo(segments_[i], p);
    for (; strut >= 0 && i + 1 < begin_[bin + 1] && segments_[i + 1].strut == strut; ++i)
      d2 = std::min(d2, squaredDistanceTo(segments_[i + 1], p));
    if (d2 >= reach2) continue;
    const double w = 1 - d2 / reach2;
    sum += w * w * w;
  }
  return reach_ * std::sqrt(1 - std::cbrt(std::min(sum, 1.0))) - radius_;
}

}  // namespace talus
