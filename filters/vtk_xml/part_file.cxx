#include "vtk_xml/part_file.h"

#include <algorithm>
#include <cstring>

#include "base/output_file.h"

namespace talus::filters {

namespace {

constexpr std::size_t atOnce = std::size_t{1} << 24;  // bytes of arrays that are compressed side by side

// The parts from `begin` on that are written together: they end with an array.
std::size_t endOfBatch(const std::vector<FilePart>& parts, std::size_t begin) {
  std::size_t size = 0, end = begin;
  for (; end < parts.size() && size < atOnce; ++end)
    if (const auto* array = std::get_if<ArrayPart>(&parts[end])) size += array->values.size();
  return end;
}

void write(OutputFile& file, const std::string& text) {
  file.write(std::as_bytes(std::span(text)));
}

void pack(std::span<FilePart> parts, const Loop& loop) {
  std::vector<ArrayPart*> unknown;
  std::vector<ArrayBytes> arrays;
  for (FilePart& part : parts) {
    auto* const array = std::get_if<ArrayPart>(&part);
    if (!array || array->text) continue;
    unknown.push_back(array);
    arrays.push_back(array->values);
  }
  std::vector<std::string> packed = packedArrays(arrays, loop);
  for (std::size_t i = 0; i < unknown.size(); ++i)
    unknown[i]->text = std::make_shared<const std::string>(std::move(packed[i]));
}

bool same(ArrayBytes one, ArrayBytes other) {
  return one.size() == other.size() &&
         (one.empty() || std::memcmp(one.data(), other.data(), one.size()) == 0);
}

}  // namespace

void takeTexts(std::vector<FilePart>& parts, const std::vector<FilePart>& others) {
  for (std::size_t i = 0; i < std::min(parts.size(), others.size()); ++i) {
    auto* const array = std::get_if<ArrayPart>(&parts[i]);
    const auto* const other = std::get_if<ArrayPart>(&others[i]);
    if (array && other && same(array->values, other->values)) array->text = other->text;
  }
}

void writeParts(const std::string& path, std::vector<FilePart>& parts, const Loop& loop,
                const WritingOptions& options) {
  OutputFile file(path);
  for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
    end = endOfBatch(parts, begin);
    const auto batch = std::span(parts).subspan(begin, end - begin);
    pack(batch, loop);
    for (FilePart& part : batch) {
      auto* const array = std::get_if<ArrayPart>(&part);
      write(file, array ? *array->text : std::get<std::string>(part));
      if (array && !options.keepTexts) array->text = nullptr;
    }
  }
  if (options.toDisk) file.sync();
  file.close();
}

}  // namespace talus::filters
