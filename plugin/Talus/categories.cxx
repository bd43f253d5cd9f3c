#include "categories.h"

#include <vtkDataAssembly.h>
#include <vtkDataObject.h>
#include <vtkNew.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMOutputPort.h>
#include <vtkSMProxyIterator.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMSourceProxy.h>
#include <vtkType.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "look.h"

namespace talus::plugin {

namespace {

constexpr std::array associations{vtkDataObject::POINT, vtkDataObject::CELL, vtkDataObject::FIELD};

vtkPVArrayInformation* arrayOf(vtkPVDataInformation& data, const char* name) {
  for (const int association : associations)
    if (vtkPVArrayInformation* array = data.GetArrayInformation(name, association)) return array;
  return nullptr;
}

bool sameType(int one, int other) {
  const auto isWide = [](int type) {
    return type == VTK_LONG_LONG || type == VTK_LONG || type == VTK_ID_TYPE;
  };
  return one == other || (isWide(one) && isWide(other));
}

vtkPVArrayInformation* described(vtkPVDataInformation& data, const look::DescribedArray& description) {
  vtkPVArrayInformation* array = arrayOf(data, description.name);
  const bool fits = array && array->GetNumberOfComponents() == 1 &&
                    sameType(array->GetDataType(), description.type) &&
                    (!description.companion || arrayOf(data, description.companion));
  return fits ? array : nullptr;
}

/// Calls visit(data) for the data of each output port that has been updated, until it returns true.
template <class Visit>
void visitData(vtkSMSessionProxyManager& session, const Visit& visit) {
  const vtkNew<vtkSMProxyIterator> at;
  at->SetSessionProxyManager(&session);
  for (at->Begin("sources"); !at->IsAtEnd(); at->Next()) {
    auto* source = vtkSMSourceProxy::SafeDownCast(at->GetProxy());
    if (!source || !source->GetOutputPortsCreated()) continue;
    for (unsigned int port = 0; port < source->GetNumberOfOutputPorts(); ++port)
      if (vtkPVDataInformation* data = source->GetDataInformation(port); data && visit(*data)) return;
  }
}

// A material is a line of JSON; its name is the text after "name".
std::string nameIn(const std::string& json) {
  const std::size_t key = json.find("\"name\"");
  const std::size_t begin = key == std::string::npos ? key : json.find('"', json.find(':', key));
  const std::size_t end = begin == std::string::npos ? begin : json.find('"', begin + 1);
  return end == std::string::npos ? std::string() : json.substr(begin + 1, end - begin - 1);
}

// Of each value; none where it is not drawn in colours, as walls.
using Names = std::vector<std::optional<std::string>>;

Names materialsOf(vtkPVDataInformation& data) {
  Names names;
  vtkPVArrayInformation* rows = data.GetArrayInformation("Materials", vtkDataObject::FIELD);
  for (int i = 0; rows && i < rows->GetNumberOfStringValues(); ++i)
    names.emplace_back(nameIn(rows->GetStringValue(i)));
  return names;
}

Names shapesOf(vtkPVDataInformation& data) {
  Names names;
  vtkDataAssembly* assembly = data.GetDataAssembly();
  const int shapes = assembly ? assembly->FindFirstNodeWithName("Shapes") : -1;
  for (int i = 0; shapes >= 0 && i < assembly->GetNumberOfChildren(shapes); ++i) {
    const int shape = assembly->GetChild(shapes, i);
    const bool isWall = assembly->GetAttributeOrDefault(shape, "wall", 0) != 0;
    names.push_back(isWall ? std::nullopt : std::optional<std::string>(assembly->GetNodeName(shape)));
  }
  return names;
}

constexpr const char* wordDivider = " / ";  // of a value that means different things in several data

bool hasWord(const std::string& words, const std::string& word) {
  const std::string divider = wordDivider;
  return (divider + words + divider).find(divider + word + divider) != std::string::npos;
}

// Adds the names of further data: where they differ, a value has both.
void join(Names& names, const Names& others) {
  names.resize(std::max(names.size(), others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!others[i]) continue;
    std::string& name = names[i] ? *names[i] : names[i].emplace();
    if (!hasWord(name, *others[i])) name += (name.empty() ? "" : wordDivider) + *others[i];
  }
}

std::size_t valuesOf(const vtkPVArrayInformation& array) {
  return 1 + static_cast<std::size_t>(std::max(0.0, array.GetComponentRange(0)[1]));
}

// As many as there are names, or values where names are not known.
std::vector<Category> numbered(const Names& names, std::size_t values) {
  constexpr std::size_t most = 64;
  const std::size_t count = std::min(most, std::max(names.size(), values));
  std::vector<Category> categories;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < names.size() && !names[i]) continue;
    const bool named = i < names.size() && !names[i]->empty();
    categories.push_back({static_cast<int>(i), named ? *names[i] : std::to_string(i),
                          look::coloursInTurn[i % look::coloursInTurn.size()]});
  }
  return categories;
}

Names namesOf(const look::DescribedArray& description, vtkPVDataInformation& data) {
  if (description.name == std::string("Shape")) return shapesOf(data);
  return description.name == std::string("Material") ? materialsOf(data) : Names();
}

bool isOfBodies(vtkPVDataInformation& data) {
  return arrayOf(data, "BodyId") && arrayOf(data, "Orientation");
}

}  // namespace

KnownArray knownArray(const char* name, vtkSMSessionProxyManager& session) {
  KnownArray known;
  static const std::vector<look::DescribedArray> all = look::describedArrays();
  for (const look::DescribedArray& description : all) {
    if (description.name != std::string(name)) continue;
    // Surfaces of bodies have their arrays; the scene that they come from has the names, too. Several scenes
    // may be open.
    Names names;
    std::size_t values = 0;
    visitData(session, [&](vtkPVDataInformation& data) {
      vtkPVArrayInformation* array = described(data, description);
      if (!array) return false;
      if (!known.array) known = {description.title, array, description.categories, {}};
      if (!description.categories.empty()) return true;
      join(names, namesOf(description, data));
      values = std::max(values, valuesOf(*array));
      return false;
    });
    if (values > 0) known.categories = numbered(names, values);
  }
  for (const look::Quantity& quantity : look::quantities) {
    if (quantity.name != std::string(name)) continue;
    visitData(session, [&](vtkPVDataInformation& data) {
      vtkPVArrayInformation* array = isOfBodies(data) ? arrayOf(data, name) : nullptr;
      if (array) known = {quantity.title, array, {}, {quantity.map.begin(), quantity.map.end()}};
      return array != nullptr;
    });
  }
  return known;
}

}  // namespace talus::plugin
