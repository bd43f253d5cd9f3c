/**
 * @class   vtkTalusGrainSource
 * @brief   makes a grain: convex, bumped, porous, or a simple solid
 *
 * **Output**: a vtkPolyData of triangles with double points and no arrays, closed, manifold, outward, in one
 * piece, and without self-intersections. `Size` is its diameter or edge:
 *  * REFINED_SPHERE: an octahedron, each triangle split into four `Levels` times, the points pushed onto the
 *    sphere: 8 · 4^Levels triangles (8 … 131 072 at levels 0 … 7)
 *  * POROUS_BLOCK: a cube with rounded edges and winding tunnels that meet where they come close, with
 *    exactly the wanted number of `Triangles`, one less if that is odd
 *  * CONVEX_GRAIN: the convex hull of exactly so many `Vertices`, spread at random over an ellipsoid with
 *    `SemiAxes`; without `Irregularity` and with many vertices the ellipsoid itself
 *  * BUMPED_SPHERE: a sphere of diameter `Size` with hierarchical noise on it: radii from 1 to `Bumpiness`
 *    times that of the sphere; then stretched. Exactly the wanted number of `SphereTriangles`, one less if
 *    that is odd: refined icosahedra for 20 · 4^k (80, 320, 1 280 …)
 *  * TETRAHEDRON, CUBE, OCTAHEDRON, DODECAHEDRON, ICOSAHEDRON: corners on a sphere of diameter `Size`
 *  * CUBOID, CYLINDER, CONE (or frustum), PRISM, TORUS, CAPSULE: about the z axis, points on the true surface
 *
 * All but block, bumps and torus are convex to the bit.
 *
 * **Errors**: a size of 0 or a centre that is not finite; a semi-axis or edge out of range; triangles too few
 * to resolve the tunnels; no such shape. The output is empty then.
 *
 * **Cost**: below a second for 500 000 triangles of spheres and blocks, 5 µs a triangle of grains and bumped
 * spheres, most of it where they cannot be cancelled. **Threads**: all of oneTBB's; the result is the same to
 * the bit for every number. **MPI**: rank 0 has the body, others have nothing. **Time**: none.
 *
 * The refined sphere is that of B. Muth et al., Archive of Applied Mechanics 77 (2007), section 3.1; the
 * block is like figure 16 of J. Williams, R. O'Connor, Discrete element simulation and the contact problem;
 * convex grains follow A. Schinner, Numerische Simulationen für granulare Medien (1995), section 3.1; bumped
 * and stretched spheres P. Noble, T. Weinzierl, A multiresolution DEM for triangulated objects with implicit
 * time stepping, section 6.1 and table 1.
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

 private:
  vtkTalusGrainSource(const vtkTalusGrainSource&) = delete;
  void operator=(const vtkTalusGrainSource&) = delete;
};

#endif
