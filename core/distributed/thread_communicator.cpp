#include "distributed/thread_communicator.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace talus {

namespace {

// Messages under way between all ranks, in the order of sending.
class Mail {
 public:
  void send(int from, int to, Message message) {
    const std::lock_guard lock(mutex_);
    boxes_[{from, to}].push_back(std::move(message));
    arrived_.notify_all();
  }
  Message receive(int from, int to) {
    std::unique_lock lock(mutex_);
    std::deque<Message>& box = boxes_[{from, to}];
    arrived_.wait(lock, [&] { return ended_ || !box.empty(); });
    if (box.empty()) throw RankEnded();
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }
  // A rank sends nothing any more.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    arrived_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<std::pair<int, int>, std::deque<Message>> boxes_;  // by sender and receiver
  bool ended_ = false;
};

class Rank final : public ThreadCommunicator {
 public:
  Rank(Mail& mail, int rank, int size) : mail_(mail), rank_(rank), size_(size) {}

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

}  // namespace

void runOnThreads(int ranks, const std::function<void(ThreadCommunicator&)>& work) {
  Mail mail;
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank)
    threads.emplace_back([&, rank] {
      Rank own(mail, rank, ranks);
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
