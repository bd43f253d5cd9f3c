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
#include "vtkTalusRandomShapeSource.h"

class TALUSFILTERS_EXPORT vtkTalusGrainSource : public vtkTalusRandomShapeSource {
 public:
  static vtkTalusGrainSource* New();
  vtkTypeMacro(vtkTalusGrainSource, vtkTalusRandomShapeSource)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Kinds of grains. States hold the numbers: they are appended, never changed.
  enum ShapeType {
    REFINED_SPHERE = 0,
    POROUS_BLOCK = 1,
    CONVEX_GRAIN = 2,
    BUMPED_SPHERE = 3,
    TETRAHEDRON = 4,
    CUBE = 5,
    OCTAHEDRON = 6,
    DODECAHEDRON = 7,
    ICOSAHEDRON = 8,
    CUBOID = 9,
    CYLINDER = 10,
    CONE = 11,
    PRISM = 12,
    TORUS = 13,
    CAPSULE = 14
  };

  ///@{
  /**
   * Kind of the grain, a ShapeType. Default: REFINED_SPHERE.
   */
  vtkSetMacro(Shape, int);
  vtkGetMacro(Shape, int);
  ///@}

  ///@{
  /**
   * How often the sphere's octahedron is refined, 0 to 10. Default: 5.
   */
  vtkSetClampMacro(Levels, int, 0, 10);
  vtkGetMacro(Levels, int);
  ///@}

  ///@{
  /**
   * Number of the block's tunnels, 0 to 1 000, in turn from face to face along x, y and z. Default: 15.
   */
  vtkSetClampMacro(Tunnels, int, 0, 1000);
  vtkGetMacro(Tunnels, int);
  ///@}

  ///@{
  /**
   * Diameter of the tunnels over the block's size, 0.01 to 0.8. Default: 0.13.
   */
  vtkSetClampMacro(TunnelDiameter, double, 0.01, 0.8);
  vtkGetMacro(TunnelDiameter, double);
  ///@}

  ///@{
  /**
   * How far tunnels wander sideways, from 0, straight, to 1. Default: 0.5.
   */
  vtkSetClampMacro(Tortuosity, double, 0.0, 1.0);
  vtkGetMacro(Tortuosity, double);
  ///@}

  ///@{
  /**
   * Radius of the block's edges and the tunnels' rims over its size, 0.001 to 0.2. Default: 0.04.
   */
  vtkSetClampMacro(Rounding, double, 0.001, 0.2);
  vtkGetMacro(Rounding, double);
  ///@}

  ///@{
  /**
   * Wanted number of the block's triangles, 1 000 to 20 000 000. Default: 120 868.
   */
  vtkSetClampMacro(Triangles, int, 1000, 20000000);
  vtkGetMacro(Triangles, int);
  ///@}

  ///@{
  /**
   * Semi-axes of the ellipsoid of the CONVEX_GRAIN along x, y and z over the size, each 0.001 to 1 000.
   * Default: 0.5 0.4 0.3.
   */
  vtkSetVector3Macro(SemiAxes, double);
  vtkGetVector3Macro(SemiAxes, double);
  ///@}

  ///@{
  /**
   * How many vertices the CONVEX_GRAIN has, 4 to 200 000. Default: 62.
   */
  vtkSetClampMacro(Vertices, int, 4, 200000);
  vtkGetMacro(Vertices, int);
  ///@}

  ///@{
  /**
   * How far the vertices of the CONVEX_GRAIN are moved from even spacing, from 0, not at all, to 1. Default:
   * 0.5.
   */
  vtkSetClampMacro(Irregularity, double, 0.0, 1.0);
  vtkGetMacro(Irregularity, double);
  ///@}

  ///@{
  /**
   * Wanted number of triangles of the BUMPED_SPHERE, 4 to 1 000 000. Default: 1 280.
   */
  vtkSetClampMacro(SphereTriangles, int, 4, 1000000);
  vtkGetMacro(SphereTriangles, int);
  ///@}

  ///@{
  /**
   * Largest radius of the BUMPED_SPHERE over its smallest, from 1, no bumps, to 10. Default: 1.3.
   */
  vtkSetClampMacro(Bumpiness, double, 1.0, 10.0);
  vtkGetMacro(Bumpiness, double);
  ///@}

  ///@{
  /**
   * Finer and finer bumps of the BUMPED_SPHERE, each half as wide and high as the ones before, 1 to 10.
   * Default: 4.
   */
  vtkSetClampMacro(Octaves, int, 1, 10);
  vtkGetMacro(Octaves, int);
  ///@}

  ///@{
  /**
   * Factor by which the BUMPED_SPHERE is stretched along z, 0.01 to 100. Default: 1.
   */
  vtkSetClampMacro(Stretch, double, 0.01, 100.0);
  vtkGetMacro(Stretch, double);
  ///@}

  ///@{
  /**
   * Edges of the CUBOID along x, y and z over the size, each 0.001 to 1 000. Default: 1 1 1.
   */
  vtkSetVector3Macro(Extents, double);
  vtkGetVector3Macro(Extents, double);
  ///@}

  ///@{
  /**
   * Height of CYLINDER, CONE and PRISM over the size, for the CAPSULE that of the cylinder in it, 0.001 to
   * 1 000. Default: 1.
   */
  vtkSetClampMacro(Height, double, 0.001, 1000.0);
  vtkGetMacro(Height, double);
  ///@}

  ///@{
  /**
   * Diameter of the upper end of the CONE over the size; 0: a point. 0 to 1 000. Default: 0.
   */
  vtkSetClampMacro(TopDiameter, double, 0.0, 1000.0);
  vtkGetMacro(TopDiameter, double);
  ///@}

  ///@{
  /**
   * Diameter of the tube of the TORUS over the size, 0.001 to 0.499. Default: 0.3.
   */
  vtkSetClampMacro(TubeDiameter, double, 0.001, 0.499);
  vtkGetMacro(TubeDiameter, double);
  ///@}

  ///@{
  /**
   * Number of sides of the PRISM, 3 to 1 024. Default: 6.
   */
  vtkSetClampMacro(Sides, int, 3, 1024);
  vtkGetMacro(Sides, int);
  ///@}

  ///@{
  /**
   * Straight edges in a circle of CYLINDER, CONE, TORUS and CAPSULE, 8 to 1 024. Default: 32.
   */
  vtkSetClampMacro(Segments, int, 8, 1024);
  vtkGetMacro(Segments, int);
  ///@}

 protected:
  vtkTalusGrainSource() = default;
  ~vtkTalusGrainSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusGrainSource(const vtkTalusGrainSource&) = delete;
  void operator=(const vtkTalusGrainSource&) = delete;

  int Shape = REFINED_SPHERE;
  int Levels = 5;
  int Tunnels = 15;
  double TunnelDiameter = 0.13;
  double Tortuosity = 0.5;
  double Rounding = 0.04;
  int Triangles = 120868;
  double SemiAxes[3] = {0.5, 0.4, 0.3};
  int Vertices = 62;
  double Irregularity = 0.5;
  int SphereTriangles = 1280;
  double Bumpiness = 1.3;
  int Octaves = 4;
  double Stretch = 1;
  double Extents[3] = {1, 1, 1};
  double Height = 1;
  double TopDiameter = 0;
  double TubeDiameter = 0.3;
  int Sides = 6;
  int Segments = 32;
};

#endif
