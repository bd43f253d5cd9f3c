/**
 * @class   vtkTalusBodyPlacement
 * @brief   places many bodies: on a grid, at random without overlap, in a column, at points
 *
 * **Input** (port 0, several connections): closed surfaces, each a vtkPolyData or a composite. Every dataset
 * or block is one shape, a partitioned dataset with all its partitions is one. Polygons and strips are
 * triangulated, equal points merged, inward surfaces inverted. **Points** (port 1, for AT_POINTS): any
 * dataset with points, or a composite. **Walls** (port 2, optional): closed surfaces in their final
 * positions. Each dataset or block becomes a fixed body that no placed body touches; walls follow the placed
 * bodies in the scene.
 *
 * **Output**: a scene, which is a vtkPartitionedDataSetCollection. The block Bodies has one vertex per body,
 * at its centre of mass, with the point arrays of every scene:
 *  - `BodyId` (int64): 0, 1, 2 … (DROP_COLUMN: from the lowest to the highest)
 *  - `Shape` (int): number of the body's shape, from 0, in the order of the input
 *  - `Orientation` (double, 4): unit quaternion w x y z, from body to world coordinates
 *  - `Scale` (double): ratio of the body's size to its shape's size
 *  - `Velocity`, `AngularVelocity` (double, 3): in world coordinates, m/s and rad/s
 *  - `Mass` (double): Density times volume, kg
 *  - `Material` (int): 0
 *  - `Motion` (int): 0, dynamic; for walls 1, fixed
 *
 * and in its field data
 *  - `Materials`, `MaterialPairs`, `Motions` (string): one material with the given density, no pairs, no
 *    motions
 *  - `Gravity` (double, 3): 0 0 -9.81 m/s²
 *  - `Halo` (double): 0, not chosen yet
 *  - `StartsAtRest` (int): 1, see vtkTalusSceneReader
 *
 * A block Shapes/name is one closed surface per shape, in body coordinates, whose origin is the centre of
 * mass. Bodies share the shapes. The name is the name of the input's block, otherwise shape0, shape1 …, for
 * walls wall0, wall1 …; in its field data
 *  - `Offset` (double, 3): the centre of mass in the coordinates of the given mesh
 *
 * Field data of the collection:
 *  - `Answer` (string): how many bodies were placed, and what moves them
 *  - `WantedBodies` (int64): requested number of bodies
 *  - `OverlappingPairs` (int64): with AT_POINTS, pairs of bodies that violate the Separation, counted up to
 *    about a million
 *  - `SphereFraction` (double): with RANDOM, the fraction of the region that the bounding spheres fill
 *
 * ParaView draws them by the representation Bodies; elsewhere expand the scene with vtkTalusBodySurfaces.
 *
 * **Warnings**: with RANDOM, the region is full before all bodies are placed; with AT_POINTS, bodies overlap.
 * **Errors** (one message, no output): no shape; surfaces that are open, empty or not surfaces; options out
 * of range, including NaN; a body larger than its region or cell; AT_POINTS without points, or with arrays of
 * other lengths, zero quaternions or sizes that are not positive. The input is never modified.
 *
 * **Cost**: 100 000 grains take 0.1 s on a grid or in a column, 0.3 s at random, 1.3 s with SURFACES. Memory:
 * 300 bytes per body and twice the input's size. **Threads**: all threads of oneTBB; the bits do not depend
 * on their number. **MPI**: the pieces of the inputs are gathered; ghost points are omitted, other points
 * that several ranks have are not merged. Ranks divide the mass properties of shapes. Rank 0 places the
 * bodies and has the scene, the other ranks have the same blocks, empty.
 * **Time** of the inputs passes through. **Progress** is monotone; an abort leaves an empty output.
 *
 * Random sequential insertion and its limit: S. Torquato, Random heterogeneous materials (2002), chapter 12;
 * here the largest bodies are inserted first. Uniform rotations: K. Shoemake, Graphics Gems III (1992).
 */

#ifndef vtkTalusBodyPlacement_h
#define vtkTalusBodyPlacement_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusBodyPlacementOptions.h"

class TALUSFILTERS_EXPORT vtkTalusBodyPlacement : public vtkTalusBodyPlacementOptions {
 public:
  vtkTypeMacro(vtkTalusBodyPlacement, vtkTalusBodyPlacementOptions)  // brings its own semicolon
      static vtkTalusBodyPlacement* New();

 protected:
  vtkTalusBodyPlacement() = default;
  ~vtkTalusBodyPlacement() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  class Execution;
};

#endif
