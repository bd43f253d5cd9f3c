#include "vtkTalusSurfaceRepair.h"

#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "filter_messages.h"
#include "repaired_surface.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusSurfaceRepair);

int vtkTalusSurfaceRepair::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                       vtkInformationVector* outputs) {
  vtkDataObject* output = vtkDataObject::GetData(outputs, 0);
  shallowCopyNamed(*vtkDataObject::GetData(inputs[0]), *output);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  RepairedBlocks surface(ranks);
  Outcome outcome = attempt(*this, ranks, [&] {
    this->RequireValid();
    surface.read(*output);
  });
  if (outcome == Outcome::Done) {
    surface.gather();
    outcome = attempt(*this, ranks, [&] {
      surface.repair(this->CoreOptions(), *this);
      surface.write();
    });
  }
  if (outcome != Outcome::Done) return ended(outcome, {output});
  output->GetFieldData()->RemoveArray("FirstDefect");  // that a check has found before
  setAnswer(*this, *output, surface.answer());
  if (const std::string warning = surface.warning(); ranks.rank() == 0 && !warning.empty())
    reportWarning(*this, warning);
  return 1;
}
