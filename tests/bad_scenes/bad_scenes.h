#pragma once

#include <string>
#include <vector>

/// A scene file with one mistake, and what must be said about it.
struct BadScene {
  std::string path, told;
};

/// All of this folder.
std::vector<BadScene> badScenes();
