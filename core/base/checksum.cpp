#include "base/checksum.h"

#include <boost/crc.hpp>

namespace talus {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t polynomial = 0x42F0E1EBA9EA3693;  // polynomial of ECMA-182, highest power first
  boost::crc_optimal<64, polynomial, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

}  // namespace talus
