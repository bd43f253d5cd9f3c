#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace talus {

/// Mesh files of data/ and of the folder TALUS_MESH_COLLECTION, sorted.
std::vector<std::filesystem::path> collectedMeshes();

/// A name for GoogleTest from a mesh file and its number.
std::string meshName(std::size_t number, const std::filesystem::path& file);

}  // namespace talus
