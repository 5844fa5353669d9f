internal import MetaCore

extension ReaderRule {
  /// The behaviour of TagLib 1.13.
  static let tagLib = [
    firstTag(
      .tagLib, ["mp1", "mp2", "mp3", "id3"], [.id3, .ape, .id3v1],
      "TagLib shows only one tag: ID3v2, otherwise APEv2, otherwise ID3v1"),
    firstTag(
      .tagLib, ["flac"], [.vorbis, .id3, .id3v1],
      "TagLib shows only one tag: Vorbis comments, otherwise ID3v2, otherwise ID3v1"),
    firstTag(
      .tagLib, ["ape", "musepack", "wavpack"], [.ape, .id3v1],
      "TagLib reads APEv2, otherwise ID3v1, but not ID3v2 in such files"),
    firstTag(
      .tagLib, ["tta"], [.id3, .id3v1],
      "TagLib reads ID3v2, otherwise ID3v1, but not APEv2 in such files"
    ),
    firstTag(.tagLib, ["wav"], [.id3, .riff], "TagLib shows only one tag: ID3v2, otherwise INFO"),
    firstTag(.tagLib, ["aiff"], [.id3], "TagLib does not read the text chunks of AIFF, only ID3v2"),
    overlaid(
      .tagLib, ["mp4", "mov", "3gp", "3g2"], [.iTunes, .iTunesLong],
      "TagLib reads only the iTunes items of MP4 files"),
    usualPlaces(
      .tagLib, ["mp1", "mp2", "mp3"], [.id3, .ape, .id3v1],
      "TagLib reads the first ID3v2 tag, at the start, and APEv2 and ID3v1 at the end of the file"),
    ReaderRule(
      reader: .tagLib, kinds: ["flac"],
      reason: "TagLib reads only the first block of Vorbis comments"
    ) { file, row in
      file.values(of: row.field, from: file.items(.vorbis).firstTag, [.vorbis])
    },
    ReaderRule(
      reader: .tagLib, kinds: ["mp3", "id3", "wav", "aiff"],
      reason: "TagLib stops at an empty ID3v2 frame"
    ) { file, row in
      let items = file.items(.id3)
      guard let end = items.firstIndex(where: { $0.location.size <= 10 }) else { return nil }
      return file.values(of: row.field, from: Array(items[..<end]), [.id3])
    },
    ReaderRule(
      reader: .tagLib, kinds: ["wav"], fields: [.date],
      reason: "TagLib reports only the year of an INFO date"
    ) { file, row in
      let items = file.items(.riff).filter { $0.key.description == "ICRD" }
      return ReaderFile.texts(items).first.map { [String($0.prefix(4))] }
    },
    ReaderRule(
      reader: .tagLib, fields: [.date],
      reason: "TagLib reports the text of the date frames unchanged"
    ) { file, row in
      let names: Set = ["TDRC", "TYER", "TYE", "TRDA", "TRD"]
      let items = file.items(.id3).filter { names.contains($0.frameName) }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    ReaderRule(
      reader: .tagLib, fields: [.comment],
      reason: "TagLib lists every comment without a description"
    ) { file, row in
      let items = file.items(.id3).filter { $0.isComment && !$0.isDescribed }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    ReaderRule(
      reader: .tagLib, kinds: ["mp1", "mp2", "mp3"],
      reason: "TagLib searches all bytes before the first frame for an ID3v2 tag"
    ) { file, row in
      file.lateTag.map { $0.values(of: row.field, from: $0.items(.id3).firstTag, [.id3]) }
    },
    ReaderRule(
      reader: .tagLib,
      reason: "TagLib stops reading an ID3v2.4 tag too early, by the size of its extended header"
    ) { file, row in
      guard let tag = file.tag, tag.version == 4, let size = tag.extendedSize else { return nil }
      let end = tag.end - size - RawID3Tag.headerSize
      let read = file.items(.id3).firstTag.filter { $0.location.offset < end }
      return file.values(of: row.field, from: read, [.id3])
    },
    ReaderRule(
      reader: .tagLib,
      reason:
        "TagLib looks for the frames of ID3v2.3 four bytes before the end of its extended header"
    ) { file, row in
      guard let tag = file.tag, tag.version == 3, tag.extendedSize != nil,
        !file.items(.id3).isEmpty
      else { return nil }
      return []
    },
    ReaderRule(
      reader: .tagLib, kinds: ["wav"], reason: "TagLib does not read the tags of RF64 files"
    ) { file, row in file.head.starts(with: Array("RF64".utf8)) ? [] : nil },
    ReaderRule(
      reader: .tagLib, kinds: ["mp4", "mov", "3gp", "3g2"],
      reason: "TagLib lists every value of an iTunes item, in all languages"
    ) { file, row in
      let items = file.items(named: row.field).filter { $0.keySpace == .iTunes }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    noPictureBlocks(.tagLib),
    ReaderRule(
      reader: .tagLib, kinds: ["flac", "ogg"],
      reason: "TagLib omits Vorbis comments that are not UTF-8"
    ) { file, row in
      let items = file.items(.vorbis).filter { $0.dataType.name != "windows1252" }
      return file.values(of: row.field, from: items, [.vorbis])
    },
    emptyText(.tagLib),
  ]
}
