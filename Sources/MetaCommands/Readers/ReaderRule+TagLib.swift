internal import MetaCore

extension ReaderRule {
  /// The behaviour of TagLib 1.13.
  static let tagLib = [
    firstTag(
      .tagLib, ["mp1", "mp2", "mp3", "id3"], [.id3, .ape, .id3v1],
      "TagLib shows one tag only: ID3v2, else APEv2, else ID3v1"),
    firstTag(
      .tagLib, ["flac"], [.vorbis, .id3, .id3v1],
      "TagLib shows one tag only: Vorbis comments, else ID3v2, else ID3v1"),
    firstTag(
      .tagLib, ["ape", "musepack", "wavpack"], [.ape, .id3v1],
      "TagLib reads APEv2, else ID3v1, and no ID3v2 in such files"),
    firstTag(
      .tagLib, ["tta"], [.id3, .id3v1], "TagLib reads ID3v2, else ID3v1, and no APEv2 in such files"
    ),
    firstTag(.tagLib, ["wav"], [.id3, .riff], "TagLib shows one tag only: ID3v2, else INFO"),
    firstTag(.tagLib, ["aiff"], [.id3], "TagLib reads no text chunks of AIFF, only ID3v2"),
    overlaid(
      .tagLib, ["mp4", "mov", "3gp", "3g2"], [.iTunes, .iTunesLong],
      "TagLib reads only the items of iTunes in MP4"),
    usualPlaces(
      .tagLib, ["mp1", "mp2", "mp3"], [.id3, .ape, .id3v1],
      "TagLib reads the first ID3v2 tag, at the start, and APEv2 and ID3v1 at the end of the file"),
    ReaderRule(
      reader: .tagLib, kinds: ["flac"], reason: "TagLib reads the first block of Vorbis comments"
    ) { file, row in
      file.values(of: row.field, from: file.items(.vorbis).firstTag, [.vorbis])
    },
    ReaderRule(
      reader: .tagLib, kinds: ["mp3", "id3", "wav", "aiff"],
      reason: "TagLib stops at an empty frame of ID3v2"
    ) { file, row in
      let items = file.items(.id3)
      guard let end = items.firstIndex(where: { $0.location.size <= 10 }) else { return nil }
      return file.values(of: row.field, from: Array(items[..<end]), [.id3])
    },
    ReaderRule(
      reader: .tagLib, kinds: ["wav"], fields: [.date],
      reason: "TagLib gives the year alone of a date in INFO"
    ) { file, row in
      let items = file.items(.riff).filter { $0.key.description == "ICRD" }
      return ReaderFile.texts(items).first.map { [String($0.prefix(4))] }
    },
    ReaderRule(
      reader: .tagLib, fields: [.date],
      reason: "TagLib gives the texts of the date's frames as they are"
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
      reason: "TagLib looks for an ID3v2 tag in all bytes before the first frame"
    ) { file, row in
      file.lateTag.map { $0.values(of: row.field, from: $0.items(.id3).firstTag, [.id3]) }
    },
    ReaderRule(
      reader: .tagLib,
      reason: "TagLib ends ID3v2.4 too early, by the size of its extended header"
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
      reader: .tagLib, kinds: ["wav"], reason: "TagLib reads no tags of RF64"
    ) { file, row in file.head.starts(with: Array("RF64".utf8)) ? [] : nil },
    ReaderRule(
      reader: .tagLib, kinds: ["mp4", "mov", "3gp", "3g2"],
      reason: "TagLib lists every value of an item of iTunes, of all languages"
    ) { file, row in
      let items = file.items(named: row.field).filter { $0.keySpace == .iTunes }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    noPictureBlocks(.tagLib),
    ReaderRule(
      reader: .tagLib, kinds: ["flac", "ogg"],
      reason: "TagLib leaves out Vorbis comments that are not UTF-8"
    ) { file, row in
      let items = file.items(.vorbis).filter { $0.dataType.name != "windows1252" }
      return file.values(of: row.field, from: items, [.vorbis])
    },
    emptyText(.tagLib),
  ]
}
