// Highway, and the namespaces of code that it compiles once per instruction set. In sources it comes after
// foreach_target.h, which compiles them for each.
#include <hwy/highway.h>

#ifndef TALUS_BEGIN_LANE_CODE

/// Between HWY_BEFORE_NAMESPACE(); and HWY_AFTER_NAMESPACE();, which are no part of these: GCC 14 loses what
/// follows a pragma in a macro.
#define TALUS_BEGIN_LANE_CODE \
  namespace talus {           \
  namespace HWY_NAMESPACE {   \
  namespace {                 \
  namespace hn = hwy::HWY_NAMESPACE

#define TALUS_END_LANE_CODE \
  }                         \
  }                         \
  }

#endif
