#pragma once

#include <vtkType.h>

#include <cstddef>

namespace talus::filters {

/// Tests whether this many bytes can be allocated. VTK's arrays do not report failure: without memory, VTK
/// ends the program in builds with assertions, for example Debian's. @throws std::bad_alloc
inline void requireMemory(std::size_t bytes) {
  auto* memory = static_cast<volatile char*>(::operator new(bytes + 1));
  *memory = 0;  // otherwise a compiler may remove both calls
  ::operator delete(const_cast<char*>(memory));
}

/// Sets the number of tuples of an array; their values are undefined. @throws std::bad_alloc
template <class Array>
void setTuples(Array& array, vtkIdType tuples) {
  requireMemory(static_cast<std::size_t>(tuples) * static_cast<std::size_t>(array.GetNumberOfComponents()) *
                static_cast<std::size_t>(array.GetDataTypeSize()));
  array.SetNumberOfTuples(tuples);
}

/// Reserves memory for `further` values, which Insert… then appends. Amortised O(further). @throws
/// std::bad_alloc
template <class Array>
void makeRoom(Array& array, vtkIdType further) {
  const vtkIdType needed = array.GetNumberOfValues() + further;
  if (needed <= array.GetSize()) return;
  const vtkIdType tuples = needed / array.GetNumberOfComponents() + 1;
  const vtkIdType values =
      array.GetSize() + tuples * array.GetNumberOfComponents();  // Resize adds the present size
  requireMemory(static_cast<std::size_t>(values) * static_cast<std::size_t>(array.GetDataTypeSize()));
  array.Resize(tuples);
}

}  // namespace talus::filters
