/**
 * @class   vtkTalusRunReader
 * @brief   reads the frames of a run by the name of its settings
 *
 * As ParaView's reader of the file `run.pvd` beside the given `run.json`.
 *
 * **Errors**: a file that is no run's, or a run without a frame yet; no output then.
 */

#ifndef vtkTalusRunReader_h
#define vtkTalusRunReader_h

#include <vtkPVDReader.h>

class vtkTalusRunReader : public vtkPVDReader {
 public:
  static vtkTalusRunReader* New();
  vtkTypeMacro(vtkTalusRunReader, vtkPVDReader)  // brings its own semicolon

      /** The settings of a run, `run.json`. */
      void SetFileName(const char* settings) override;

  /** Whether a file has the settings of a run: 1 or 0. */
  int CanReadFile(const char* file) override;

 protected:
  vtkTalusRunReader() = default;
  ~vtkTalusRunReader() override = default;

  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                        vtkInformationVector* outputs) override;
};

#endif
