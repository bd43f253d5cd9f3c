#pragma once

#include <string>
#include <vector>

class vtkPVArrayInformation;
class vtkPVDataInformation;
class vtkSMSessionProxyManager;

namespace talus::plugin {

/// A value of an array, the word that means it, and its colour, "RRGGBB".
struct Category {
  int value;
  std::string word;
  std::string colour;
};

/// An array of Talus in data of the session: how its legend is titled, and its categories.
struct KnownArray {
  std::string title;
  vtkPVArrayInformation* array = nullptr;  // null: no data of the session have it
  std::vector<Category> categories;        // empty: a quantity
  std::vector<int> map;                    // of a quantity: colours 0xRRGGBB at equal distances
};

/// The array of this name, if some data of the session that have it come from Talus: known by its type and by
/// the arrays that go with it, so that data read from files are recognised and foreign ones are not.
KnownArray knownArray(const char* name, vtkSMSessionProxyManager& session);

}  // namespace talus::plugin
