#pragma once

/// Simulation of rigid bodies: talus::Simulation. <talus/scene.h> reads and places bodies,
/// <talus/contact_forces.h> has the contact points of a simulation with their forces.
#include "dynamics/run/checkpoint.h"
#include "dynamics/run/frame_contents.h"
#include "dynamics/run/frame_series.h"
#include "dynamics/run/simulation.h"
#include "scene/scene.h"
