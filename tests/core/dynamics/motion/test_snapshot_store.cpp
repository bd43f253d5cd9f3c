// Snapshots in memory and in a file: what is put comes back, whatever the limit; a full disk costs one frame.
#include "dynamics/run/snapshot_store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "file_limit.h"
#include "message_of.h"

namespace talus::test_snapshot_store {
namespace {

using Bytes = SnapshotStore::Bytes;
namespace fs = std::filesystem;

Bytes bytesOf(std::int64_t frame, std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(frame));
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

// A folder that is gone after the test.
class Snapshots : public testing::Test {
 protected:
  Snapshots() {
    std::string name = (fs::temp_directory_path() / "talus_test_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Snapshots() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(Snapshots, ComeBackFromMemoryAndFromTheFile) {
  for (const std::size_t memory : {std::size_t{0}, std::size_t{2500}, std::size_t{1} << 30U}) {
    SnapshotStore store(memory, folder_);
    for (std::int64_t frame = 0; frame < 40; ++frame)
      store.put(frame, bytesOf(frame, 100 + static_cast<std::size_t>(frame)));
    EXPECT_LE(store.inMemory(), memory);
    EXPECT_EQ(store.inMemory() + store.inFile(), 40U * 100 + 39 * 40 / 2);
    for (std::int64_t frame = 39; frame >= 0; --frame)
      EXPECT_EQ(store.get(frame), bytesOf(frame, 100 + static_cast<std::size_t>(frame))) << memory;
    EXPECT_TRUE(fs::is_empty(folder_)) << "the file has a name";
  }
}

TEST_F(Snapshots, AreFoundByTheLastFrameBefore) {
  SnapshotStore store(1000);
  EXPECT_FALSE(store.latestUpTo(5));
  store.put(0, bytesOf(0, 10));
  store.put(7, bytesOf(7, 10));
  EXPECT_EQ(store.latestUpTo(6), 0);
  EXPECT_EQ(store.latestUpTo(7), 7);
  EXPECT_EQ(store.latestUpTo(100), 7);
  EXPECT_FALSE(store.latestUpTo(-1));
  EXPECT_TRUE(store.has(7));
  EXPECT_FALSE(store.has(6));
  EXPECT_NE(messageOf([&] { store.get(6); }).find("frame 6"), std::string::npos);
}

TEST_F(Snapshots, AreReplacedAndDroppedAndTheirRoomIsUsedAgain) {
  SnapshotStore store(250, folder_);
  for (std::int64_t frame = 0; frame < 5; ++frame) store.put(frame, bytesOf(frame, 100));
  EXPECT_EQ(store.inMemory(), 200U);
  EXPECT_EQ(store.inFile(), 300U);
  store.put(1, bytesOf(11, 120));
  EXPECT_EQ(store.inMemory(), 220U);
  EXPECT_EQ(store.get(1), bytesOf(11, 120));
  store.dropFrom(3);
  EXPECT_EQ(store.size(), 3U);
  EXPECT_EQ(store.inFile(), 100U);
  store.put(3, bytesOf(33, 50));
  EXPECT_EQ(store.inFile(), 150U);
  EXPECT_EQ(store.get(2), bytesOf(2, 100));
  EXPECT_EQ(store.get(3), bytesOf(33, 50));
  store.dropFrom(0);
  EXPECT_EQ(store.inMemory() + store.inFile(), 0U);
}

TEST_F(Snapshots, OfFramesInBetweenAreDropped) {
  SnapshotStore store(250, folder_);
  for (std::int64_t frame = 0; frame < 5; ++frame) store.put(frame, bytesOf(frame, 100));
  store.drop(1, 4);
  EXPECT_EQ(store.size(), 2U);
  EXPECT_EQ(store.inMemory(), 100U);
  EXPECT_EQ(store.get(0), bytesOf(0, 100));
  EXPECT_EQ(store.get(4), bytesOf(4, 100));
  EXPECT_EQ(store.latestUpTo(3), 0);
  store.drop(2, 2);
  EXPECT_EQ(store.size(), 2U);
}

TEST_F(Snapshots, AFullDiskIsOneErrorAndCostsNoFrame) {
  SnapshotStore store(100, folder_);
  store.put(0, bytesOf(0, 100));
  {
    const FileLimit full(2048 + 500);  // the second one in the file does not fit, but half of it does
    store.put(1, bytesOf(1, 2048));
    const std::string message = messageOf([&] { store.put(2, bytesOf(2, 2048)); });
    EXPECT_NE(message.find(folder_.string()), std::string::npos) << message;
    EXPECT_FALSE(store.has(2));
    EXPECT_NE(messageOf([&] { store.put(1, bytesOf(7, 2048)); }), "");
    EXPECT_EQ(store.get(1), bytesOf(1, 2048));
  }
  store.put(2, bytesOf(2, 2048));
  for (std::int64_t frame = 0; frame < 3; ++frame)
    EXPECT_EQ(store.get(frame), bytesOf(frame, frame == 0 ? 100 : 2048));
}

TEST_F(Snapshots, AFolderThatIsNotThereIsAnErrorOnlyIfItIsNeeded) {
  SnapshotStore store(100, folder_ / "missing");
  store.put(0, bytesOf(0, 100));
  const std::string message = messageOf([&] { store.put(1, bytesOf(1, 1)); });
  EXPECT_NE(message.find("missing"), std::string::npos) << message;
  EXPECT_NE(message.find("TMPDIR"), std::string::npos) << message;
  store.setMemory(101);
  store.put(1, bytesOf(1, 1));
  EXPECT_EQ(store.get(1), bytesOf(1, 1));
}

TEST_F(Snapshots, AFileHasNoBytesBeyondItsEnd) {
  TemporaryFile file(folder_);
  file.write(3, bytesOf(1, 5));
  Bytes bytes(5);
  file.read(3, bytes);
  EXPECT_EQ(bytes, bytesOf(1, 5));
  EXPECT_NE(messageOf([&] { file.read(4, bytes); }), "");
}

}  // namespace
}  // namespace talus::test_snapshot_store
