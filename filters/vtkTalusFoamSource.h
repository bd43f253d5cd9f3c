/**
 * @class   vtkTalusFoamSource
 * @brief   makes an open-cell foam
 *
 * **Output**: a vtkPolyData of triangles with double points: struts along the edges of the
 * Voronoi cells of a displaced body-centred cubic lattice, with fillets at their joints, inside a cube or
 * ball; struts that leave it have rounded ends. The surface is closed, manifold, outward, one shell, and
 * without self-intersections. It has exactly the requested number of triangles, one less if that is odd.
 *
 * Its field data:
 *  - `Answer` (string): how many triangles there are, and how large the body is
 *
 * **Errors**: a size of 0 or a centre that is not finite; too few triangles to resolve the struts. The output
 * is empty then.
 *
 * **Cost**: about a second on one core for 500 000 triangles. **Threads**: all threads of oneTBB; the bits do
 * not depend on their number. **MPI**: rank 0 has the body, the other ranks have nothing. **Time**: none.
 *
 * Test bodies for B. Muth et al., Archive of Applied Mechanics 77 (2007), section 3.2, whose foams of 28 952,
 * 120 868 and 494 124 triangles are not public.
 */

#ifndef vtkTalusFoamSource_h
#define vtkTalusFoamSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusFoamSourceOptions.h"

class TALUSFILTERS_EXPORT vtkTalusFoamSource : public vtkTalusFoamSourceOptions {
 public:
  vtkTypeMacro(vtkTalusFoamSource, vtkTalusFoamSourceOptions)  // brings its own semicolon
      static vtkTalusFoamSource* New();

 protected:
  vtkTalusFoamSource() = default;
  ~vtkTalusFoamSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
