/**
 * @class   vtkTalusContainerSource
 * @brief   makes something that holds grains: a box, drum, hopper, funnel, tube or conveyor plate
 *
 * **Output**: a vtkPolyData of triangles with double points and no arrays: the wall, closed, manifold,
 * outward, and without self-intersections. Inside the mesh is inside the wall, so that grains in the hollow
 * lie outside. `Center` is the middle of the hollow, `Size` its width (of round ones the diameter) along x:
 *  * OPEN_BOX: a floor and four walls, open at the top
 *  * DRUM: lies along y; its front, towards -y, has a round hole of diameter `Opening`. Without one the
 *    hollow is a cavity and the mesh has two pieces, else every container is one
 *  * HOPPER: upright above, then sloping down to an outlet of width `Opening`
 *  * FUNNEL: sloping from the top on, then an upright spout of width `Opening`
 *  * TUBE: upright, open at both ends
 *  * CONVEYOR_PLATE: a plate along y, the middle of its upper face in `Center`, with rails if they have a
 *    height
 *
 * **Errors**: a size of 0 or a centre that is not finite; a hopper or funnel without an outlet, or too low
 * for its slope; a wall too thick for its slope. The output is empty then.
 *
 * **Cost**: below a millisecond. **Threads**: one. **MPI**: rank 0 has the body, others have nothing.
 * **Time**: none.
 */

#ifndef vtkTalusContainerSource_h
#define vtkTalusContainerSource_h

#include "TalusFiltersModule.h"  // for the export macro
#include "vtkTalusShapeSource.h"

class TALUSFILTERS_EXPORT vtkTalusContainerSource : public vtkTalusShapeSource {
 public:
  static vtkTalusContainerSource* New();
  vtkTypeMacro(vtkTalusContainerSource, vtkTalusShapeSource)  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Kinds of containers. States hold the numbers: they are appended, never changed.
  enum KindType { OPEN_BOX = 0, DRUM = 1, HOPPER = 2, FUNNEL = 3, TUBE = 4, CONVEYOR_PLATE = 5 };

  /// What a container looks like from above. States hold the numbers.
  enum CrossSectionType { ROUND = 0, SQUARE = 1 };

  ///@{
  /**
   * Kind of the container, a KindType. Default: OPEN_BOX.
   */
  vtkSetMacro(Kind, int);
  vtkGetMacro(Kind, int);
  ///@}

  ///@{
  /**
   * Thickness of the walls over the size, at right angles to them, 0.001 to 10. Default: 0.05.
   */
  vtkSetClampMacro(Thickness, double, 0.001, 10.0);
  vtkGetMacro(Thickness, double);
  ///@}

  ///@{
  /**
   * Height of the hollow over the size; of the DRUM its length. 0.001 to 1 000. Default: 1.
   */
  vtkSetClampMacro(Height, double, 0.001, 1000.0);
  vtkGetMacro(Height, double);
  ///@}

  ///@{
  /**
   * Width of the OPEN_BOX along y or length of the CONVEYOR_PLATE over the size, 0.001 to 1 000. Default: 1.
   */
  vtkSetClampMacro(Depth, double, 0.001, 1000.0);
  vtkGetMacro(Depth, double);
  ///@}

  ///@{
  /**
   * Width of the outlet of HOPPER and FUNNEL or of the hole in the front of the DRUM over the size, 0 to
   * 0.95; 0 closes the drum. Default: 0.3.
   */
  vtkSetClampMacro(Opening, double, 0.0, 0.95);
  vtkGetMacro(Opening, double);
  ///@}

  ///@{
  /**
   * Slope of the walls of HOPPER and FUNNEL against the ground, 5 to 85 degrees. Default: 60.
   */
  vtkSetClampMacro(Slope, double, 5.0, 85.0);
  vtkGetMacro(Slope, double);
  ///@}

  ///@{
  /**
   * Height of the rails along both sides of the CONVEYOR_PLATE over the size; 0: none. 0 to 1 000. Default:
   * 0.
   */
  vtkSetClampMacro(RailHeight, double, 0.0, 1000.0);
  vtkGetMacro(RailHeight, double);
  ///@}

  ///@{
  /**
   * What HOPPER, FUNNEL and TUBE look like from above: ROUND or SQUARE. Default: ROUND.
   */
  vtkSetMacro(CrossSection, int);
  vtkGetMacro(CrossSection, int);
  ///@}

  ///@{
  /**
   * Straight edges in a circle, 8 to 1 024. Default: 64.
   */
  vtkSetClampMacro(Segments, int, 8, 1024);
  vtkGetMacro(Segments, int);
  ///@}

 protected:
  vtkTalusContainerSource() = default;
  ~vtkTalusContainerSource() override = default;

  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;

 private:
  vtkTalusContainerSource(const vtkTalusContainerSource&) = delete;
  void operator=(const vtkTalusContainerSource&) = delete;

  int Kind = OPEN_BOX;
  double Thickness = 0.05;
  double Height = 1;
  double Depth = 1;
  double Opening = 0.3;
  double Slope = 60;
  double RailHeight = 0;
  int CrossSection = ROUND;
  int Segments = 64;
};

#endif
