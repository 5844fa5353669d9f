// taglib_peer read FILE...: prints what TagLib reads, one line per value: file, property and value.
// taglib_peer write FILE NAME=VALUE...: sets the properties of a file; a name may repeat, and PICTURE=FILE sets the cover.
#include <attachedpictureframe.h>
#include <chapterframe.h>
#include <fileref.h>
#include <flacfile.h>
#include <id3v2tag.h>
#include <aifffile.h>
#include <mp4coverart.h>
#include <mp4file.h>
#include <mpegfile.h>
#include <textidentificationframe.h>
#include <tpropertymap.h>
#include <wavfile.h>
#include <xiphcomment.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

using namespace TagLib;

static void line(const char *path, const std::string &name, const std::string &value) {
  std::cout << path << '\t' << name << '\t';
  for (char each : value) {
    if (each == '\n' || each == '\r') std::cout << "\\n";
    else std::cout << (each == '\t' ? ' ' : each);
  }
  std::cout << '\n';
}

static ID3v2::Tag *frames(File *file) {
  if (auto *stream = dynamic_cast<MPEG::File *>(file)) return stream->ID3v2Tag();
  if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) return wave->ID3v2Tag();
  if (auto *sound = dynamic_cast<RIFF::AIFF::File *>(file)) return sound->tag();
  return nullptr;
}

static void readFrames(const char *path, ID3v2::Tag *tag) {
  line(path, "PICTURES", std::to_string(tag->frameListMap()["APIC"].size()));
  for (auto *frame : tag->frameListMap()["CHAP"]) {
    auto *chapter = dynamic_cast<ID3v2::ChapterFrame *>(frame);
    if (!chapter) continue;
    auto titles = chapter->embeddedFrameListMap()["TIT2"];
    line(path, "CHAPTER", std::to_string(chapter->startTime()) + " " + (titles.isEmpty() ? "" : titles.front()->toString().to8Bit(true)));
  }
}

static void read(const char *path) {
  FileRef file(path);
  if (file.isNull()) return;
  for (auto &property : file.file()->properties())
    for (auto &value : property.second) line(path, property.first.to8Bit(true), value.to8Bit(true));
  if (auto *movie = dynamic_cast<MP4::File *>(file.file())) {
    if (!movie->tag()) return;
    auto count = movie->tag()->contains("covr") ? movie->tag()->item("covr").toCoverArtList().size() : 0;
    line(path, "PICTURES", std::to_string(count));
  } else if (auto *sound = dynamic_cast<FLAC::File *>(file.file())) {
    line(path, "PICTURES", std::to_string(sound->pictureList().size()));
  } else if (auto *comments = dynamic_cast<Ogg::XiphComment *>(file.file()->tag())) {
    line(path, "PICTURES", std::to_string(comments->pictureList().size()));
  } else if (auto *tag = frames(file.file())) {
    readFrames(path, tag);
  }
}

static ByteVector bytes(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  return ByteVector(text.data(), static_cast<unsigned>(text.size()));
}

static void setPicture(File *file, const ByteVector &picture) {
  if (auto *movie = dynamic_cast<MP4::File *>(file)) {
    MP4::CoverArtList list;
    list.append(MP4::CoverArt(MP4::CoverArt::JPEG, picture));
    movie->tag()->setItem("covr", list);
  } else if (auto *tag = frames(file)) {
    auto *frame = new ID3v2::AttachedPictureFrame;
    frame->setMimeType("image/jpeg");
    frame->setType(ID3v2::AttachedPictureFrame::FrontCover);
    frame->setPicture(picture);
    tag->removeFrames("APIC");
    tag->addFrame(frame);
  }
}

static bool write(const char *path, char **from, char **to) {
  FileRef file(path);
  if (file.isNull()) return false;
  PropertyMap properties;
  ByteVector picture;
  for (; from < to; from++) {
    std::string word = *from;
    auto equals = word.find('=');
    auto value = word.substr(equals + 1);
    if (word.substr(0, equals) == "PICTURE") picture = bytes(value);
    else properties[String(word.substr(0, equals))].append(String(value, String::UTF8));
  }
  file.file()->setProperties(properties);
  if (!picture.isEmpty()) setPicture(file.file(), picture);
  return file.save();
}

int main(int count, char **words) {
  if (count > 2 && std::string(words[1]) == "write") return write(words[2], words + 3, words + count) ? 0 : 1;
  for (int index = 2; index < count; index++) read(words[index]);
}
