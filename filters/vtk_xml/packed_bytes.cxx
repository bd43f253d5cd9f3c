#include "vtk_xml/packed_bytes.h"

#include <vtkLZ4DataCompressor.h>
#include <vtkLZMADataCompressor.h>
#include <vtkSmartPointer.h>
#include <vtkZLibDataCompressor.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "vtk_xml/silence.h"

namespace talus::filters {

namespace {

// As in the readers of the Python package. Larger arrays with a compression ratio above largestRatio are
// rejected as an attack or an accident.
constexpr std::uint64_t alwaysUnpacked = std::uint64_t{256} << 20;
constexpr std::uint64_t largestRatio = 200;

struct Blocks {
  std::vector<std::uint64_t> packedSizes;
  std::uint64_t full = 0;  // size of every block but the last
  std::uint64_t last = 0;
  std::uint64_t packedSize = 0;  // sum over all blocks
  std::uint64_t begin = 0;       // position in the encoded bytes

  std::uint64_t size(std::size_t block) const { return block + 1 < packedSizes.size() ? full : last; }
};

std::vector<std::uint64_t> headerNumbers(const EncodedBytes& from, const ArrayCoding& coding,
                                         std::uint64_t count) {
  std::string bytes = from.read(0, count * coding.headerSize);
  std::vector<std::uint64_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(i * coding.headerSize);
    const auto end = begin + static_cast<std::ptrdiff_t>(coding.headerSize);
    if (coding.swapped) std::reverse(begin, end);
    std::uint32_t small = 0;
    if (coding.headerSize == sizeof small) {
      std::memcpy(&small, &*begin, sizeof small);
      numbers[i] = small;
    } else {
      std::memcpy(&numbers[i], &*begin, sizeof numbers[i]);
    }
  }
  return numbers;
}

void requireSize(std::uint64_t stated, std::uint64_t size) {
  if (stated != size)
    failVtkXml("an array has " + std::to_string(stated) + " bytes, not " + std::to_string(size));
}

// The header: the number of blocks, the size of every block but the last, the size of the last (0: same as
// the others), and the compressed sizes.
Blocks readBlocks(const EncodedBytes& from, const ArrayCoding& coding, std::uint64_t size) {
  const auto counts = headerNumbers(from, coding, 3);
  const std::uint64_t count = counts[0];
  Blocks blocks{{}, counts[1], counts[2] ? counts[2] : counts[1], 0, 0};
  const bool fit = count < 2 || blocks.full == 0 || count - 1 <= size / blocks.full;
  if (!fit || count > from.maximumCount() / coding.headerSize)
    failVtkXml("an array has " + std::to_string(count) + " blocks of " + std::to_string(blocks.full) +
               " bytes");
  const std::uint64_t before = count < 2 ? 0 : (count - 1) * blocks.full;
  requireSize(count == 0 ? 0 : before + std::min(blocks.last, size + 1), size);
  blocks.packedSizes = headerNumbers(from, coding, 3 + count);
  blocks.packedSizes.erase(blocks.packedSizes.begin(), blocks.packedSizes.begin() + 3);
  for (const std::uint64_t packed : blocks.packedSizes) {
    if (packed > from.maximumCount() - blocks.packedSize) failVtkXml("an array ends too early");
    blocks.packedSize += packed;
  }
  blocks.begin = from.lengthOf((3 + count) * coding.headerSize);
  return blocks;
}

vtkSmartPointer<vtkDataCompressor> newCompressor(Compressor kind) {
  if (kind == Compressor::ZLib) return vtkSmartPointer<vtkZLibDataCompressor>::New();
  if (kind == Compressor::Lz4) return vtkSmartPointer<vtkLZ4DataCompressor>::New();
  return vtkSmartPointer<vtkLZMADataCompressor>::New();
}

std::string unpacked(const EncodedBytes& from, const Blocks& blocks, Compressor kind, std::uint64_t size) {
  if (size > std::max(alwaysUnpacked, largestRatio * blocks.packedSize))
    failVtkXml(std::to_string(blocks.packedSize) + " bytes of an array unpack to " + std::to_string(size));
  const std::string packed = from.read(blocks.begin, blocks.packedSize);
  std::string bytes(size, '\0');
  const auto compressor = newCompressor(kind);
  silence(*compressor);
  const auto* source = reinterpret_cast<const unsigned char*>(packed.data());
  auto* target = reinterpret_cast<unsigned char*>(bytes.data());
  for (std::size_t block = 0; block < blocks.packedSizes.size(); ++block) {
    const std::uint64_t own = blocks.size(block);
    if (compressor->Uncompress(source, blocks.packedSizes[block], target, own) != own)
      failVtkXml("the packed data of an array are damaged");
    source += blocks.packedSizes[block];
    target += own;
  }
  return bytes;
}

}  // namespace

std::string arrayBytes(const EncodedBytes& from, const ArrayCoding& coding, std::uint64_t size) {
  if (coding.compressor != Compressor::None)
    return unpacked(from, readBlocks(from, coding, size), coding.compressor, size);
  requireSize(headerNumbers(from, coding, 1)[0], size);
  return from.read(0, coding.headerSize + size).substr(coding.headerSize);
}

}  // namespace talus::filters
