// Cells that are marked as copies of others are left out; where that opens a surface, the filters say so.
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>

#include "fixtures.h"
#include "vtkTalusBodyPlacement.h"
#include "vtkTalusContactFinder.h"
#include "vtkTalusInsideOutsideClassifier.h"
#include "vtkTalusRigidBodyProperties.h"
#include "vtkTalusSurfaceCheck.h"

namespace test_ghost_cells {
namespace {

using namespace fixtures;

const std::string allNote =
    "6 ghost cells were ignored, as copies of cells of other pieces; if there are no other pieces, remove "
    "the cell array vtkGhostType";
const std::string oneNote = "1 ghost cell was ignored, as copies of cells of other pieces";

// Marks the cells from number `first` on as ghosts.
template <class Data>
Ptr<Data> marked(Ptr<Data> data, vtkIdType first) {
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i)
    ghosts->InsertNextValue(i < first ? 0 : vtkDataSetAttributes::DUPLICATECELL);
  data->GetCellData()->AddArray(ghosts);
  return data;
}

// Six faces and the first of them once more.
Ptr<vtkPolyData> cubeWithACopy() {
  auto mesh = cube();
  vtkNew<vtkCellArray> faces;
  faces->DeepCopy(mesh->GetPolys());
  faces->InsertNextCell({0, 2, 3, 1});
  mesh->SetPolys(faces);
  return marked(mesh, 6);
}

// All that a filter said of a surface, in one text.
std::string told(vtkAlgorithm* filter, vtkDataObject* surface, int port) {
  vtkNew<Messages> messages;
  messages->listenTo(filter);
  filter->SetInputDataObject(port, surface);
  filter->Update();
  std::string all;
  for (const auto& list : {messages->errors, messages->warnings})
    for (const std::string& message : list) all += message + "\n";
  return all;
}

std::string toldByClassifier(vtkDataObject* surface) {
  vtkNew<vtkTalusInsideOutsideClassifier> filter;
  filter->SetInputData(cloud({{0, 0, 0}}));
  return told(filter, surface, 1);
}

std::string toldByProperties(vtkDataObject* surface) {
  return told(vtkNew<vtkTalusRigidBodyProperties>(), surface, 0);
}

std::string toldByPlacement(vtkDataObject* surface) {
  return told(vtkNew<vtkTalusBodyPlacement>(), surface, 0);
}

// Of a body that lies across a sound one, so that it matters whether it is closed.
std::string toldByContacts(const Ptr<vtkPolyData>& surface) {
  vtkNew<vtkMultiBlockDataSet> bodies;
  bodies->SetBlock(0, surface);
  bodies->SetBlock(1, cube({1.5, 0, 0}));
  return told(vtkNew<vtkTalusContactFinder>(), bodies, 0);
}

std::string toldByCheck(vtkDataObject* surface) {
  vtkNew<vtkTalusSurfaceCheck> filter;
  told(filter, surface, 0);
  return text(filter->GetOutputDataObject(0), "Problem");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(GhostCells, whatIsClosedWithoutThemNeedsNoWord) {
  for (const auto& said :
       {toldByClassifier(cubeWithACopy()), toldByProperties(cubeWithACopy()),
        toldByPlacement(cubeWithACopy()), toldByContacts(cubeWithACopy()), toldByCheck(cubeWithACopy())})
    EXPECT_FALSE(has(said, "ghost")) << said;
}

TEST(GhostCells, whatIsOpenWithoutThemIsExplained) {
  for (const auto& said : {toldByClassifier(marked(cube(), 5)), toldByProperties(marked(cube(), 5)),
                           toldByPlacement(marked(cube(), 5)), toldByContacts(marked(cube(), 5)),
                           toldByCheck(marked(cube(), 5))})
    EXPECT_TRUE(has(said, oneNote)) << said;
}

TEST(GhostCells, whereNothingIsLeftItIsExplained) {
  for (const auto& said : {toldByClassifier(marked(cube(), 0)), toldByPlacement(marked(cube(), 0)),
                           toldByContacts(marked(cube(), 0)), toldByCheck(marked(cube(), 0))})
    EXPECT_TRUE(has(said, allNote)) << said;
}

TEST(GhostCells, anOpenSurfaceWithoutGhostsIsNotExplainedByThem) {
  for (const auto& said :
       {toldByClassifier(openCube()), toldByProperties(openCube()), toldByPlacement(openCube()),
        toldByContacts(openCube()), toldByCheck(openCube())}) {
    EXPECT_FALSE(said.empty());
    EXPECT_FALSE(has(said, "ghost")) << said;
  }
}

TEST(GhostCells, ofAVolumeGrid) {
  vtkNew<vtkUnstructuredGrid> grid;
  vtkNew<vtkPoints> points;
  for (const double z : {-1., 1., 3.})
    for (const double y : {-1., 1.})
      for (const double x : {-1., 1.}) points->InsertNextPoint(x, y, z);
  grid->SetPoints(points);
  grid->InsertNextCell(VTK_VOXEL, 8, std::array<vtkIdType, 8>{0, 1, 2, 3, 4, 5, 6, 7}.data());
  grid->InsertNextCell(VTK_VOXEL, 8, std::array<vtkIdType, 8>{4, 5, 6, 7, 8, 9, 10, 11}.data());
  const std::string said = toldByClassifier(marked(Ptr<vtkUnstructuredGrid>(grid), 1));
  EXPECT_TRUE(has(said, oneNote)) << said;
}

}  // namespace
}  // namespace test_ghost_cells
