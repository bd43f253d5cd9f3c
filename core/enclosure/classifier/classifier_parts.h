#pragma once

#include <memory>
#include <vector>

#include "enclosure/classifier/classifier.h"
#include "enclosure/classifier/method_choice.h"
#include "enclosure/classifier/shells.h"
#include "geometry/distance/surface_distance.h"

// The parts of a Classifier, only for its own source files.

namespace talus {

// One surface and its prepared data.
struct Classifier::Body {
  std::string title;
  TriangleMesh mesh;
  MeshReport report;
  MethodChoice choice;
  InsideRule rule = InsideRule::Parity;
  std::unique_ptr<Enclosure> enclosure;
  std::unique_ptr<Shells> shells;  // of a surface of several shells, if they are needed
  BoxTree triangles;               // for the tolerance, if one is set

  bool windingIsInteger() const { return report.closed && report.oriented; }
  bool inPieces() const { return report.closed && report.components > 1; }
};

// The triangles of all bodies, with the body and the number of each.
struct Classifier::Nearest {
  std::vector<Index> body;
  std::vector<Index> triangle;
  std::unique_ptr<SurfaceDistance> surface;
};

}  // namespace talus
