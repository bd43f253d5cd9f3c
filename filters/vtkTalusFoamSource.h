/**
 * @class   vtkTalusFoamSource
 * @brief   makes an open-cell foam
 *
 * **Output**: a vtkPolyData of triangles with double points and no arrays: struts along the edges of the
 * Voronoi cells of a displaced body-centred cubic lattice, filleted where they meet, inside a cube or ball;
 * struts that leave it end round. The surface is closed, manifold, outward, in one piece, and does not
 * intersect itself. It has exactly the wanted number of triangles, one less if that is odd.
 *
 * **Errors**: a size of 0 or a centre that is not finite; triangles too few to resolve the struts. The output
 * is empty then.
 *
 * **Cost**: about a second of one core for 500 000 triangles. **Threads**: all of oneTBB's; the result is the
 * same to the bit for every number. **MPI**: rank 0 has the body, others have nothing. **Time**: none.
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

 private:
  vtkTalusFoamSource(const vtkTalusFoamSource&) = delete;
  void operator=(const vtkTalusFoamSource&) = delete;
};

#endif
