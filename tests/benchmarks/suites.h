#pragma once

namespace talus::bench {

/// Sizes of bodies and point sets: those of the papers, or small ones that take seconds.
struct Scale {
  bool quick = false;
};

/// Ours beside VTK, CGAL, Embree and libigl, with one thread and with all: sphere and foam, points on a grid,
/// in random order and near the surface.
void enterPeers(const Scale& scale);

/// Muth et al., figures 7 to 15 and table 2: time against the number of triangles, for grids of 10³ … 80³
/// points.
void enterMuth(const Scale& scale);

/// Williams and O'Connor, table 3: Cyrus–Beck against the discrete function representation.
void enterWilliams(const Scale& scale);

/// Growth with the number of triangles, a tiny detailed part in a big body, accuracy and growth of the
/// multipole method, open surfaces.
void enterTargets(const Scale& scale);

}  // namespace talus::bench
