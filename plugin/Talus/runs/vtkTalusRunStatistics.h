/**
 * @class   vtkTalusRunStatistics
 * @brief   the statistics of a run over time
 *
 * **Input**: the frames of a run, as its `run.pvd` or `run.json` is opened, or what filters make of them.
 *
 * **Output**: a vtkTable with a row for each frame and the columns of the file `statistics.csv` in the folder
 * of the run: numbers, or texts.
 *
 * **Errors**: data that do not come from a run, a run without statistics, a damaged file; no output then.
 * **MPI**: the first rank has the table.
 */

#ifndef vtkTalusRunStatistics_h
#define vtkTalusRunStatistics_h

#include <vtkTableAlgorithm.h>

class vtkTalusRunStatistics : public vtkTableAlgorithm {
 public:
  static vtkTalusRunStatistics* New();
  vtkTypeMacro(vtkTalusRunStatistics, vtkTableAlgorithm)  // brings its own semicolon

      protected : vtkTalusRunStatistics() = default;
  ~vtkTalusRunStatistics() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
