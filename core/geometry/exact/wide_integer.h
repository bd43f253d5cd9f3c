#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace talus {

/// Integers of any size; those below 2^1024 need no memory from the heap.
using WideInteger = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<1024, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;

/// The double nearest to numerator / denominator · 2^exponent, to even in a tie. @param denominator positive.
double nearestDouble(const WideInteger& numerator, const WideInteger& denominator, int exponent);

}  // namespace talus
