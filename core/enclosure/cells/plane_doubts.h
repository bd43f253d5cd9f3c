#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace talus {

/// Triangles that exact arithmetic must test for queries, ascending by query.
class PlaneDoubts {
 public:
  std::size_t size() const { return size_; }
  std::uint32_t query(std::size_t i) const { return query_[i]; }
  std::uint32_t triangle(std::size_t i) const { return triangle_[i]; }
  /// The change of the winding number where the triangle is crossed, or 0 if it is not known.
  std::int32_t change(std::size_t i) const { return change_[i]; }

  void clear() { size_ = 0; }
  /// Makes room for so many more, whose triangles and changes are then written at the end.
  void makeRoom(std::size_t more) {
    if (query_.size() >= size_ + more) return;
    constexpr std::size_t leastRoom = 256;
    const std::size_t room = std::max({size_ + more, 2 * size_, leastRoom});
    query_.resize(room);
    triangle_.resize(room);
    change_.resize(room);
  }
  std::uint32_t* nextTriangle() { return triangle_.data() + size_; }
  std::int32_t* nextChange() { return change_.data() + size_; }
  /// Appends what was written. @param count at most the room.
  void append(std::uint32_t query, std::size_t count) {
    std::fill_n(query_.begin() + static_cast<std::ptrdiff_t>(size_), count, query);
    size_ += count;
  }

 private:
  std::vector<std::uint32_t> query_, triangle_;
  std::vector<std::int32_t> change_;
  std::size_t size_ = 0;
};

}  // namespace talus
