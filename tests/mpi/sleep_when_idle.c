/* Preloaded into tests whose ranks share cores: a rank that waits for a message sleeps, where Open MPI only
 * yields. Linux 6.18 gives one that yields hardly any time beside other programs: a step of two ranks then
 * takes 100 ms. */
#include <sched.h>
#include <time.h>

int sched_yield(void) {
  const struct timespec moment = {0, 10000};
  return nanosleep(&moment, 0);
}
