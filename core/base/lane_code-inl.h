// Highway, and the frame of code that it compiles once per instruction set. In sources it comes after
// foreach_target.h, which compiles them for each.
#include <hwy/highway.h>

#ifndef TALUS_BEGIN_LANE_CODE

/// Functions of this file for one instruction set follow.
#define TALUS_BEGIN_LANE_CODE() \
  HWY_BEFORE_NAMESPACE();       \
  namespace talus {             \
  namespace HWY_NAMESPACE {     \
  namespace {                   \
  namespace hn = hwy::HWY_NAMESPACE

#define TALUS_END_LANE_CODE() \
  }                           \
  }                           \
  }                           \
  HWY_AFTER_NAMESPACE()

#endif
