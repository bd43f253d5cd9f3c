/**
 * @class   vtkTalusBodyDrawing
 * @brief   draws bodies as instances of shapes
 *
 * ParaView's window, pictures of runs and notebooks draw bodies by it, so that they look alike. Each shape is
 * in memory once: memory does not grow with the triangles of all bodies. Bodies are points with the arrays
 * `Shape` (number in the table), `Orientation` (unit quaternion w x y z) and `Scale`.
 *
 * It sets up an actor and two mappers, one of which may draw coarser shapes while a view turns. Walls are
 * like glass; thin glass alone is hardly seen, so that a second drawing adds lines along its sharp edges.
 */

#ifndef vtkTalusBodyDrawing_h
#define vtkTalusBodyDrawing_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkObject.h"

#include <memory>

class vtkActor;
class vtkDataObject;
class vtkMapper;
class vtkMultiBlockDataSet;
class vtkScalarsToColors;

class TALUSFILTERS_EXPORT vtkTalusBodyDrawing : public vtkObject {
 public:
  static vtkTalusBodyDrawing* New();
  vtkTypeMacro(vtkTalusBodyDrawing, vtkObject)  // brings its own semicolon

      /** Faces; faces of glass; lines along the sharp edges of glass; lines along all edges. */
      enum Styles {
        Solid = 0,
        Glass = 1,
        EdgesOfGlass = 2,
        Wires = 3
      };
  void SetStyle(int style);

  /** What draws: an actor of VTK, or the given one, whose property the drawing sets. */
  vtkActor* GetActor();
  void SetActor(vtkActor* actor);

  /** The mapper of the actor, and one for frames that must come quickly. */
  vtkMapper* GetMapper();
  vtkMapper* GetCoarseMapper();

  /** An array of bits that says which bodies are drawn; null, as initially: all. */
  void SetMask(const char* array);

  /**
   * What is drawn: points, or a composite of which they are a leaf.
   * @param shapes the table, of vtkPolyData; the same object means the same shapes, unless it was modified.
   */
  void Show(vtkDataObject* bodies, vtkMultiBlockDataSet* shapes);
  void ShowCoarsely(vtkDataObject* bodies, vtkMultiBlockDataSet* shapes);

  /**
   * How opaque bodies look, above 0 … 1. Edges of glass are more opaque than it.
   * @param whole by which all that belongs together is multiplied.
   */
  void SetOpacity(double opacity, double whole = 1);

  /** Of bodies without an array that sets colours: 0 … 1. */
  void SetColor(double red, double green, double blue);

  /** The colour of what is behind glass, on which it must be seen. */
  void SetBackground(double red, double green, double blue);

  /** Colours by an array of the points; null: one colour. */
  void ColorBy(const char* array, vtkScalarsToColors* colors);

  /** Colours as another mapper does, by an array of points. */
  void ColorLike(vtkMapper* other);

 protected:
  vtkTalusBodyDrawing();
  ~vtkTalusBodyDrawing() override;

 private:
  struct Level;
  struct Parts;
  void ShowAt(Level& level, vtkDataObject* bodies, vtkMultiBlockDataSet* shapes);
  void Recolor();

  std::unique_ptr<Parts> Drawn;
};

#endif
