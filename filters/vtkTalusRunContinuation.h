/**
 * @class   vtkTalusRunContinuation
 * @brief   a scene that starts from the state of a frame of a run
 *
 * **Input** 0: the scene that the run began with, from vtkTalusSceneReader; 1: the bodies of a frame of the
 * run, as points, as surfaces, or the output of vtkTalusTimeStepper.
 *
 * **Output**: a scene of the bodies that are left, where they are in the frame. Time starts again at 0.
 * Prescribed motions continue from their positions, to rounding; bodies whose motions have ended are fixed.
 * Contact forces act from the start, as in the run; of a frame at time 0 as the scene says. The contact
 * history is not kept. Blocks and arrays are those of vtkTalusSceneReader: in the point data of `Bodies`
 *  - `BodyId` (int64)
 *  - `Shape`, `Material`, `Motion` (int)
 *  - `Orientation` (double, 4)
 *  - `Scale`, `Mass` (double)
 *  - `Velocity`, `AngularVelocity` (double, 3)
 *
 * in its field data
 *  - `Materials`, `MaterialPairs`, `Motions` (string)
 *  - `Gravity` (double, 3)
 *  - `Halo` (double)
 *  - `StartsAtRest` (int)
 *
 * in those of each shape
 *  - `Offset` (double, 3)
 *
 * and in those of the whole
 *  - `Answer` (string): how many bodies, of how many shapes, and what moves them
 *
 * **Errors**: an input that is not a scene, a frame without bodies or of another scene; no output then.
 *
 * **Cost**: O(bodies + motions · rows of their tables). **Threads**: one. **MPI**: rank 0 has the scene, as
 * of vtkTalusSceneReader. **Time**: the frame at FrameTime is asked for; the output has no times.
 */

#ifndef vtkTalusRunContinuation_h
#define vtkTalusRunContinuation_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusRunContinuationOptions.h"

class TALUSFILTERS_EXPORT vtkTalusRunContinuation : public vtkTalusRunContinuationOptions {
 public:
  static vtkTalusRunContinuation* New();
  vtkTypeMacro(vtkTalusRunContinuation, vtkTalusRunContinuationOptions)  // brings its own semicolon

      protected : vtkTalusRunContinuation() = default;
  ~vtkTalusRunContinuation() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
