#pragma once

#include <functional>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::bench {

/// Points to classify, made for a mesh when they are first needed. The same for each call.
struct Points {
  std::string name;  ///< without slashes
  std::function<std::vector<Vec3>(const TriangleMesh& mesh)> make;
};

/// A regular grid of perSide³ points over the mesh's box enlarged by 5 %, x fastest.
Points grid(int perSide);

/// The same over the box of another body.
Points gridOver(const std::string& name, const std::function<TriangleMesh()>& body, int perSide);

/// Random points in the box enlarged by 5 %, in random order.
Points randomOrder(std::size_t count);

/// Points on vertices, edges and faces and up to 1e-9 … 1e-4 of the mesh's size beside them, in random order.
Points nearSurface(std::size_t count);

/// Random points inside a star-shaped body about the origin.
Points inside(std::size_t count);

/// At most so many of the points, drawn at random, in their order. (A regular subset of a grid could miss the
/// body.)
std::vector<Vec3> drawn(const std::vector<Vec3>& points, std::size_t most);

}  // namespace talus::bench
