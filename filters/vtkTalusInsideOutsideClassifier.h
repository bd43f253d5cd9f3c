/**
 * @class   vtkTalusInsideOutsideClassifier
 * @brief   tells which points or cells of a dataset lie inside a surface
 *
 * **Input** (port 0): any vtkDataSet, or any composite of them. **Surface** (port 1): a vtkPolyData, or a
 * composite whose blocks are one body each (all partitions of a vtkPartitionedDataSet are one body). Polygons
 * and triangle strips are triangulated, duplicate points merged exactly, vertices and lines ignored. The
 * outer faces of an unstructured or curvilinear grid serve as well. Cells marked as ghosts are left out; if
 * that opens the surface, the warning says how many. Both are in the same length unit.
 *
 * **Output**: a dataset of the type of Input, with all its arrays, and in its point data (cell data for
 * Association CELLS)
 *  - `Side` (signed char): 1 inside, 0 on the surface, -1 outside
 *  - `WindingNumber` (double), if ComputeWindingNumber: generalised winding number, summed over the bodies:
 *    1 inside one outward surface, 0 outside, a fraction near an open one
 *  - `EnclosingBody` (int), if ComputeEnclosingBody: who holds the point: number of the surface block, or for
 *    a single surface of its innermost connected shell; -1 none
 *  - `NestingDepth` (int), if ComputeNestingDepth: how many blocks, or for a single closed surface connected
 *    shells, have the point strictly inside
 *  - `Distance` (double), if ComputeDistance: length to the nearest triangle of any block, negative where
 *    `Side` is 1 (the convention of vtkImplicitPolyDataDistance), 0 on a triangle and nowhere else; NaN for
 *    points that are not finite. The sign is the exact label's, never a normal's; Tolerance changes neither
 *  - `ClosestCell` (vtkIdType), if ComputeDistance: the cell of the surface that is nearest, the smallest of
 *    equally near ones; -1 for points that are not finite. Cells are numbered within their block, through
 *    all its partitions and under MPI through its ranks
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
 * come. Parallel over points with oneTBB; labels and bits do not depend on the number of threads.
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
  /// How labels are found. The numbers are stored in state files.
  enum MethodType {
    AUTO = 0,
    RAY_CROSSING = 1,
    SOLID_ANGLE = 2,
    FAST_MULTIPOLE = 3,
    DISCRETE_FUNCTION = 4,
    CYRUS_BECK = 5,
    ANTIPODAL = 6
  };
  /// How much memory DISCRETE_FUNCTION may spend on speed.
  enum MemoryType { FAST = 0, LEAN = 1, BUDGET = 2 };
  /// Which winding numbers of a closed surface mean inside.
  enum InsideRuleType { PARITY = 0, NON_ZERO = 1 };
  /// How RAY_CROSSING finds the faces a ray may cross.
  enum RaySearchType { FLAT = 0, TREE = 1 };
  /// What decides how deep the cluster trees of FAST_MULTIPOLE are.
  enum TreeDepthType { WELL_CHOSEN = 0, PRE_CHOSEN = 1 };

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
   * How labels are found, a MethodType. AUTO takes the fastest one, preparation included, by estimates from
   * measurements (see core/enclosure/README.md): DISCRETE_FUNCTION for closed surfaces, from about 300 points
   * on; for fewer SOLID_ANGLE, or CYRUS_BECK if convex; for open surfaces ANTIPODAL, or SOLID_ANGLE if the
   * points are few or the boundary is long. FAST_MULTIPOLE pays for many points and long boundaries, but its
   * winding numbers are off by up to Accuracy on open surfaces: AUTO takes it only with ComputeWindingNumber
   * off. RAY_CROSSING and DISCRETE_FUNCTION need a closed surface, CYRUS_BECK a convex one; where that fails,
   * AUTO's choice is taken, and `MethodReason` says so. Default: AUTO.
   */
  vtkSetMacro(Method, int);
  vtkGetMacro(Method, int);
  void SetMethodToAuto() { this->SetMethod(AUTO); }
  void SetMethodToRayCrossing() { this->SetMethod(RAY_CROSSING); }
  void SetMethodToSolidAngle() { this->SetMethod(SOLID_ANGLE); }
  void SetMethodToFastMultipole() { this->SetMethod(FAST_MULTIPOLE); }
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
   * Points closer than this to the surface count as on it. A length in the unit of the mesh, at least 0;
   * anything else is an error. Default: 0, exact labels.
   */
  vtkSetMacro(Tolerance, double);
  vtkGetMacro(Tolerance, double);
  ///@}

  ///@{
  /**
   * Which points are inside where the shells of one closed surface overlap or are nested: those of odd
   * winding number (PARITY), or of one other than 0 (NON_ZERO). PARITY asks nothing of the orientation, so a
   * cavity is one whichever way its shell faces; NON_ZERO unites overlapping parts, but needs consistently
   * oriented triangles (else parity is used, with a warning) and cavities whose shells face inwards. Several
   * blocks are united always; open surfaces go by the magnitude of the winding number. Default: PARITY.
   */
  vtkSetClampMacro(InsideRule, int, PARITY, NON_ZERO);
  vtkGetMacro(InsideRule, int);
  void SetInsideRuleToParity() { this->SetInsideRule(PARITY); }
  void SetInsideRuleToNonZero() { this->SetInsideRule(NON_ZERO); }
  ///@}

  ///@{
  /**
   * Largest error of the winding number that FAST_MULTIPOLE may make on surfaces that are not closed and
   * consistently oriented (on others it rounds to the integer), from 1e-7 to less than 0.5; anything else is
   * an error. Labels do not depend on it. Default: 0.001.
   */
  vtkSetMacro(Accuracy, double);
  vtkGetMacro(Accuracy, double);
  ///@}

  ///@{
  /**
   * How deep the cluster trees of FAST_MULTIPOLE are: chosen from the numbers of triangles and of points
   * (WELL_CHOSEN), or from the triangles alone (PRE_CHOSEN), as where points come later; to compare with the
   * literature. Labels do not depend on it. Default: WELL_CHOSEN.
   */
  vtkSetClampMacro(TreeDepth, int, WELL_CHOSEN, PRE_CHOSEN);
  vtkGetMacro(TreeDepth, int);
  void SetTreeDepthToWellChosen() { this->SetTreeDepth(WELL_CHOSEN); }
  void SetTreeDepthToPreChosen() { this->SetTreeDepth(PRE_CHOSEN); }
  ///@}

  ///@{
  /**
   * How much memory DISCRETE_FUNCTION may spend on speed: for the fastest queries (FAST), as little as makes
   * sense (LEAN: slower near the surface, built sooner), or the fastest that fits MemoryBudget (BUDGET).
   * Labels do not depend on it. Default: FAST.
   */
  vtkSetClampMacro(Memory, int, FAST, BUDGET);
  vtkGetMacro(Memory, int);
  void SetMemoryToFast() { this->SetMemory(FAST); }
  void SetMemoryToLean() { this->SetMemory(LEAN); }
  void SetMemoryToBudget() { this->SetMemory(BUDGET); }
  ///@}

  ///@{
  /**
   * Most memory for each surface block with Memory BUDGET, in MiB (2^20 bytes), at least 1. Default: 1024.
   */
  vtkSetClampMacro(MemoryBudget, int, 1, VTK_INT_MAX);
  vtkGetMacro(MemoryBudget, int);
  ///@}

  ///@{
  /**
   * Write the array `NestingDepth` and the count `OverlappingPoints`. Default: off.
   */
  vtkSetMacro(ComputeNestingDepth, bool);
  vtkGetMacro(ComputeNestingDepth, bool);
  vtkBooleanMacro(ComputeNestingDepth, bool);
  ///@}

  ///@{
  /**
   * Write the arrays `Distance`, `ClosestCell` and `ClosestBody`. Default: off.
   */
  vtkSetMacro(ComputeDistance, bool);
  vtkGetMacro(ComputeDistance, bool);
  vtkBooleanMacro(ComputeDistance, bool);
  ///@}

  ///@{
  /**
   * Fill output port 1 with the cells of DISCRETE_FUNCTION, which AUTO then takes for every closed surface.
   * Default: off.
   */
  vtkSetMacro(ShowCells, bool);
  vtkGetMacro(ShowCells, bool);
  vtkBooleanMacro(ShowCells, bool);
  ///@}

  ///@{
  /**
   * Write the array `WindingNumber`: 8 bytes a point, and images and rectilinear grids are answered point by
   * point. Default: off.
   */
  vtkSetMacro(ComputeWindingNumber, bool);
  vtkGetMacro(ComputeWindingNumber, bool);
  vtkBooleanMacro(ComputeWindingNumber, bool);
  ///@}

  ///@{
  /**
   * Write the array `EnclosingBody`: 4 bytes a point, and images and rectilinear grids are answered point by
   * point. Default: off.
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

  int Association = POINTS;
  int Method = AUTO;
  int RaySearch = TREE;
  double Tolerance = 0;
  int InsideRule = PARITY;
  double Accuracy = 1e-3;
  int TreeDepth = WELL_CHOSEN;
  int Memory = FAST;
  int MemoryBudget = 1024;
  bool ComputeNestingDepth = false;
  bool ComputeDistance = false;
  bool ShowCells = false;
  bool ComputeWindingNumber = false;
  bool ComputeEnclosingBody = false;
  int Seed = 1;
  int NumberOfThreads = 0;
  int NumberOfBuilds = 0;
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Prepared> Kept;
};

#endif
