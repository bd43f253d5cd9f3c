/**
 * @class   vtkTalusContactFinder
 * @brief   finds where bodies touch: points, normals, gaps and depths
 *
 * **Input**: one scene (its bodies touch each other; those that do not move by forces are walls, and walls do
 * not touch walls), or one or several surfaces and composites of them: each block is a body, all partitions
 * of a vtkPartitionedDataSet are one block. Polygons and strips are triangulated, equal points merged.
 * Surfaces that face inwards, as a whole, in some shells or in flipped patches, are turned; surfaces may be
 * open: see Warnings.
 *
 * **Output**: vtkPartitionedDataSetCollection. The scene with its shapes, or the surfaces as
 * `Surfaces/<number>`; and
 *  - a block `Bodies`: a vertex a body; of surfaces, at the centre of the box around
 *  - a block `Contacts`: a vertex for each contact and a line from centre to centre for each pair of bodies
 *    that touch (Tube makes it a network).
 *
 * Point arrays of `Bodies`, beside those of the scene:
 *  - `ContactCount` (int): its contacts
 *  - `CoordinationNumber` (int): other bodies, walls included, with which it has at least one contact
 *  - `BodyId` (int64): of surfaces: the number of the block
 *
 * Point arrays of `Contacts`; the ends of lines have `Kind` -1 and a `Normal` of 0:
 *  - `BodyA`, `BodyB` (int64): their `BodyId`; A is the earlier one in the input
 *  - `Gap` (double): distance of the surfaces along the normal; negative where bodies interpenetrate: minus
 *    the way along the normal by which B goes free. An estimate where a pair overlaps in several regions
 * (each one's extent), and at points of a manifold, of which the deepest tells
 *  - `Depth` (double): twice the halo less the gap, >= 0
 *  - `Normal` (3 doubles): unit, from A to B
 *  - `Area` (double): how much of the surfaces takes part
 *  - `Kind` (int): 0 near surfaces, 1 a point of two convex bodies' manifold, 2 a region of overlap, 3 a body
 *    that lies wholly inside the other
 *  - `TriangleA`, `TriangleB` (int): the nearest triangles of kinds 0 and 3, else -1; numbered as cells of
 * the shape are triangulated
 *  - `FeatureA`, `FeatureB` (int): kinds 0 and 3: of those triangles 0-2 a vertex, 3-5 an edge, 6 the face;
 *    kind 1: vertex 0, edge 1, face 2, plus four times its number; else -1
 *  - `PersistentId` (int64): the contact's own for as long as it lasts while time goes on
 *
 * Cell arrays, of vertices and lines: `BodyA`, `BodyB`, `ContactCount` (int), least `Gap`, largest `Depth`,
 * `Area`.
 *
 * Field data of `Contacts`:
 *  - `Halo` (double): that was used
 *  - `TouchingPairs` (int64): pairs of bodies that touch
 *  - `UndecidedPairs`, `EstimatedPairs` (int64): pairs about which something is uncertain, see Warnings
 *
 * **Errors**: no scene where one was begun, a shape that is not there, NaN, a halo that is negative or more
 * than 4 diameters of a body, more than 10 million pairs of triangles in contact, a scene among other inputs:
 * one message, no output. **Warnings**: a surface without triangles; what was turned, and triangles that
 * repeat others and were left out, surface by surface; pairs that overlap, one of which is open: it counts as
 * solid where its winding number exceeds 1/2, that is, as if its openings were closed (EstimatedPairs); and
 * pairs of which one body lies in the box of an open surface or cuts one that encloses nothing, so that it
 * cannot be told whether it is inside (UndecidedPairs; where they cut each other the gap is 0).
 *
 * **Cost**: shapes are prepared once, about 20 µs a triangle, and kept; then about 1 µs a pair of convex
 * grains, 1 to 100 µs for others. **Threads**: all of oneTBB's; the same bits for any number. **MPI**: bodies
 * of a scene are on rank 0; surfaces are gathered, and contacts are on rank 0. **Time**: the output has
 * the time steps of all inputs; contacts are those of the time that is asked for; going back starts new ids.
 *
 * **Source**: K. Noble, T. Weinzierl, *A multiresolution discrete element method for triangulated objects
 * with implicit timestepping* (surrogates); B. Schinner, *Numerische Simulationen für granulare Medien*
 * (closest features); J. Williams, R. O'Connor, *Discrete element simulation and the contact problem*
 * (overlap). Deviations: Certified instead of the hybrid rule, points weighted by area, bodies inside others.
 */

#ifndef vtkTalusContactFinder_h
#define vtkTalusContactFinder_h

#include <memory>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusContactFinderOptions.h"

class vtkMultiProcessController;

class TALUSFILTERS_EXPORT vtkTalusContactFinder : public vtkTalusContactFinderOptions {
 public:
  static vtkTalusContactFinder* New();
  vtkTypeMacro(vtkTalusContactFinder, vtkTalusContactFinderOptions)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: this process alone.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  /**
   * The next execution begins anew: no contact lasts from the one before, and the result depends on the input
   * alone. Shapes stay prepared.
   */
  void ForgetContacts();

 protected:
  vtkTalusContactFinder();
  ~vtkTalusContactFinder() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputs,
                          vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusContactFinder(const vtkTalusContactFinder&) = delete;
  void operator=(const vtkTalusContactFinder&) = delete;

  struct Finding;

  vtkMultiProcessController* Controller = nullptr;
  std::unique_ptr<Finding> Kept;
};

#endif
