#include "CTagLib.h"

#include <aifffile.h>
#include <apefile.h>
#include <apetag.h>
#include <asffile.h>
#include <attachedpictureframe.h>
#include <fileref.h>
#include <flacfile.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <tdebuglistener.h>
#include <tpropertymap.h>
#include <trueaudiofile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <xiphcomment.h>

#include <algorithm>
#include <string>

using namespace TagLib;

namespace {

// A read-only stream over an input.
class InputStream : public IOStream {
 public:
  InputStream(const char *name, metatool_taglib_input input) : path(name), input(input) {}

  FileName name() const override { return path.c_str(); }

  ByteVector readBlock(unsigned long wanted) override {
    const int64_t left = input.length - position;
    if (left <= 0) return ByteVector();
    const int64_t count = std::min(std::min(left, mostBytes), static_cast<int64_t>(std::min<unsigned long>(wanted, mostBytes)));
    ByteVector block(static_cast<unsigned>(count), 0);
    const int64_t got = input.read(input.context, position, reinterpret_cast<uint8_t *>(block.data()), count);
    if (got <= 0) return ByteVector();
    block.resize(static_cast<unsigned>(std::min(got, count)));
    position += block.size();
    return block;
  }

  void seek(long offset, Position from) override {
    const int64_t base = from == Beginning ? 0 : from == Current ? position : input.length;
    int64_t target = 0;
    if (__builtin_add_overflow(base, static_cast<int64_t>(offset), &target)) return;
    position = std::max<int64_t>(0, target);
  }

  long tell() const override { return position; }
  long length() override { return input.length; }
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }

  void writeBlock(const ByteVector &) override {}
  void insert(const ByteVector &, unsigned long, unsigned long) override {}
  void removeBlock(unsigned long, unsigned long) override {}
  void truncate(long) override {}

 private:
  // The maximum number of bytes in one read, and thus the maximum size of a metadata block.
  static constexpr int64_t mostBytes = 64 << 20;

  std::string path;
  metatool_taglib_input input;
  int64_t position = 0;
};

// Suppresses TagLib's messages on the terminal.
class Silence : public DebugListener {
  void printMessage(const String &) override {}
};

unsigned countPictures(ID3v2::Tag *tag) {
  if (!tag) return 0;
  unsigned count = 0;
  for (auto *frame : tag->frameListMap()["APIC"])
    if (dynamic_cast<ID3v2::AttachedPictureFrame *>(frame)) ++count;
  return count;
}

unsigned countPictures(APE::Tag *tag) {
  if (!tag) return 0;
  unsigned count = 0;
  for (auto &item : tag->itemListMap())
    if (item.second.type() == APE::Item::Binary && item.first.startsWith("COVER ART")) ++count;
  return count;
}

unsigned countPictures(ASF::Tag *tag) {
  if (!tag) return 0;
  unsigned count = 0;
  for (auto &attribute : tag->attributeListMap()["WM/Picture"])
    if (attribute.toPicture().isValid()) ++count;
  return count;
}

unsigned countPictures(MP4::Tag *tag) {
  if (!tag || !tag->contains("covr")) return 0;
  return tag->item("covr").toCoverArtList().size();
}

unsigned countPictures(File *file) {
  if (auto *movie = dynamic_cast<MP4::File *>(file)) return countPictures(movie->tag());
  if (auto *windows = dynamic_cast<ASF::File *>(file)) return countPictures(windows->tag());
  if (auto *sound = dynamic_cast<FLAC::File *>(file)) return sound->pictureList().size();
  if (auto *comments = dynamic_cast<Ogg::XiphComment *>(file->tag())) return comments->pictureList().size();
  if (auto *stream = dynamic_cast<MPEG::File *>(file))
    return stream->hasID3v2Tag() ? countPictures(stream->ID3v2Tag()) : countPictures(stream->APETag());
  if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) return countPictures(wave->ID3v2Tag());
  if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) return countPictures(aiff->tag());
  if (auto *audio = dynamic_cast<TrueAudio::File *>(file)) return countPictures(audio->ID3v2Tag());
  if (auto *monkey = dynamic_cast<APE::File *>(file)) return countPictures(monkey->APETag());
  if (auto *pack = dynamic_cast<WavPack::File *>(file)) return countPictures(pack->APETag());
  if (auto *musepack = dynamic_cast<MPC::File *>(file)) return countPictures(musepack->APETag());
  return 0;
}

int32_t read(InputStream &stream, const metatool_taglib_output &output) {
  // Skip audio properties, which would require reading frames.
  FileRef file(&stream, false);
  if (file.isNull() || !file.file()->isValid()) return metatool_taglib_not_opened;
  for (auto &property : file.file()->properties()) {
    const std::string name = property.first.to8Bit(true);
    for (auto &each : property.second) {
      const std::string value = each.to8Bit(true);
      output.property(output.context, name.data(), name.size(), value.data(), value.size());
    }
  }
  output.pictures(output.context, countPictures(file.file()));
  return metatool_taglib_read_it;
}

}  // namespace

int32_t metatool_taglib_read(
    const char *name, metatool_taglib_input input, metatool_taglib_output output) {
  try {
    static Silence silence;
    setDebugListener(&silence);
    InputStream stream(name, input);
    return read(stream, output);
  } catch (...) {
    return metatool_taglib_failed;
  }
}
