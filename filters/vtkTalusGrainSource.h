/**
 * @class   vtkTalusGrainSource
 * @brief   makes a grain: a refined sphere or a porous block
 *
 * **Output**: a vtkPolyData of triangles with double points and no arrays, closed, manifold, outward, in one
 * piece, and without self-intersections:
 *  * REFINED_SPHERE: an octahedron, each triangle split into four `Levels` times, the points pushed onto the
 *    sphere: 8 · 4^Levels triangles (8 … 131 072 at levels 0 … 7)
 *  * POROUS_BLOCK: a cube with rounded edges and winding tunnels that meet where they come close, with
 * exactly the wanted number of triangles, one less if that is odd
 *
 * **Errors**: a size of 0 or a centre that is not finite; triangles too few to resolve the tunnels; no such
 * shape. The output is empty then.
 *
 * **Cost**: below a second for 500 000 triangles. **Threads**: all of oneTBB's; the result is the same to the
 * bit for every number. **MPI**: rank 0 has the body, others have nothing. **Time**: none.
 *
 * The sphere is that of B. Muth et al., Archive of Applied Mechanics 77 (2007), section 3.1; the block is
 * like figure 16 of J. Williams, R. O'Connor, Discrete element simulation and the contact problem.
 */

#ifndef vtkTalusGrainSource_h
#define vtkTalusGrainSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPolyDataAlgorithm.h"

class TALUSFILTERS_EXPORT vtkTalusGrainSource : public vtkPolyDataAlgorithm {
 public:
  static vtkTalusGrainSource* New();
  vtkTypeMacro(vtkTalusGrainSource, vtkPolyDataAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Kinds of grains. States hold the numbers: they are appended, never changed.
  enum ShapeType { REFINED_SPHERE = 0, POROUS_BLOCK = 1 };

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
   * Another one, other tunnels. Default: 1.
   */
  vtkSetClampMacro(Seed, int, 0, VTK_INT_MAX);
  vtkGetMacro(Seed, int);
  ///@}

  ///@{
  /**
   * Diameter of the sphere or edge of the block, a length above 0. Default: 1.
   */
  vtkSetClampMacro(Size, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Size, double);
  ///@}

  ///@{
  /**
   * Centre of the grain. Default: the origin.
   */
  vtkSetVector3Macro(Center, double);
  vtkGetVector3Macro(Center, double);
  ///@}

  ///@{
  /**
   * Limit of the number of threads; 0: all cores. The result does not depend on it. Default: 0.
   */
  vtkSetClampMacro(NumberOfThreads, int, 0, VTK_INT_MAX);
  vtkGetMacro(NumberOfThreads, int);
  ///@}

 protected:
  vtkTalusGrainSource();
  ~vtkTalusGrainSource() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
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
  int Seed = 1;
  double Size = 1;
  double Center[3] = {0, 0, 0};
  int NumberOfThreads = 0;
};

#endif
