#pragma once

/// Simulation of rigid bodies: talus::Simulation.
#include "dynamics/run/checkpoint.h"
#include "dynamics/run/frame_series.h"
#include "dynamics/run/simulation.h"
#include "talus/scene.h"
