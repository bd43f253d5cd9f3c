#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// A scene file with one mistake, and what must be said about it.
struct BadScene {
  std::string path, told;
};

/// All of this folder.
inline std::vector<BadScene> badScenes() {
  std::vector<BadScene> scenes;
  for (const auto& entry : std::filesystem::directory_iterator(TALUS_BAD_SCENES)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    scenes.push_back({entry.path().string(), nlohmann::json::parse(file)["comment"]});
  }
  return scenes;
}
