/**
 * @class   vtkTalusGrainSource
 * @brief   makes a grain: convex, bumped, porous, or a simple solid
 *
 * **Output**: a vtkPolyData of triangles with double points, closed, manifold, outward, one
 * shell, and without self-intersections. `Size` is its diameter or edge length:
 *  * REFINED_SPHERE: an octahedron whose triangles are `Levels` times split into four, with the points
 *    projected onto the sphere: 8 · 4^Levels triangles (8 … 131 072 at levels 0 … 7)
 *  * POROUS_BLOCK: a cube with rounded edges and winding tunnels, which merge where they come close, with
 *    exactly the requested number of `Triangles`, one less if that is odd
 *  * CONVEX_GRAIN: the convex hull of exactly `Vertices` points, spread at random over an ellipsoid with
 *    `SemiAxes`; without `Irregularity` and with many vertices it approaches the ellipsoid
 *  * BUMPED_SPHERE: a sphere of diameter `Size` with hierarchical noise: radii from 1 to `Bumpiness` times
 *    the radius of the sphere; then stretched. Exactly the requested number of `SphereTriangles`, one less if
 *    that is odd: refined icosahedra for 20 · 4^k (80, 320, 1 280 …)
 *  * TETRAHEDRON, CUBE, OCTAHEDRON, DODECAHEDRON, ICOSAHEDRON: vertices on a sphere of diameter `Size`
 *  * CUBOID, CYLINDER, CONE (or frustum), PRISM, TORUS, CAPSULE: about the z axis, points on the true surface
 *
 * All shapes but the block, the bumped sphere and the torus are exactly convex.
 *
 * Its field data:
 *  - `Answer` (string): how many triangles there are, and how large the body is
 *
 * **Errors**: a size of 0 or a centre that is not finite; a semi-axis or edge out of range; too few triangles
 * to resolve the tunnels; an unknown shape. The output is empty then.
 *
 * **Cost**: below a second for 500 000 triangles of spheres and blocks, 5 µs per triangle of grains and
 * bumped spheres; most of this time cannot be cancelled. **Threads**: all threads of oneTBB; the bits do not
 * depend on their number. **MPI**: rank 0 has the body, the other ranks have nothing. **Time**: none.
 *
 * The refined sphere follows B. Muth et al., Archive of Applied Mechanics 77 (2007), section 3.1; the block
 * resembles figure 16 of J. Williams, R. O'Connor, Discrete element simulation and the contact problem;
 * convex grains follow A. Schinner, Numerische Simulationen für granulare Medien (1995), section 3.1; bumped
 * and stretched spheres follow P. Noble, T. Weinzierl, A multiresolution DEM for triangulated objects with
 * implicit time stepping, section 6.1 and table 1.
 */

#ifndef vtkTalusGrainSource_h
#define vtkTalusGrainSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusGrainSourceOptions.h"

class TALUSFILTERS_EXPORT vtkTalusGrainSource : public vtkTalusGrainSourceOptions {
 public:
  vtkTypeMacro(vtkTalusGrainSource, vtkTalusGrainSourceOptions)  // brings its own semicolon
      static vtkTalusGrainSource* New();

 protected:
  vtkTalusGrainSource() = default;
  ~vtkTalusGrainSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
