#include "contact_peers.h"

#ifdef TALUS_HAVE_FCL
#include "peers/fcl_meshes.h"
#endif
#ifdef TALUS_HAVE_ODE
#include "peers/ode_meshes.h"
#endif
#ifdef TALUS_HAVE_BULLET
#include "peers/bullet_meshes.h"
#endif
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal_meshes.h"
#endif
#ifdef TALUS_HAVE_VTK
#include "peers/vtk_meshes.h"
#endif

namespace talus::bench {

std::vector<NamedPeer> meshPairPeers([[maybe_unused]] const TriangleMesh& a,
                                     [[maybe_unused]] const TriangleMesh& b) {
  std::vector<NamedPeer> found;
#ifdef TALUS_HAVE_FCL
  found.push_back({"FCL distance", peers::makeFclDistance(a, b)});
  found.push_back({"FCL collide", peers::makeFclCollide(a, b)});
#endif
#ifdef TALUS_HAVE_ODE
  found.push_back({"ODE", peers::makeOde(a, b)});
#endif
#ifdef TALUS_HAVE_BULLET
  found.push_back({"Bullet GImpact", peers::makeBulletGImpact(a, b)});
#endif
#ifdef TALUS_HAVE_CGAL
  found.push_back({"CGAL", peers::makeCgalIntersections(a, b)});
#endif
#ifdef TALUS_HAVE_VTK
  found.push_back({"VTK", peers::makeVtkCollision(a, b)});
#endif
  return found;
}

}  // namespace talus::bench
