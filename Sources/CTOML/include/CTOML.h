// A C interface to toml++, which is compiled without exceptions.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum metatool_toml_kind {
  metatool_toml_text = 0,
  metatool_toml_integer = 1,
  metatool_toml_boolean = 2,
  // Everything else: floating-point numbers, dates, arrays, deeply nested tables.
  metatool_toml_other = 3,
};

// Callbacks for the result. Strings are UTF-8 with an explicit length, and valid only during the
// call. Lines are counted from 1.
struct metatool_toml_output {
  void *context;
  // Receives a value: its key, with dots between the names of tables, and the text or the integer,
  // which is 0 or 1 for a Boolean.
  void (*value)(
      void *context, const char *key, int64_t keyLength, int32_t kind, const char *text, int64_t textLength,
      int64_t integer, uint32_t line);
  // Receives the reason why the document is not valid TOML.
  void (*problem)(void *context, const char *message, int64_t length, uint32_t line);
};

// Reads a document; returns false if it is not valid TOML.
bool metatool_toml_read(const char *text, int64_t length, struct metatool_toml_output output);

#ifdef __cplusplus
}
#endif

#endif
