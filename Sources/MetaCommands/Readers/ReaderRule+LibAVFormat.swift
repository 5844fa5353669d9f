internal import MetaCore

extension ReaderRule {
  /// The behaviour of libavformat 59.
  static let libavformat = [
    firstTag(
      .libavformat, ["mp1", "mp2", "mp3"], [.id3, .id3v1],
      "libavformat reads ID3v2, else ID3v1, and no APEv2 and Lyrics3 in such files"),
    firstTag(
      .libavformat, ["ac3", "eac3"], [.id3],
      "libavformat reads ID3v2 at the start of such files, and no APEv2 and ID3v1"),
    unlessFollowed(
      ["ape", "musepack", "tak"], [.ape, .id3],
      "libavformat takes APEv2, unless ID3v1 follows it, else ID3v2"),
    unlessFollowed(
      ["wavpack", "musepack", "aac", "tta"], [.ape, .id3v1, .id3],
      "libavformat takes APEv2, unless ID3v1 follows it, else ID3v1, else ID3v2"),
    overlaid(.libavformat, ["wav"], [.riff, .id3], "libavformat prefers INFO to ID3v2"),
    usualPlaces(
      .libavformat, ["mp1", "mp2", "mp3"], [.id3, .id3v1],
      "libavformat reads ID3v2 at the start of the file only"),
    ReaderRule(
      reader: .libavformat, kinds: ["wav"],
      reason: "libavformat takes the last of several tags of one kind"
    ) { file, row in
      guard let tag = file.first(of: [.riff, .id3], file.items) else { return nil }
      let values = tag.items.map { file.values(of: row.field, from: [$0], [tag.space]) }
      return values.last { !$0.isEmpty }
    },
    ReaderRule(
      reader: .libavformat, kinds: ["flac", "ogg"],
      reason: "libavformat joins several values with a semicolon"
    ) { file, row in [file.values(of: row.field).joined(separator: ";")] },
    ReaderRule(
      reader: .libavformat, reason: "libavformat gives the first of several values in a text"
    ) { file, row in
      let ours = file.values(of: row.field)
      return ours.count > 1 ? Array(ours.prefix(1)) : nil
    },
    ReaderRule(reader: .libavformat, reason: "libavformat ends a text at the first NUL") {
      file, row in
      let ours = file.values(of: row.field)
      guard ours.contains(where: { $0.contains("\0") }) else { return nil }
      return ours.map { String($0.prefix { $0 != "\0" }) }
    },
    ReaderRule(
      reader: .libavformat,
      reason: "libavformat takes text without a known encoding for UTF-8"
    ) { file, row in
      let ours = file.values(of: row.field)
      let bytes = ours.map { $0.unicodeScalars.compactMap(ReaderRule.byte) }
      guard zip(ours, bytes).allSatisfy({ $0.unicodeScalars.count == $1.count }) else { return nil }
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    },
    ReaderRule(
      reader: .libavformat, fields: [.composer, .disc, .lyrics],
      reason: "libavformat has no name for this frame of ID3v2.2"
    ) { file, row in
      let unnamed: Set = ["TCM", "TPA", "ULT"]
      let items = file.items(.id3).filter { unnamed.contains($0.frameName) }
      return items.isEmpty ? nil : []
    },
    ReaderRule(
      reader: .libavformat, fields: [.comment],
      reason: "libavformat gives a comment with a description under the name of the description"
    ) { file, row in
      let items = file.items(.id3).filter { !$0.isComment || !$0.isDescribed }
      guard items.count < file.items(.id3).count else { return nil }
      return file.values(of: row.field, from: items, [.id3])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["flac", "ogg"], fields: [.comment],
      reason: "libavformat takes DESCRIPTION for the comment"
    ) { file, row in file.values(of: .description) },
    ReaderRule(
      reader: .libavformat, kinds: ["wav"], fields: [.date],
      reason: "libavformat takes the date of the bext chunk"
    ) { file, row in
      let items = file.items(.riff).filter { $0.key.description == "bext/OriginationDate" }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    ReaderRule(
      reader: .libavformat, fields: [.date],
      reason: "libavformat gives Year of APEv2 under its own name"
    ) { file, row in
      file.items(.ape).contains { $0.key.description == "Year" } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["aiff"], fields: [.artist],
      reason: "libavformat calls the chunk AUTH author, not artist"
    ) { file, row in
      let others = file.document.items.filter { $0.keySpace != .aiff }
      return file.values(of: row.field, from: others, [.id3])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["ogg"],
      reason: "libavformat gives the tags of a stream, which are not those of the file"
    ) { file, row in
      // The tags of the first audio stream come first, because players show them.
      let sound = file.document.tracks.first { $0.mediaType == .audio }?.id
      let items = file.items(.vorbis)
      let ordered = items.filter { $0.trackID == sound } + items.filter { $0.trackID != sound }
      return ordered.lazy.map { item in
        var item = item
        item.trackID = nil
        return file.values(of: row.field, from: [item], [.vorbis])
      }.first { !$0.isEmpty } ?? []
    },
    ReaderRule(
      reader: .libavformat, kinds: ["asf"], fields: [.date],
      reason: "libavformat gives WM/Year under its own name"
    ) { file, row in
      file.items(.asf).contains { $0.key.description == "WM/Year" } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["wav"],
      reason: "libavformat takes an empty data chunk for one that reaches to the end of the file"
    ) { file, row in
      file.document.tracks.allSatisfy { ($0.sampleCount ?? 0) == 0 } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mp1", "mp2", "mp3"],
      reason: "libavformat skips an ID3v2 tag that says it has an extended header and has none"
    ) { file, row in
      guard file.head.count > 10, file.head.starts(with: Array("ID3".utf8)),
        file.head[5] & 0x40 != 0, file.items(.id3).first?.location.offset == 10
      else { return nil }
      return file.values(of: row.field, from: file.items(.id3v1), [.id3v1])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mp1", "mp2", "mp3"],
      reason:
        "libavformat takes the sizes of unsynchronised ID3v2.2 and 2.3 frames for those of the stored bytes"
    ) { file, row in
      guard let bytes = file.tag?.misreadFrames(of: file.head) else { return nil }
      return ReaderFile(reading: bytes)?.values(of: row.field)
    },
    ReaderRule(
      reader: .libavformat, fields: [.date],
      reason: "libavformat takes the time of release for the date, where it follows it"
    ) { file, row in
      file.items(.id3).last { ["TDRC", "TDRL"].contains($0.frameName) }
        .map { ReaderFile.texts([$0]) }
    },
    ReaderRule(
      reader: .libavformat, kinds: ["dsdiff"],
      reason: "libavformat reads the chunks DIIN and COMT of DSDIFF, and no ID3v2"
    ) { file, row in
      let items = file.items(.dsdiff)
      guard row.field == .comment else {
        return file.values(of: row.field, from: items, [.dsdiff])
      }
      return ReaderFile.texts(items.filter { $0.key.description == "COMT" })
    },
    ReaderRule(
      reader: .libavformat, kinds: ["3gp", "3g2", "mp4"],
      reason: "libavformat reads no user data of 3GPP TS 26.244"
    ) { file, row in
      let items = file.document.items.filter { $0.keySpace != .isoUserData }
      return file.values(of: row.field, from: items, file.document.precedence)
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mov", "mp4"], fields: [.comment],
      reason: "libavformat takes \u{A9}inf for the comment"
    ) { file, row in
      let items = file.document.items.filter { $0.key.description == "\u{A9}inf" }
      return items.isEmpty ? nil : ReaderFile.texts(Array(items.suffix(1)))
    },
    noPictureBlocks(.libavformat),
    ReaderRule(
      reader: .libavformat, fields: [.artwork], reason: "libavformat leaves out empty pictures"
    ) { file, row in ReaderFile.counted(file.document.artwork.count { $0.data.count > 0 }) },
    emptyText(.libavformat),
  ]

  /// Returns the byte that was decoded as a character of Latin-1 or Windows-1252.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    UInt8(exactly: scalar.value) ?? TextEncoding.windows1252.encode(String(scalar))?.first
  }

  /// Returns the rule that only the first of these tags that has items is read; APEv2 is not found
  /// before ID3v1.
  private static func unlessFollowed(
    _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: .libavformat, kinds: kinds, reason: reason) { file, row in
      let isFollowed = !file.items(.id3v1).isEmpty
      let tag = file.first(of: order) { $0 == .ape && isFollowed ? [] : file.items($0) }
      guard let tag else { return [] }
      return file.values(of: row.field, from: tag.items, [tag.space])
    }
  }
}
