#include "arrangement/cut/line_contacts.h"

#include <algorithm>
#include <numeric>

#include "arrangement/cut/origin_numbers.h"
#include "geometry/mesh/axis_across.h"

namespace talus {

namespace {

class LineSearch {
 public:
  LineSearch(const ExactGeometry& geometry, const PlaneLine& line) : geometry_(geometry) {
    const TriangleMesh& mesh = geometry.mesh();
    std::array<int, 2> axes{};
    for (const std::size_t k : {0, 1})
      axes[k] = axisAcross(mesh.corners(static_cast<std::size_t>(line.planes[k])));
    along_ = 3 - axes[0] - axes[1];
    for (const std::size_t k : {0, 1})
      for (const Index t : line.triangles[k]) addInterval(t, k, line.planes[1 - k], axes[1 - k]);
    rankPoints();
  }

  LineContacts result() {
    std::array<Cover, 2> covers{Cover(points_.size()), Cover(points_.size())};
    for (const Interval& interval : intervals_)
      covers[interval.plane].add(rankOf(interval.from), rankOf(interval.to));
    for (Cover& cover : covers) cover.sum();
    LineContacts result{std::move(points_), {}};
    const auto isCommon = [&](std::size_t i) { return covers[0].piece[i] > 0 && covers[1].piece[i] > 0; };
    for (std::size_t i = 0; i < result.points.size(); ++i) {
      if (isCommon(i))
        result.pieces.emplace_back(i, i + 1);
      else if (covers[0].point[i] > 0 && covers[1].point[i] > 0 && (i == 0 || !isCommon(i - 1)))
        result.pieces.emplace_back(i, i);
    }
    return result;
  }

 private:
  // Of a triangle on the line: numbers of points, equal if it only touches the line.
  struct Interval {
    std::size_t plane;
    Index from, to;
  };
  // How many intervals cover a point, and the piece between it and the next one.
  struct Cover {
    std::vector<int> point, piece;
    explicit Cover(std::size_t points) : point(points + 1, 0), piece(points + 1, 0) {}

    void add(std::size_t one, std::size_t other) {
      const auto [from, to] = std::minmax(one, other);
      ++point[from], --point[to + 1];
      ++piece[from], --piece[to];
    }
    void sum() {
      std::partial_sum(point.begin(), point.end(), point.begin());
      std::partial_sum(piece.begin(), piece.end(), piece.begin());
    }
  };

  // @param other a triangle of the other plane, which lies across an axis.
  void addInterval(Index t, std::size_t plane, Index other, int axis) {
    const TriangleMesh& mesh = geometry_.mesh();
    const double place = mesh.corners(static_cast<std::size_t>(other))[0][axis];
    const std::array<Index, 3> corners = mesh.triangle(static_cast<std::size_t>(t));
    std::array<double, 3> above{};
    for (std::size_t i = 0; i < 3; ++i) above[i] = mesh.point(corners[i])[axis] - place;
    std::array<Index, 2> ends{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t next = (i + 1) % 3;
      if (above[i] == 0) ends[count++] = origins_.numberOf(PointOrigin::corner(corners[i]));
      if ((above[i] < 0 && above[next] > 0) || (above[i] > 0 && above[next] < 0))
        ends[count++] = origins_.numberOf(PointOrigin::onEdge(corners[i], corners[next], other));
    }
    if (count > 0) intervals_.push_back({plane, ends[0], ends[count - 1]});
  }

  // Sorts the points along the line; of equal ones the first remains.
  void rankPoints() {
    std::vector<ExactPoint> found;
    for (const PointOrigin& origin : origins_.origins()) found.push_back(geometry_.point(origin));
    std::vector<std::size_t> order(found.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto sideOf = [&](std::size_t i, std::size_t j) {
      return geometry_.compare(found[i], found[j], along_);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      const int side = sideOf(i, j);
      return side != 0 ? side < 0 : i < j;
    });
    ranks_.resize(found.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || sideOf(order[i - 1], order[i]) != 0) points_.push_back(found[order[i]]);
      ranks_[order[i]] = points_.size() - 1;
    }
  }
  std::size_t rankOf(Index found) const { return ranks_[static_cast<std::size_t>(found)]; }

  const ExactGeometry& geometry_;
  int along_ = 0;  // the axis of the line
  OriginNumbers origins_;
  std::vector<Interval> intervals_;
  std::vector<ExactPoint> points_;  // each once, in order
  std::vector<std::size_t> ranks_;  // of each origin
};

}  // namespace

LineContacts contactsAlong(const ExactGeometry& geometry, const PlaneLine& line) {
  return LineSearch(geometry, line).result();
}

}  // namespace talus
