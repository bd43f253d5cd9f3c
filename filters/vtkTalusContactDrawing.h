/**
 * @class   vtkTalusContactDrawing
 * @brief   draws contacts as points, with normals, or as lines of force
 *
 * ParaView's window, pictures of runs and notebooks draw contacts by it, so that they look alike. Points look
 * like spheres, lines like tubes, whose widths are pixels: they are seen from any distance. Without colours
 * of their own they tell their force: weak ones are pale, strong ones dark.
 */

#ifndef vtkTalusContactDrawing_h
#define vtkTalusContactDrawing_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkObject.h"

#include <memory>

class vtkActor;
class vtkDataObject;
class vtkDataSet;
class vtkMapper;
class vtkPolyData;
class vtkScalarsToColors;

class TALUSFILTERS_EXPORT vtkTalusContactDrawing : public vtkObject {
 public:
  static vtkTalusContactDrawing* New();
  vtkTypeMacro(vtkTalusContactDrawing, vtkObject)  // brings its own semicolon

      /** Nothing; points; these and a line along the normal of each; lines between bodies that touch. */
      enum Styles {
        Hidden = 0,
        Points = 1,
        PointsAndNormals = 2,
        Lines = 3
      };

  /**
   * What is drawn of a network of contacts: the block Contacts of a scene, or a frame of contacts of a run.
   * Its points keep their numbers.
   * @param bodies of the scene, as points or as surfaces, with the arrays BodyId and Motion: lines to those
   * that forces do not move, whose middles mean nothing, are omitted; may be null.
   * @param marks is overwritten.
   */
  static void Mark(vtkPolyData* contacts, vtkDataSet* bodies, int style, vtkPolyData* marks);

  /** The magnitude of the cells' array Force that one in fifty exceeds; 0 without one. */
  static double GetUsualForce(vtkPolyData* marks);

  /** What draws. */
  vtkActor* GetActor();

  /** What maps: one of VTK for vtkPolyData, or the given one, such as one for composites. */
  void SetMapper(vtkMapper* mapper);

  /** What is drawn: data of Mark, or a composite of which these are a leaf. */
  void Show(vtkDataObject* marks);

  /** Colours by an array of the cells; null: one colour. */
  void ColorBy(const char* array, vtkScalarsToColors* colors);

  /** Colours by force: from pale, 0, to dark, from a strong one on. */
  void ColorByForce(double strong);

 protected:
  vtkTalusContactDrawing();
  ~vtkTalusContactDrawing() override;

 private:
  struct Parts;
  std::unique_ptr<Parts> Drawn;
};

#endif
