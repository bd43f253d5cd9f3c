#pragma once

#include <map>
#include <string>

namespace talus {

/// @throws Error no library that this program is linked with has the method.
[[noreturn]] void throwNotAdded(const std::string& method);

/// The values of an enumeration that another library implements, and how it makes them: `talus_reference`
/// adds the methods of papers, so that no other code knows them. Methods are added before main() only.
template <class Method, class Maker>
class AddedMethods {
 public:
  void add(Method method, Maker maker) { makers_[method] = maker; }
  /// @throws Error the library of this method is not linked.
  const Maker& at(Method method) const {
    const auto found = makers_.find(method);
    if (found == makers_.end()) throwNotAdded(std::string(name(method)));
    return found->second;
  }

 private:
  std::map<Method, Maker> makers_;
};

}  // namespace talus
