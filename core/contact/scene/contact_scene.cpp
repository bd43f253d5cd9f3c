#include "contact/scene/contact_scene.h"

namespace talus {

Index ContactScene::addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                             const Vec3& offset) {
  library_.add(mesh, name, context, offset);
  return static_cast<Index>(library_.size() - 1);
}

const ContactState& ContactScene::search(SceneContactOptions options, Context& context, double begin) {
  if (options.halo == 0) options.halo = usualHalo(library_, bodies_);
  if (!contacts_ || options != options_) {
    contacts_ = std::make_unique<SceneContacts>(library_, options);
    options_ = options;
  }
  contacts_->update(bodies_, context, begin);
  return contacts_->state();
}

}  // namespace talus
