#include "answer.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>

#include "field_data.h"

namespace talus::filters {

namespace {

vtkInformationStringKey& answerKey() {
  static vtkInformationStringKey* const key = vtkInformationStringKey::MakeKey("ANSWER", "TalusFilters");
  return *key;
}

vtkInformationStringKey& remarksKey() {
  static vtkInformationStringKey* const key = vtkInformationStringKey::MakeKey("REMARKS", "TalusFilters");
  return *key;
}

const char* textOf(vtkAlgorithm& filter, vtkInformationStringKey& key) {
  const char* text = filter.GetInformation()->Get(&key);
  return text ? text : "";
}

}  // namespace

void beginAnswer(vtkAlgorithm& filter) {
  filter.GetInformation()->Remove(&answerKey());
  filter.GetInformation()->Remove(&remarksKey());
}

void setAnswer(vtkAlgorithm& filter, vtkDataObject& output, const std::string& sentence) {
  setAnswer(filter, sentence);
  putAnswer(output, sentence);
}

void setAnswer(vtkAlgorithm& filter, const std::string& sentence) {
  filter.GetInformation()->Set(&answerKey(), sentence);
}

// Other filters may share the field data, so there are new ones.
void putAnswer(vtkDataObject& data, const std::string& sentence) {
  const vtkNew<vtkFieldData> others;
  others->ShallowCopy(data.GetFieldData());
  others->RemoveArray("Answer");
  data.SetFieldData(vtkNew<vtkFieldData>());
  addTexts(data, "Answer", {sentence});
  for (int i = 0; i < others->GetNumberOfArrays(); ++i)
    data.GetFieldData()->AddArray(others->GetAbstractArray(i));
}

void addRemark(vtkAlgorithm& filter, const std::string& remark) {
  const std::string before = remarksOf(filter);
  filter.GetInformation()->Set(&remarksKey(), before.empty() ? remark : before + '\n' + remark);
}

const char* answerOf(vtkAlgorithm& filter) {
  return textOf(filter, answerKey());
}

const char* remarksOf(vtkAlgorithm& filter) {
  return textOf(filter, remarksKey());
}

}  // namespace talus::filters
