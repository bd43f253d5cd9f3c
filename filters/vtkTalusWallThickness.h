/**
 * @class   vtkTalusWallThickness
 * @brief   how thick the walls of a body are, and how wide the gaps between them
 *
 * **Input**: a closed surface: vtkPolyData, or a composite with one block. Polygons and strips are
 * triangulated and equal points merged; vertices and lines are ignored. Shells may face any way.
 *
 * **Output**: vtkPolyData, the triangles. Cell arrays
 *  - `Thickness` (double): at the middle of the triangle: the length of the shortest straight way through the
 *    body, from there to the surface, within the Cone of the inner normal; NaN if there is none
 *  - `Gap` (double): the same outside of the body
 *  - `LeastThickness`, `LeastGap` (double): the least at any sample of the triangle
 *  - `SourceCell` (int64): number of the cell that the triangle is a part of
 *
 * Field data
 *  - `Answer` (string): what was found, in a sentence
 *  - `ThinnestWall`, `NarrowestGap` (double): the least of all; NaN if there is none
 *  - `ThinnestFrom`, `ThinnestTo`, `NarrowestFrom`, `NarrowestTo` (double, 3): the ends of these ways
 *
 * **Errors**: no surface, several, one that is open, with the number of its edges, or with a NaN or infinite
 * corner. The input is never modified.
 *
 * **Cost**: 10 to 100 µs for each sample and side of a triangle. **Threads**: all threads of oneTBB; the
 * result does not depend on their number. **MPI**: the surface is gathered to all ranks; the output is on
 * rank 0.
 * **Time**: at each time of the input.
 *
 * See core/assembly/wall_thickness.h.
 */

#ifndef vtkTalusWallThickness_h
#define vtkTalusWallThickness_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusWallThicknessOptions.h"

class TALUSFILTERS_EXPORT vtkTalusWallThickness : public vtkTalusWallThicknessOptions {
 public:
  vtkTypeMacro(vtkTalusWallThickness, vtkTalusWallThicknessOptions)  // brings its own semicolon
      static vtkTalusWallThickness* New();

 protected:
  vtkTalusWallThickness() = default;
  ~vtkTalusWallThickness() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
};

#endif
