// Threads that trap without ending the process: each reports what it worked on and stands still from then on.
#ifndef CTRAPS_H
#define CTRAPS_H

#include <stdbool.h>
#include <stdint.h>

// What a thread trapped over.
struct metatool_trap {
  // What metatool_work said.
  uint64_t work;
  int32_t signal;
};

// Threads that trap write a metatool_trap to the pipe `report` and stand still; a process that no one restarts within `seconds` ends.
// Returns an errno, or 0.
int metatool_watch_traps(int report, unsigned int seconds);

// What this thread works on from here on. A trap of a thread that has never said so, or that says UINT64_MAX, ends the process.
void metatool_work(uint64_t work);

#endif
