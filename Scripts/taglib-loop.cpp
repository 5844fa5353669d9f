// taglib-loop FOLDER: prints the tags and audio properties of each file below a folder with TagLib, as one line of JSON.
// taglib-loop FOLDER TITLE: sets the title of each MP4 and MP3 file below a folder. A peer for Scripts/bench.
#include <taglib/fileref.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/tag.h>
#include <taglib/tpropertymap.h>

#include <cstdio>
#include <filesystem>
#include <string>

template <class File> static bool set(const char *path, const TagLib::String &title) {
  File file(path, false);
  file.tag()->setTitle(title);
  return file.save();
}

static bool set(const std::filesystem::path &path, const TagLib::String &title) {
  const char *name = path.c_str();
  return path.extension() == ".mp3" ? set<TagLib::MPEG::File>(name, title) : set<TagLib::MP4::File>(name, title);
}

static std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (unsigned char byte : text) {
    char escape[8];
    if (byte == '"' || byte == '\\') (result += '\\') += byte;
    else if (byte < 32) snprintf(escape, sizeof escape, "\\u%04x", byte), result += escape;
    else result += byte;
  }
  return result + '"';
}

static bool print(const std::filesystem::path &path) {
  TagLib::FileRef file(path.c_str());
  if (file.isNull()) return false;
  std::string line = "{\"path\":" + quoted(path);
  if (auto *sound = file.audioProperties())
    line += ",\"ms\":" + std::to_string(sound->lengthInMilliseconds()) + ",\"rate\":" + std::to_string(sound->sampleRate());
  for (const auto &entry : file.file()->properties()) {
    line += ',' + quoted(entry.first.to8Bit(true)) + ":[";
    for (const auto &value : entry.second) line += quoted(value.to8Bit(true)) + ',';
    line.back() = ']';
  }
  return puts((line + '}').c_str()) >= 0;
}

int main(int count, char **arguments) {
  bool good = true;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(arguments[1])) {
    if (!entry.is_regular_file()) continue;
    good &= count > 2 ? set(entry.path(), TagLib::String(arguments[2], TagLib::String::UTF8)) : print(entry.path());
  }
  return !good;
}
