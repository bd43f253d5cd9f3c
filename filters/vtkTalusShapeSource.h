/**
 * @class   vtkTalusShapeSource
 * @brief   a source of one body with a size and a centre
 *
 * What the sources of bodies have in common. MPI: rank 0 has the body, others have nothing.
 */

#ifndef vtkTalusShapeSource_h
#define vtkTalusShapeSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPolyDataAlgorithm.h"

class TALUSFILTERS_EXPORT vtkTalusShapeSource : public vtkPolyDataAlgorithm {
 public:
  vtkTypeMacro(vtkTalusShapeSource, vtkPolyDataAlgorithm)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Width of the body, a length above 0; each source says of what. Default: 1.
   */
  vtkSetClampMacro(Size, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Size, double);
  ///@}

  ///@{
  /**
   * Where the middle of the body lies. Default: the origin.
   */
  vtkSetVector3Macro(Center, double);
  vtkGetVector3Macro(Center, double);
  ///@}

 protected:
  vtkTalusShapeSource();
  ~vtkTalusShapeSource() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override = 0;

  double Size = 1;
  double Center[3] = {0, 0, 0};

 private:
  vtkTalusShapeSource(const vtkTalusShapeSource&) = delete;
  void operator=(const vtkTalusShapeSource&) = delete;
};

#endif
