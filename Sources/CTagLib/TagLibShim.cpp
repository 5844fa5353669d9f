#include "CTagLib.h"

#include <aifffile.h>
#include <apefile.h>
#include <apetag.h>
#include <asffile.h>
#include <attachedpictureframe.h>
#include <audioproperties.h>
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

// The bytes of an input, for reading only.
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
  // No block of metadata is larger than that.
  static constexpr int64_t mostBytes = 64 << 20;

  std::string path;
  metatool_taglib_input input;
  int64_t position = 0;
};

// Messages of TagLib are not for the terminal.
class Silence : public DebugListener {
  void printMessage(const String &) override {}
};

void give(const metatool_taglib_output &output, const String &mime, int type, unsigned size) {
  const std::string text = mime.to8Bit(true);
  output.picture(output.context, text.data(), text.size(), type, size);
}

void givePictures(const metatool_taglib_output &output, const List<FLAC::Picture *> &pictures) {
  for (auto *picture : pictures) give(output, picture->mimeType(), picture->type(), picture->data().size());
}

void givePictures(const metatool_taglib_output &output, ID3v2::Tag *tag) {
  if (!tag) return;
  for (auto *frame : tag->frameListMap()["APIC"])
    if (auto *picture = dynamic_cast<ID3v2::AttachedPictureFrame *>(frame))
      give(output, picture->mimeType(), picture->type(), picture->picture().size());
}

void givePictures(const metatool_taglib_output &output, APE::Tag *tag) {
  if (!tag) return;
  for (auto &item : tag->itemListMap())
    if (item.second.type() == APE::Item::Binary && item.first.startsWith("COVER ART"))
      give(output, String(), -1, item.second.binaryData().size());
}

void givePictures(const metatool_taglib_output &output, File *file) {
  if (auto *movie = dynamic_cast<MP4::File *>(file)) {
    if (!movie->tag() || !movie->tag()->contains("covr")) return;
    for (auto &cover : movie->tag()->item("covr").toCoverArtList()) {
      const char *mime = cover.format() == MP4::CoverArt::JPEG ? "image/jpeg"
          : cover.format() == MP4::CoverArt::PNG ? "image/png" : "";
      give(output, mime, -1, cover.data().size());
    }
  } else if (auto *windows = dynamic_cast<ASF::File *>(file)) {
    if (!windows->tag()) return;
    for (auto &attribute : windows->tag()->attributeListMap()["WM/Picture"]) {
      const ASF::Picture picture = attribute.toPicture();
      if (picture.isValid()) give(output, picture.mimeType(), picture.type(), picture.picture().size());
    }
  } else if (auto *sound = dynamic_cast<FLAC::File *>(file)) {
    givePictures(output, sound->pictureList());
  } else if (auto *comments = dynamic_cast<Ogg::XiphComment *>(file->tag())) {
    givePictures(output, comments->pictureList());
  } else if (auto *stream = dynamic_cast<MPEG::File *>(file)) {
    givePictures(output, stream->ID3v2Tag());
  } else if (auto *wave = dynamic_cast<RIFF::WAV::File *>(file)) {
    givePictures(output, wave->ID3v2Tag());
  } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
    givePictures(output, aiff->tag());
  } else if (auto *audio = dynamic_cast<TrueAudio::File *>(file)) {
    givePictures(output, audio->ID3v2Tag());
  } else if (auto *monkey = dynamic_cast<APE::File *>(file)) {
    givePictures(output, monkey->APETag());
  } else if (auto *pack = dynamic_cast<WavPack::File *>(file)) {
    givePictures(output, pack->APETag());
  } else if (auto *musepack = dynamic_cast<MPC::File *>(file)) {
    givePictures(output, musepack->APETag());
  }
}

int32_t read(InputStream &stream, const metatool_taglib_output &output) {
  FileRef file(&stream);
  if (file.isNull() || !file.file()->isValid()) return metatool_taglib_not_opened;
  for (auto &property : file.file()->properties()) {
    const std::string name = property.first.to8Bit(true);
    for (auto &each : property.second) {
      const std::string value = each.to8Bit(true);
      output.property(output.context, name.data(), name.size(), value.data(), value.size());
    }
  }
  givePictures(output, file.file());
  if (auto *sound = file.audioProperties())
    output.sound(output.context, sound->lengthInMilliseconds(), sound->bitrate(), sound->sampleRate(), sound->channels());
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
