// Lets programs start without /proc, as in some containers and chroots.
//
// The Swift runtime reads the command line from /proc/self/cmdline. A statically linked runtime
// also aborts if it cannot read its location from /proc/self/exe, where it looks for the backtrace
// program, which is never installed with this one. Glibc passes the command line to constructors,
// which run before the runtime.
#include "CProcessStart.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) __attribute__((weak));

// 101 is the first priority available to programs; it precedes the runtime's constructors, which
// have none.
__attribute__((constructor(101))) static void metatool_start(int count, char **arguments, char **environment) {
  (void)environment;
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
  setenv("SWIFT_ROOT", "/", 0);
  // Otherwise SVT-AV1 writes to standard error, and libavcodec has no option to prevent it;
  // libavcodec still reports failures.
  setenv("SVT_LOG", "0", 0);
}
#endif
