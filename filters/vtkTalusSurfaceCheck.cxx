#include "vtkTalusSurfaceCheck.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "checked_surface.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusSurfaceCheck);

const char* vtkTalusSurfaceCheck::GetDefectPlaces() const {
  return this->DefectPlaces.c_str();
}

int vtkTalusSurfaceCheck::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                      vtkInformationVector* outputs) {
  vtkDataObject* output = vtkDataObject::GetData(outputs, 0);
  vtkPolyData* lines = vtkPolyData::GetData(outputs, 1);
  vtkPolyData* defects = vtkPolyData::GetData(outputs, 2);
  this->DefectPlaces.clear();
  shallowCopyNamed(*vtkDataObject::GetData(inputs[0]), *output);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  CheckedSurface surface(ranks);
  Outcome outcome = attempt(*this, ranks, [&] {
    this->RequireValid();
    surface.read(*output);
  });
  if (outcome == Outcome::Done) {
    surface.gather();
    outcome = attemptTogether(*this, ranks, [&](talus::Communicator& messages) {
      surface.check(this->CheckSelfIntersections, *this, messages);
      surface.write(*lines);
      surface.writeDefects(*defects);
    });
  }
  if (outcome == Outcome::Done) {
    setAnswer(*this, *output, surface.answer());
    surface.writeFirstDefect(*output);
    this->DefectPlaces = surface.defectPlaces();
  }
  return ended(outcome, {output, lines, defects});
}
