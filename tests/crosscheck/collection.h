#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace talus {

/// Mesh files of data/ and of the folder TALUS_MESH_COLLECTION, sorted.
std::vector<std::filesystem::path> collectedMeshes();

/// A test's name from its mesh file.
std::string meshName(const testing::TestParamInfo<std::filesystem::path>& info);

}  // namespace talus
