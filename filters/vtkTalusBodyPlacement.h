/**
 * @class   vtkTalusBodyPlacement
 * @brief   puts many bodies into the world: on a grid, at random without overlap, in a column, at points
 *
 * **Input** (port 0, several connections): closed surfaces, a vtkPolyData or a composite each; every dataset
 * or block is one shape, a partitioned dataset with all its partitions. Polygons and strips are triangulated,
 * equal points merged, inward surfaces turned round. **Points** (port 1, for AT_POINTS): any dataset with
 * points, or a composite. **Walls** (port 2, optional): closed surfaces where they stand; each dataset or
 * block becomes a fixed body that no other touches, after them in the scene.
 *
 * **Output**: a scene, which is a vtkPartitionedDataSetCollection of
 *  * Bodies: one vertex a body, at its centre of mass, with the point arrays of every scene:
 *  - `BodyId` (int64): 0, 1, 2 … (DROP_COLUMN: from the lowest to the highest)
 *  - `Shape` (int): number of its shape, from 0, in the order of the input
 *  - `Orientation` (double, 4): unit quaternion w x y z, from the body frame to the world
 *  - `Scale` (double): its size over the shape's own
 *  - `Velocity`, `AngularVelocity` (double, 3): in the world, m/s and rad/s
 *  - `Mass` (double): Density times volume, kg
 *  - `Material` (int): 0
 *  - `Motion` (int): 0, dynamic; of walls 1, fixed
 *    and in its field data
 *  - `Materials`, `MaterialPairs`, `Motions` (string): one material of the given density, no pairs, no
 * motions
 *  - `Gravity` (double, 3): 0 0 -9.81 m/s²
 *  - `Halo` (double): 0, not chosen yet
 *  - `StartsAtRest` (int): 1, see vtkTalusSceneReader
 *  * Shapes/name: one closed surface a shape, in the body frame: the centre of mass is the origin. Bodies
 *    share them; the name is that of the input's block, else shape0, shape1 …, of walls wall0, wall1 …; in
 * its field data
 *  - `Offset` (double, 3): where the centre of mass lay in the mesh as it was given
 *
 * and in the field data of the collection
 *  - `WantedBodies` (int64): how many there should be
 *  - `OverlappingPairs` (int64): with AT_POINTS, pairs of bodies that the Separation forbids, up to about a
 *    million
 *  - `SphereFraction` (double): with RANDOM, the share of the region that the bounding spheres fill
 *
 * Show it with the representation 3D Glyphs of the Bodies, the shape as source, oriented by `Orientation` as
 * quaternion and scaled by `Scale`; or expand it with vtkTalusBodySurfaces.
 *
 * **Warnings**: RANDOM, and the region is full before all are placed; AT_POINTS, and bodies overlap.
 * **Errors** (one message, no output): no shape; surfaces that are open, empty or not surfaces; options out
 * of range, NaN included; a body larger than its region or cell; AT_POINTS without points, or with arrays of
 * other lengths, zero quaternions, sizes that are not positive. The input is never modified.
 *
 * **Cost**: 100 000 grains take 0.1 s on a grid or in a column, 0.3 s at random, with SURFACES 1.3 s; 300
 * bytes a body and twice the input's size. **Threads**: the drawing uses all of oneTBB's; the same bits for
 * every number. **MPI**: the pieces of the inputs are brought together; of points that several ranks have,
 * ghosts alone are left out. Rank 0 has the scene, others have the same blocks, empty. **Time** of the inputs
 * passes through. **Progress** is monotone; an abort leaves an empty output.
 *
 * Random sequential insertion and its limit: S. Torquato, Random heterogeneous materials (2002), chapter 12;
 * here the largest bodies go in first. Uniform rotations: K. Shoemake, Graphics Gems III (1992).
 */

#ifndef vtkTalusBodyPlacement_h
#define vtkTalusBodyPlacement_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusBodyPlacementOptions.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusBodyPlacement : public vtkTalusBodyPlacementOptions {
 public:
  static vtkTalusBodyPlacement* New();
  vtkTypeMacro(vtkTalusBodyPlacement, vtkTalusBodyPlacementOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The points for AT_POINTS, on port 1.
   */
  void SetPointsConnection(vtkAlgorithmOutput* output);
  void SetPointsData(vtkDataObject* points);
  ///@}

  ///@{
  /**
   * The walls, on port 2: RANDOM places bodies beside them, without a region within the box around them; with
   * other arrangements bodies that would touch one are left out, with a warning.
   */
  void SetWallsConnection(vtkAlgorithmOutput* output);
  void SetWallsData(vtkDataObject* walls);
  ///@}

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

 protected:
  vtkTalusBodyPlacement();
  ~vtkTalusBodyPlacement() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusBodyPlacement(const vtkTalusBodyPlacement&) = delete;
  void operator=(const vtkTalusBodyPlacement&) = delete;

  class Execution;

  vtkMultiProcessController* Controller = nullptr;
};

#endif
