#pragma once

namespace talus {

/// A field's search for contacts that can be part of the iterations of a step (MultiscalePicard).
class RefinedSearch {
 public:
  virtual ~RefinedSearch() = default;

  /// Whether the next evaluations are iterations of one step. Then each continues the search where the last
  /// one ended, and two evaluations of one state may differ.
  virtual void setRefining(bool refining) = 0;
  /// Whether the search is complete. While refining, a step must not end before.
  virtual bool isSettled() const = 0;
};

}  // namespace talus
