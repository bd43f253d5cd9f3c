#pragma once

#include <fstream>
#include <string>

#include "machine.h"

namespace talus::bench {

/// A file of measurements, as JSON: the machine, then one object each, written as soon as it is known.
class MeasurementFile {
 public:
  explicit MeasurementFile(const char* path) : out_(path) {
    out_ << "{\"context\": " << machineJson() << ",\n\"measurements\": [";
  }
  /// Whether the file could be opened, and written until now.
  bool good() const { return out_.good(); }
  /// @param object a JSON object.
  void add(const std::string& object) {
    out_ << separator_ << object << std::flush;
    separator_ = ",\n";
  }
  /// Ends the file. @return whether it was written.
  bool finish() {
    out_ << "\n]}\n";
    out_.close();
    return !out_.fail();
  }

 private:
  std::ofstream out_;
  const char* separator_ = "\n";
};

}  // namespace talus::bench
