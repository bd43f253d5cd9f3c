#include "shape_source.h"

#include <vtkAlgorithm.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkPolyData.h>
#include <vtkStreamingDemandDrivenPipeline.h>

#include "answer.h"
#include "attempt.h"
#include "base/parallel.h"
#include "filter_progress.h"
#include "mesh_output.h"
#include "report/body_answer.h"

namespace talus::filters {

int produceShape(vtkAlgorithm& source, vtkInformationVector& outputs, int threads,
                 const std::function<TriangleMesh(Context&)>& make) {
  vtkInformation* info = outputs.GetInformationObject(0);
  if (info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER()) > 0) return 1;
  vtkPolyData& output = *vtkPolyData::GetData(info);
  beginAnswer(source);
  const Outcome outcome = attempt(source, RankGroup(nullptr), [&] {
    const ThreadLimit limit(threads);
    Context context(reportTo(source, 0, 1));
    const TriangleMesh mesh = make(context);
    writeMesh(mesh, output);
    setAnswer(source, output, shapeAnswer(mesh));
  });
  return ended(outcome, {&output});
}

}  // namespace talus::filters
