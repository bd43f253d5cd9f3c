#pragma once

#include <vector>

#include "base/context.h"
#include "contact/scene/contact_bodies.h"
#include "contact/scene/contact_library.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/run/overlap_report.h"
#include "options/time_stepping_options.h"

namespace talus {

/// Finds the pairs of bodies that overlap by more than `tolerance`. Exact depths as for BodyContactFinder; of
/// bodies that are not convex at most four times the mean thickness of the overlap, so that a peg that is a
/// little too thick for its hole overlaps by as little, though it comes free only outside.
/// Cost: one contact search. @throws Cancelled.
InitialOverlaps findOverlaps(const ContactLibrary& library, const ContactBodies& bodies, double tolerance,
                             const Context& context);

/// When bodies are separated.
struct SeparationRule {
  double tolerance = 0;  ///< m, > 0
  bool gap = false;      ///< also where they only touch: Barrier has no force at a gap of 0
};

/// Translates bodies apart that overlap by more than the tolerance, or touch, until there is a gap of about
/// that size.
///
/// In each iteration every overlapping pair asks for the translation along its deepest contact's normal that
/// frees it, or by the thickness of the overlap across it, shared by the inverse masses; a body moves by the
/// mean of what its pairs ask for, and somewhat further (projected Jacobi iteration, as in position-based
/// dynamics). Only positions change, so no kinetic energy is added. The result does not depend on the number
/// of threads. Bodies that have no room stay overlapping: see InitialOverlaps::remaining. Cost: a contact
/// search for each iteration, of which there are some dozens. @throws Cancelled.
/// @param bodies their poses change. @param inverseMass 1/kg, 0 for walls.
InitialOverlaps separateOverlaps(const ContactLibrary& library, ContactBodies& bodies,
                                 const std::vector<double>& inverseMass, const SeparationRule& separation,
                                 const Context& context);

/// Applies the rule of the options to the bodies of a scene at the start, unless it starts in motion: see
/// startsAtRest(). Bodies that are removed before the start overlap nothing.
/// @param library the scene's shapes. @param halo m, of each body.
/// @param state positions change. @throws Error the rule refuses overlaps. Cancelled.
InitialOverlaps resolveOverlaps(const SimulationOptions& options, const Scene& scene,
                                const ContactLibrary& library, double halo, const BodyInertia& inertia,
                                BodyState& state, const Context& context);

}  // namespace talus
