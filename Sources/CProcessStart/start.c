// Lets a program start where there is no /proc, as in some containers and chroots.
//
// The Swift runtime takes the command line from /proc/self/cmdline, and a statically linked one ends the process when /proc/self/exe
// does not say where it lies: it looks for the program that prints backtraces, which is never installed with this one. Glibc
// gives the command line to functions that run before the runtime.
#include "CProcessStart.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) __attribute__((weak));

// 101 is the first priority that programs may use: before the constructors of the runtime, which have none.
__attribute__((constructor(101))) static void metatool_start(int count, char **arguments, char **environment) {
  (void)environment;
  if (_swift_stdlib_overrideUnsafeArgvArgc) _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
  setenv("SWIFT_ROOT", "/", 0);
  // SVT-AV1 writes to the standard error otherwise, and libavcodec has no option for it; what fails is reported by libavcodec.
  setenv("SVT_LOG", "0", 0);
}
#endif
