/**
 * @class   vtkTalusTimeStepper
 * @brief   simulates the bodies of a scene: the scene over time
 *
 * **Input**: a scene, see vtkTalusSceneReader; at its first time if it has several. Fixed bodies stay,
 * prescribed bodies follow the scene's motions, all others are moved by forces.
 *
 * **Output**: the scene at the requested time: the same shapes, the block `Bodies`, and a block `Contacts`
 * with one vertex per contact point and one line from centre to centre per pair of bodies that touch (Tube
 * shows the network of forces). Bodies that a motion has removed are omitted.
 *
 * Point arrays of `Bodies` at that time; other arrays of the scene pass through:
 *  - `BodyId`, `Shape`, `Orientation`, `Scale`, `Velocity`, `AngularVelocity` (as vtkTalusSceneReader's)
 *  - `Mass`, `Material`, `Motion` (as vtkTalusSceneReader's)
 *  - `Force` (3 doubles): on the body, N; gravity included
 *  - `Torque` (3 doubles): about its centre of mass, N m
 *  - `KineticEnergy` (double): J; 0 for bodies that forces do not move
 *  - `ContactCount` (int): number of its contact points
 *  - `CoordinationNumber` (int): number of other bodies, including walls, with which it has at least one
 *    contact point
 *
 * Point arrays of `Contacts`; the ends of lines have a `Normal` and a `Force` of 0:
 *  - `BodyA`, `BodyB` (int64): `BodyId` of the two bodies; A is the earlier one in the scene
 *  - `Gap` (double): distance of the surfaces, negative where bodies overlap
 *  - `Depth` (double): twice the halo minus the gap
 *  - `Normal` (3 doubles): unit, from A to B
 *  - `Force` (3 doubles): on B, N; the force on A is opposite
 *  - `Area` (double): contact area; 0 for laws that do not compute it
 *  - `PersistentId` (int64): of the contact among the contacts of its pair, constant as long as the contact
 *    lasts
 *
 * Cell arrays, of vertices and lines: `BodyA`, `BodyB`, `ContactCount` (int), minimum `Gap`, maximum `Depth`,
 * and the sums of `Area` and `Force`.
 *
 * Field data of `Contacts`:
 *  - `Halo` (double): the halo used
 *
 * Field data of `Bodies`, without ids of bodies that were removed, and of the shapes:
 *  - `Materials`, `MaterialPairs`, `Motions`, `Gravity`, `Halo`, `StartsAtRest`, `Offset` (as
 *    vtkTalusSceneReader's)
 *
 * Field data of the output, the frame's statistics; counts start at the previous frame:
 *  - `Answer` (string): the time, the bodies, the maximum speed, and what limited the step
 *  - `KineticEnergy`, `PotentialEnergy`, `ElasticEnergy` (double): J; potential energy in the field of
 *    gravity, elastic energy in contacts
 *  - `DissipatedEnergy`, `WallWork` (double): J since the start; dissipated in contacts, work done by moving
 *    walls
 *  - `Momentum`, `AngularMomentum` (3 doubles): of all bodies that forces move; about the origin
 *  - `GreatestSpeed` (double): maximum speed of a point of a surface, m/s
 *  - `Steps`, `SubSteps` (int64): time steps; time steps that were shortened
 *  - `NonConvergedSteps`, `MotionLimitedSteps` (int64): steps repeated with half their length because they
 *    did not converge, or because they moved a surface too far
 *  - `Evaluations`, `Iterations` (int64): of the forces; of implicit methods
 *  - `ShortestStep`, `LongestStep` (double): s
 *  - `StepLimit` (int64): what limited the shortest step: 0 nothing (there was no step), 1 the end of the
 *    frame, 2 TimeStep, 3 the stiffness of contacts, 4 MoveLimit, 5 the halo (without MoveLimit), 6 a
 *    repeated step, 7 the sizes of bodies (ContactDynamics)
 *  - `LimitingBody` (int64): id of the body that limited the shortest step, -1: none
 *  - `Pairs`, `TouchingPairs`, `ContactPoints`, `RecoveringPairs` (int64): pairs of bodies with overlapping
 *    boxes; pairs in contact; contact points; pairs with a deep overlap that is being resolved
 *  - `PassedPairs` (int64): pairs that passed through each other, or half-way into the thinner one, since the
 *    previous frame
 *  - `LeastGap` (double): with Certify, otherwise 0: proven minimum distance of any two surfaces, at most
 *    twice the halo, m
 *  - `ProvenPairs`, `UnprovenPairs`, `MeetingPairs`, `HeldBodies` (int64): with Certify, otherwise 0: pairs
 *    of bodies that are proven to be apart; pairs that are not; pairs that share a point by exact predicates;
 *    number of times that a body was held back in a step
 *  - `LawResidual` (double): with ContactDynamics, otherwise 0: largest violation of the contact laws in a
 * step, relative to the mean contact force
 *  - `Comparisons` (int64): of triangles, by level of the surrogate trees; empty for integrators without such
 *    trees. Of several ranks each counts its own: the output of the first rank, and what is written there,
 *    tell less than all ranks compare
 *
 * **Time**: frames are at 0, OutputInterval, … EndTime; a time between two frames gives the earlier frame.
 * TimeStep is the step of the integration. Simulated frames are kept: an earlier frame is shown again bit for
 * bit; a later frame is simulated from the last one, with progress. An abort gives an empty output and keeps
 * the frames reached. A change of the scene or of a property restarts the simulation; a change of EndTime,
 * KeepFrames, SnapshotMemory, NumberOfThreads or Live does not.
 *
 * **Warnings**: bodies overlap more deeply than their halos, at the start and in the first frame shown after
 * it: one warning each until the scene or a property changes. The first frame in which bodies pass through
 * each other: one warning that names two of them and the time. Surfaces that intersect themselves or others
 * of their shape, whose common volume counts more than once in masses; frames of more than a million steps,
 * and steps that compare very many triangles: one warning each until the scene or a property changes.
 *
 * **Errors** (one message, no output; frames reached are kept): no scene, a scene of which the first rank
 * has not all bodies, an invalid scene (a mass of 0, a velocity that is not finite …), an open shape, a
 * number out of range, no memory or disk space for a snapshot.
 *
 * **Cost**: the cost of the steps, about 1 to 2 µs per touching pair of convex grains (see core/dynamics). A
 * simulated frame is shown again in the time of two steps. A snapshot takes about 100 bytes per body, 120 per
 * pair of near bodies and 60 per contact point. **Threads**: all threads of oneTBB; the bits do not depend on
 * their number. **MPI**: the scene is on rank 0. All ranks simulate it, and each has those bodies in its
 * output that it moves at that time, with the same bits as on one rank; walls are on rank 0. All have the
 * same statistics, but for `Comparisons`. An error or abort on one rank applies to all; after an error the
 * simulation restarts. With implicit and multi-value integrators, `Barrier` and `Certify` all ranks know all
 * bodies, and divide the work on pairs of bodies and the output.
 *
 * **Source**: see the methods in core/dynamics, among them K. Noble, T. Weinzierl, *A multiresolution
 * discrete element method for triangulated objects with implicit timestepping*.
 */

#ifndef vtkTalusTimeStepper_h
#define vtkTalusTimeStepper_h

#include <memory>
#include <string>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusTimeStepperOptions.h"

class TALUSFILTERS_EXPORT vtkTalusTimeStepper : public vtkTalusTimeStepperOptions {
 public:
  vtkTypeMacro(vtkTalusTimeStepper, vtkTalusTimeStepperOptions)  // brings its own semicolon
      static vtkTalusTimeStepper* New();

  /**
   * Time of the last frame that is kept, s; -1 before the first execution.
   */
  double GetReachedTime();

  /**
   * Whether the next update shows another frame without a request for its time. Returns true once per frame
   * and then marks the filter as modified. ParaView's window polls it, on all ranks of a server. See Live.
   */
  bool GetNeedsUpdate();

  /**
   * Writes a checkpoint of the last frame shown, from which the simulation continues bit for bit. The file is
   * complete or does not exist. The first rank writes; all ranks must call this method and LoadCheckpoint.
   * @return false, after one error message: nothing was simulated yet, or the file cannot be written.
   */
  bool SaveCheckpoint(const char* path);

  ///@{
  /**
   * The same while the simulation goes on: StartCheckpoint keeps what the checkpoint consists of and begins
   * to write it, KeepCheckpoint only keeps it, FinishCheckpoint writes the rest and puts the file in place,
   * DropCheckpoint removes it. All ranks must call the first three. Where each of several ranks has its own
   * bodies, the first two write all of it.
   * A note is kept in the file, after the checkpoint: UTF-8, for the caller. That of the first rank counts.
   * @return as SaveCheckpoint. FinishCheckpoint does nothing if none was started.
   */
  bool StartCheckpoint(const char* path);
  bool KeepCheckpoint(const char* path);
  bool FinishCheckpoint();
  bool FinishCheckpoint(const std::string& note);
  void DropCheckpoint();
  ///@}

  /**
   * Continues from a checkpoint that SaveCheckpoint wrote with the same scene and properties; EndTime may
   * differ. Updates the filter first, to get its scene.
   * @return false, after one error message: no such file, truncated, damaged, of another version or scene.
   */
  bool LoadCheckpoint(const char* path);
  /**
   * The note in the checkpoint that was loaded, on the first rank; empty if it has none.
   */
  std::string NoteOfCheckpoint();

 protected:
  vtkTalusTimeStepper();
  ~vtkTalusTimeStepper() override;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  struct Run;

  struct RankMessages;
  struct Writer;  // of a checkpoint

  // Null: this rank simulates alone. Drops frames that were made otherwise.
  RankMessages* MessagesOfRanks();
  bool Prepare(vtkPartitionedDataSetCollection* input);
  enum class Writing : int;
  bool WriteCheckpoint(const char* path, Writing when);

  std::string Note;                        // of the loaded checkpoint
  bool NextFrame = false;                  // set by GetNeedsUpdate
  bool Shown = false;                      // whether the last execution had a frame to show
  std::unique_ptr<RankMessages> Messages;  // outlives the frames
  std::unique_ptr<Run> Kept;
  std::unique_ptr<Writer> Started;
};

#endif
