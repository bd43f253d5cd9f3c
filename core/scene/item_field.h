#pragma once

#include <limits>
#include <span>

namespace talus {

/// How the values of two materials give that of both.
enum class Mean { None, Geometric, Harmonic };

/// What a table of options/tables/scene says of a field, for readers, writers and checks of any item.
struct ItemField {
  const char* name;                ///< the key in scene files
  const char* title;               ///< in messages; of a list that of one value
  const char* array = "";          ///< the name in data sets, if it is an array of its own
  bool arrayMayBeMissing = false;  ///< in data of earlier versions: then it has its default
  const char* of = "";             ///< the item that a number names: material or shape
  const char* except = "";         ///< the kind of motion that does not have it
  bool isRequired = false;         ///< in a file
  bool omitsDefault = false;       ///< files that are written omit its default
  bool isDirection = false;        ///< a vector that must have a length
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool lowIncluded = true;
  bool mayBeInfinite = false;  ///< omitted in files then
  Mean mean = Mean::None;
  std::span<const char* const> words{};  ///< of a choice; the first has the number 0
};

/// The fields of an item, in the order of files. Each item's header specialises it:
///   itemName         in scene files and messages
///   NAME             an ItemField of each member
///   visit(visitor)   calls visitor(field, pointer to member) for each but lists of items
///   visitArrays(visitor)   of items with a struct of arrays: visitor(field, pointer to member, pointer to
///   array)
template <class Item>
struct ItemFields;

}  // namespace talus
