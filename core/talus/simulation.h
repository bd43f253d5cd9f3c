#pragma once

/// Bodies in motion: talus::Simulation.
#include "dynamics/checkpoint.h"
#include "dynamics/frame_series.h"
#include "dynamics/simulation.h"
#include "talus/scene.h"
