#include "CTraps.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGFPE, SIGBUS, SIGSEGV, SIGABRT};
static const int count = sizeof signals / sizeof signals[0];

static int report = -1;
static unsigned int patience;
static _Thread_local uint64_t work = UINT64_MAX;
static _Thread_local bool has_stack;
// The stack of the handler, because the thread's own stack may be exhausted.
static _Thread_local char stack[16384];

static void report_and_sleep(int signal) {
  if (work == UINT64_MAX) {
    // Raise the signal again with the default action, which ends the process.
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, 0);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    pthread_sigmask(SIG_UNBLOCK, &one, 0);
    raise(signal);
    return;
  }
  // If this thread holds a lock that the restart needs, the alarm ends the process.
  alarm(patience);
  struct metatool_trap trap = {.work = work, .signal = signal};
  // A write of this size to a pipe is atomic.
  while (write(report, &trap, sizeof trap) < 0 && errno == EINTR) {
  }
  for (;;) pause();
}

int metatool_watch_traps(int descriptor, unsigned int seconds) {
  report = descriptor;
  patience = seconds;
  struct sigaction action = {.sa_handler = report_and_sleep, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigdelset(&action.sa_mask, SIGALRM);
  for (int index = 0; index < count; index++)
    if (sigaction(signals[index], &action, 0) != 0) return errno;
  return 0;
}

void metatool_work(uint64_t number) {
  if (!has_stack) {
    stack_t place = {.ss_sp = stack, .ss_size = sizeof stack};
    has_stack = sigaltstack(&place, 0) == 0;
  }
  work = number;
}
