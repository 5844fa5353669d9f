// What TagLib reads in a file, through functions of C: no exception leaves them.
#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where TagLib's bytes come from.
struct metatool_taglib_input {
  void *context;
  int64_t length;
  // Copies up to `count` bytes at `offset` and returns how many; below 0 when they cannot be read.
  int64_t (*read)(void *context, int64_t offset, uint8_t *buffer, int64_t count);
};

// What takes what TagLib read. Texts are UTF-8, have the given length and are not kept.
struct metatool_taglib_output {
  void *context;
  // A value of the property map, in the order of TagLib.
  void (*property)(void *context, const char *name, int64_t nameLength, const char *value, int64_t valueLength);
  // How many pictures there are.
  void (*pictures)(void *context, int64_t count);
};

enum metatool_taglib_result {
  metatool_taglib_read_it = 0,
  // TagLib has no reader for such files, or does not accept this one.
  metatool_taglib_not_opened = 1,
  // TagLib threw an exception.
  metatool_taglib_failed = 2,
};

// Reads a file; TagLib chooses its reader by the extension of `name`, then by content.
int32_t metatool_taglib_read(
    const char *name, struct metatool_taglib_input input, struct metatool_taglib_output output);

#ifdef __cplusplus
}
#endif

#endif
