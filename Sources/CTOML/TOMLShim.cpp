#include "CTOML.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace {

// Deeper tables are reported as a single value, so that no document can exhaust the stack.
constexpr int mostLevels = 16;

void report(const toml::table &table, const std::string &prefix, int level, const metatool_toml_output &output);

void report(const toml::node &node, const std::string &key, int level, const metatool_toml_output &output) {
  const auto *table = node.as_table();
  if (table && level < mostLevels) {
    report(*table, key + ".", level + 1, output);
    return;
  }
  std::string_view text;
  int64_t integer = 0;
  int32_t kind = metatool_toml_other;
  if (const auto *value = node.as_string()) {
    kind = metatool_toml_text;
    text = value->get();
  } else if (const auto *value = node.as_integer()) {
    kind = metatool_toml_integer;
    integer = value->get();
  } else if (const auto *value = node.as_boolean()) {
    kind = metatool_toml_boolean;
    integer = value->get() ? 1 : 0;
  }
  output.value(
      output.context, key.data(), static_cast<int64_t>(key.size()), kind, text.data(),
      static_cast<int64_t>(text.size()), integer, static_cast<uint32_t>(node.source().begin.line));
}

void report(const toml::table &table, const std::string &prefix, int level, const metatool_toml_output &output) {
  for (const auto &[key, node] : table) {
    report(node, prefix + std::string(key.str()), level, output);
  }
}

}  // namespace

bool metatool_toml_read(const char *text, int64_t length, metatool_toml_output output) {
  const auto result = toml::parse(std::string_view(text, static_cast<size_t>(length)));
  if (!result) {
    const std::string_view message = result.error().description();
    output.problem(
        output.context, message.data(), static_cast<int64_t>(message.size()),
        static_cast<uint32_t>(result.error().source().begin.line));
    return false;
  }
  report(result.table(), std::string(), 0, output);
  return true;
}
