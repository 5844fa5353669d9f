// Nothing is called from outside: `start.c` runs before the Swift runtime does.
