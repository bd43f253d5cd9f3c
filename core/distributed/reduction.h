#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/exact_sum.h"
#include "distributed/communicator.h"

namespace talus {

/// Several numbers that are reduced over all ranks at once:
///
///     Reduction all;
///     all.maximum(speed);
///     all.sum(energy);
///     all.over(communicator);  // now both have the values of all ranks
///
/// No result depends on the number of ranks or the order in which their numbers are joined: integers
/// overflow nowhere in Talus, and doubles are summed exactly. There is no NaN among maxima and minima.
class Reduction {
 public:
  /// Each keeps a reference until over().
  void maximum(double& value);
  void minimum(double& value);
  void sum(std::int64_t& value);
  void sum(ExactSum& value);
  /// Entry by entry. @param values of the same size on all ranks.
  void sum(std::vector<std::int64_t>& values);
  void maximum(std::vector<double>& values);
  /// Any other value of a type of plain data. @param join is associative and commutative, to the bit.
  template <class T, class Join>
  void any(T& value, const Join& join) {
    add({[&value](ByteWriter& bytes) { bytes.value(value); },
         [&value, join](ByteReader& bytes) { join(value, bytes.value<T>()); },
         [&value](ByteReader& bytes) { value = bytes.value<T>(); }});
  }

  /// One reduction of all of them.
  void over(Communicator& ranks);

 private:
  struct Term {
    std::function<void(ByteWriter&)> write;
    std::function<void(ByteReader&)> join;  // joins a value to the own one
    std::function<void(ByteReader&)> read;
  };
  template <class Value, class Join>
  void each(std::vector<Value>& values, const Join& join);
  void add(Term term) { terms_.push_back(std::move(term)); }
  Message written() const;

  std::vector<Term> terms_;
};

}  // namespace talus
