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
 *  - `Area` (double): contact area; 0 for laws that do not compute it
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
 *  - `NonConvergedSteps`, `MotionLimitedSteps` (int64): steps repeated with half their length, because they
 * did not converge or moved a surface too far
 *  - `Evaluations`, `Iterations` (int64): of the forces; of implicit methods
 *  - `ShortestStep`, `LongestStep` (double): s
 *  - `StepLimit` (int64): what limited the shortest step: 0 nothing (there was no step), 1 the end of the
 *    frame, 2 TimeStep, 3 the stiffness of contacts, 4 MoveLimit, 5 the halo (without MoveLimit), 6 a
 * repeated step
 *  - `LimitingBody` (int64): id of the body that limited it, -1: none
 *  - `Pairs`, `TouchingPairs`, `ContactPoints`, `RecoveringPairs` (int64): pairs of bodies with overlapping
 *    boxes; of these, in contact; points; pairs with a deep overlap that is being resolved
 *  - `LeastGap` (double): with Certify, else 0: proven distance of any two surfaces, at most twice the halo,
 * m
 *  - `ProvenPairs`, `UnprovenPairs`, `MeetingPairs`, `HeldBodies` (int64): with Certify, else 0: pairs of
 *    bodies proven to be apart; not proven; pairs that share a point by exact predicates; times that a body
 * was held back in a step
 *  - `Comparisons` (int64): of triangles, by level of the surrogate trees; empty for other integrators
 *
 * **Time**: frames are at 0, OutputInterval, … EndTime; a time between two frames gives the earlier one.
 * TimeStep is the step of the integration. Simulated frames are kept: an earlier frame is shown again bit for
 * bit, a later one is simulated from the last, with progress. An abort gives an empty output and keeps the
 * frames reached. A change of the scene or of a property restarts the simulation; a change of EndTime,
 * KeepFrames, SnapshotMemory, NumberOfThreads or Live does not.
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
#include "vtkTalusTimeStepperOptions.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusTimeStepper : public vtkTalusTimeStepperOptions {
 public:
  static vtkTalusTimeStepper* New();
  vtkTypeMacro(vtkTalusTimeStepper, vtkTalusTimeStepperOptions)  // brings its own semicolon

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
   * Whether the next update shows another frame without a request for its time. True once for each frame,
   * which marks the filter as modified. ParaView's window polls it. See Live.
   */
  bool GetNeedsUpdate();

  /**
   * Writes a checkpoint of the frame shown last, from which the simulation continues bit for bit. The file is
   * complete or does not exist. The first rank writes; all ranks must call this and the next method.
   * @return false, after one error message: nothing was simulated yet, or the file cannot be written.
   */
  bool SaveCheckpoint(const char* path);

  /**
   * Continues from a checkpoint that SaveCheckpoint wrote with the same scene and properties; EndTime may
   * differ. Updates the filter first, to get its scene.
   * @return false, after one error message: no such file, truncated, damaged, of another version or scene.
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

  bool NextFrame = false;  // set by GetNeedsUpdate
  bool Shown = false;      // whether the last execution had a frame to show
  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Run> Kept;
};

#endif
