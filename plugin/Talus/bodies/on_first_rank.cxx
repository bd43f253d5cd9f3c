#include "bodies/on_first_rank.h"

#include <vtkAppendPolyData.h>
#include <vtkCommunicator.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace talus::plugin {

namespace {

bool areSeveral(vtkMultiProcessController* controller) {
  return controller && controller->GetNumberOfProcesses() > 1;
}

bool haveTriangles(const Shapes& shapes) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [](const auto& shape) { return shape->GetNumberOfPolys() > 0; });
}

/// Rank 0 counts most.
int preferenceOf(const Shapes& shapes, vtkMultiProcessController* controller) {
  return haveTriangles(shapes) ? VTK_INT_MAX - (controller ? controller->GetLocalProcessId() : 0) : 0;
}

constexpr int shapeTag = 574103;  // any number that ParaView does not use

Shapes sent(const Shapes& own, std::size_t count, int giver, vtkMultiProcessController* controller) {
  const int rank = controller ? controller->GetLocalProcessId() : 0;
  Shapes given;
  for (std::size_t i = 0; i < count; ++i) {
    const bool isMine = rank == giver && i < own.size();
    if (isMine && rank != 0) controller->Send(own[i].Get(), 0, shapeTag);
    given.push_back(isMine && rank == 0 ? own[i] : vtkSmartPointer<vtkPolyData>::New());
    if (rank == 0 && giver > 0) controller->Receive(given[i].Get(), giver, shapeTag);
  }
  return given;
}

}  // namespace

Shapes onFirstRank(const Shapes& own, vtkMultiProcessController* controller) {
  std::array<int, 2> agreed{static_cast<int>(own.size()), preferenceOf(own, controller)};
  if (areSeveral(controller)) {
    const std::array<int, 2> mine = agreed;
    controller->AllReduce(mine.data(), agreed.data(), 2, vtkCommunicator::MAX_OP);
  }
  const auto [count, preference] = agreed;
  return sent(own, static_cast<std::size_t>(count), preference == 0 ? 0 : VTK_INT_MAX - preference,
              controller);
}

vtkSmartPointer<vtkPolyData> onFirstRank(vtkPolyData& own, vtkMultiProcessController* controller) {
  if (!areSeveral(controller)) return &own;
  std::vector<vtkSmartPointer<vtkDataObject>> parts;
  controller->Gather(&own, parts, 0);
  const vtkNew<vtkAppendPolyData> all;
  for (const auto& part : parts)
    if (auto* points = vtkPolyData::SafeDownCast(part); points && points->GetNumberOfPoints() > 0)
      all->AddInputData(points);
  if (all->GetNumberOfInputConnections(0) > 0) all->Update();
  return all->GetOutput();
}

}  // namespace talus::plugin
