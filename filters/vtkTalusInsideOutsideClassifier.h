/**
 * @class   vtkTalusInsideOutsideClassifier
 * @brief   tells which points or cells of a dataset lie inside a surface
 *
 * **Input** (port 0): any vtkDataSet, or any composite of them. **Surface** (port 1): a vtkPolyData, or a
 * composite whose blocks are one body each (all partitions of a vtkPartitionedDataSet are one body). Polygons
 * and triangle strips are triangulated, duplicate points merged exactly, vertices and lines ignored. The
 * outer faces of an unstructured or curvilinear grid serve as well. Both are in the same length unit.
 *
 * **Output**: a dataset of the type of Input, with all its arrays, and in its point data (cell data for
 * Association CELLS)
 *  - `Side` (signed char): 1 inside, 0 on the surface, -1 outside
 *  - `WindingNumber` (double): generalised winding number, summed over the bodies: 1 inside one outward
 *    surface, 0 outside, a fraction near an open one
 *  - `EnclosingBody` (int): who holds the point: number of the surface block, or for a single surface of its
 *    innermost connected shell; -1 none
 *
 * and in its field data
 *  - `Method` (string): method in use, one per body
 *  - `MethodReason` (string): why, one per body
 *  - `RedrawnRays` (int64): rays that RayCrossing drew again after a degeneracy
 *  - `NonFinitePoints` (int64): points with a NaN or infinite coordinate
 *
 * Arrays of these names in the input are replaced. Field data of a composite holds the sums, that of its
 * blocks their own counts. Blocks are numbered from 0 in depth-first order, empty places included.
 *
 * **Labels** of closed surfaces are exact, including points on faces, edges and vertices, wherever the mesh
 * lies and whatever its size. A shell inside a shell is a cavity (parity of crossings); a point in several
 * bodies belongs to the first. The orientation of the triangles changes the sign of `WindingNumber`, never
 * `Side`. Open surfaces (holes, or edges of an odd number of triangles) are labelled by the generalised
 * winding number, inside where it exceeds 1/2 in magnitude; one warning says what is wrong and where;
 * vtkTalusSurfaceCheck shows it. Points with NaN get -1 and one warning with their count.
 *
 * **Errors** (one message, no output): a surface without triangles or polygons, of zero area, with NaN or
 * infinite corners, with polygons of fewer than three corners, or that is no surface at all (images, points,
 * lines); a method that is not available. An empty input succeeds with empty arrays. The input is never
 * modified.
 *
 * **Cost**: DiscreteFunction O(triangles) to build and O(1) a point; RayCrossing over a Tree O(log triangles)
 * a point; Antipodal a ray and O(boundary edges) a point; SolidAngle, CyrusBeck and RayCrossing over all
 * faces O(triangles) a point. What was built is kept until the surface or a property changes, so that points
 * that move in time are cheap. Parallel over points with oneTBB; labels and bits do not depend on the number
 * of threads.
 *
 * **MPI**: the surface is gathered to all ranks (ghost cells left out), each rank labels its own points; the
 * labels equal those of one rank. All ranks must execute together. A volume grid given as surface must lie on
 * one rank.
 *
 * **Time** passes through. **Progress** is monotone; an abort leaves an empty output.
 *
 * @par Reference
 * B. Muth, G. Of, P. Eberhard, O. Steinbach: Collision detection for complicated polyhedra using the fast
 * multipole method or ray crossing. Archive of Applied Mechanics 77 (2007). RayCrossing and SolidAngle follow
 * it, with exact predicates instead of tolerances; DiscreteFunction is the discrete function representation
 * with exact answers in its boundary cells. CyrusBeck is the paper's baseline for convex bodies, Antipodal
 * the method of Martens, Trettner and Bessmeltsev (SIGGRAPH 2026) for open surfaces.
 */

#ifndef vtkTalusInsideOutsideClassifier_h
#define vtkTalusInsideOutsideClassifier_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPassInputTypeAlgorithm.h"

#include <memory>  // for std::unique_ptr

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusInsideOutsideClassifier : public vtkPassInputTypeAlgorithm {
 public:
  static vtkTalusInsideOutsideClassifier* New();
  vtkTypeMacro(vtkTalusInsideOutsideClassifier, vtkPassInputTypeAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// What is labelled.
  enum AssociationType { POINTS = 0, CELLS = 1 };
  /// How labels are found. The numbers are stored in state files; those missing are reserved.
  enum MethodType {
    AUTO = 0,
    RAY_CROSSING = 1,
    SOLID_ANGLE = 2,
    DISCRETE_FUNCTION = 4,
    CYRUS_BECK = 5,
    ANTIPODAL = 6
  };
  /// How RAY_CROSSING finds the faces a ray may cross.
  enum RaySearchType { FLAT = 0, TREE = 1 };

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
   * Label the points, or the centres of the cells (their parametric centres, as vtkCellCenters has them).
   * Default: POINTS.
   */
  vtkSetClampMacro(Association, int, POINTS, CELLS);
  vtkGetMacro(Association, int);
  void SetAssociationToPoints() { this->SetAssociation(POINTS); }
  void SetAssociationToCells() { this->SetAssociation(CELLS); }
  ///@}

  ///@{
  /**
   * How labels are found, a MethodType. AUTO takes DISCRETE_FUNCTION for closed surfaces, and for open ones
   * the faster of SOLID_ANGLE and ANTIPODAL. RAY_CROSSING and DISCRETE_FUNCTION need a closed surface,
   * CYRUS_BECK a convex one; where that fails, AUTO's choice is taken, and `MethodReason` says so. Default:
   * AUTO.
   */
  vtkSetMacro(Method, int);
  vtkGetMacro(Method, int);
  void SetMethodToAuto() { this->SetMethod(AUTO); }
  void SetMethodToRayCrossing() { this->SetMethod(RAY_CROSSING); }
  void SetMethodToSolidAngle() { this->SetMethod(SOLID_ANGLE); }
  void SetMethodToDiscreteFunction() { this->SetMethod(DISCRETE_FUNCTION); }
  void SetMethodToCyrusBeck() { this->SetMethod(CYRUS_BECK); }
  void SetMethodToAntipodal() { this->SetMethod(ANTIPODAL); }
  ///@}

  ///@{
  /**
   * How RAY_CROSSING finds the faces a ray may cross: every face, as published (FLAT), or a bounding volume
   * tree. Default: TREE.
   */
  vtkSetClampMacro(RaySearch, int, FLAT, TREE);
  vtkGetMacro(RaySearch, int);
  void SetRaySearchToFlat() { this->SetRaySearch(FLAT); }
  void SetRaySearchToTree() { this->SetRaySearch(TREE); }
  ///@}

  ///@{
  /**
   * Points closer than this to the surface count as on it. A length in the unit of the mesh, at least 0.
   * Default: 0, exact labels.
   */
  vtkSetClampMacro(Tolerance, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Tolerance, double);
  ///@}

  ///@{
  /**
   * Write the array `WindingNumber`. Default: on.
   */
  vtkSetMacro(ComputeWindingNumber, bool);
  vtkGetMacro(ComputeWindingNumber, bool);
  vtkBooleanMacro(ComputeWindingNumber, bool);
  ///@}

  ///@{
  /**
   * Write the array `EnclosingBody`. Default: on.
   */
  vtkSetMacro(ComputeEnclosingBody, bool);
  vtkGetMacro(ComputeEnclosingBody, bool);
  vtkBooleanMacro(ComputeEnclosingBody, bool);
  ///@}

  ///@{
  /**
   * Seed of the random rays of RAY_CROSSING and ANTIPODAL, at least 0. Labels do not depend on it.
   * Default: 1.
   */
  vtkSetClampMacro(Seed, int, 0, VTK_INT_MAX);
  vtkGetMacro(Seed, int);
  ///@}

  ///@{
  /**
   * Limit of the number of threads; 0: all cores. Labels do not depend on it. Default: 0.
   */
  vtkSetClampMacro(NumberOfThreads, int, 0, VTK_INT_MAX);
  vtkGetMacro(NumberOfThreads, int);
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
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusInsideOutsideClassifier(const vtkTalusInsideOutsideClassifier&) = delete;
  void operator=(const vtkTalusInsideOutsideClassifier&) = delete;

  class Execution;
  struct Prepared;

  int Association = POINTS;
  int Method = AUTO;
  int RaySearch = TREE;
  double Tolerance = 0;
  bool ComputeWindingNumber = true;
  bool ComputeEnclosingBody = true;
  int Seed = 1;
  int NumberOfThreads = 0;
  int NumberOfBuilds = 0;
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Prepared> Kept;
};

#endif
