/**
 * @class   vtkTalusPolygons
 * @brief   the polygons and triangles of a surface, as Talus's filters see and read them
 *
 * For programs that need the surface itself. Grids have outer faces: those that belong to one volume, or all
 * polygons where there are no volumes. Points with the same coordinates are one. Curved faces become
 * triangles between their points: n² for a triangle of order n, 2·n·m for a quadrilateral of orders n and m,
 * 6 for one of second order without a point in its middle.
 *
 * **Errors**: null is returned, and ErrorEvent tells why: a broken cell or file, a polygon that crosses
 * itself.
 * **Cost**: linear in cells. **Threads**: one.
 */

#ifndef vtkTalusPolygons_h
#define vtkTalusPolygons_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkObject.h"
#include "vtkSmartPointer.h"

class vtkPointSet;
class vtkPolyData;
class vtkUnsignedCharArray;

class TALUSFILTERS_EXPORT vtkTalusPolygons : public vtkObject {
 public:
  static vtkTalusPolygons* New();
  vtkTypeMacro(vtkTalusPolygons, vtkObject)  // brings its own semicolon

      /**
       * The outer faces of a grid with its arrays, or a vtkPolyData itself. It is kept until the next call.
       */
      vtkPolyData* OuterFaces(vtkPointSet* data);

  /**
   * The polygons of a file, whose bytes are given: STL, OBJ, OFF or PLY, in the file's precision. They are
   * kept until the next call. WarningEvent tells what is ignored.
   * @param extension in lower case, such as ".stl". @param name of the file, in messages.
   */
  vtkPolyData* Read(vtkUnsignedCharArray* bytes, const char* extension, const char* name);

  /**
   * The vertices of a PLY file, whose bytes are given, and their other numbers as arrays. They are kept until
   * the next call. @param name of the file, in messages.
   */
  vtkPolyData* ReadPoints(vtkUnsignedCharArray* bytes, const char* name);

  /**
   * The triangles of polygons and strips, between their points. They are kept until the next call.
   */
  vtkPolyData* Triangles(vtkPolyData* polygons);

 protected:
  vtkTalusPolygons();
  ~vtkTalusPolygons() override;

 private:
  template <class Work>
  vtkPolyData* Keep(const Work& work);

  vtkSmartPointer<vtkPolyData> Kept;
};

#endif
