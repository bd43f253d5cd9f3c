#pragma once

/// Rigid bodies as plain data, and scene files: talus::Scene, talus::makeBodyShape, talus::readSceneFile,
/// talus::sceneText; where motions are at a time, and a scene that goes on there: talus::MotionPlan,
/// talus::continued.
#include "scene/body_placement.h"
#include "scene/continuation.h"
#include "scene/motion_plan.h"
#include "scene/scene.h"
#include "scene/scene_json.h"
