#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace talus {

/// The bytes of a message.
using Message = std::vector<std::byte>;

/// How the ranks of a distributed computation talk to each other. Each rank has its own object, and all ranks
/// make the same calls in the same order.
class Communicator {
 public:
  /// Joins the message of another rank to that of this one. Associative and commutative, to the bit.
  using Join = std::function<void(Message& into, std::span<const std::byte> other)>;

  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  ///< of this process, from 0 on
  virtual int size() const = 0;  ///< number of ranks

  /// Sends a message to each neighbour and receives one from each. Ranks that are no neighbours of any other
  /// need not call it.
  /// @param neighbours ascending, without this rank. If a is a neighbour of b, b is one of a.
  /// @param messages one for each neighbour; may be empty.
  /// @return the messages received, in the order of the neighbours.
  virtual std::vector<Message> exchange(std::span<const int> neighbours, std::vector<Message> messages) = 0;
  /// Joins the messages of all ranks. Every rank gets the result.
  virtual Message reduce(Message own, const Join& join) = 0;

  /// Gives all ranks the messages of all, by recursive doubling: exchanges with log₂(ranks) others, and with
  /// one more if their number is no power of two.
  /// @return by rank. A rank that did not call gather(), but exchange(): its message is empty, or another
  /// one.
  std::vector<Message> gather(const Message& own);
  /// Gives all ranks the message of one of them. A reduction. @param own of that rank; others' is ignored.
  Message broadcast(Message own, int from);
  /// Sends a message to each rank and receives one from each; that of this rank to itself, too. An exchange.
  /// @param messages one for each rank. @return the messages received, by rank.
  std::vector<Message> toEach(std::vector<Message> messages);
  /// Waits until all ranks have come here. A reduction.
  void meet();
};

/// Another rank has ended with an error, so this one cannot go on.
class RankEnded : public std::runtime_error {
 public:
  RankEnded() : std::runtime_error("another rank has ended") {}
};

}  // namespace talus
