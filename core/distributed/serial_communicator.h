#pragma once

#include "distributed/communicator.h"

namespace talus {

/// One rank alone: it has no neighbours, and a reduction is its own message.
class SerialCommunicator final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<Message> exchange(std::span<const int> /*neighbours*/,
                                std::vector<Message> /*messages*/) override {
    return {};
  }
  Message reduce(Message own, const Join& /*join*/) override { return own; }
};

}  // namespace talus
