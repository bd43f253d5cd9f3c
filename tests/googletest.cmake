include(GoogleTest)
set(TALUS_TEST_SHARDS 2)

# talus_googletests(TARGET LABEL NAME [TIMEOUT seconds] [ENVIRONMENT A=B...]) registers an executable of GoogleTest twice:
# as a whole, in two processes NAME.1of2 and NAME.2of2 with the labels LABEL and shard, for runs of everything, which would
# start a process for each of a thousand cases otherwise; and case by case, LABEL.<Suite>.<Case> with the label LABEL-case,
# to run some by name. Test presets leave out the one or the other.
function(talus_googletests target label name)
  cmake_parse_arguments(PARSE_ARGV 3 given "" "TIMEOUT" "ENVIRONMENT")
  set(timeout ${given_TIMEOUT})
  if(NOT timeout)
    set(timeout 600)
  endif()
  math(EXPR last "${TALUS_TEST_SHARDS} - 1")
  foreach(shard RANGE ${last})
    math(EXPR number "${shard} + 1")
    set(test ${name}.${number}of${TALUS_TEST_SHARDS})
    add_test(NAME ${test} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${test} PROPERTIES LABELS "${label};shard" TIMEOUT ${timeout}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${TALUS_TEST_SHARDS};GTEST_SHARD_INDEX=${shard};${given_ENVIRONMENT}")
  endforeach()
  gtest_discover_tests(${target}
    TEST_PREFIX ${label}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label}-case TIMEOUT ${timeout} ENVIRONMENT "${given_ENVIRONMENT}")
endfunction()
