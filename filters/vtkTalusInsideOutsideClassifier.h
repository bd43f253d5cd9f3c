/**
 * @class   vtkTalusInsideOutsideClassifier
 * @brief   tells which points or cells of a dataset lie inside a surface
 *
 * **Input** (port 0): any vtkDataSet, or any composite of them. **Surface** (port 1): a vtkPolyData, or a
 * composite whose blocks are one body each (all partitions of a vtkPartitionedDataSet are one body). Polygons
 * and triangle strips are triangulated, duplicate points merged exactly, vertices and lines ignored. The
 * outer faces of an unstructured or curvilinear grid serve as well. Cells marked as ghosts are left out; if
 * that opens the surface, the warning says how many. Or a scene, such as a frame of a run: its bodies where
 * they are, with the labels of their surfaces there (vtkTalusBodySurfaces), without copies: bodies share what
 * is prepared for their shapes. Both inputs are in the same length unit.
 *
 * **Output**: a dataset of the type of Input, with all its arrays, and in its point data (cell data for
 * Association CELLS)
 *  - `Side` (signed char): 1 inside, 0 on the surface, -1 outside
 *  - `WindingNumber` (double), if ComputeWindingNumber: generalised winding number, summed over the bodies:
 *    1 inside one outward surface, 0 outside, a fraction near an open one
 *  - `EnclosingBody` (int), if ComputeEnclosingBody: who holds the point: number of the surface block, of a
 *    scene `BodyId`, or for a single surface of its innermost connected shell; -1 none
 *  - `NestingDepth` (int), if ComputeNestingDepth: how many blocks, or for a single closed surface connected
 *    shells, have the point strictly inside
 *  - `Distance` (double), if ComputeDistance: length to the nearest triangle of any block, negative where
 *    `Side` is 1 (the convention of vtkImplicitPolyDataDistance), 0 on a triangle and nowhere else; NaN for
 *    points that are not finite. The sign is the exact label's, never a normal's; Tolerance changes neither.
 *    Lengths beyond DistanceBand, if it is not 0, are told as it
 *  - `ClosestCell` (vtkIdType), if ComputeDistance: the cell of the surface that is nearest, the smallest of
 *    equally near ones; -1 for points that are not finite or beyond DistanceBand. Cells are numbered within
 * their block, through all its partitions and under MPI through its ranks
 *  - `ClosestBody` (int), if ComputeDistance: whose cell that is, numbered as `EnclosingBody`
 *
 * and in its field data
 *  - `Method` (string): method in use, one per body
 *  - `MethodReason` (string): why, one per body
 *  - `RedrawnRays` (int64): rays that RayCrossing drew again after a degeneracy
 *  - `NonFinitePoints` (int64): points with a NaN or infinite coordinate
 *  - `AmbiguousPoints` (int64): points whose winding number about a closed surface is even but not 0, so that
 *    the InsideRule decides
 *  - `OverlappingPoints` (int64), if ComputeNestingDepth: points strictly inside several blocks, or inside
 *    several shells of a single surface that turn the same way round (a cavity is no overlap)
 *  - `WindingError` (double): bound of the error of `WindingNumber`: Accuracy where FAST_MULTIPOLE serves a
 *    surface that is not closed and consistently oriented, else 0 (rounding)
 *  - `MemoryBytes` (int64): what the methods prepared, as far as they count it (DISCRETE_FUNCTION does)
 *
 * **Output port 1**: a vtkUnstructuredGrid of voxels, empty unless ShowCells is on: the cells of
 * DISCRETE_FUNCTION (of all blocks, on the first rank), with the cell arrays
 *  - `CellCode` (signed char): 1 internal, 0 boundary, -1 external (the I, B and X of Williams and O'Connor)
 *  - `Level` (int): 0, or deeper within a crowded cell
 *  - `TriangleCount` (int): triangles that the cell may touch
 *  - `Block` (int): number of the surface block
 *
 * Arrays of these names in the input are replaced. Field data of a composite holds the sums, that of its
 * blocks their own counts. Blocks are numbered from 0 in depth-first order, empty places included.
 *
 * **Labels** of closed surfaces are exact, including points on faces, edges and vertices, wherever the mesh
 * lies and whatever its size. A point in several blocks is inside and belongs to the first. Shells of one
 * surface combine by the InsideRule: with PARITY a shell inside a shell is a cavity, and what two overlapping
 * shells share is outside (one warning counts such points); with NON_ZERO overlapping shells unite, and a
 * point on a shell that lies inside the others counts as inside. The orientation of the triangles changes the
 * sign of `WindingNumber`, never `Side`. Open surfaces (holes, or edges of an odd number of triangles) are
 * labelled by the generalised winding number, inside where it exceeds 1/2 in magnitude; one warning says what
 * is wrong and where; vtkTalusSurfaceCheck shows it. Points with NaN get -1 and one warning with their count.
 *
 * **Errors** (one message, no output): no surface, or one without triangles or polygons, of zero area, with
 * NaN or infinite corners, with polygons of fewer than three corners, or that is no surface at all (images,
 * points, lines); a method that is not available. An empty input succeeds with empty arrays. The input is
 * never modified.
 *
 * **Cost**: DiscreteFunction O(triangles) to build and O(1) a point; RayCrossing over a Tree O(log triangles)
 * a point; Antipodal a ray and O(boundary edges) a point; FastMultipole O(triangles + points); SolidAngle,
 * CyrusBeck and RayCrossing over all faces O(triangles) a point. Points are read where they lie if they are
 * doubles, else converted in small portions; images and rectilinear grids are answered by rows if Side alone
 * is wanted without a Tolerance, with the same labels. Distances add a search of O(log triangles) a point, 2
 * to 40 us, and 250 bytes a triangle. What was built is kept until the surface or a property changes, so that
 * points that move in time are cheap; AUTO builds anew once if it had reckoned with few points and more have
 * come. A scene takes 1 kB a body beside its shapes, unless a tolerance, distances, cells or NON_ZERO are
 * wanted: then surfaces are copied, as they are of shapes that are open. Parallel over points with oneTBB;
 * labels and bits do not depend on the number of threads.
 *
 * **MPI**: the surface is gathered to all ranks (ghost cells left out), each rank labels its own points; the
 * labels equal those of one rank, and so does every bit of the arrays, but for FastMultipole's winding
 * numbers of open surfaces, which within Accuracy depend on which points are asked about together, and for
 * the numbering of shells and cells where several ranks have parts of one block. All ranks must execute
 * together. A volume grid given as surface is asked for a layer of ghost cells; where several ranks have
 * pieces without, the pieces' common faces count as surface, and a warning says so.
 *
 * **Time**: the output has the time steps of Input and of Surface, and both are taken at the time that is
 * asked for. **Progress** is monotone; an abort leaves an empty output.
 *
 * @par Reference
 * B. Muth, G. Of, P. Eberhard, O. Steinbach: Collision detection for complicated polyhedra using the fast
 * multipole method or ray crossing. Archive of Applied Mechanics 77 (2007). RayCrossing, SolidAngle and
 * FastMultipole follow it, with exact predicates instead of tolerances; DiscreteFunction is the discrete
 * function representation with exact answers in its boundary cells. CyrusBeck is the paper's baseline for
 * convex bodies, Antipodal the method of Martens, Trettner and Bessmeltsev (SIGGRAPH 2026) for open surfaces.
 */

#ifndef vtkTalusInsideOutsideClassifier_h
#define vtkTalusInsideOutsideClassifier_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusInsideOutsideClassifierOptions.h"

#include <memory>  // for std::unique_ptr

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusInsideOutsideClassifier : public vtkTalusInsideOutsideClassifierOptions {
 public:
  static vtkTalusInsideOutsideClassifier* New();
  vtkTypeMacro(vtkTalusInsideOutsideClassifier,
               vtkTalusInsideOutsideClassifierOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The surface, on port 1.
   */
  void SetSurfaceConnection(vtkAlgorithmOutput* output);
  void SetSurfaceData(vtkDataObject* surface);
  vtkDataObject* GetSurface();
  ///@}

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  /**
   * How often a surface was prepared so far: tells whether an execution could reuse what was built.
   */
  vtkGetMacro(NumberOfBuilds, int);

 protected:
  vtkTalusInsideOutsideClassifier();
  ~vtkTalusInsideOutsideClassifier() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusInsideOutsideClassifier(const vtkTalusInsideOutsideClassifier&) = delete;
  void operator=(const vtkTalusInsideOutsideClassifier&) = delete;

  class Execution;
  struct Prepared;

  int NumberOfBuilds = 0;
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Prepared> Kept;
};

#endif
