#include "peers/embree.h"

#include <embree3/rtcore.h>

#include <limits>
#include <string>

namespace talus::peers {

namespace {

void fill(RTCGeometry geometry, const TriangleMesh& mesh) {
  auto* points = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.pointCount()));
  for (std::size_t i = 0; i < mesh.pointCount(); ++i) {
    points[3 * i] = static_cast<float>(mesh.x[i]);
    points[3 * i + 1] = static_cast<float>(mesh.y[i]);
    points[3 * i + 2] = static_cast<float>(mesh.z[i]);
  }
  auto* triangles = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), mesh.triangleCount()));
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t)
    for (std::size_t k = 0; k < 3; ++k) triangles[3 * t + k] = static_cast<unsigned>(mesh.triangle(t)[k]);
}

RTCRayHit rayFrom(const Vec3& p) {
  RTCRayHit query{};
  query.ray.org_x = static_cast<float>(p.x());
  query.ray.org_y = static_cast<float>(p.y());
  query.ray.org_z = static_cast<float>(p.z());
  query.ray.dir_x = 0.3f;
  query.ray.dir_y = 0.5f;
  query.ray.dir_z = 0.8f;
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = ~0u;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return query;
}

bool leavesThrough(const RTCRayHit& found) {
  const RTCHit& hit = found.hit;
  const RTCRay& ray = found.ray;
  return hit.Ng_x * ray.dir_x + hit.Ng_y * ray.dir_y + hit.Ng_z * ray.dir_z > 0;
}

}  // namespace

struct EmbreeSide::Scene {
  RTCDevice device;
  RTCScene scene;

  explicit Scene(int threads)
      : device(rtcNewDevice(("threads=" + std::to_string(threads)).c_str())), scene(rtcNewScene(device)) {}
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
};

EmbreeSide::EmbreeSide(const TriangleMesh& mesh, int threads) : scene_(std::make_unique<Scene>(threads)) {
  RTCGeometry geometry = rtcNewGeometry(scene_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  fill(geometry, mesh);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_->scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene_->scene);
}

EmbreeSide::~EmbreeSide() = default;

void EmbreeSide::classify(std::span<const Vec3> points, std::span<Side> sides) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  for (std::size_t i = 0; i < points.size(); ++i) {
    RTCRayHit query = rayFrom(points[i]);
    rtcIntersect1(scene_->scene, &context, &query);
    const bool hit = query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    sides[i] = hit && leavesThrough(query) ? Side::Inside : Side::Outside;
  }
}

}  // namespace talus::peers
