#include "distributed/reduction.h"

#include <algorithm>

namespace talus {

void Reduction::maximum(double& value) {
  any(value, [](double& own, double other) { own = std::max(own, other); });
}

void Reduction::minimum(double& value) {
  any(value, [](double& own, double other) { own = std::min(own, other); });
}

void Reduction::sum(std::int64_t& value) {
  any(value, [](std::int64_t& own, std::int64_t other) { own += other; });
}

void Reduction::sum(ExactSum& value) {
  add({[&value](ByteWriter& bytes) { value.save(bytes); },
       [&value](ByteReader& bytes) {
         ExactSum other;
         other.load(bytes);
         value.add(other);
       },
       [&value](ByteReader& bytes) { value.load(bytes); }});
}

template <class Value, class Join>
void Reduction::each(std::vector<Value>& values, const Join& join) {
  add({[&values](ByteWriter& bytes) { bytes.array(values); },
       [&values, join](ByteReader& bytes) {
         const auto others = bytes.array<Value>();
         for (std::size_t i = 0; i < values.size(); ++i) values[i] = join(values[i], others.at(i));
       },
       [&values](ByteReader& bytes) { values = bytes.array<Value>(); }});
}

void Reduction::sum(std::vector<std::int64_t>& values) {
  each(values, [](std::int64_t a, std::int64_t b) { return a + b; });
}

void Reduction::maximum(std::vector<double>& values) {
  each(values, [](double a, double b) { return std::max(a, b); });
}

Message Reduction::written() const {
  ByteWriter bytes;
  for (const Term& term : terms_) term.write(bytes);
  return bytes.take();
}

// The values themselves hold what has been joined so far: a message is joined by reading it into them.
void Reduction::over(Communicator& ranks) {
  const Message all = ranks.reduce(written(), [this](Message& into, std::span<const std::byte> other) {
    ByteReader mine(into), others(other);
    for (const Term& term : terms_) term.read(mine);
    for (const Term& term : terms_) term.join(others);
    into = written();
  });
  ByteReader bytes(all);
  for (const Term& term : terms_) term.read(bytes);
}

}  // namespace talus
