#include "vtk_xml/packed_array.h"

#include <vtkBase64Utilities.h>
#include <vtk_zlib.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace talus::filters {

namespace {

constexpr std::size_t blockSize = std::size_t{1} << 18;
constexpr std::size_t sampleSize = std::size_t{1} << 12;  // smaller blocks are always compressed
constexpr std::size_t samples = 8;                        // places in a block that are tried
constexpr double worthwhile = 0.85;                       // of the size
// Levels of zlib. Labels, distances and cells get as small as by its default, in a fifth to two thirds of the
// time.
constexpr int compressed = 2;
constexpr int stored = 0;

std::string deflated(ArrayBytes block, int level) {
  uLongf size = compressBound(block.size());
  std::string packed(size, '\0');
  const int done = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                             reinterpret_cast<const Bytef*>(block.data()), block.size(), level);
  if (done != Z_OK) throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

bool shrinks(ArrayBytes block) {
  if (block.size() < sampleSize) return true;
  std::vector<std::byte> sample;
  for (std::size_t i = 0; i < samples; ++i) {
    const ArrayBytes place = block.subspan(i * (block.size() / samples), sampleSize / samples);
    sample.insert(sample.end(), place.begin(), place.end());
  }
  return static_cast<double>(deflated(sample, compressed).size()) <
         worthwhile * static_cast<double>(sampleSize);
}

std::string base64(const std::string& bytes) {
  std::string letters((bytes.size() + 2) / 3 * 4, '\0');
  vtkBase64Utilities::Encode(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                             reinterpret_cast<unsigned char*>(letters.data()));
  return letters;
}

// Number of blocks, their size, that of the last if it is shorter, the compressed sizes.
std::string header(std::size_t size, std::span<const std::string> blocks) {
  std::vector<std::uint64_t> numbers{blocks.size(), blockSize, size % blockSize};
  for (const std::string& block : blocks) numbers.push_back(block.size());
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

std::string joined(std::span<const std::string> blocks) {
  std::string all;
  for (const std::string& block : blocks) all += block;
  return all;
}

}  // namespace

std::vector<std::string> packedArrays(const std::vector<ArrayBytes>& arrays, const Loop& loop) {
  std::vector<ArrayBytes> blocks;
  std::vector<std::size_t> begins{0};  // of each array's blocks
  for (const ArrayBytes array : arrays) {
    for (std::size_t begin = 0; begin < array.size(); begin += blockSize)
      blocks.push_back(array.subspan(begin, std::min(blockSize, array.size() - begin)));
    begins.push_back(blocks.size());
  }
  std::vector<std::string> packed(blocks.size()), texts(arrays.size());
  loop(blocks.size(),
       [&](std::size_t i) { packed[i] = deflated(blocks[i], shrinks(blocks[i]) ? compressed : stored); });
  loop(arrays.size(), [&](std::size_t i) {
    const auto own = std::span<const std::string>(packed).subspan(begins[i], begins[i + 1] - begins[i]);
    texts[i] = base64(header(arrays[i].size(), own)) + base64(joined(own));
  });
  return texts;
}

}  // namespace talus::filters
