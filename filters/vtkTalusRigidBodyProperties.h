/**
 * @class   vtkTalusRigidBodyProperties
 * @brief   volume, mass, centroid, inertia and principal axes of the bodies that surfaces enclose
 *
 * **Input**: a vtkPolyData, or a composite of them: each block is a body (all partitions of a
 * vtkPartitionedDataSet are one). Polygons and strips are triangulated and duplicate points merged exactly;
 * vertices and lines are ignored. The density is uniform. With a mesh in metres and a density in kg/m³ all
 * values are SI.
 *
 * **Output 0**: the same surface with all its arrays, in its field data
 *  - `Answer` (string): volume, mass and centre of mass, of several bodies the totals
 *
 * and in the field data of each block
 *  - `Density`, `Volume`, `Mass` (double): the property; length cubed; their product
 *  - `Centroid` (double, 3): in mesh coordinates
 *  - `Inertia` (double, 9): tensor about the centroid, mass times length squared, along the mesh's axes
 *  - `PrincipalMoments` (double, 3): of the inertia, ascending
 *  - `PrincipalAxes` (double, 9): unit principal axes, x y z of the first, of the second, of the third;
 *    right-handed. For equal moments the axes nearest to the coordinate axes
 *  - `Orientation` (double, 4): the rotation from the coordinate axes to the principal axes as a quaternion w
 *    x y z
 *  - `Shells`, `Cavities` (int64): number of shells of the surface, and number of shells that were subtracted
 *  - `CorrectedShells` (int64): shells whose wrong orientation was corrected
 *  - `OverlappingShells` (int64): shells that intersect or touch others or themselves
 *  - `Warning` (string): corrections and uncertainties; empty for a valid surface
 *
 * **Output 1**: vtkPolyData, one vertex per body at its centroid, with the same arrays as point arrays, and
 *  - `Block` (int): number of the surface block
 *
 * Shells: a shell inside an odd number of others is a cavity, any other shell a body, whatever its
 * orientation; wrong orientation is corrected with a warning. Shells that intersect or touch others keep
 * their orientation: common volume counts once for each shell, with a warning. Volume that a
 * self-intersecting shell encloses twice also counts twice.
 *
 * One error names the first block that is open, has triangles oriented opposite to their neighbours, encloses
 * no volume, or has NaN or infinite corners; a density that is not a positive number is an error. Blocks
 * without points are omitted, with a warning that names them; an empty input succeeds with empty arrays. The
 * input is never modified.
 *
 * **Cost**: O(n log n), 1 s per 500 000 triangles on one thread, most of it for the search for
 * self-intersections. **Threads**: all threads of oneTBB; the result does not depend on their number.
 * **MPI**: the surface is gathered to all ranks, which divide its blocks; each rank gets the field data of
 * its own ones; output 1 is on rank 0. Ghost cells are omitted. **Time** passes through.
 *
 * Exact for polyhedra, by the divergence theorem; see core/geometry/mass/mass_properties.h.
 */

#ifndef vtkTalusRigidBodyProperties_h
#define vtkTalusRigidBodyProperties_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusRigidBodyPropertiesOptions.h"

class TALUSFILTERS_EXPORT vtkTalusRigidBodyProperties : public vtkTalusRigidBodyPropertiesOptions {
 public:
  vtkTypeMacro(vtkTalusRigidBodyProperties, vtkTalusRigidBodyPropertiesOptions)  // brings its own semicolon
      static vtkTalusRigidBodyProperties* New();

 protected:
  vtkTalusRigidBodyProperties() = default;
  ~vtkTalusRigidBodyProperties() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
