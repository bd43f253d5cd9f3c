/**
 * @class   vtkTalusRandomShapeSource
 * @brief   a source of one body that is drawn at random, on many threads
 *
 * The same properties give the same body, to the bit, whatever the number of threads.
 */

#ifndef vtkTalusRandomShapeSource_h
#define vtkTalusRandomShapeSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusShapeSource.h"

class TALUSFILTERS_EXPORT vtkTalusRandomShapeSource : public vtkTalusShapeSource {
 public:
  vtkTypeMacro(vtkTalusRandomShapeSource, vtkTalusShapeSource)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Another one, another body of the same kind. Default: 1.
   */
  vtkSetClampMacro(Seed, int, 0, VTK_INT_MAX);
  vtkGetMacro(Seed, int);
  ///@}

  ///@{
  /**
   * Limit of the number of threads; 0: all cores. The result does not depend on it. Default: 0.
   */
  vtkSetClampMacro(NumberOfThreads, int, 0, VTK_INT_MAX);
  vtkGetMacro(NumberOfThreads, int);
  ///@}

 protected:
  vtkTalusRandomShapeSource() = default;
  ~vtkTalusRandomShapeSource() override = default;

  int Seed = 1;
  int NumberOfThreads = 0;

 private:
  vtkTalusRandomShapeSource(const vtkTalusRandomShapeSource&) = delete;
  void operator=(const vtkTalusRandomShapeSource&) = delete;
};

#endif
