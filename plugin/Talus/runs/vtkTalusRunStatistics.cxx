#include "runs/vtkTalusRunStatistics.h"

#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkStringArray.h>
#include <vtkTable.h>

#include <charconv>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "runs/run_folder.h"

namespace {

using Row = std::vector<std::string>;

Row cellsOf(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  Row cells;
  std::stringstream rest(line + ",");
  for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
  return cells;
}

bool readNumber(const std::string& text, double& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

/// Numbers, or texts if one of them is no number.
vtkSmartPointer<vtkAbstractArray> columnOf(const std::string& name, const std::vector<Row>& rows,
                                           std::size_t at) {
  auto numbers = vtkSmartPointer<vtkDoubleArray>::New();
  auto texts = vtkSmartPointer<vtkStringArray>::New();
  bool areNumbers = true;
  for (const Row& row : rows) {
    double number = 0;
    areNumbers = areNumbers && readNumber(row[at], number);
    numbers->InsertNextValue(number);
    texts->InsertNextValue(row[at]);
  }
  vtkSmartPointer<vtkAbstractArray> column = texts;
  if (areNumbers) column = numbers;
  column->SetName(name.c_str());
  return column;
}

}  // namespace

vtkStandardNewMacro(vtkTalusRunStatistics);

int vtkTalusRunStatistics::FillInputPortInformation(int /*port*/, vtkInformation* info) {
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataObject");
  return 1;
}

int vtkTalusRunStatistics::RequestData(vtkInformation* /*request*/, vtkInformationVector** /*inputs*/,
                                       vtkInformationVector* outputs) {
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  if (controller && controller->GetLocalProcessId() > 0) return 1;
  const std::filesystem::path folder = talus::plugin::runUpstreamOf(*this);
  if (folder.empty()) {
    vtkErrorMacro(
        "The input does not come from a run. Open run.pvd or run.json of a run, and apply the filter to it");
    return 0;
  }
  const std::filesystem::path file = folder / "statistics.csv";
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  const Row names = cellsOf(line);
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    rows.push_back(cellsOf(line));
    if (stream.eof())
      rows.pop_back();  // a row that is being written
    else if (rows.back().size() != names.size())
      stream.setstate(std::ios::badbit);
  }
  if (stream.bad() || names.size() < 2) {
    vtkErrorMacro("The run has no statistics, or they are damaged: " << file.string());
    return 0;
  }
  vtkTable& table = *vtkTable::GetData(outputs);
  for (std::size_t i = 0; i < names.size(); ++i) table.AddColumn(columnOf(names[i], rows, i));
  return 1;
}
