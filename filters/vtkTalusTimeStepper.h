/**
 * @class   vtkTalusTimeStepper
 * @brief   moves the bodies of a scene: a scene over time
 *
 * **Input**: a scene, see vtkTalusSceneReader; at its first time if it has several. Fixed bodies stay,
 * prescribed ones follow the scene's motions, all others move by forces.
 *
 * **Output**: the scene at the time that is asked for: the same shapes, the block `Bodies`, and a block
 * `Contacts` with a vertex for each contact point and a line from centre to centre for each pair of bodies
 * that touch (Tube makes it a network of forces). Bodies that a motion has removed are left out.
 *
 * Point arrays of `Bodies`, as they are then; others of the scene pass through:
 *  - `BodyId`, `Shape`, `Orientation`, `Scale`, `Velocity`, `AngularVelocity` (as vtkTalusSceneReader's)
 *  - `Mass`, `Material`, `Motion` (as vtkTalusSceneReader's)
 *  - `Force` (3 doubles): on the body, N; gravity included
 *  - `Torque` (3 doubles): about its centre of mass, N m
 *  - `KineticEnergy` (double): J; 0 for bodies that forces do not move
 *  - `ContactCount` (int): its contact points
 *  - `CoordinationNumber` (int): other bodies, walls included, with which it has at least one contact point
 *
 * Point arrays of `Contacts`; the ends of lines have a `Normal` and a `Force` of 0:
 *  - `BodyA`, `BodyB` (int64): their `BodyId`; A is the earlier one in the scene
 *  - `Gap` (double): distance of the surfaces, negative where bodies interpenetrate
 *  - `Depth` (double): twice the halo less the gap
 *  - `Normal` (3 doubles): unit, from A to B
 *  - `Force` (3 doubles): on B, N; on A acts the opposite
 *  - `Area` (double): how much of the surfaces takes part; 0 with laws that do not ask
 *  - `PersistentId` (int64): of the contact, among those of its pair, for as long as it lasts
 *
 * Cell arrays, of vertices and lines: `BodyA`, `BodyB`, `ContactCount` (int), least `Gap`, largest `Depth`,
 * `Area`, `Force`: their sums.
 *
 * Field data of `Contacts`:
 *  - `Halo` (double): that was used
 *
 * Field data of `Bodies`, without ids of bodies that were removed, and of the shapes:
 *  - `Materials`, `MaterialPairs`, `Motions`, `Gravity`, `Halo`, `StartsAtRest`, `Offset` (as
 *    vtkTalusSceneReader's)
 *
 * Field data of the output, of the frame; counts are those since the frame before:
 *  - `KineticEnergy`, `PotentialEnergy`, `ElasticEnergy` (double): J; of motion, by gravity, in contacts
 *  - `DissipatedEnergy`, `WallWork` (double): J since the start; lost in contacts, done by moving walls
 *  - `Momentum`, `AngularMomentum` (3 doubles): of all bodies that forces move; about the origin
 *  - `GreatestSpeed` (double): of a point of a surface, m/s
 *  - `Steps`, `SubSteps` (int64): time steps; those of them that were shortened
 *  - `NonConvergedSteps`, `MotionLimitedSteps` (int64): tried again at half the length; did not converge,
 * moved too far
 *  - `Evaluations`, `Iterations` (int64): of the forces; of implicit methods
 *  - `ShortestStep`, `LongestStep` (double): s
 *  - `StepLimit` (int64): what kept the shortest step from being longer: 0 nothing (there was no step), 1 the
 * end of the frame, 2 TimeStep, 3 the stiffness of contacts, 4 MoveLimit, 5 the halo (without MoveLimit), 6 a
 * step that was tried again
 *  - `LimitingBody` (int64): id of the body that did, -1: none
 *  - `Pairs`, `TouchingPairs`, `ContactPoints`, `RecoveringPairs` (int64): of near bodies; in contact;
 * points; pairs that overlapped deeply and are being parted
 *  - `LeastGap` (double): with Certify, else 0: proven distance of any two surfaces, at most twice the halo, m
 *  - `ProvenPairs`, `UnprovenPairs`, `MeetingPairs`, `HeldBodies` (int64): with Certify, else 0: pairs of
 * bodies proven to be apart; not proven; pairs that share a point by exact predicates; times that a body was
 * held back in a step
 *  - `Comparisons` (int64): of triangles, by level of the surrogate trees; empty for other integrators
 *
 * **Time**: frames are at 0, OutputInterval, … EndTime; a time between is answered by the frame before. The
 * physics step is another one: TimeStep. A frame that was simulated is kept: going back shows it to the bit,
 * going forward simulates what lies between, with progress. An abort gives an empty output and keeps the
 * frames reached. A change of the scene or of a property starts anew; a change of EndTime, KeepFrames,
 * SnapshotMemory, NumberOfThreads or Live does not.
 *
 * **Warnings**: bodies lie deeper within each other than their halos reach, at the start and in the first
 * frame shown after it: once each until the scene or a property changes.
 *
 * **Errors**: no scene, a fault of the scene (a mass that is 0, a velocity that is not finite …), an open
 * shape, a number out of range, no room for a snapshot: one message, no output; frames reached are kept.
 *
 * **Cost**: that of the steps, about 1 to 2 µs a touching pair of convex grains (see core/dynamics). A frame
 * that was simulated is shown again in the time of two steps. A snapshot takes about 100 bytes a body, 120 a
 * pair of near bodies and 60 a contact point. **Threads**: all of oneTBB's; the same bits for any number.
 * **MPI**: bodies of a scene are on rank 0, others have none; an error or abort there is one of all.
 *
 * **Source**: see the methods in core/dynamics, among them K. Noble, T. Weinzierl, *A multiresolution
 * discrete element method for triangulated objects with implicit timestepping*.
 */

#ifndef vtkTalusTimeStepper_h
#define vtkTalusTimeStepper_h

#include <memory>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPartitionedDataSetCollectionAlgorithm.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusTimeStepper : public vtkPartitionedDataSetCollectionAlgorithm {
 public:
  static vtkTalusTimeStepper* New();
  vtkTypeMacro(vtkTalusTimeStepper,
               vtkPartitionedDataSetCollectionAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Time between frames, s, > 0. Default: 0.01.
   */
  vtkSetMacro(OutputInterval, double);
  vtkGetMacro(OutputInterval, double);
  ///@}

  ///@{
  /**
   * Time of the last frame, s, >= 0. Default: 1.
   */
  vtkSetMacro(EndTime, double);
  vtkGetMacro(EndTime, double);
  ///@}

  ///@{
  /**
   * The physics step, s, >= 0. 0: for each frame the largest stable one of explicit methods. Default: 0.
   */
  vtkSetMacro(TimeStep, double);
  vtkGetMacro(TimeStep, double);
  ///@}

  /** Methods of stepping in time. */
  enum {
    VELOCITY_VERLET = 0,
    SUZUKI4 = 1,
    EXPLICIT_EULER = 2,
    SYMPLECTIC_EULER = 3,
    RUNGE_KUTTA4 = 4,
    GEAR = 5,
    IMPLICIT_EULER = 6,
    MULTISCALE_PICARD = 7
  };

  ///@{
  /**
   * How to step in time. VelocityVerlet: order 2, keeps energy within bounds. Suzuki4: order 4, does, too.
   * ExplicitEuler (gains energy), SymplecticEuler, RungeKutta4, Gear: to compare with. ImplicitEuler: stable
   * for large steps, loses much energy. MultiscalePicard: the same, the search for contacts being part of the
   * iteration. Default: VelocityVerlet.
   */
  vtkSetClampMacro(Integrator, int, VELOCITY_VERLET, MULTISCALE_PICARD);
  vtkGetMacro(Integrator, int);
  ///@}

  /** Laws of contact. */
  enum { HALO_AREA = 0, HALO_SPRING = 1, LINEAR_SPRING_DASHPOT = 2, HERTZ_MINDLIN = 3 };

  ///@{
  /**
   * How bodies that touch act on each other. HaloArea: from a potential; it is softer than Hertz's law where
   * overlaps are small: at 1 % of the radius by 6 to 8 times. HaloSpring: Noble and Weinzierl's, as
   * published. LinearSpringDashpot and HertzMindlin: one force for each contact. Default: HaloArea.
   */
  vtkSetClampMacro(ContactLaw, int, HALO_AREA, HERTZ_MINDLIN);
  vtkGetMacro(ContactLaw, int);
  ///@}

  ///@{
  /**
   * The halo ε of every body, m, >= 0: contact is felt where surfaces are no farther apart than twice this.
   * 0: the scene's, and if it has none 1 % of the smallest body's diameter. Default: 0.
   */
  vtkSetMacro(Halo, double);
  vtkGetMacro(Halo, double);
  ///@}

  ///@{
  /**
   * A step moves no point of a surface by more than this part of the halo: it is cut. >= 0; 0: no limit, and
   * fast bodies may pass through others. Default: 0.2.
   */
  vtkSetMacro(MoveLimit, double);
  vtkGetMacro(MoveLimit, double);
  ///@}

  ///@{
  /**
   * Whether bodies that begin within each other's halos do so without force: nothing moves that was placed
   * without overlap. Off, or where the scene says so: they press at once, as in a settled bed. Default: on.
   */
  vtkSetMacro(StartsAtRest, bool);
  vtkGetMacro(StartsAtRest, bool);
  vtkBooleanMacro(StartsAtRest, bool);
  ///@}

  ///@{
  /**
   * Whether no body may pass through another, whatever the law and the step: bodies that might meet go a part
   * of their ways. Each frame proves it, and exact predicates check it. Bodies that touch or overlap at the
   * start are an error, and so is a wall that would crush a body. Default: off.
   */
  vtkSetMacro(Certify, bool);
  vtkGetMacro(Certify, bool);
  vtkBooleanMacro(Certify, bool);
  ///@}

  /** Broad phases. */
  enum {
    AUTO = 0,
    SWEEP_AND_PRUNE = 1,
    SPATIAL_HEAPSORT = 2,
    OCTREE = 3,
    UNIFORM_GRID = 4,
    ADAPTIVE_GRID = 5,
    NEIGHBOUR_LIST = 6,
    ALL_PAIRS = 7
  };

  ///@{
  /**
   * How pairs of bodies whose boxes overlap are found. The result does not depend on it. Default: Auto.
   */
  vtkSetClampMacro(BroadPhase, int, AUTO, ALL_PAIRS);
  vtkGetMacro(BroadPhase, int);
  ///@}

  /** Solvers of implicit steps. */
  enum { NEWTON = 0, ANDERSON = 1, PICARD = 2, AITKEN = 3 };

  ///@{
  /**
   * How an implicit step is solved. Newton: by island of contacts, any stiffness. Anderson: moderate
   * stiffness. Picard: small steps. Aitken: Picard damped by how forces have changed. Default: Newton.
   */
  vtkSetClampMacro(ImplicitSolver, int, NEWTON, AITKEN);
  vtkGetMacro(ImplicitSolver, int);
  ///@}

  /** Ways in which the search of MultiscalePicard goes on. */
  enum { PAIR_LISTS = 0, ACTIVE_SETS = 1 };

  ///@{
  /**
   * How MultiscalePicard's search for near triangles goes on from one iteration to the next. PairLists: fine
   * triangles that are kept until bodies have moved on. ActiveSets: the published one, a level of the
   * surrogates an iteration. Default: PairLists.
   */
  vtkSetClampMacro(Refinement, int, PAIR_LISTS, ACTIVE_SETS);
  vtkGetMacro(Refinement, int);
  ///@}

  ///@{
  /**
   * Implicit steps: forces used and found agree within this part of them, > 0. Default: 0.01.
   */
  vtkSetClampMacro(Tolerance, double, 0, VTK_DOUBLE_MAX);
  vtkGetMacro(Tolerance, double);
  ///@}

  ///@{
  /**
   * Implicit steps: iterations after which a step is given up and tried at half its length, >= 1.
   * Default: 200.
   */
  vtkSetClampMacro(MostIterations, int, 1, VTK_INT_MAX);
  vtkGetMacro(MostIterations, int);
  ///@}

  ///@{
  /**
   * Picard's, and with which Aitken begins: which part of the forces found is taken, > 0 and <= 1; 1 is
   * plain. Default: 1.
   */
  vtkSetClampMacro(Damping, double, 0, 1);
  vtkGetMacro(Damping, double);
  ///@}

  ///@{
  /**
   * Whether all frames are kept to go back to. Off: the first and the last one only, for runs that go forward
   * through many frames; going back simulates anew. Default: on.
   */
  vtkSetMacro(KeepFrames, bool);
  vtkGetMacro(KeepFrames, bool);
  vtkBooleanMacro(KeepFrames, bool);
  ///@}

  ///@{
  /**
   * Memory for snapshots, MiB, >= 0; those beyond go to a temporary file (in TMPDIR or /tmp) that vanishes
   * with the filter. Default: 1024.
   */
  vtkSetClampMacro(SnapshotMemory, int, 0, VTK_INT_MAX);
  vtkGetMacro(SnapshotMemory, int);
  ///@}

  ///@{
  /**
   * Whether to go on by itself: in ParaView's window, views in which the filter is or was shown go a frame
   * further again and again, until EndTime. Not under MPI, where ParaView asks the first rank alone.
   * Default: off.
   */
  vtkSetMacro(Live, bool);
  vtkGetMacro(Live, bool);
  vtkBooleanMacro(Live, bool);
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

  /**
   * Time of the last frame that is kept, s; -1 before the first execution.
   */
  double GetReachedTime();

  /**
   * Whether the next update shows another frame by itself; told once for each frame, and then the filter
   * counts as modified. ParaView's window asks again and again. See Live.
   */
  bool GetNeedsUpdate();

  /**
   * Writes all that the frame shown last needs to go on, to the bit. The file is there whole or not at all.
   * The first rank writes; here and below all ranks are to call.
   * @return false, after one error message: nothing was simulated yet, or the file cannot be written.
   */
  bool SaveCheckpoint(const char* path);

  /**
   * Takes over a frame that SaveCheckpoint wrote with the same scene and properties, but for EndTime: frames
   * after it go on from there. Updates the filter first, to know its scene.
   * @return false, after one error message: no such file, cut off, damaged, or of another scene.
   */
  bool LoadCheckpoint(const char* path);

 protected:
  vtkTalusTimeStepper();
  ~vtkTalusTimeStepper() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusTimeStepper(const vtkTalusTimeStepper&) = delete;
  void operator=(const vtkTalusTimeStepper&) = delete;

  struct Run;

  void Prepare(vtkPartitionedDataSetCollection* input);

  double OutputInterval = 0.01;
  double EndTime = 1;
  double TimeStep = 0;
  int Integrator = VELOCITY_VERLET;
  int ContactLaw = HALO_AREA;
  double Halo = 0;
  double MoveLimit = 0.2;
  bool StartsAtRest = true;
  bool Certify = false;
  int BroadPhase = AUTO;
  int ImplicitSolver = NEWTON;
  int Refinement = PAIR_LISTS;
  double Tolerance = 0.01;
  int MostIterations = 200;
  double Damping = 1;
  bool KeepFrames = true;
  int SnapshotMemory = 1024;
  bool Live = false;
  int NumberOfThreads = 0;
  bool NextFrame = false;  // asked for by GetNeedsUpdate
  bool Shown = false;      // the last execution had a frame to show
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Run> Kept;
};

#endif
