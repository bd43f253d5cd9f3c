#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <ipc/broad_phase/broad_phase.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus::peers {

/// Candidates for contacts of rigid bodies: first pairs of bodies whose boxes overlap, then their features in
/// what both boxes have in common, swept along its longest side. The toolkit's trees hold the features of all
/// bodies, so most of what they find and refuse are pairs of features of one body.
class BodyPairs final : public ipc::BroadPhase {
 public:
  struct Range {
    int first = 0, end = 0;
  };
  struct Body {
    Range points, edges, faces;
    bool fixed = false;
  };

  explicit BodyPairs(std::vector<Body> bodies) : bodies_(std::move(bodies)) {}
  std::string name() const override { return "BodyPairs"; }

  void detect_edge_edge_candidates(std::vector<ipc::EdgeEdgeCandidate>& candidates) const override {
    detect(candidates, [this](const Pair& pair, std::vector<ipc::EdgeEdgeCandidate>& found) {
      sweep(within(bodies_[pair.a].edges, edge_boxes, pair), within(bodies_[pair.b].edges, edge_boxes, pair),
            pair.axis, [&](int a, int b) { found.emplace_back(a, b); });
    });
  }
  void detect_face_vertex_candidates(std::vector<ipc::FaceVertexCandidate>& candidates) const override {
    detect(candidates, [this](const Pair& pair, std::vector<ipc::FaceVertexCandidate>& found) {
      const auto take = [&](int face, int point) { found.emplace_back(face, point); };
      for (const auto& [a, b] : {std::pair(pair.a, pair.b), std::pair(pair.b, pair.a)})
        sweep(within(bodies_[a].faces, face_boxes, pair), within(bodies_[b].points, vertex_boxes, pair),
              pair.axis, take);
    });
  }
  void detect_vertex_vertex_candidates(std::vector<ipc::VertexVertexCandidate>&) const override { refuse(); }
  void detect_edge_vertex_candidates(std::vector<ipc::EdgeVertexCandidate>&) const override { refuse(); }
  void detect_edge_face_candidates(std::vector<ipc::EdgeFaceCandidate>&) const override { refuse(); }
  void detect_face_face_candidates(std::vector<ipc::FaceFaceCandidate>&) const override { refuse(); }

 private:
  using Corner = Eigen::Array3d;
  struct Box {
    Corner min, max;
    bool overlaps(const Corner& otherMin, const Corner& otherMax) const {
      return (min <= otherMax).all() && (otherMin <= max).all();
    }
  };
  struct Pair {
    std::size_t a = 0, b = 0;
    Box common;
    Eigen::Index axis = 0;
  };
  struct Item {
    const ipc::AABB* box;
    int number;
  };

  [[noreturn]] static void refuse() { throw std::logic_error("Only contacts of closed surfaces"); }

  void build(Eigen::ConstRef<Eigen::MatrixXi> edges, Eigen::ConstRef<Eigen::MatrixXi> faces) override {
    BroadPhase::build(edges, faces);
    std::vector<Box> boxes;
    for (const Body& body : bodies_) boxes.push_back(boxOf(body.points));
    pairs_.clear();
    for (std::size_t a = 0; a < boxes.size(); ++a)
      for (std::size_t b = a + 1; b < boxes.size(); ++b)
        if (!(bodies_[a].fixed && bodies_[b].fixed) && boxes[a].overlaps(boxes[b].min, boxes[b].max))
          pairs_.push_back(pairOf(a, b, boxes[a], boxes[b]));
  }
  Box boxOf(const Range& points) const {
    Box box{vertex_boxes[static_cast<std::size_t>(points.first)].min,
            vertex_boxes[static_cast<std::size_t>(points.first)].max};
    for (int i = points.first; i < points.end; ++i) {
      box.min = box.min.min(vertex_boxes[static_cast<std::size_t>(i)].min);
      box.max = box.max.max(vertex_boxes[static_cast<std::size_t>(i)].max);
    }
    return box;
  }
  static Pair pairOf(std::size_t a, std::size_t b, const Box& first, const Box& second) {
    Pair pair{a, b, {first.min.max(second.min), first.max.min(second.max)}};
    (pair.common.max - pair.common.min).maxCoeff(&pair.axis);
    return pair;
  }
  // In ascending order of their lower ends.
  std::vector<Item> within(const Range& range, const ipc::AABBs& boxes, const Pair& pair) const {
    std::vector<Item> items;
    for (int i = range.first; i < range.end; ++i) {
      const ipc::AABB& box = boxes[static_cast<std::size_t>(i)];
      if (pair.common.overlaps(box.min, box.max)) items.push_back({&box, i});
    }
    std::sort(items.begin(), items.end(),
              [&](const Item& a, const Item& b) { return a.box->min(pair.axis) < b.box->min(pair.axis); });
    return items;
  }
  template <class Take>
  static void sweep(const std::vector<Item>& a, const std::vector<Item>& b, Eigen::Index axis,
                    const Take& take) {
    const auto follow = [&](const Item& item, const std::vector<Item>& others, std::size_t from,
                            const auto& found) {
      const double end = item.box->max(axis);
      for (std::size_t k = from; k < others.size() && others[k].box->min(axis) <= end; ++k)
        if (item.box->intersects(*others[k].box)) found(others[k]);
    };
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i].box->min(axis) <= b[j].box->min(axis)) {
        follow(a[i], b, j, [&](const Item& other) { take(a[i].number, other.number); });
        ++i;
      } else {
        follow(b[j], a, i, [&](const Item& other) { take(other.number, b[j].number); });
        ++j;
      }
    }
  }
  template <class Candidate, class Find>
  void detect(std::vector<Candidate>& candidates, const Find& find) const {
    std::vector<std::vector<Candidate>> found(pairs_.size());
    tbb::parallel_for(std::size_t(0), pairs_.size(), [&](std::size_t p) { find(pairs_[p], found[p]); });
    for (const auto& some : found) candidates.insert(candidates.end(), some.begin(), some.end());
  }

  std::vector<Body> bodies_;
  std::vector<Pair> pairs_;
};

}  // namespace talus::peers
