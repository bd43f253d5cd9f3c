#include "dynamics/run/snapshot_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"

namespace talus {

SnapshotStore::SnapshotStore(std::size_t memory, std::filesystem::path folder)
    : memory_(memory), folder_(std::move(folder)) {}

void SnapshotStore::put(std::int64_t frame, Bytes bytes) {
  const auto before = places_.find(frame);
  const std::size_t freed = before == places_.end() ? 0 : before->second.memory.size();
  Place place;
  if (inMemory_ - freed + bytes.size() <= memory_)
    place.memory = std::move(bytes);
  else
    writeToFile(bytes, place);
  inMemory_ += place.memory.size() - freed;
  places_[frame] = std::move(place);
}

// The end moves after a complete write: a full disk loses only this frame.
void SnapshotStore::writeToFile(const Bytes& bytes, Place& place) {
  if (!file_) file_ = std::make_unique<TemporaryFile>(folder_);
  file_->write(endOfFile_, bytes);
  place.offset = endOfFile_;
  place.size = bytes.size();
  endOfFile_ += bytes.size();
}

SnapshotStore::Bytes SnapshotStore::get(std::int64_t frame) const {
  const auto at = places_.find(frame);
  if (at == places_.end())
    throw Error("There is no snapshot of this frame", "frame " + std::to_string(frame), "Simulate it first");
  const Place& place = at->second;
  if (place.size == 0) return place.memory;
  Bytes bytes(static_cast<std::size_t>(place.size));
  file_->read(place.offset, bytes);
  return bytes;
}

std::optional<std::int64_t> SnapshotStore::latestUpTo(std::int64_t frame) const {
  const auto next = places_.upper_bound(frame);
  if (next == places_.begin()) return std::nullopt;
  return std::prev(next)->first;
}

void SnapshotStore::drop(std::int64_t begin, std::int64_t end) {
  for (auto at = places_.lower_bound(begin); at != places_.end() && at->first < end; at = places_.erase(at))
    inMemory_ -= at->second.memory.size();
  endOfFile_ = 0;
  for (const auto& [number, place] : places_) endOfFile_ = std::max(endOfFile_, place.offset + place.size);
}

}  // namespace talus
