/**
 * @class   vtkTalusShapeSource
 * @brief   a source of one body with a size and a centre
 *
 * Base class of the sources of bodies. MPI: rank 0 has the body, the other ranks have nothing.
 */

#ifndef vtkTalusShapeSource_h
#define vtkTalusShapeSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkPolyDataAlgorithm.h"

class TALUSFILTERS_EXPORT vtkTalusShapeSource : public vtkPolyDataAlgorithm {
 public:
  vtkTypeMacro(vtkTalusShapeSource, vtkPolyDataAlgorithm)  // brings its own semicolon
      vtkTalusShapeSource(const vtkTalusShapeSource&) = delete;
  void operator=(const vtkTalusShapeSource&) = delete;

 protected:
  vtkTalusShapeSource();
  ~vtkTalusShapeSource() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputs,
                         vtkInformationVector* outputs) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override = 0;
};

#endif
