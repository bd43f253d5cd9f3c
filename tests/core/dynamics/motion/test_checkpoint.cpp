#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "dynamics/run/checkpoint.h"
#include "file_limit.h"

namespace talus::test_checkpoint {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

constexpr std::size_t headerSize = 40;

Bytes randomBytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
  return bytes;
}

Bytes contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  Bytes bytes(static_cast<std::size_t>(fs::file_size(path)));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void put(const Bytes& bytes, const fs::path& path) {
  fs::remove(path);  // to cut a file to nothing takes some file systems milliseconds
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void writeOne(const std::string& path, const Bytes& bytes) {
  writeCheckpoint(path, SnapshotParts(bytes));
}

// The parts, one after the other.
std::vector<Bytes> partsOf(const std::string& path) {
  const SnapshotParts parts = readCheckpoint(path);
  std::vector<Bytes> all;
  for (std::size_t i = 0; i < parts.count; ++i) all.push_back(parts.part(i));
  return all;
}

/// A folder of its own for each test.
class Checkpoint : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("talus_checkpoint_" + std::to_string(::getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name = "c.talus") const { return (folder_ / name).string(); }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    return names;
  }
  /// What the reading of these bytes says; must be one error that names the file.
  std::string problemOf(const Bytes& bytes) const {
    put(bytes, path("bad"));
    return problemOf(path("bad"));
  }
  static std::string problemOf(const std::string& file) {
    try {
      partsOf(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), file);
      EXPECT_FALSE(error.remedy().empty());
      return error.problem();
    }
    return "none";
  }

 private:
  fs::path folder_;
};

TEST_F(Checkpoint, GivesBackWhatItWasGiven) {
  for (const std::size_t size : {0u, 1u, 1000u, 300000u}) {
    const Bytes bytes = randomBytes(size, 1);
    writeOne(path(), bytes);
    EXPECT_EQ(partsOf(path()), std::vector<Bytes>{bytes});
    EXPECT_EQ(files(), std::vector<std::string>{"c.talus"});
    EXPECT_EQ(fs::file_size(path()), headerSize + size);
  }
}

TEST_F(Checkpoint, HasThePartsOfAllRanks) {
  const std::vector<Bytes> parts{randomBytes(70, 10), {}, randomBytes(30, 11)};
  writeCheckpoint(path(), {parts.size(), [&](std::size_t i) { return parts[i]; }});
  EXPECT_EQ(partsOf(path()), parts);
  const Bytes whole = contentsOf(path());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(problemOf(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
              "The checkpoint is cut off")
        << size;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes bytes = whole;
    bytes[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    EXPECT_NE(problemOf(bytes), "none") << bit;
  }
}

TEST_F(Checkpoint, TellsWhereItIsCutOff) {
  writeOne(path(), randomBytes(200, 2));
  const Bytes whole = contentsOf(path());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(problemOf(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
              "The checkpoint is cut off")
        << size;
}

TEST_F(Checkpoint, FindsEveryFlippedBit) {
  writeOne(path(), randomBytes(200, 3));
  const Bytes whole = contentsOf(path());
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Bytes bytes = whole;
    bytes[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    const std::string problem = problemOf(bytes);
    if (bit < 64) {
      EXPECT_EQ(problem, "This is no checkpoint of Talus");
    } else if (bit >= 8 * headerSize) {
      EXPECT_EQ(problem, "The checkpoint is damaged");
    } else {
      EXPECT_NE(problem, "none") << bit;
    }
  }
}

TEST_F(Checkpoint, RefusesOthers) {
  writeOne(path(), randomBytes(50, 4));
  const Bytes whole = contentsOf(path());
  EXPECT_EQ(problemOf(randomBytes(300, 5)), "This is no checkpoint of Talus");
  Bytes swapped = whole;
  std::reverse(swapped.begin() + 8, swapped.begin() + 12);
  EXPECT_EQ(problemOf(swapped), "The checkpoint is of a machine with another byte order");
  for (const unsigned version : {4u, 5u, 6u, 77u}) {  // earlier ones, and a later one
    Bytes other = whole;
    other[12] = std::byte(version);
    EXPECT_EQ(problemOf(other), "The checkpoint was written by another version of Talus: it has format " +
                                    std::to_string(version) + ", this version reads 8");
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_EQ(problemOf(longer), "The checkpoint is damaged");
  EXPECT_EQ(problemOf(path("none")), "The checkpoint cannot be read: no such file or directory");
  EXPECT_EQ(problemOf(fs::path(path()).parent_path().string()),
            "The checkpoint cannot be read: is a directory");
}

TEST_F(Checkpoint, StaysWhereTheNewOneCannotBeWritten) {
  const Bytes first = randomBytes(100, 6);
  writeOne(path(), first);
  fs::create_directory(path("c.talus.part"));  // in the way
  EXPECT_THROW(writeOne(path(), randomBytes(100, 7)), Error);
  EXPECT_EQ(partsOf(path()), std::vector<Bytes>{first});
  EXPECT_THROW(writeOne(path("none") + "/c.talus", first), Error);
}

TEST_F(Checkpoint, StaysWhereTheDiskIsFull) {
  const Bytes first = randomBytes(100, 8);
  writeOne(path(), first);
  const auto problemWithin = [](const auto& write) {
    const FileLimit disk(4096);
    try {
      write();
    } catch (const Error& error) {
      return error.problem();
    }
    return std::string("none");
  };
  const Bytes large = randomBytes(100000, 9);
  const std::string expected = "The checkpoint cannot be written: file too large";
  EXPECT_EQ(problemWithin([&] { writeOne(path(), large); }), expected);
  EXPECT_EQ(problemWithin([&] { CheckpointWriter(path(), SnapshotParts(large)).finish(); }), expected);
  EXPECT_EQ(problemWithin([&] {
              CheckpointWriter(path(), {2, [&](std::size_t) { return large; }});
            }),
            expected);
  EXPECT_EQ(partsOf(path()), std::vector<Bytes>{first});
  EXPECT_EQ(files(), std::vector<std::string>{"c.talus"});
}

TEST_F(Checkpoint, IsPutInPlaceWhenItIsFinished) {
  const std::vector<Bytes> parts{randomBytes(300000, 12), randomBytes(30, 13)};
  for (const std::size_t count : {1u, 2u}) {
    const Bytes before = randomBytes(20, 14);
    writeOne(path(), before);
    CheckpointWriter writer(path(), {count, [&](std::size_t i) { return parts[i]; }});
    EXPECT_EQ(partsOf(path()), std::vector<Bytes>{before});
    writer.finish();
    EXPECT_EQ(partsOf(path()), std::vector<Bytes>(parts.begin(), parts.begin() + static_cast<int>(count)));
    EXPECT_EQ(files(), std::vector<std::string>{"c.talus"});
  }
}

TEST_F(Checkpoint, HasANote) {
  const std::string note = "digests of other files";
  const std::vector<Bytes> parts{randomBytes(3000, 16), randomBytes(30, 17)};
  for (const std::size_t count : {1u, 2u}) {
    CheckpointWriter(path(), {count, [&](std::size_t i) { return parts[i]; }}).finish(note);
    EXPECT_EQ(partsOf(path()), std::vector<Bytes>(parts.begin(), parts.begin() + static_cast<int>(count)));
    EXPECT_EQ(readCheckpointNote(path()), note);
    Bytes bytes = contentsOf(path());
    bytes.back() ^= std::byte{1};
    EXPECT_EQ(problemOf(bytes), "The checkpoint is damaged");
    bytes.pop_back();
    EXPECT_EQ(problemOf(bytes), "The checkpoint is cut off");
    bytes.resize(bytes.size() + 2);
    EXPECT_EQ(problemOf(bytes), "The checkpoint is damaged");
  }
  writeOne(path(), parts[0]);
  EXPECT_EQ(readCheckpointNote(path()), "");
}

TEST_F(Checkpoint, ReplacesNothingButFiles) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THROW(writeOne(path("pipe"), randomBytes(10, 18)), Error);
  ASSERT_EQ(::mkfifo(path("c.talus.part").c_str(), 0600), 0);
  EXPECT_THROW(writeOne(path(), randomBytes(10, 19)), Error) << "nobody reads the pipe";
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_FALSE(fs::exists(path()));
}

TEST_F(Checkpoint, IsRemovedIfItIsNotFinished) {
  { const CheckpointWriter writer(path(), SnapshotParts(randomBytes(300000, 15))); }
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace talus::test_checkpoint
