#include "vtkTalusSurrogateTreeBuilder.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>

#include <utility>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "options/surrogate_options.h"
#include "surface_trees.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusSurrogateTreeBuilder);

// Data kept between executions.
struct vtkTalusSurrogateTreeBuilder::Trees : SurfaceTrees {
  using SurfaceTrees::SurfaceTrees;
};

vtkTalusSurrogateTreeBuilder::vtkTalusSurrogateTreeBuilder() = default;

vtkTalusSurrogateTreeBuilder::~vtkTalusSurrogateTreeBuilder() = default;

int vtkTalusSurrogateTreeBuilder::RequestData(vtkInformation*, vtkInformationVector** inputs,
                                              vtkInformationVector* outputs) {
  vtkDataObject* input = vtkDataObject::GetData(inputs[0]);
  vtkDataObject* output = vtkDataObject::GetData(outputs, 0);
  vtkPolyData* surrogates = vtkPolyData::GetData(outputs, 1);
  const talus::ThreadLimit threads(this->NumberOfThreads);
  const RankGroup ranks(this->Controller);
  beginAnswer(*this);
  std::unique_ptr<Trees> next;
  Outcome outcome = attempt(*this, ranks, [&] {
    next = std::make_unique<Trees>(ranks, this->CoreOptions());
    next->read(*input);
  });
  if (outcome == Outcome::Done && ranks.any(!this->Kept || !this->Kept->sameAs(*next))) {
    this->Kept.reset();
    next->gather();
    outcome =
        attemptTogether(*this, ranks, [&](talus::Communicator& messages) { next->build(*this, messages); });
    if (outcome == Outcome::Done) this->Kept = std::move(next);
  }
  output->Initialize();
  surrogates->Initialize();
  if (outcome == Outcome::Done) {
    output->ShallowCopy(input);
    setAnswer(*this, *output, this->Kept->answer());
    if (ranks.rank() == 0) writeSurrogates(this->Kept->surrogates(), this->Halo, *surrogates);
  }
  return outcome == Outcome::Failed ? 0 : 1;
}
