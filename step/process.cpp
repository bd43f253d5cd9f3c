#include "process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <algorithm>
#include <csignal>

namespace talus::step {
namespace {

void lower(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_cur, most);
  setrlimit(resource, &limit);
}

}  // namespace

void restrict(std::uint64_t maximumBytes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_DATA, maximumBytes);
}

bool memoryWasShort() {
  rlimit limit{};
  rusage used{};
  getrlimit(RLIMIT_DATA, &limit);
  getrusage(RUSAGE_SELF, &used);
  return static_cast<rlim_t>(used.ru_maxrss) > limit.rlim_cur / 1024 / 2;  // ru_maxrss: KiB
}

std::FILE* ownOutput() {
  Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_Printer));
  const int output = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
  return fdopen(output, "wb");
}

}  // namespace talus::step
