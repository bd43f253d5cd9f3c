/**
 * @class   vtkTalusArrayFile
 * @brief   writes texts and arrays to a file, such as one of VTK XML
 *
 * Texts are written as they are. Arrays are written as the inline data of VTK XML files with the compressor
 * vtkZLibDataCompressor and headers of 64 bits: blocks compressed by zlib, in base64. Blocks that hardly
 * shrink are stored.
 *
 * **Errors** are numbers of the system (`errno`), 0 for none; `ENOMEM`: not enough memory. The file is then
 * incomplete.
 *
 * **Cost**: zlib's, 10 to 20 ns per byte where arrays shrink; memory for some compressed arrays. **Threads**:
 * all; in the background one of its own with a lower priority, which gets what others leave idle. **MPI**:
 * each rank writes its own file.
 */

#ifndef vtkTalusArrayFile_h
#define vtkTalusArrayFile_h

#include <memory>
#include <string>

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkObject.h"

class vtkDataArray;

class TALUSFILTERS_EXPORT vtkTalusArrayFile : public vtkObject {
 public:
  static vtkTalusArrayFile* New();
  vtkTypeMacro(vtkTalusArrayFile, vtkObject)  // brings its own semicolon

      ///@{
      /**
       * Appends a part of the file. The values of an array must lie side by side, and must not change until
       * the file is written. The array is kept as long.
       */
      void AddText(const std::string& text);
  void AddArray(vtkDataArray* values);
  ///@}

  ///@{
  /**
   * Start writes the parts: at once, or in the background while the caller goes on. Finish waits for it, if
   * asked until the disk has them, and drops the parts in the thread that calls it.
   */
  void Start(const std::string& path, bool background, bool toDisk);
  int Finish();
  ///@}

  /**
   * Whether Finish keeps the parts until the next file is finished. Arrays that have the same values there,
   * in the same place, are not compressed again. False.
   */
  void SetKeepParts(bool keep) { this->KeepParts = keep; }

 protected:
  vtkTalusArrayFile();
  ~vtkTalusArrayFile() override;

 private:
  struct Content;

  bool KeepParts = false;
  std::unique_ptr<Content> Last;  // outlives the work on Parts
  std::unique_ptr<Content> Parts;
};

#endif
