/**
 * @class   vtkTalusBodiesRepresentation
 * @brief   draws a scene of bodies, or a frame of a run
 *
 * Bodies are drawn as instances of their shapes: memory and time do not grow with the triangles of all
 * bodies. Those that forces do not move are translucent walls with lines along their sharp edges. Contacts
 * are points, with lines along their normals, or lines between the bodies. Arrays of the bodies' points set
 * their colours, those of the contacts' cells the colours of contacts, which else tell their force. Data that
 * are no scene are drawn as surfaces.
 *
 * Selected bodies have edges in the colour of selections.
 *
 * **MPI**: bodies are gathered, and the first of the processes that draw draws them.
 */

#ifndef vtkTalusBodiesRepresentation_h
#define vtkTalusBodiesRepresentation_h

#include <vtkGeometryRepresentation.h>

#include <memory>

class vtkTalusBodiesRepresentation : public vtkGeometryRepresentation {
 public:
  static vtkTalusBodiesRepresentation* New();
  vtkTypeMacro(vtkTalusBodiesRepresentation, vtkGeometryRepresentation)  // brings its own semicolon

      /** Opacities, which are multiplied by that of the whole: 0 … 1. */
      void SetBodyOpacity(double opacity);
  void SetWallOpacity(double opacity);

  /** How contacts are drawn: 0 not at all, 1 as points, 2 with their normals, 3 as lines between bodies. */
  void SetContacts(int style);

  /** Colours of the contacts' force, if no array of theirs is chosen; null: relative to the strongest. */
  void SetContactLookupTable(vtkScalarsToColors* colours);

  /** Of the edges of selected bodies, which are the second input: 0 … 1. */
  void SetSelectionColor(double red, double green, double blue);

  int ProcessViewRequest(vtkInformationRequestKey* request, vtkInformation* input,
                         vtkInformation* output) override;
  void SetVisibility(bool visible) override;
  vtkAlgorithmOutput* GetInternalOutputPort(int port, int connection) override;

 protected:
  vtkTalusBodiesRepresentation();
  ~vtkTalusBodiesRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputs,
                  vtkInformationVector* outputs) override;
  bool AddToView(vtkView* view) override;
  bool RemoveFromView(vtkView* view) override;
  void UpdateColoringParameters() override;
  bool NeedsOrderedCompositing() override;

 private:
  void Show(vtkInformation* input);
  void ColourWalls();
  void ShowContacts(vtkDataObject* marks);
  void StyleContacts();
  bool IsTranslucentOnSeveral();

  struct Drawing;
  std::unique_ptr<Drawing> drawing_;
};

#endif
