#pragma once

#include <vtkType.h>

#include <cstddef>
#include <new>

namespace talus::filters {

/// Tries whether there are so many bytes. VTK's arrays do not tell: where there is no memory for them, VTK
/// ends the program in builds with assertions, such as Debian's. @throws std::bad_alloc
inline void requireMemory(std::size_t bytes) {
  auto* memory = static_cast<volatile char*>(::operator new(bytes + 1));
  *memory = 0;  // else a compiler may leave both calls out
  ::operator delete(const_cast<char*>(memory));
}

/// Gives an array so many tuples, whose values are undefined. @throws std::bad_alloc
template <class Array>
void setTuples(Array& array, vtkIdType tuples) {
  requireMemory(static_cast<std::size_t>(tuples) * static_cast<std::size_t>(array.GetNumberOfComponents()) *
                static_cast<std::size_t>(array.GetDataTypeSize()));
  array.SetNumberOfTuples(tuples);
}

/// Makes room for so many further values, which Insert… appends. Amortised O(further). @throws std::bad_alloc
template <class Array>
void makeRoom(Array& array, vtkIdType further) {
  const vtkIdType needed = array.GetNumberOfValues() + further;
  if (needed <= array.GetSize()) return;
  const vtkIdType tuples = needed / array.GetNumberOfComponents() + 1;
  const vtkIdType values =
      array.GetSize() + tuples * array.GetNumberOfComponents();  // Resize adds what is there
  requireMemory(static_cast<std::size_t>(values) * static_cast<std::size_t>(array.GetDataTypeSize()));
  array.Resize(tuples);
}

}  // namespace talus::filters
