#include "answer.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>

#include <string_view>

#include "field_data.h"

namespace talus::filters {

namespace {

constexpr const char* answerName = "Answer";

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

void putAnswer(vtkDataObject& data, const std::string& sentence) {
  vtkFieldData& fields = *data.GetFieldData();
  vtkAbstractArray* first = fields.GetNumberOfArrays() > 0 ? fields.GetAbstractArray(0) : nullptr;
  const bool hasPlace = !first || (first->GetName() && std::string_view(first->GetName()) == answerName);
  const vtkNew<vtkFieldData> others;
  if (!hasPlace) {
    others->ShallowCopy(&fields);
    others->RemoveArray(answerName);
    fields.Initialize();
  }
  addTexts(data, answerName, {sentence});
  for (int i = 0; i < others->GetNumberOfArrays(); ++i) fields.AddArray(others->GetAbstractArray(i));
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
