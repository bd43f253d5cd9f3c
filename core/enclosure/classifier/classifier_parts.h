#pragma once

#include <memory>
#include <vector>

#include "enclosure/classifier/classifier.h"
#include "enclosure/classifier/method_choice.h"
#include "enclosure/classifier/shells.h"
#include "geometry/distance/surface_distance.h"

// What a Classifier is made of: for its own files.

namespace talus {

// One surface and what was prepared for it.
struct Classifier::Body {
  TriangleMesh mesh;
  MeshReport report;
  MethodChoice choice;
  InsideRule rule = InsideRule::Parity;
  std::unique_ptr<Enclosure> enclosure;
  std::unique_ptr<Shells> shells;  // of a surface in several pieces, if something is asked of them
  BoxTree triangles;               // for the tolerance, if there is one

  bool windingIsInteger() const { return report.closed && report.oriented; }
  bool inPieces() const { return report.closed && report.components > 1; }
};

// The triangles of all bodies, and where they come from.
struct Classifier::Nearest {
  std::vector<Index> body;
  std::vector<Index> triangle;
  std::unique_ptr<SurfaceDistance> surface;
};

}  // namespace talus
