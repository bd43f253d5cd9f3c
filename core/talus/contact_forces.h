#pragma once

/// The contact points of a simulation with their forces: talus::LinearContact, see
/// talus::Simulation::contacts().
#include "dynamics/field/linear_contact.h"
