#pragma once

#include <cstdio>
#include <string>

#include "proof_run.h"

namespace talus::passing {

/// The sums of some runs: a row of a Markdown table.
class ProofRow {
 public:
  explicit ProofRow(std::string name) : name_(std::move(name)) {}

  static void printHead(const std::string& name);
  void add(const RunResult& result);
  void print() const;

 private:
  std::string name_;
  int scenes_ = 0, touched_ = 0, passed_ = 0, errors_ = 0, blocked_ = 0, cut_ = 0, crawled_ = 0;
  std::int64_t frames_ = 0, steps_ = 0, meeting_ = 0, unproven_ = 0, held_ = 0;
  double growth_ = 0, seconds_ = 0;
};

}  // namespace talus::passing
