#include "last_words.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

namespace {

/// Allocates no memory, since there may be none.
void say(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) std::_Exit(1);
}

[[noreturn]] void sayWhy() {
  const char* noMemory = "talus: error: Not enough memory. Use fewer points or a smaller surface.\n";
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    say("talus: error: The program ended itself. Please report it.\n");
  } catch (const std::bad_alloc&) {
    say(noMemory);
  } catch (const std::exception& error) {
    // oneTBB throws this if the system has no memory for a thread.
    const bool noThread = std::strstr(error.what(), "pthread_create") != nullptr;
    say(noThread ? noMemory : "talus: error: The program ended at an error that it does not know: ");
    if (!noThread) say(error.what());
    if (!noThread) say(". Please report it.\n");
  } catch (...) {
    say("talus: error: The program ended at an error that it does not know. Please report it.\n");
  }
  std::_Exit(1);
}

}  // namespace

void talusSayLastWords() {
  std::set_terminate(sayWhy);
}
