#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "assembly/assembly_pair.h"
#include "assembly/pair_overlap.h"
#include "assembly/prepared_part.h"
#include "base/context.h"
#include "options/assembly_options.h"

namespace talus {

/// Judges pairs of parts, one at a time. Immutable: any number of threads may use it.
class PairJudge {
 public:
  explicit PairJudge(const AssemblyOptions& options) : options_(options) {}

  /// The distance beyond which parts are not measured; infinite without a limit.
  double reach() const {
    return options_.limitClearance ? std::max(options_.clearanceBelow, options_.tolerance)
                                   : std::numeric_limits<double>::infinity();
  }
  /// Sets all but the finding of a pair whose numbers are set.
  void judge(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair, Context& context) const;
  /// Sets its finding. @param expected the word that it has to fit, if any.
  void findFault(const std::optional<std::string>& expected, AssemblyPair& pair) const;

 private:
  void judgeApart(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair, Context& context) const;
  void judgeMeeting(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair, Context& context) const;
  void addOverlap(const PreparedPart& a, const PreparedPart& b, const PairArrangement* arrangement,
                  AssemblyPair& pair, Context& context) const;
  void addContact(const PreparedPart& a, const PreparedPart& b, AssemblyPair& pair, Context& context) const;

  AssemblyOptions options_;
};

}  // namespace talus
