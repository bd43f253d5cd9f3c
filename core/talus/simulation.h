#pragma once

/// Bodies in motion: talus::Simulation.
#include "dynamics/run/checkpoint.h"
#include "dynamics/run/frame_series.h"
#include "dynamics/run/simulation.h"
#include "talus/scene.h"
