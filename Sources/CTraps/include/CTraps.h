// Handles traps without ending the process: a thread that traps reports its current work item and
// then sleeps forever.
#ifndef CTRAPS_H
#define CTRAPS_H

#include <stdbool.h>
#include <stdint.h>

// The trap of a thread.
struct metatool_trap {
  // The number passed to metatool_work.
  uint64_t work;
  int32_t signal;
};

// Installs the handler. A thread that traps writes a metatool_trap to the pipe `report` and sleeps
// forever; unless the process is restarted within `seconds`, it ends. Returns an errno, or 0.
int metatool_watch_traps(int report, unsigned int seconds);

// Sets the current work item of this thread. A trap of a thread without a work item, or with
// UINT64_MAX, ends the process.
void metatool_work(uint64_t work);

#endif
