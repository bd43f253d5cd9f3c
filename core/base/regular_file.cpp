#include "base/regular_file.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace talus {

namespace {

namespace fs = std::filesystem;

const char* kindOf(fs::file_type type) {
  if (type == fs::file_type::directory) return "a folder";
  if (type == fs::file_type::fifo) return "a pipe";
  if (type == fs::file_type::socket) return "a socket";
  return "a device";
}

}  // namespace

void requireRegularFile(const std::string& path, std::uint64_t largest) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::not_found)
    throw Error("There is no such file", path, "Check its name; relative names start at the scene file");
  const std::uint64_t size = type == fs::file_type::regular ? fs::file_size(path, error) : 0;
  if (error) throw Error("The file cannot be read", path, "Check its permissions");
  if (type != fs::file_type::regular)
    throw Error(std::string("This is ") + kindOf(type) + ", not a file", path,
                "Copy the data to a regular file");
  if (size > largest)
    throw Error("The file has " + std::to_string(size) + " bytes, the limit is " + std::to_string(largest),
                path, "Split it into smaller files");
}

std::string contentOfFile(const std::string& path, std::uint64_t largest) {
  requireRegularFile(path, largest);
  std::ifstream file(path, std::ios::binary);
  std::string text(file ? static_cast<std::size_t>(fs::file_size(path)) : 0, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file) throw Error("The file cannot be read", path, "Check its permissions");
  return text;
}

}  // namespace talus
