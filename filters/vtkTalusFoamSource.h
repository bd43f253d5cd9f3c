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
#include "vtkTalusRandomShapeSource.h"

class TALUSFILTERS_EXPORT vtkTalusFoamSource : public vtkTalusRandomShapeSource {
 public:
  static vtkTalusFoamSource* New();
  vtkTypeMacro(vtkTalusFoamSource, vtkTalusRandomShapeSource)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// What the foam fills.
  enum OutlineType { CUBE = 0, BALL = 1 };

  ///@{
  /**
   * What the foam fills: CUBE or BALL. Default: CUBE.
   */
  vtkSetMacro(Outline, int);
  vtkGetMacro(Outline, int);
  ///@}

  ///@{
  /**
   * About how many cells the body has, 4 to 20 000. Default: 30.
   */
  vtkSetClampMacro(Cells, int, 4, 20000);
  vtkGetMacro(Cells, int);
  ///@}

  ///@{
  /**
   * Diameter of a strut over the cube root of a cell's volume, 0.02 to 0.6. Default: 0.2.
   */
  vtkSetClampMacro(StrutThickness, double, 0.02, 0.6);
  vtkGetMacro(StrutThickness, double);
  ///@}

  ///@{
  /**
   * From 0, Kelvin's foam of equal cells, to 1, very uneven ones. Default: 0.6.
   */
  vtkSetClampMacro(Irregularity, double, 0.0, 1.0);
  vtkGetMacro(Irregularity, double);
  ///@}

  ///@{
  /**
   * Wanted number of triangles, 1 000 to 20 000 000. Default: 120 868.
   */
  vtkSetClampMacro(Triangles, int, 1000, 20000000);
  vtkGetMacro(Triangles, int);
  ///@}

 protected:
  vtkTalusFoamSource() = default;
  ~vtkTalusFoamSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusFoamSource(const vtkTalusFoamSource&) = delete;
  void operator=(const vtkTalusFoamSource&) = delete;

  int Outline = CUBE;
  int Cells = 30;
  double StrutThickness = 0.2;
  double Irregularity = 0.6;
  int Triangles = 120868;
};

#endif
