#include "vtk_xml/part_file.h"

#include "base/output_file.h"

namespace talus::filters {

namespace {

constexpr std::size_t atOnce = std::size_t{1} << 24;  // bytes of arrays that are compressed side by side

// The parts from `begin` on that are written together: they end with an array.
std::size_t endOfBatch(const std::vector<FilePart>& parts, std::size_t begin) {
  std::size_t size = 0, end = begin;
  for (; end < parts.size() && size < atOnce; ++end)
    if (const auto* array = std::get_if<ArrayBytes>(&parts[end])) size += array->size();
  return end;
}

void write(OutputFile& file, const std::string& text) {
  file.write(std::as_bytes(std::span(text)));
}

void writeBatch(OutputFile& file, std::span<const FilePart> parts, const Loop& loop) {
  std::vector<ArrayBytes> arrays;
  for (const FilePart& part : parts)
    if (const auto* array = std::get_if<ArrayBytes>(&part)) arrays.push_back(*array);
  const std::vector<std::string> packed = packedArrays(arrays, loop);
  auto next = packed.begin();
  for (const FilePart& part : parts) {
    const auto* text = std::get_if<std::string>(&part);
    write(file, text ? *text : *next++);
  }
}

}  // namespace

void writeParts(const std::string& path, const std::vector<FilePart>& parts, const Loop& loop, bool toDisk) {
  OutputFile file(path);
  for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
    end = endOfBatch(parts, begin);
    writeBatch(file, std::span(parts).subspan(begin, end - begin), loop);
  }
  if (toDisk) file.sync();
  file.close();
}

}  // namespace talus::filters
