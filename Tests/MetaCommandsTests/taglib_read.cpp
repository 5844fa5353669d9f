// taglib_read FILE...: what TagLib reads in files: a line of file, name and value for each.
#include <taglib/attachedpictureframe.h>
#include <taglib/chapterframe.h>
#include <taglib/fileref.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4coverart.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/rifffile.h>
#include <taglib/tpropertymap.h>
#include <taglib/wavfile.h>
#include <taglib/aifffile.h>

#include <iostream>
#include <string>

using namespace TagLib;

static void line(const char *file, const std::string &name, std::string value) {
  for (auto &each : value)
    if (each == '\t' || each == '\n' || each == '\r') each = ' ';
  std::cout << file << "\t" << name << "\t" << value << "\n";
}

static void frames(const char *file, ID3v2::Tag *tag) {
  int number = 0;
  if (!tag) return;
  for (auto *frame : tag->frameList()) {
    auto id = frame->frameID();
    line(file, "frame/" + std::string(id.data(), id.size()) + "/" + std::to_string(number++), frame->toString().to8Bit(true));
  }
}

int main(int count, char **arguments) {
  for (int index = 1; index < count; index++) {
    const char *path = arguments[index];
    FileRef file(path);
    if (file.isNull()) continue;
    for (auto &property : file.file()->properties()) {
      int number = 0;
      for (auto &value : property.second)
        line(path, property.first.to8Bit(true) + "/" + std::to_string(number++), value.to8Bit(true));
    }
    if (auto *sound = file.audioProperties()) line(path, "milliseconds", std::to_string(sound->lengthInMilliseconds()));
    if (auto *movie = dynamic_cast<MP4::File *>(file.file())) {
      if (!movie->tag()) continue;
      for (auto &item : movie->tag()->itemMap()) line(path, "item/" + item.first.to8Bit(true), "is there");
      if (movie->tag()->contains("covr"))
        line(path, "pictures", std::to_string(movie->tag()->item("covr").toCoverArtList().size()));
    }
    if (auto *stream = dynamic_cast<MPEG::File *>(file.file())) frames(path, stream->ID3v2Tag());
    if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file.file())) frames(path, wave->ID3v2Tag());
    if (auto *sound = dynamic_cast<RIFF::AIFF::File *>(file.file())) frames(path, sound->tag());
  }
}
