#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "distributed/communicator.h"

/// Ranks as threads of one process.
namespace talus {

/// What a rank has sent so far.
struct Traffic {
  std::int64_t messages = 0;  ///< of exchanges
  std::int64_t bytes = 0;     ///< of these messages
  std::int64_t exchanges = 0, reductions = 0;
};

/// Ranks as threads of this process, also more than cores.
class ThreadCommunicator : public Communicator {
 public:
  virtual const Traffic& traffic() const = 0;
};

/// Messages under way to one rank, in the order of sending.
class Mailbox {
 public:
  void put(int from, Message message) {
    const std::lock_guard lock(mutex_);
    arrived_[from].push_back(std::move(message));
    changed_.notify_one();
  }
  Message take(int from) {
    std::unique_lock lock(mutex_);
    std::deque<Message>& messages = arrived_[from];
    changed_.wait(lock, [&] { return ended_ || !messages.empty(); });
    if (messages.empty()) throw RankEnded();
    Message message = std::move(messages.front());
    messages.pop_front();
    return message;
  }
  // A rank sends nothing any more.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, std::deque<Message>> arrived_;  // by sender
  bool ended_ = false;
};

/// The mailboxes of all ranks.
class Mail {
 public:
  explicit Mail(int ranks) : boxes_(static_cast<std::size_t>(ranks)) {}
  void send(int from, int to, Message message) { boxOf(to).put(from, std::move(message)); }
  Message receive(int from, int to) { return boxOf(to).take(from); }
  void end() {
    for (Mailbox& box : boxes_) box.end();
  }

 private:
  Mailbox& boxOf(int rank) { return boxes_[static_cast<std::size_t>(rank)]; }

  std::vector<Mailbox> boxes_;
};

class RankThread final : public ThreadCommunicator {
 public:
  RankThread(Mail& mail, int rank, int size) : mail_(mail), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  const Traffic& traffic() const override { return traffic_; }

  std::vector<Message> exchange(std::span<const int> neighbours, std::vector<Message> messages) override {
    ++traffic_.exchanges;
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      ++traffic_.messages;
      traffic_.bytes += static_cast<std::int64_t>(messages[i].size());
      mail_.send(rank_, neighbours[i], std::move(messages[i]));
    }
    std::vector<Message> received;
    for (const int neighbour : neighbours) received.push_back(mail_.receive(neighbour, rank_));
    return received;
  }

  // Rank 0 joins them all.
  Message reduce(Message own, const Join& join) override {
    ++traffic_.reductions;
    if (rank_ != 0) {
      mail_.send(rank_, 0, std::move(own));
      return mail_.receive(0, rank_);
    }
    for (int from = 1; from < size_; ++from) join(own, mail_.receive(from, 0));
    for (int to = 1; to < size_; ++to) mail_.send(0, to, own);
    return own;
  }

 private:
  Mail& mail_;
  int rank_, size_;
  Traffic traffic_;
};

/// Runs the work of each rank in a thread of its own and waits for all of them. If a rank throws, the others
/// end at their next message: they throw RankEnded.
/// @throws what the rank with the lowest number threw that did not throw RankEnded.
inline void runOnThreads(int ranks, const std::function<void(ThreadCommunicator&)>& work) {
  Mail mail(ranks);
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      RankThread own(mail, rank, ranks);
      try {
        work(own);
      } catch (const RankEnded&) {
      } catch (...) {
        errors[static_cast<std::size_t>(rank)] = std::current_exception();
        mail.end();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace talus
