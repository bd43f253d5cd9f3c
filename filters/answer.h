#pragma once

#include <string>

class vtkAlgorithm;
class vtkDataObject;

namespace talus::filters {

/// What a filter answers after an execution: one sentence, made by the core, and remarks, the warnings that
/// belong to the result. Both are kept with the filter, where panels and programs read them.
///
/// Before an execution: forgets both.
void beginAnswer(vtkAlgorithm& filter);
/// Of the rank that tells them: the first one. `output` gets the field data `Answer` before all others.
void setAnswer(vtkAlgorithm& filter, vtkDataObject& output, const std::string& sentence);
/// After an execution without a result: why, and how to go on.
void setAnswer(vtkAlgorithm& filter, const std::string& sentence);
/// The field data `Answer`, before all others: of a block that has an answer of its own.
void putAnswer(vtkDataObject& data, const std::string& sentence);
/// A line more. reportWarning() adds its warnings.
void addRemark(vtkAlgorithm& filter, const std::string& remark);

/// Never null; empty before an execution.
const char* answerOf(vtkAlgorithm& filter);
/// A line each.
const char* remarksOf(vtkAlgorithm& filter);

}  // namespace talus::filters
