// The bodies of a STEP file, as shapes of OpenCASCADE with curved faces, in millimetres.
#pragma once

#include <TopoDS_Shape.hxx>
#include <istream>
#include <string>
#include <vector>

namespace talus::step {

struct Body {
  TopoDS_Shape shape;
  std::string name;  ///< of the product that it is a part of, in UTF-8; may be empty
};

/// The solids, each as often as its assembly places it; then shells, and last all faces that belong to no
/// shell. Throws Refused: no STEP file, damage that loses a solid, a file without faces, more than 100 000
/// bodies.
std::vector<Body> readBodies(std::istream& file);

}  // namespace talus::step
