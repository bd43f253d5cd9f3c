#include "vtk_xml/packed_array.h"

#include <vtkBase64Utilities.h>
#include <vtk_zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <string_view>
#include <utility>

namespace talus::filters {

namespace {

constexpr std::size_t blockSize = std::size_t{1} << 18;
constexpr std::size_t sampleSize = std::size_t{1} << 12;  // smaller blocks are always compressed
constexpr std::size_t samples = 8;                        // places in a block that are tried
constexpr double worthwhileRatio = 0.85;                  // of the size
constexpr std::size_t encodedPieceSize = std::size_t{3}
                                         << 17;  // encoded at once: whole groups of three bytes

// A compressor with its memory, of which zlib would clear a quarter of a megabyte for each block.
class Deflater {
 public:
  explicit Deflater(int level) {
    if (deflateInit(&stream_, level) != Z_OK) throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  /// Valid until the next call.
  std::string_view operator()(ArrayBytes block) {
    deflateReset(&stream_);
    room_.resize(std::max<std::size_t>(room_.size(), deflateBound(&stream_, block.size())));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(block.data()));
    stream_.avail_in = static_cast<uInt>(block.size());
    stream_.next_out = reinterpret_cast<Bytef*>(room_.data());
    stream_.avail_out = static_cast<uInt>(room_.size());
    deflate(&stream_, Z_FINISH);
    return {room_.data(), stream_.total_out};
  }

 private:
  z_stream stream_{};
  std::vector<char> room_;
};

std::string_view compressed(ArrayBytes block) {
  // Labels, distances and cells get as small as by zlib's default, in a fifth to two thirds of the time.
  constexpr int level = 2;
  thread_local Deflater deflater(level);
  return deflater(block);
}

std::string_view stored(ArrayBytes block) {
  thread_local Deflater deflater(Z_NO_COMPRESSION);
  return deflater(block);
}

bool shrinks(ArrayBytes block) {
  if (block.size() < sampleSize) return true;
  std::array<std::byte, sampleSize> sample;
  constexpr std::size_t part = sampleSize / samples;
  for (std::size_t i = 0; i < samples; ++i)
    std::ranges::copy(block.subspan(i * (block.size() / samples), part), sample.begin() + i * part);
  return static_cast<double>(compressed(sample).size()) < worthwhileRatio * static_cast<double>(sampleSize);
}

constexpr std::size_t lettersOf(std::size_t bytes) {
  return (bytes + 2) / 3 * 4;
}

void encode(const std::string& bytes, std::size_t begin, std::size_t end, char* letters) {
  vtkBase64Utilities::Encode(reinterpret_cast<const unsigned char*>(bytes.data() + begin), end - begin,
                             reinterpret_cast<unsigned char*>(letters));
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

// The text of an array, and the place in it for the letters of its blocks.
struct Text {
  std::string blocks;  // joined
  std::string letters;
  std::size_t begin = 0;

  Text(std::size_t size, std::span<const std::string> packed) : blocks(joined(packed)) {
    const std::string numbers = header(size, packed);
    begin = lettersOf(numbers.size());
    letters.resize(begin + lettersOf(blocks.size()));
    encode(numbers, 0, numbers.size(), letters.data());
  }
  void encodePiece(std::size_t from) {
    encode(blocks, from, std::min(from + encodedPieceSize, blocks.size()),
           letters.data() + begin + lettersOf(from));
  }
};

// Of all arrays, one after the other.
std::vector<std::string> packedBlocks(const std::vector<ArrayBytes>& arrays, const Loop& loop) {
  std::vector<ArrayBytes> blocks;
  for (const ArrayBytes array : arrays)
    for (std::size_t begin = 0; begin < array.size(); begin += blockSize)
      blocks.push_back(array.subspan(begin, std::min(blockSize, array.size() - begin)));
  std::vector<std::string> packed(blocks.size());
  loop(blocks.size(),
       [&](std::size_t i) { packed[i] = shrinks(blocks[i]) ? compressed(blocks[i]) : stored(blocks[i]); });
  return packed;
}

void encodePieces(std::vector<Text>& texts, const Loop& loop) {
  std::vector<std::pair<Text*, std::size_t>> pieces;
  for (Text& text : texts)
    for (std::size_t begin = 0; begin < text.blocks.size(); begin += encodedPieceSize)
      pieces.emplace_back(&text, begin);
  loop(pieces.size(), [&](std::size_t i) { pieces[i].first->encodePiece(pieces[i].second); });
}

}  // namespace

std::vector<std::string> packedArrays(const std::vector<ArrayBytes>& arrays, const Loop& loop) {
  const std::vector<std::string> packed = packedBlocks(arrays, loop);
  std::vector<Text> texts;
  texts.reserve(arrays.size());
  std::span<const std::string> left = packed;
  for (const ArrayBytes array : arrays) {
    const std::size_t count = (array.size() + blockSize - 1) / blockSize;
    texts.emplace_back(array.size(), left.first(count));
    left = left.subspan(count);
  }
  encodePieces(texts, loop);
  std::vector<std::string> letters;
  letters.reserve(texts.size());
  for (Text& text : texts) letters.push_back(std::move(text.letters));
  return letters;
}

}  // namespace talus::filters
