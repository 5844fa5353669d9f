// There is nothing to call: `start.c` runs before the Swift runtime.
