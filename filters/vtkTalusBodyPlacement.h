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
#include "vtkPartitionedDataSetCollectionAlgorithm.h"

#include <string>  // for texts

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusBodyPlacement : public vtkPartitionedDataSetCollectionAlgorithm {
 public:
  static vtkTalusBodyPlacement* New();
  vtkTypeMacro(vtkTalusBodyPlacement, vtkPartitionedDataSetCollectionAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  // States hold these numbers: they are appended, never changed.
  /// Where bodies go.
  enum ArrangementType { GRID = 0, RANDOM = 1, DROP_COLUMN = 2, AT_POINTS = 3 };
  /// What must not overlap.
  enum SeparationType { BOUNDING_SPHERES = 0, SURFACES = 1 };
  /// How bodies are turned.
  enum OrientationModeType { AS_SHAPE = 0, UNIFORM_RANDOM = 1, ALL_ALIKE = 2 };
  /// How sizes vary.
  enum SizeLawType { SINGLE = 0, UNIFORM = 1, NORMAL = 2, LOG_NORMAL = 3, POWER_LAW = 4, LIST = 5 };
  /// Which way is up.
  enum UpType { X_AXIS = 0, Y_AXIS = 1, Z_AXIS = 2 };

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
   * Where bodies go, an ArrangementType: one into each cell of a regular lattice (GRID); anywhere in the
   * region so that none touches another (RANDOM); in layers upon the region's floor, as high as it takes
   * (DROP_COLUMN); or at the points of a cloud, touching or not (AT_POINTS). Default: RANDOM.
   */
  vtkSetMacro(Arrangement, int);
  vtkGetMacro(Arrangement, int);
  ///@}

  ///@{
  /**
   * RANDOM and DROP_COLUMN: how many bodies, 1 to 100 000 000. Default: 1000.
   */
  vtkSetClampMacro(Count, int, 1, 100000000);
  vtkGetMacro(Count, int);
  ///@}

  ///@{
  /**
   * GRID: cells along x, y and z, each at least 1. Default: 10 10 10.
   */
  vtkSetVector3Macro(Cells, int);
  vtkGetVector3Macro(Cells, int);
  ///@}

  ///@{
  /**
   * Let the bodies' sizes decide about the region: about the origin, for DROP_COLUMN above it; for RANDOM a
   * cube of which the bounding spheres fill about a fifth. Default: on.
   */
  vtkSetMacro(AutomaticRegion, bool);
  vtkGetMacro(AutomaticRegion, bool);
  vtkBooleanMacro(AutomaticRegion, bool);
  ///@}

  ///@{
  /**
   * All but AT_POINTS, without AutomaticRegion: a box, lengths, as x from, x to, y from, y to, z from, z to.
   * GRID: its cells divide it evenly. RANDOM: bodies stay within. DROP_COLUMN: its floor, and what lies
   * across Up, bound the column. Default: -10 10 -10 10 -10 10.
   */
  vtkSetVector6Macro(Region, double);
  vtkGetVector6Macro(Region, double);
  ///@}

  ///@{
  /**
   * What must not overlap, a SeparationType: the spheres about the centres of mass that hold the bodies
   * (BOUNDING_SPHERES), or the bodies themselves, which can lie denser (SURFACES). Default:
   * BOUNDING_SPHERES.
   */
  vtkSetMacro(Separation, int);
  vtkGetMacro(Separation, int);
  ///@}

  ///@{
  /**
   * Nothing that must not overlap comes nearer, a length of at least 0. Default: 0.
   */
  vtkSetMacro(Clearance, double);
  vtkGetMacro(Clearance, double);
  ///@}

  ///@{
  /**
   * GRID and DROP_COLUMN: how far bodies stray from the middle of their cells, of the room that is there: 0
   * to
   * 1. Default: 0.5.
   */
  vtkSetClampMacro(Jitter, double, 0.0, 1.0);
  vtkGetMacro(Jitter, double);
  ///@}

  ///@{
  /**
   * DROP_COLUMN: which way is up, an UpType. Default: Z_AXIS.
   */
  vtkSetMacro(Up, int);
  vtkGetMacro(Up, int);
  ///@}

  ///@{
  /**
   * RANDOM: places that are tried for a body before it is left out, 1 to 1 000 000. Default: 2000.
   */
  vtkSetClampMacro(Attempts, int, 1, 1000000);
  vtkGetMacro(Attempts, int);
  ///@}

  ///@{
  /**
   * How sizes vary, a SizeLawType: as factors of the shapes' own size, all alike (SINGLE), evenly (UNIFORM),
   * by a normal distribution of the size (NORMAL) or of its logarithm (LOG_NORMAL), with a number density
   * ∝ size^Exponent (POWER_LAW), each between SmallestSize and LargestSize, or in turn from SizeList (LIST).
   * AT_POINTS: a SizeArray replaces it. Default: SINGLE.
   */
  vtkSetMacro(SizeLaw, int);
  vtkGetMacro(SizeLaw, int);
  ///@}

  ///@{
  /**
   * SINGLE: the size; NORMAL: the mean; LOG_NORMAL: the median. Above 0. Default: 1.
   */
  vtkSetClampMacro(TypicalSize, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(TypicalSize, double);
  ///@}

  ///@{
  /**
   * NORMAL: standard deviation of the size; LOG_NORMAL: of its natural logarithm. Above 0. Default: 0.2.
   */
  vtkSetClampMacro(SizeDeviation, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(SizeDeviation, double);
  ///@}

  ///@{
  /**
   * Limits of the sizes for all laws but SINGLE and LIST, 0 < SmallestSize <= LargestSize. Sizes beyond are
   * drawn anew, not clamped. Default: 0.5 and 1.5.
   */
  vtkSetClampMacro(SmallestSize, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(SmallestSize, double);
  vtkSetClampMacro(LargestSize, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(LargestSize, double);
  ///@}

  ///@{
  /**
   * POWER_LAW: the number density of sizes is proportional to size^SizeExponent, -100 to 100. Default: -2.5.
   */
  vtkSetClampMacro(SizeExponent, double, -100.0, 100.0);
  vtkGetMacro(SizeExponent, double);
  ///@}

  ///@{
  /**
   * LIST: sizes above 0 with spaces or commas between them, used in turn and over again. Default: "1".
   */
  vtkSetStdStringFromCharMacro(SizeList);
  vtkGetCharFromStdStringMacro(SizeList);
  ///@}

  ///@{
  /**
   * How often each shape is taken: a number of at least 0 for each, with spaces or commas between them;
   * empty: all alike. Default: empty.
   */
  vtkSetStdStringFromCharMacro(ShapeWeights);
  vtkGetCharFromStdStringMacro(ShapeWeights);
  ///@}

  ///@{
  /**
   * How bodies are turned, an OrientationModeType: not at all (AS_SHAPE), by any rotation, all equally likely
   * (UNIFORM_RANDOM), or all by Orientation (ALL_ALIKE). AT_POINTS: an OrientationArray replaces it.
   * Default: UNIFORM_RANDOM.
   */
  vtkSetMacro(OrientationMode, int);
  vtkGetMacro(OrientationMode, int);
  ///@}

  ///@{
  /**
   * ALL_ALIKE: a quaternion w x y z of any length but 0. Default: 1 0 0 0.
   */
  vtkSetVector4Macro(Orientation, double);
  vtkGetVector4Macro(Orientation, double);
  ///@}

  ///@{
  /**
   * AT_POINTS: names of point arrays with each body's quaternion w x y z, size, and velocity; empty or
   * "None": none. Default: "None".
   */
  vtkSetStdStringFromCharMacro(OrientationArray);
  vtkGetCharFromStdStringMacro(OrientationArray);
  vtkSetStdStringFromCharMacro(SizeArray);
  vtkGetCharFromStdStringMacro(SizeArray);
  vtkSetStdStringFromCharMacro(VelocityArray);
  vtkGetCharFromStdStringMacro(VelocityArray);
  ///@}

  ///@{
  /**
   * Velocity of all bodies, m/s. Default: 0 0 0.
   */
  vtkSetVector3Macro(Velocity, double);
  vtkGetVector3Macro(Velocity, double);
  ///@}

  ///@{
  /**
   * Mass over volume, kg/m³ where lengths are metres, above 0. Default: 2500.
   */
  vtkSetMacro(Density, double);
  vtkGetMacro(Density, double);
  ///@}

  ///@{
  /**
   * Another one, other bodies. Default: 1.
   */
  vtkSetClampMacro(Seed, int, 0, VTK_INT_MAX);
  vtkGetMacro(Seed, int);
  ///@}

  ///@{
  /**
   * Limit of the number of threads; 0: all cores. The result does not depend on it. Default: 0.
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

  int Arrangement = RANDOM;
  int Count = 1000;
  int Cells[3] = {10, 10, 10};
  bool AutomaticRegion = true;
  double Region[6] = {-10, 10, -10, 10, -10, 10};
  int Separation = BOUNDING_SPHERES;
  double Clearance = 0;
  double Jitter = 0.5;
  int Up = Z_AXIS;
  int Attempts = 2000;
  int SizeLaw = SINGLE;
  double TypicalSize = 1;
  double SizeDeviation = 0.2;
  double SmallestSize = 0.5;
  double LargestSize = 1.5;
  double SizeExponent = -2.5;
  std::string SizeList = "1";
  std::string ShapeWeights;
  int OrientationMode = UNIFORM_RANDOM;
  double Orientation[4] = {1, 0, 0, 0};
  std::string OrientationArray = "None";
  std::string SizeArray = "None";
  std::string VelocityArray = "None";
  double Velocity[3] = {0, 0, 0};
  double Density = 2500;
  int Seed = 1;
  int NumberOfThreads = 0;
  vtkMultiProcessController* Controller = nullptr;
};

#endif
