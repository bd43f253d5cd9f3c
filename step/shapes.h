// The bodies of a STEP file, as shapes of OpenCASCADE with curved faces, in millimetres.
#pragma once

#include <TopoDS_Shape.hxx>
#include <istream>
#include <vector>

namespace talus::step {

/// The solids, each as often as its assembly places it; then shells, and last all faces that belong to no
/// shell. Throws Refused: no STEP file, damage that loses a solid, a file without faces, more than 100 000
/// bodies.
std::vector<TopoDS_Shape> readBodies(std::istream& file);

}  // namespace talus::step
