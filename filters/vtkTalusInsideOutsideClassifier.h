/**
 * @class   vtkTalusInsideOutsideClassifier
 * @brief   labels the points or cells of a dataset as inside, on or outside a surface
 *
 * **Input** (port 0): any vtkDataSet, or any composite of them. **Surface** (port 1): a vtkPolyData, or a
 * composite whose blocks are one body each (all partitions of a vtkPartitionedDataSet are one body). Polygons
 * and triangle strips are triangulated, duplicate points merged exactly, vertices and lines ignored. For an
 * unstructured or curvilinear grid its outer faces are the surface. Ghost cells are omitted; if that opens
 * the surface, the warning gives their number. Surface may also be a scene, for example a frame of a
 * simulation: its bodies in their poses, with the labels of their placed surfaces (vtkTalusBodySurfaces), but
 * without copies: bodies share the prepared data of their shapes. Both inputs have the same length unit.
 *
 * **Output**: a dataset of the type of Input, with all its arrays, and in its point data (cell data for
 * Association CELLS)
 *  - `Side` (signed char): 1 inside, 0 on the surface, -1 outside
 *  - `WindingNumber` (double), if ComputeWindingNumber: generalised winding number, summed over the bodies: 1
 *    inside one outward surface, 0 outside, a fraction near an open surface
 *  - `EnclosingBody` (int), if ComputeEnclosingBody: the body that contains the point: number of the surface
 *    block, `BodyId` of a scene, or for a single surface the number of its innermost shell; -1 none. The
 *    smallest number if several bodies contain the point
 *  - `NestingDepth` (int), if ComputeNestingDepth: number of blocks, or for a single closed surface of
 *    shells, that strictly contain the point
 *  - `Distance` (double), if ComputeDistance: distance to the nearest triangle of any block, negative where
 *    `Side` is 1 (the convention of vtkImplicitPolyDataDistance), 0 only on a triangle; NaN for points that
 *    are not finite. The sign follows from the exact label, not from a normal; Tolerance affects neither.
 *    Distances beyond DistanceBand, if it is not 0, are set to the band
 *  - `ClosestCell` (vtkIdType), if ComputeDistance: the nearest cell of the surface, the one with the
 *    smallest number of equally near ones; -1 for points that are not finite or beyond DistanceBand. Cells
 *    are numbered within their block, through all its partitions and under MPI through its ranks
 *  - `ClosestBody` (int), if ComputeDistance: the body of that cell, numbered as `EnclosingBody`
 *
 * and in its field data
 *  - `Answer` (string): how many are inside, on the surface and outside, by which method and why
 *  - `Method` (string): method in use, one per body
 *  - `MethodReason` (string): reason for the choice, one per body
 *  - `RedrawnRays` (int64): rays that RayCrossing drew again after a degeneracy
 *  - `NonFinitePoints` (int64): points with a NaN or infinite coordinate
 *  - `AmbiguousPoints` (int64): points whose winding number about a closed surface is even but not 0, so that
 *    the InsideRule decides
 *  - `OverlappingPoints` (int64), if ComputeNestingDepth: points strictly inside several blocks, or inside
 *    several shells of a single surface with the same orientation (a cavity is no overlap)
 *  - `WindingError` (double): bound of the error of `WindingNumber`: Accuracy if FAST_MULTIPOLE is used for a
 *    surface that is not closed and consistently oriented, otherwise 0 (rounding)
 *  - `MemoryBytes` (int64): memory of the prepared methods, without those that do not count it
 *    (DISCRETE_FUNCTION does)
 *
 * **Output port 1**: a vtkUnstructuredGrid of voxels, empty unless ShowCells is on: the cells of
 * DISCRETE_FUNCTION (of all blocks, on the first rank), with the cell arrays
 *  - `CellCode` (signed char): 1 internal, 0 boundary, -1 external (the I, B and X of Williams and O'Connor)
 *  - `Level` (int): 0, or deeper within a crowded cell
 *  - `TriangleCount` (int): triangles that the cell may touch
 *  - `Block` (int): number of the surface block
 *
 * Arrays of these names in the input are replaced. The field data of a composite has the sums; the field data
 * of a block has the block's counts. Blocks are numbered from 0 in depth-first order, empty places included.
 *
 * **Labels** of closed surfaces are exact, including points on faces, edges and vertices, for any position
 * and size of the mesh. A point in several blocks is inside and belongs to the first. Shells of one surface
 * combine by the InsideRule: with PARITY a shell inside another is a cavity, and the intersection of two
 * overlapping shells is outside (one warning gives the number of such points); with NON_ZERO overlapping
 * shells are united, and a point on a shell that lies inside other shells is inside. The orientation of the
 * triangles changes the sign of `WindingNumber`, never `Side`. Open surfaces (holes, or edges of an odd
 * number of triangles) are labelled by the generalised winding number, inside where it exceeds 1/2 in
 * magnitude; one warning gives the defect and its location; vtkTalusSurfaceCheck shows it. Points with NaN
 * are labelled -1, and one warning gives their number.
 *
 * **Errors** (one message, no output): no surface, or a surface without triangles or polygons, of zero area,
 * with NaN or infinite corners, with polygons of fewer than three corners, or data that are not a surface
 * (images, points, lines); a method that is not available. An empty input succeeds with empty arrays. The
 * input is never modified.
 *
 * **Cost**: DiscreteFunction O(triangles) for the build and O(1) per point; RayCrossing with a Tree O(log
 * triangles) per point; Antipodal a ray and O(boundary edges) per point; FastMultipole O(triangles + points);
 * SolidAngle, CyrusBeck and RayCrossing over all faces O(triangles) per point. Points are read in place if
 * they are doubles, otherwise converted in small portions; images and rectilinear grids are classified row by
 * row if only Side is requested without a Tolerance, with the same labels. Distances add a search of O(log
 * triangles) per point, for a surface of 100 000 triangles 0.2 us on images and rectilinear grids, 0.5 us
 * for points in any order, less in a DistanceBand, and 270 bytes per triangle. Prepared data are kept
 * until the surface or a property changes, so points that move in time are cheap; AUTO prepares the
 * surface again, once, if it chose a method for few points and more have come. A scene takes 1 kB per body
 * in addition to its shapes. With a tolerance, distances, cells or NON_ZERO, and for open shapes, surfaces
 * are copied for each body. Parallel over points with oneTBB; labels and bits do not depend on the number
 * of threads.
 *
 * **MPI**: the surface is gathered to all ranks (without ghost cells), and each rank labels its own points.
 * But a surface of 100 000 triangles or more that is closed, manifold and oriented is divided among the
 * ranks, if it is one block of which only `Side` is asked, by PARITY, without a tolerance, with AUTO or
 * DISCRETE_FUNCTION: no rank has it as a whole, and points are labelled by the rank that has the part around
 * them. MemoryBytes is that of the rank then.
 * The labels and all bits of the arrays equal the result on one rank, with two exceptions: FastMultipole's
 * winding numbers of open surfaces, which depend, within Accuracy, on the other points of the batch, and the
 * numbering of shells and cells if several ranks have parts of one block. All ranks must execute together.
 * For a volume grid as surface, a layer of ghost cells is requested; if several ranks have pieces without
 * ghost cells, the common faces of the pieces count as surface, and a warning says so.
 *
 * **Time**: the output has the time steps of Input and of Surface, and both are read at the requested time.
 * **Progress** is monotone; an abort leaves an empty output.
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

#include <atomic>
#include <memory>  // for std::unique_ptr
#include <string>  // for AnswerFor

class TALUSFILTERS_EXPORT vtkTalusInsideOutsideClassifier : public vtkTalusInsideOutsideClassifierOptions {
 public:
  static vtkTalusInsideOutsideClassifier* New();
  vtkTypeMacro(vtkTalusInsideOutsideClassifier,
               vtkTalusInsideOutsideClassifierOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * The surface, on port 1.
   */
  vtkDataObject* GetSurface();

  /**
   * Labels data in memory: adds the arrays of an output to `data` itself, a vtkDataSet or a composite,
   * without the passes of the pipeline, which take 0.08 ms in each execution. Options, prepared surface,
   * warnings, errors, progress and abort are those of an execution; the surface is updated first. Input and
   * output of the filter do not change, and no reference to `data` remains. A call while another one, or an
   * execution, has not ended is an error. Collective.
   * @return whether `data` are labelled; after an error or an abort some blocks of a composite may be.
   */
  bool LabelInPlace(vtkDataObject* data);

  /**
   * The answer for points that were labelled in portions: how many are inside, on the surface and outside.
   */
  std::string AnswerFor(long long inside, long long on, long long outside);

  /**
   * The number of times a surface was prepared so far: shows whether an execution reused prepared data.
   */
  vtkGetMacro(NumberOfBuilds, int);

 protected:
  vtkTalusInsideOutsideClassifier();
  ~vtkTalusInsideOutsideClassifier() override;

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
  class Execution;
  struct Prepared;

  void PrepareToLabel();

  int NumberOfBuilds = 0;
  std::atomic<bool> InUse{false};
  std::unique_ptr<Prepared> Kept;
};

#endif
