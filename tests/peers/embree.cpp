#include "peers/embree.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
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

const Eigen::Vector3f direction(0.3f, 0.5f, 0.8f);

RTCRayHit rayFrom(const Vec3& p) {
  RTCRayHit query{};
  query.ray.org_x = static_cast<float>(p.x());
  query.ray.org_y = static_cast<float>(p.y());
  query.ray.org_z = static_cast<float>(p.z());
  query.ray.dir_x = direction.x();
  query.ray.dir_y = direction.y();
  query.ray.dir_z = direction.z();
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = ~0u;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return query;
}

void setRay(RTCRayHit16& query, std::size_t lane, const Vec3& p) {
  query.ray.org_x[lane] = static_cast<float>(p.x());
  query.ray.org_y[lane] = static_cast<float>(p.y());
  query.ray.org_z[lane] = static_cast<float>(p.z());
  query.ray.dir_x[lane] = direction.x();
  query.ray.dir_y[lane] = direction.y();
  query.ray.dir_z[lane] = direction.z();
  query.ray.tnear[lane] = query.ray.time[lane] = 0;
  query.ray.tfar[lane] = std::numeric_limits<float>::infinity();
  query.ray.mask[lane] = ~0u;
  query.ray.flags[lane] = 0;
  query.hit.geomID[lane] = RTC_INVALID_GEOMETRY_ID;
  query.hit.instID[0][lane] = RTC_INVALID_GEOMETRY_ID;
}

Side sideAfter(unsigned geometry, const Eigen::Vector3f& normal) {
  return geometry != RTC_INVALID_GEOMETRY_ID && normal.dot(direction) > 0 ? Side::Inside : Side::Outside;
}

}  // namespace

struct EmbreeSide::Scene {
  EmbreeOptions options;
  RTCDevice device;
  RTCScene scene;

  explicit Scene(const EmbreeOptions& chosen)
      : options(chosen),
        device(rtcNewDevice(("threads=" + std::to_string(chosen.threads)).c_str())),
        scene(rtcNewScene(device)) {
    rtcSetSceneFlags(scene, options.robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE);
    rtcSetSceneBuildQuality(scene, quality());
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  RTCBuildQuality quality() const {
    return options.highQuality ? RTC_BUILD_QUALITY_HIGH : RTC_BUILD_QUALITY_MEDIUM;
  }

  void shootRays(std::span<const Vec3> points, std::span<Side> sides) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < points.size(); ++i) {
      RTCRayHit query = rayFrom(points[i]);
      rtcIntersect1(scene, &context, &query);
      sides[i] = sideAfter(query.hit.geomID, {query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z});
    }
  }

  void shootPackets(std::span<const Vec3> points, std::span<Side> sides) const {
    constexpr std::size_t lanes = 16;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t begin = 0; begin < points.size(); begin += lanes) {
      const std::size_t count = std::min(lanes, points.size() - begin);
      alignas(64) std::array<int, lanes> valid{};
      RTCRayHit16 query;
      for (std::size_t k = 0; k < count; ++k) {
        valid[k] = -1;
        setRay(query, k, points[begin + k]);
      }
      rtcIntersect16(valid.data(), scene, &context, &query);
      for (std::size_t k = 0; k < count; ++k)
        sides[begin + k] =
            sideAfter(query.hit.geomID[k], {query.hit.Ng_x[k], query.hit.Ng_y[k], query.hit.Ng_z[k]});
    }
  }
};

EmbreeSide::EmbreeSide(const TriangleMesh& mesh, const EmbreeOptions& options)
    : scene_(std::make_unique<Scene>(options)) {
  RTCGeometry geometry = rtcNewGeometry(scene_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  fill(geometry, mesh);
  rtcSetGeometryBuildQuality(geometry, scene_->quality());
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_->scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene_->scene);
}

EmbreeSide::~EmbreeSide() = default;

void EmbreeSide::classify(std::span<const Vec3> points, std::span<Side> sides) const {
  if (scene_->options.packets)
    scene_->shootPackets(points, sides);
  else
    scene_->shootRays(points, sides);
}

}  // namespace talus::peers
