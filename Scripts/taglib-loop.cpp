// taglib-loop TITLE FOLDER: sets the title of each MP4 and MP3 file below a folder by TagLib; a peer for Scripts/bench.
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/tag.h>

#include <filesystem>

template <class File> static bool set(const char *path, const TagLib::String &title) {
  File file(path, false);
  file.tag()->setTitle(title);
  return file.save();
}

int main(int, char **arguments) {
  TagLib::String title(arguments[1], TagLib::String::UTF8);
  bool good = true;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(arguments[2])) {
    if (!entry.is_regular_file()) continue;
    const char *path = entry.path().c_str();
    good &= entry.path().extension() == ".mp3" ? set<TagLib::MPEG::File>(path, title) : set<TagLib::MP4::File>(path, title);
  }
  return !good;
}
