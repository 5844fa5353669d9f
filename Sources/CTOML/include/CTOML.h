// TOML as toml++ reads it, through one function of C: it is compiled without exceptions.
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
  // Everything else: numbers with fractions, dates, arrays.
  metatool_toml_other = 3,
};

// What takes what toml++ read. Texts are UTF-8, have the given length and are not kept. Lines are counted from 1.
struct metatool_toml_output {
  void *context;
  // A value: its key, with dots between the names of tables; the text, or how the document spells what is neither text nor number.
  void (*value)(
      void *context, const char *key, int64_t keyLength, int32_t kind, const char *text, int64_t textLength,
      int64_t integer, uint32_t line);
  // Why the document is not TOML.
  void (*problem)(void *context, const char *message, int64_t length, uint32_t line);
};

// Reads a document; false when it is not TOML.
bool metatool_toml_read(const char *text, int64_t length, struct metatool_toml_output output);

#ifdef __cplusplus
}
#endif

#endif
