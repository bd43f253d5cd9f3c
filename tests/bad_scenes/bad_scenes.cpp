#include "bad_scenes.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

std::vector<BadScene> badScenes() {
  std::vector<BadScene> scenes;
  for (const auto& entry : std::filesystem::directory_iterator(TALUS_BAD_SCENES)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    scenes.push_back({entry.path().string(), nlohmann::json::parse(file)["comment"]});
  }
  return scenes;
}
