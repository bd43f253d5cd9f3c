#pragma once

#include <vtkBoundingBox.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "bodies/scene_parts.h"

namespace talus::plugin {

/// Names of the arrays that say which bodies are drawn how.
constexpr const char* moved = "TalusMoved";
constexpr const char* walls = "TalusWalls";
constexpr const char* drawable = "TalusDrawable";  // one of the two
constexpr const char* number = "TalusNumber";      // of the body in its data
constexpr const char* process = "TalusProcess";    // that has it

/// Bodies as points with their arrays, and masks of those that forces move, of the others, and of both.
/// Bodies without a known shape are in none.
vtkSmartPointer<vtkPolyData> instancesOf(vtkPointSet& bodies, std::size_t shapes, int rank);

/// The boxes of a table of shapes; invalid without points.
std::vector<vtkBoundingBox> boxesOf(vtkMultiBlockDataSet& shapes);

/// The box around all instances.
vtkBoundingBox boxAround(vtkPolyData& instances, const std::vector<vtkBoundingBox>& shapes);

}  // namespace talus::plugin
