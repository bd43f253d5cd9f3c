/**
 * @class   vtkTalusContactFinder
 * @brief   finds the contacts of bodies: points, normals, gaps and depths
 *
 * **Input**: one scene (contacts between its bodies; bodies that forces do not move are walls, and walls do
 * not touch walls), or one or several surfaces and composites of them: each block is a body, all partitions
 * of a vtkPartitionedDataSet are one block. Polygons and strips are triangulated, equal points merged.
 * Surfaces that face inwards, as a whole, in some shells or in flipped patches, are inverted. Surfaces may be
 * open: see Warnings.
 *
 * **Output**: vtkPartitionedDataSetCollection. The scene with its shapes, or the surfaces as
 * `Surfaces/<number>`; and
 *  - a block `Bodies`: one vertex per body; for surfaces at the centre of the bounding box
 *  - a block `Contacts`: one vertex per contact, and one line from centre to centre per pair of bodies that
 *    touch (Tube shows the network)
 *
 * Point arrays of `Bodies`, in addition to those of the scene:
 *  - `ContactCount` (int): number of its contacts
 *  - `CoordinationNumber` (int): number of other bodies, including walls, with which it has at least one
 *    contact
 *  - `BodyId` (int64): for surfaces: the number of the block
 *
 * Point arrays of `Contacts`; the ends of lines have `Kind` -1 and a `Normal` of 0:
 *  - `BodyA`, `BodyB` (int64): `BodyId` of the two bodies; A has the smaller one
 *  - `Gap` (double): distance of the surfaces along the normal, negative where bodies overlap. Moving B by
 *    minus the least gap of a pair along that contact's normal frees it; other contacts of the pair have the
 *    extent of their own region, or that of a point of a manifold
 *  - `Depth` (double): twice the halo minus the gap, >= 0
 *  - `Normal` (3 doubles): unit, from A to B
 *  - `Area` (double): of the faces that lie on each other; where bodies are apart, of what faces each other
 *    within twice the halo; of an overlap region, what its curve bounds; 0 for a body inside another
 *  - `Kind` (int): 0 surfaces near each other, 1 a point of the manifold of two convex bodies, 2 an overlap
 *    region, 3 a body entirely inside the other
 *  - `Relation` (int) of the pair, exact for the surfaces with their points rounded in the world: 0 apart, 1
 *    touching, 2 interfering, 3 one body within the other, 4 the same, 5 undecided, as a surface is open. The
 *    least gap of a pair is above 0, 0, below 0 accordingly
 *  - `DepthIsLeast` (int) of the pair: 1 if no displacement shorter than minus its least gap frees it: convex
 *    bodies, and bodies that do not overlap; 0 if there may be a shorter one along another direction
 *  - `TriangleA`, `TriangleB` (int): for kinds 0 and 3 the nearest triangles, otherwise -1; numbered as the
 *    cells of the shape are triangulated
 *  - `FeatureA`, `FeatureB` (int): for kinds 0 and 3 the feature of these triangles: 0-2 a vertex, 3-5 an
 *    edge, 6 the face; for kind 1: 0 vertex, 1 edge, 2 face, plus four times its number; otherwise -1
 *  - `PersistentId` (int64): constant as long as the contact lasts while time advances, also if other bodies
 *    come or go
 *
 * Cell arrays, of vertices and lines: `BodyA`, `BodyB`, `ContactCount` (int), minimum `Gap`, maximum `Depth`,
 * `Area`, `Relation`, `DepthIsLeast`.
 *
 * Field data of `Contacts`:
 *  - `Halo` (double): the halo used
 *  - `Answer` (string), of the output, too: how many pairs overlap, touch and are apart, which is deepest and
 * which nearest
 *  - `RelationNames`, `RelationPairs` (6 strings, 6 int64): a word for each `Relation`, and its number of
 * pairs; pairs that are farther apart than the halos included, pairs of walls not
 *  - `TouchingPairs` (int64): pairs of bodies with contacts
 *  - `UndecidedPairs`, `EstimatedPairs` (int64): pairs with uncertain results, see Warnings
 *
 * **Errors** (one message, no output): an incomplete scene, a shape that does not exist, NaN, a halo that is
 * negative or more than 4 diameters of a body, more than 10 million pairs of triangles in contact, a scene
 * together with other inputs, a body on two ranks. **Warnings**: a surface without triangles; for each
 * surface the inverted triangles, and the duplicate triangles that were omitted; overlapping pairs of which
 * one surface is open: it counts as solid where its winding number exceeds 1/2, that is, as if its openings
 * were closed (EstimatedPairs); and pairs of which one body lies in the box of an open surface, or intersects
 * an open surface that encloses no volume, so that it is undecided whether the body is inside
 * (UndecidedPairs; where the surfaces intersect, the gap is 0).
 *
 * **Cost**: shapes are prepared once, about 20 µs per triangle, and kept; then about 1 µs per pair of convex
 * grains, 1 to 100 µs per pair of others. **Threads**: all threads of oneTBB; the bits do not depend on their
 * number. **MPI**: the bodies of a scene may be on all ranks, as vtkTalusTimeStepper leaves them. Each rank
 * searches its own bodies and copies of others near them, and has the contacts of pairs whose first body that
 * forces move is there; all values are those of one rank. Surfaces are gathered, then each rank
 * takes those whose boxes have their centres in its part of space, and prepares these and those near them.
 * **Time**: the output has the time steps of all inputs; contacts are computed at the requested time; an
 * earlier time starts new ids.
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

class TALUSFILTERS_EXPORT vtkTalusContactFinder : public vtkTalusContactFinderOptions {
 public:
  vtkTypeMacro(vtkTalusContactFinder, vtkTalusContactFinderOptions)  // brings its own semicolon
      static vtkTalusContactFinder* New();

  /**
   * Makes the next execution independent of previous ones: no contact persists, and the result depends
   * only on the input. Shapes stay prepared.
   */
  void ForgetContacts();

 protected:
  vtkTalusContactFinder();
  ~vtkTalusContactFinder() override;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  struct Finding;

  std::unique_ptr<Finding> Kept;
};

#endif
