#include "collection.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "peers/vtk.h"

namespace talus {

namespace fs = std::filesystem;

std::vector<fs::path> collectedMeshes() {
  std::vector<fs::path> files;
  std::istringstream folders(TALUS_MESH_FOLDERS);
  for (std::string folder; std::getline(folders, folder, '|');) {
    if (folder.empty() || !fs::is_directory(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && peers::readMesh(entry.path()).triangleCount() > 0)
        files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string meshName(std::size_t number, const fs::path& file) {
  std::string name = std::to_string(number) + '_' + file.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace talus
