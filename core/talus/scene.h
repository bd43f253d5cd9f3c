#pragma once

/// Rigid bodies as plain data, and scene files: talus::Scene, talus::makeBodyShape, talus::readSceneFile,
/// talus::sceneText.
#include "scene/body_placement.h"
#include "scene/scene.h"
#include "scene/scene_json.h"
