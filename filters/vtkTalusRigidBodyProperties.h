/**
 * @class   vtkTalusRigidBodyProperties
 * @brief   volume, mass, centroid, inertia and principal axes of the bodies that surfaces enclose
 *
 * **Input**: a vtkPolyData, or a composite of them: each block is a body (all partitions of a
 * vtkPartitionedDataSet are one). Polygons and strips are triangulated and duplicate points merged exactly;
 * vertices and lines are ignored. The density is even. With a mesh in metres and a density in kg/m³ all is
 * SI.
 *
 * **Output 0**: the same surface with all its arrays, and in the field data of each block
 *  - `Density`, `Volume`, `Mass` (double): the property; length cubed; their product
 *  - `Centroid` (double, 3): in the mesh's frame
 *  - `Inertia` (double, 9): tensor about the centroid, mass times length squared, in the mesh's axes
 *  - `PrincipalMoments` (double, 3): of the inertia, ascending
 *  - `PrincipalAxes` (double, 9): their unit axes, x y z of the first, of the second, of the third;
 * right-handed. Of equal moments the axes nearest to the coordinate axes
 *  - `Orientation` (double, 4): the same as a quaternion w x y z that turns the coordinate axes into them
 *  - `Shells`, `Cavities` (int64): connected pieces of the surface, and how many of them were subtracted
 *  - `CorrectedShells` (int64): shells that faced the wrong way and were taken the other way round
 *  - `OverlappingShells` (int64): shells that cut or touch others or themselves
 *  - `Warning` (string): what was corrected or is doubtful; empty for a sound surface
 *
 * **Output 1**: vtkPolyData, one vertex a body at its centroid, a row of the same arrays as point arrays, and
 *  - `Block` (int): number of the surface block
 *
 * Shells: one within an odd number of others is a cavity, every other a body, whichever way it faces; what
 * faced the wrong way is corrected with a warning. Shells that cut or touch others keep their direction: what
 * they share counts once for each, with a warning. So does what a single shell that cuts itself holds twice.
 *
 * One error names the first block that is open, has triangles that face the other way than their neighbours,
 * encloses nothing, or has NaN or infinite corners; and a density that is not a positive number. Blocks
 * without points are left out, with a warning that names them; an empty input succeeds with empty arrays. The
 * input is never modified.
 *
 * **Cost**: O(n log n), 1 s per 500 000 triangles on one thread, most of it for the search for parts that cut
 * each other. **Threads**: all of oneTBB's; the result does not depend on them. **MPI**:
 * the surface is gathered to all ranks; each rank gets the field data of its blocks; output 1 is on rank 0.
 * Ghost cells are left out. **Time** passes through.
 *
 * Exact for polyhedra, by the divergence theorem; see core/geometry/mass/mass_properties.h.
 */

#ifndef vtkTalusRigidBodyProperties_h
#define vtkTalusRigidBodyProperties_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusRigidBodyPropertiesOptions.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusRigidBodyProperties : public vtkTalusRigidBodyPropertiesOptions {
 public:
  static vtkTalusRigidBodyProperties* New();
  vtkTypeMacro(vtkTalusRigidBodyProperties, vtkTalusRigidBodyPropertiesOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

 protected:
  vtkTalusRigidBodyProperties();
  ~vtkTalusRigidBodyProperties() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusRigidBodyProperties(const vtkTalusRigidBodyProperties&) = delete;
  void operator=(const vtkTalusRigidBodyProperties&) = delete;

  vtkMultiProcessController* Controller = nullptr;
};

#endif
