// A C interface to TagLib, which lets no exception escape.
#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The input of TagLib.
struct metatool_taglib_input {
  void *context;
  int64_t length;
  // Copies up to `count` bytes at `offset` and returns their number; negative if reading fails,
  // which is treated as the end of the file.
  int64_t (*read)(void *context, int64_t offset, uint8_t *buffer, int64_t count);
};

// Callbacks for the result. Strings are UTF-8 with an explicit length, and valid only during the
// call.
struct metatool_taglib_output {
  void *context;
  // Receives a value of the property map, in TagLib's order.
  void (*property)(void *context, const char *name, int64_t nameLength, const char *value, int64_t valueLength);
  // Receives the number of pictures.
  void (*pictures)(void *context, int64_t count);
};

enum metatool_taglib_result {
  metatool_taglib_read_it = 0,
  // TagLib does not support the format, or rejects the file.
  metatool_taglib_not_opened = 1,
  // TagLib threw an exception.
  metatool_taglib_failed = 2,
};

// Reads a file; TagLib chooses the format by the extension of `name`, then by content.
int32_t metatool_taglib_read(
    const char *name, struct metatool_taglib_input input, struct metatool_taglib_output output);

#ifdef __cplusplus
}
#endif

#endif
