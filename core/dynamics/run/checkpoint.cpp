#include "dynamics/run/checkpoint.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/background.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/output_file.h"

namespace talus {

using Magic = std::array<char, 8>;

struct CheckpointHeader {
  Magic word;
  std::uint32_t order;
  std::uint32_t version;
  std::uint32_t part, parts;
  std::uint64_t size;
  std::uint64_t checksum;
};

namespace {

constexpr Magic magic = {'T', 'a', 'l', 'u', 's', 'C', 'h', 'k'};
constexpr std::uint32_t byteOrder = 0x01020304;
constexpr std::uint32_t byteOrderOfOthers = 0x04030201;
// 4: Talus 0.1; 5: before the powers of dashpots were kept; 6: before the loads of resting bodies were.
constexpr std::uint32_t version = 8;

/// The system's reason for a failure, as part of a sentence.
std::string reason(int code) {
  std::string text = std::generic_category().message(code);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// Makes the new name survive a power failure where the file system can; the file is complete either way.
void syncFolderOf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

Error cutOff(const std::string& path) {
  return {"The checkpoint is cut off", path, "Use a complete one, or start the simulation again"};
}

Error damaged(const std::string& path) {
  return {"The checkpoint is damaged", path, "Use a complete one, or start the simulation again"};
}

Error foreign(const std::string& path) {
  return {"This is no checkpoint of Talus", path, "Name a file that a simulation wrote"};
}

Error unreadable(const std::string& path) {
  return {"The checkpoint cannot be read: " + reason(errno), path, "Check its name"};
}

/// A device, a pipe or a folder stays what it is.
void requireReplaceable(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status there = std::filesystem::status(path, error);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    throw Error("This is no regular file, and is not replaced", path, "Name another file");
}

/// Reads up to size bytes; fewer if the file ends.
std::size_t readUpTo(std::ifstream& file, void* target, std::size_t size, const std::string& path) {
  errno = 0;
  file.read(static_cast<char*>(target), static_cast<std::streamsize>(size));
  if (file.bad() || errno != 0) throw unreadable(path);
  return static_cast<std::size_t>(file.gcount());
}

}  // namespace

/// The file under its temporary name; removed unless it is put in place.
class CheckpointWriter::File {
 public:
  explicit File(const std::string& path) : path_(path), name_(path + ".part") {
    requireReplaceable(path);
    attempt([&] { file_.emplace(name_); });
  }
  ~File() {
    if (!placed_) ::unlink(name_.c_str());
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void add(const std::vector<std::byte>& bytes, std::size_t part, std::size_t parts) {
    parts_ = parts;
    const CheckpointHeader header{magic,
                                  byteOrder,
                                  version,
                                  static_cast<std::uint32_t>(part),
                                  static_cast<std::uint32_t>(parts),
                                  bytes.size(),
                                  checksum(bytes)};
    attempt([&] {
      file_->write(std::as_bytes(std::span(&header, 1)));
      file_->write(bytes);
    });
  }
  void sync() {
    attempt([&] { file_->sync(); });
  }
  /// After all parts.
  void end(const std::string& note) {
    if (!note.empty()) {
      const auto bytes = std::as_bytes(std::span(note));
      add({bytes.begin(), bytes.end()}, parts_, parts_);
    }
    sync();
    attempt([&] { file_->close(); });
  }
  void write(const SnapshotParts& parts) {
    for (std::size_t part = 0; part < parts.count; ++part) add(parts.part(part), part, parts.count);
  }
  /// Replaces the file that had the name before.
  void place() {
    attempt([&] {
      if (std::rename(name_.c_str(), path_.c_str()) != 0)
        throw std::system_error(errno, std::generic_category());
    });
    placed_ = true;
    syncFolderOf(path_);
  }

 private:
  template <class Work>
  void attempt(const Work& work) const {
    try {
      work();
    } catch (const std::system_error& failure) {
      const int code = failure.code().value();
      const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
      throw Error("The checkpoint cannot be written: " + reason(code), path_,
                  full ? "Free disk space" : "Choose a folder in which you may write");
    }
  }

  std::string path_;
  std::string name_;
  std::optional<OutputFile> file_;
  std::size_t parts_ = 0;
  bool placed_ = false;
};

struct CheckpointWriter::Writing {
  std::string path;
  std::vector<std::byte> kept;  // for finish()
  std::optional<File> file;
  std::optional<Background> work;  // on the file: ends before it
};

void writeCheckpoint(const std::string& path, const SnapshotParts& parts) {
  CheckpointWriter::File file(path);
  file.write(parts);
  file.end({});
  file.place();
}

CheckpointWriter::CheckpointWriter(const std::string& path, const SnapshotParts& parts, Start start)
    : writing_(std::make_unique<Writing>()) {
  Writing& writing = *writing_;
  writing.path = path;
  if (parts.count == 1 && start == Start::AtFinish) {
    writing.kept = parts.part(0);
    return;
  }
  writing.file.emplace(path);
  if (parts.count > 1)
    writing.file->write(parts);
  else
    writing.work.emplace([&file = *writing.file, bytes = parts.part(0)] {
      file.add(bytes, 0, 1);
      file.sync();  // while the caller goes on
    });
}

CheckpointWriter::~CheckpointWriter() = default;

void CheckpointWriter::finish(const std::string& note) {
  Writing& writing = *writing_;
  if (writing.work) writing.work->wait();
  if (!writing.file) {
    writing.file.emplace(writing.path);
    writing.file->add(writing.kept, 0, 1);
  }
  writing.file->end(note);
  writing.file->place();
}

CheckpointReader::CheckpointReader(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_other(path, ignored)) throw foreign(path);  // a pipe may never end
  errno = 0;
  file_.open(path, std::ios::binary);
  if (!file_) throw unreadable(path);
  CheckpointHeader header{};
  readHeader(header);
  parts_ = header.parts;
  file_.seekg(0);
}

// The first header tells whether the file is a checkpoint at all.
void CheckpointReader::readHeader(CheckpointHeader& header) {
  const std::size_t read = readUpTo(file_, &header, sizeof header, path_);
  if (std::memcmp(header.word.data(), magic.data(), std::min(read, magic.size())) != 0)
    throw read_ == 0 ? foreign(path_) : damaged(path_);
  std::error_code error;
  const std::uint64_t sizeOfFile = std::filesystem::file_size(path_, error);
  if (read < sizeof header || error) throw cutOff(path_);
  const auto at = static_cast<std::uint64_t>(file_.tellg());
  left_ = sizeOfFile > at ? sizeOfFile - at : 0;
  check(header);
}

void CheckpointReader::check(const CheckpointHeader& header) const {
  if (header.order == byteOrderOfOthers)
    throw Error("The checkpoint is of a machine with another byte order", path_,
                "Continue on the machine that wrote it");
  if (header.order != byteOrder) throw damaged(path_);
  if (header.version != version)
    throw Error("The checkpoint was written by another version of Talus: it has format " +
                    std::to_string(header.version) + ", this version reads " + std::to_string(version),
                path_, "Resume it with the version that wrote it, or start the simulation again");
  const bool isNote = header.part == header.parts;
  if (header.parts == 0 || header.part != read_ || header.part > header.parts ||
      (read_ > 0 && header.parts != parts_))
    throw damaged(path_);
  if (header.size > left_) throw cutOff(path_);
  if (isNote && header.size < left_) throw damaged(path_);
}

std::vector<std::byte> CheckpointReader::read() {
  CheckpointHeader header{};
  readHeader(header);
  std::vector<std::byte> bytes(static_cast<std::size_t>(header.size));
  if (readUpTo(file_, bytes.data(), bytes.size(), path_) != bytes.size()) throw cutOff(path_);
  if (checksum(bytes) != header.checksum) throw damaged(path_);
  left_ -= header.size;
  ++read_;
  return bytes;
}

std::vector<std::byte> CheckpointReader::next() {
  std::vector<std::byte> part = read();
  if (read_ < parts_ || left_ == 0) return part;
  const std::vector<std::byte> note = read();
  note_.assign(reinterpret_cast<const char*>(note.data()), note.size());
  return part;
}

SnapshotParts readCheckpoint(const std::string& path) {
  const auto reader = std::make_shared<CheckpointReader>(path);
  return {reader->parts(), [reader](std::size_t) { return reader->next(); }};
}

std::string readCheckpointNote(const std::string& path) {
  CheckpointReader reader(path);
  for (std::size_t part = 0; part < reader.parts(); ++part) reader.next();
  return reader.note();
}

}  // namespace talus
