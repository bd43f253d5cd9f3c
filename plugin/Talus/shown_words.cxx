#include "shown_words.h"

#include <vtkClientServerInterpreter.h>
#include <vtkClientServerInterpreterInitializer.h>
#include <vtkObjectFactory.h>
#include <vtkPVXMLElement.h>
#include <vtkSMEnumerationDomain.h>
#include <vtkSMProperty.h>
#include <vtkSMPropertyHelper.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace {

int valueOf(vtkSMProperty& property, bool edited) {
  vtkSMPropertyHelper helper(&property);
  helper.SetUseUnchecked(edited);
  return helper.GetAsInt();
}

/// Whether a property has a value, or will have it when the user applies the panel.
bool isOrBecomes(vtkSMProperty& property, int value) {
  return valueOf(property, false) == value || valueOf(property, true) == value;
}

}  // namespace

// The class keeps its base's name: Python finds the methods of an object by the name of its class.
class vtkTalusShownWordsDomain : public vtkSMEnumerationDomain {
 public:
  static vtkTalusShownWordsDomain* New();

  void Update(vtkSMProperty* /*changed*/) override {
    auto* words =
        vtkSMEnumerationDomain::SafeDownCast(this->GetProperty()->FindDomain("vtkSMEnumerationDomain"));
    std::vector<unsigned int> shown;
    for (unsigned int i = 0; i < words->GetNumberOfEntries(); ++i)
      if (this->IsShown(words->GetEntryValue(i))) shown.push_back(i);
    if (shown == this->Shown) return;
    this->Shown = std::move(shown);
    this->RemoveAllEntries();
    for (const unsigned int i : this->Shown) this->AddEntry(words->GetEntryText(i), words->GetEntryValue(i));
    this->DomainModified();
  }

 protected:
  int ReadXMLAttributes(vtkSMProperty* property, vtkPVXMLElement* element) override {
    if (!vtkSMEnumerationDomain::ReadXMLAttributes(property, element)) return 0;
    std::istringstream numbers(element->GetAttributeOrEmpty("reference"));
    for (int number; numbers >> number;) this->Reference.push_back(number);
    if (!this->GetRequiredProperty("Switch")) return 0;
    this->AddRequiredProperty(property, "Value");
    return 1;
  }

 private:
  bool IsShown(int word) {
    if (std::find(this->Reference.begin(), this->Reference.end(), word) == this->Reference.end()) return true;
    return valueOf(*this->GetRequiredProperty("Switch"), true) != 0 ||
           isOrBecomes(*this->GetProperty(), word);
  }

  std::vector<int> Reference;       // numbers of the reference words
  std::vector<unsigned int> Shown;  // indices of the listed entries of the first domain
};
vtkStandardNewMacro(vtkTalusShownWordsDomain);

void registerShownWords() {
  const auto create = [](void*) -> vtkObjectBase* { return vtkTalusShownWordsDomain::New(); };
  vtkClientServerInterpreterInitializer::GetGlobalInterpreter()->AddNewInstanceFunction(
      "vtkSMTalusShownWordsDomain", create);
}
