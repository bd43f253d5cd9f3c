#include "dynamics/contact_points/halo_area_points.h"

namespace talus {

namespace {

HaloBody convexBody(const ContactingBody& body) {
  return {body.shape->geometry->convex(), &*body.shape->convex, body.pose};
}

}  // namespace

void HaloAreaPointFinder::findPoints(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const Known& known) {
  if (areConvex(*a.shape, *b.shape)) {
    findConvex(a, b, law, known);
    return;
  }
  if (SurfacePoints::areClosed(a, b)) {
    surfaces_.find(a, b, law, known, action_);
    return;
  }
  action_.clear(a.pose.position);
  triangles_->find(a, b, law, known.refinement, action_.points);
  share_.shareByPlace(law_, law, action_.points);
}

// In long steps many searches are of places that are known.
void HaloAreaPointFinder::findConvex(const ContactingBody& a, const ContactingBody& b, const PairLaw& law,
                                     const Known& known) {
  const LastSearch::Question question{a.pose, b.pose, law, startOf(a, b, known)};
  const bool keeps = known.last != nullptr;
  if (keeps && *known.last == nullptr) *known.last = std::make_unique<LastSearch>();
  if (const ElasticAction* found = keeps ? (*known.last)->find(question) : nullptr) {
    action_ = *found;
    return;
  }
  convex_.find(convexBody(a), convexBody(b), law, question.start, known.near, action_);
  if (keeps) (*known.last)->keepIfRepeated(question, action_);
}

}  // namespace talus
