#include "category_colours.h"

#include <vtkCommand.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPVArrayInformation.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMProperty.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMScalarBarWidgetRepresentationProxy.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMSettings.h>
#include <vtkSMTransferFunctionManager.h>
#include <vtkSMTransferFunctionProxy.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "categories.h"
#include "class_override.h"
#include "user_settings.h"

using talus::plugin::Category;
using talus::plugin::KnownArray;
using talus::plugin::knownArray;

namespace {

constexpr std::string_view suffix = ".PVLookupTable";  // of the names under which colours are registered

bool userHasDefaults(const std::string& array) {
  vtkSMSettings* settings = vtkSMSettings::GetInstance();
  const std::string table = ".array_lookup_tables." + array + std::string(suffix);
  const std::string preset = ".standard_presets." + array;
  return settings->HasSetting(table.c_str()) || settings->HasSetting(preset.c_str());
}

double componentOf(const std::string& colour, std::size_t component) {
  return std::stoi(colour.substr(2 * component, 2), nullptr, 16) / 255.0;
}

// The array that a display of the view shows in these colours: others of its name may have other components.
vtkPVArrayInformation* shownArray(vtkSMProxy& colours, vtkSMProxy& view) {
  const vtkSMPropertyHelper displays(&view, "Representations");
  for (unsigned int i = 0; i < displays.GetNumberOfElements(); ++i) {
    auto* display = vtkSMPVRepresentationProxy::SafeDownCast(displays.GetAsProxy(i));
    if (display && vtkSMPropertyHelper(display, "LookupTable", true).GetAsProxy() == &colours)
      return display->GetArrayInformationForColorArray();
  }
  return nullptr;
}

void setCategories(vtkSMProxy& colours, const std::vector<Category>& categories) {
  constexpr int never = -1;
  std::vector<std::string> words;
  std::vector<double> rgb;
  for (const Category& category : categories) {
    words.push_back(std::to_string(category.value));
    words.push_back(category.word);
    for (std::size_t i = 0; i < 3; ++i) rgb.push_back(componentOf(category.colour, i));
  }
  vtkSMPropertyHelper annotations(&colours, "Annotations");
  annotations.SetNumberOfElements(static_cast<unsigned int>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i)
    annotations.Set(static_cast<unsigned int>(i), words[i].c_str());
  vtkSMPropertyHelper(&colours, "IndexedColors").Set(rgb.data(), static_cast<unsigned int>(rgb.size()));
  vtkSMPropertyHelper(&colours, "IndexedLookup").Set(1);
  vtkSMPropertyHelper(&colours, "AutomaticRescaleRangeMode")
      .Set(never);  // it would drop words of absent values
  colours.UpdateVTKObjects();
}

// What a user may change: values with their words, and their colours.
struct Shown {
  explicit Shown(vtkSMProxy& colours) : rgb(vtkSMPropertyHelper(&colours, "IndexedColors").GetDoubleArray()) {
    const vtkSMPropertyHelper annotations(&colours, "Annotations");
    for (unsigned int i = 0; i < annotations.GetNumberOfElements(); ++i)
      words.emplace_back(annotations.GetAsString(i));
  }
  bool operator==(const Shown&) const = default;

  std::vector<std::string> words;
  std::vector<double> rgb;
};

// As they were shown last, by the identifiers of colours: their managers do not last.
std::map<vtkTypeUInt32, Shown>& shownLast() {
  static std::map<vtkTypeUInt32, Shown> shown;
  return shown;
}

// Categories follow the data that are there, until a user changes them. Colours of states stay.
bool isUnchanged(vtkSMProxy& colours) {
  const auto last = shownLast().find(colours.GetGlobalID());
  return last != shownLast().end() && last->second == Shown(colours);
}

void show(vtkSMProxy& colours, const std::vector<Category>& categories) {
  setCategories(colours, categories);
  shownLast().insert_or_assign(colours.GetGlobalID(), Shown(colours));
}

bool userHasDefaultMap() {
  return vtkSMSettings::GetInstance()->HasSetting(".lookup_tables.PVLookupTable");
}

// From 0 to 1: ParaView rescales them.
void setMap(vtkSMProxy& colours, const std::vector<int>& map) {
  constexpr int rgb = 0;
  std::vector<double> points;
  for (std::size_t i = 0; i < map.size(); ++i) {
    points.push_back(static_cast<double>(i) / static_cast<double>(map.size() - 1));
    for (const int shift : {16, 8, 0}) points.push_back(((map[i] >> shift) & 0xFF) / 255.0);
  }
  vtkSMPropertyHelper(&colours, "RGBPoints").Set(points.data(), static_cast<unsigned int>(points.size()));
  vtkSMPropertyHelper(&colours, "ColorSpace").Set(rgb);
  colours.UpdateVTKObjects();
}

// At the beginning most bodies rest.
void followTime(vtkSMProxy& colours) {
  vtkSMPropertyHelper(&colours, "AutomaticRescaleRangeMode")
      .Set(vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP);
  colours.UpdateVTKObjects();
}

// Where all values are 0, as speeds at the beginning, ParaView shows the least numbers that floats have: the
// legend then goes from 0 to 1, until there are other values.
class RangeOfZeros : public vtkCommand {
 public:
  static RangeOfZeros* New() { return new RangeOfZeros; }

  static void watch(vtkSMProxy& colours) {
    const vtkNew<RangeOfZeros> range;
    range->colours_ = &colours;
    colours.GetProperty("RGBPoints")->AddObserver(vtkCommand::ModifiedEvent, range);
    range->Execute(nullptr, 0, nullptr);
  }

  void Execute(vtkObject* /*caller*/, unsigned long /*event*/, void* /*data*/) override {
    if (busy_ || !this->isOfZeros()) return;
    busy_ = true;
    vtkSMTransferFunctionProxy::RescaleTransferFunction(colours_, 0.0, 1.0, false);
    vtkSMPropertyHelper(colours_, "ScalarRangeInitialized").Set(0);  // the next range replaces it
    colours_->UpdateVTKObjects();
    busy_ = false;
  }

 private:
  bool isOfZeros() const {
    constexpr double least = 1e-30;
    constexpr unsigned int point = 4;
    const vtkSMPropertyHelper points(colours_, "RGBPoints");
    const unsigned int count = points.GetNumberOfElements();
    return count >= 2 * point && points.GetAsDouble(0) == 0 && points.GetAsDouble(count - point) < least;
  }

  vtkSMProxy* colours_ = nullptr;  // owns the property that owns this
  bool busy_ = false;
};

// Null where the user has a default of their own, or ParaView has no such property.
vtkSMProperty* unlessUserHas(vtkSMProxy& legend, const char* name) {
  return talus::plugin::userHasDefault(legend, name) ? nullptr : legend.GetProperty(name);
}

// As 0.39, not 3.9e-01. A format of printf, or of std::format as ParaView has it since 6.1.
void roundEnds(vtkSMProxy& legend) {
  vtkSMProperty* property = unlessUserHas(legend, "RangeLabelFormat");
  if (!property) return;
  vtkSMPropertyHelper format(property);
  const bool isOfPrintf = std::string_view(format.GetAsString()).find('%') != std::string_view::npos;
  format.Set(isOfPrintf ? "%.3g" : "{:.3g}");
}

// Since 5.13 ParaView's editor of colours takes each value of some dozens of bodies for a word of the legend.
void hideValues(vtkSMProxy& legend) {
  if (vtkSMProperty* property = unlessUserHas(legend, "DrawAnnotations"))
    vtkSMPropertyHelper(property).Set(0);
}

bool hasFractions(vtkPVArrayInformation& array) {
  return array.GetDataType() == VTK_DOUBLE || array.GetDataType() == VTK_FLOAT;
}

void showQuantity(vtkSMProxy& colours, const std::vector<int>& map) {
  if (!map.empty() && !userHasDefaultMap()) setMap(colours, map);
  followTime(colours);
  RangeOfZeros::watch(colours);
}

}  // namespace

// The class keeps its base's name: Python finds the methods of an object by the name of its class.
class vtkTalusCategoryColours : public vtkSMTransferFunctionManager {
 public:
  static vtkTalusCategoryColours* New();

  vtkSMProxy* GetColorTransferFunction(const char* array, vtkSMSessionProxyManager* session) override {
    const std::string name = array + std::string(suffix);
    const bool isNew = !session->GetProxy("lookup_tables", name.c_str());
    vtkSMProxy* colours = this->vtkSMTransferFunctionManager::GetColorTransferFunction(array, session);
    if (!colours || userHasDefaults(array)) return colours;
    const KnownArray known = knownArray(array, *session);
    if (!known.categories.empty() && (isNew || isUnchanged(*colours)))
      show(*colours, known.categories);
    else if (known.array && isNew)
      showQuantity(*colours, known.map);
    return colours;
  }

  vtkSMProxy* GetScalarBarRepresentation(vtkSMProxy* colours, vtkSMProxy* view) override {
    const bool isNew =
        colours && view && !vtkSMTransferFunctionProxy::FindScalarBarRepresentation(colours, view);
    vtkSMProxy* legend = this->vtkSMTransferFunctionManager::GetScalarBarRepresentation(colours, view);
    if (legend && isNew) Describe(*legend, *colours, *view);
    return legend;
  }

 private:
  static void Describe(vtkSMProxy& legend, vtkSMProxy& colours, vtkSMProxy& view) {
    vtkSMSessionProxyManager* session = colours.GetSessionProxyManager();
    const char* registered = session->GetProxyName("lookup_tables", &colours);
    std::string_view name = registered ? registered : "";
    if (!name.ends_with(suffix)) return;
    name.remove_suffix(suffix.size());
    const KnownArray known = knownArray(std::string(name).c_str(), *session);
    if (!known.array) return;
    vtkSMPropertyHelper(&legend, "Title").Set(known.title.c_str());
    roundEnds(legend);
    if (hasFractions(*known.array)) hideValues(legend);
    vtkPVArrayInformation* shown = shownArray(colours, view);
    vtkSMScalarBarWidgetRepresentationProxy::UpdateComponentTitle(&legend, shown ? shown : known.array);
    legend.UpdateVTKObjects();
  }
};
vtkStandardNewMacro(vtkTalusCategoryColours);

namespace {

VTK_CREATE_CREATE_FUNCTION(vtkTalusCategoryColours)

}  // namespace

void registerCategoryColours() {
  talus::plugin::overrideClass("vtkSMTransferFunctionManager", "vtkTalusCategoryColours",
                               vtkObjectFactoryCreatevtkTalusCategoryColours,
                               "Talus: categories have colours and words");
}
