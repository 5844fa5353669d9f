internal import MetaCore

extension ReaderRule {
  /// The behaviour of libavformat 59.
  static let libavformat = [
    firstTag(
      .libavformat, ["mp1", "mp2", "mp3"], [.id3, .id3v1],
      "libavformat reads ID3v2, otherwise ID3v1, but not APEv2 or Lyrics3 in such files"),
    firstTag(
      .libavformat, ["ac3", "eac3"], [.id3],
      "libavformat reads ID3v2 at the start of such files, but not APEv2 or ID3v1"),
    unlessFollowed(
      ["ape", "musepack", "tak"], [.ape, .id3],
      "libavformat uses APEv2 unless ID3v1 follows it, otherwise ID3v2"),
    unlessFollowed(
      ["wavpack", "musepack", "aac", "tta"], [.ape, .id3v1, .id3],
      "libavformat uses APEv2 unless ID3v1 follows it, otherwise ID3v1, otherwise ID3v2"),
    overlaid(.libavformat, ["wav"], [.riff, .id3], "libavformat prefers INFO to ID3v2"),
    usualPlaces(
      .libavformat, ["mp1", "mp2", "mp3"], [.id3, .id3v1],
      "libavformat reads ID3v2 at the start of the file only"),
    ReaderRule(
      reader: .libavformat, kinds: ["wav"],
      reason: "libavformat uses the last of several tags of the same kind"
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
      reader: .libavformat, reason: "libavformat reports only the first of several values"
    ) { file, row in
      let ours = file.values(of: row.field)
      return ours.count > 1 ? Array(ours.prefix(1)) : nil
    },
    ReaderRule(reader: .libavformat, reason: "libavformat truncates text at the first NUL") {
      file, row in
      let ours = file.values(of: row.field)
      guard ours.contains(where: { $0.contains("\0") }) else { return nil }
      return ours.map { String($0.prefix { $0 != "\0" }) }
    },
    ReaderRule(
      reader: .libavformat,
      reason: "libavformat assumes that text without a known encoding is UTF-8"
    ) { file, row in
      let ours = file.values(of: row.field)
      let bytes = ours.map { $0.unicodeScalars.compactMap(ReaderRule.byte) }
      guard zip(ours, bytes).allSatisfy({ $0.unicodeScalars.count == $1.count }) else { return nil }
      return bytes.map { String(decoding: $0, as: UTF8.self) }
    },
    ReaderRule(
      reader: .libavformat, fields: [.composer, .disc, .lyrics],
      reason: "libavformat has no name for this ID3v2.2 frame"
    ) { file, row in
      let unnamed: Set = ["TCM", "TPA", "ULT"]
      let items = file.items(.id3).filter { unnamed.contains($0.frameName) }
      return items.isEmpty ? nil : []
    },
    ReaderRule(
      reader: .libavformat, fields: [.comment],
      reason: "libavformat lists a comment that has a description under that description"
    ) { file, row in
      let items = file.items(.id3).filter { !$0.isComment || !$0.isDescribed }
      guard items.count < file.items(.id3).count else { return nil }
      return file.values(of: row.field, from: items, [.id3])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["flac", "ogg"], fields: [.comment],
      reason: "libavformat uses DESCRIPTION as the comment"
    ) { file, row in file.values(of: .description) },
    ReaderRule(
      reader: .libavformat, kinds: ["wav"], fields: [.date],
      reason: "libavformat uses the date in the bext chunk"
    ) { file, row in
      let items = file.items(.riff).filter { $0.key.description == "bext/OriginationDate" }
      return items.isEmpty ? nil : ReaderFile.texts(items)
    },
    ReaderRule(
      reader: .libavformat, fields: [.date],
      reason: "libavformat lists the APEv2 item Year under its own name"
    ) { file, row in
      file.items(.ape).contains { $0.key.description == "Year" } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["aiff"], fields: [.artist],
      reason: "libavformat reports the AUTH chunk as author, not as artist"
    ) { file, row in
      let others = file.document.items.filter { $0.keySpace != .aiff }
      return file.values(of: row.field, from: others, [.id3])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["ogg"],
      reason: "libavformat reports the tags of a stream, not those of the file"
    ) { file, row in
      // The tags of the first audio stream come first, because players show them.
      let audioID = file.document.tracks.first { $0.mediaType == .audio }?.id
      let items = file.items(.vorbis)
      let ordered = items.filter { $0.trackID == audioID } + items.filter { $0.trackID != audioID }
      return ordered.lazy.map { item in
        var item = item
        item.trackID = nil
        return file.values(of: row.field, from: [item], [.vorbis])
      }.first { !$0.isEmpty } ?? []
    },
    ReaderRule(
      reader: .libavformat, kinds: ["asf"], fields: [.date],
      reason: "libavformat lists WM/Year under its own name"
    ) { file, row in
      file.items(.asf).contains { $0.key.description == "WM/Year" } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["wav"],
      reason: "libavformat assumes that an empty data chunk extends to the end of the file"
    ) { file, row in
      file.document.tracks.allSatisfy { ($0.sampleCount ?? 0) == 0 } ? [] : nil
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mp1", "mp2", "mp3"],
      reason:
        "libavformat skips an ID3v2 tag that declares an extended header but does not have one"
    ) { file, row in
      guard file.head.count > 10, file.head.starts(with: Array("ID3".utf8)),
        file.head[5] & 0x40 != 0, file.items(.id3).first?.location.offset == 10
      else { return nil }
      return file.values(of: row.field, from: file.items(.id3v1), [.id3v1])
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mp1", "mp2", "mp3"],
      reason:
        "libavformat treats the sizes of unsynchronised ID3v2.2 and 2.3 frames as those of the stored bytes"
    ) { file, row in
      guard let bytes = file.tag?.misreadFrames(of: file.head) else { return nil }
      return ReaderFile(reading: bytes)?.values(of: row.field)
    },
    ReaderRule(
      reader: .libavformat, fields: [.date],
      reason: "libavformat uses the release time as the date if it follows the date"
    ) { file, row in
      file.items(.id3).last { ["TDRC", "TDRL"].contains($0.frameName) }
        .map { ReaderFile.texts([$0]) }
    },
    ReaderRule(
      reader: .libavformat, kinds: ["dsdiff"],
      reason: "libavformat reads the DIIN and COMT chunks of DSDIFF, but not ID3v2"
    ) { file, row in
      let items = file.items(.dsdiff)
      guard row.field == .comment else {
        return file.values(of: row.field, from: items, [.dsdiff])
      }
      return ReaderFile.texts(items.filter { $0.key.description == "COMT" })
    },
    ReaderRule(
      reader: .libavformat, kinds: ["3gp", "3g2", "mp4"],
      reason: "libavformat does not read the user data of 3GPP TS 26.244"
    ) { file, row in
      let items = file.document.items.filter { $0.keySpace != .isoUserData }
      return file.values(of: row.field, from: items, file.document.precedence)
    },
    ReaderRule(
      reader: .libavformat, kinds: ["mov", "mp4"], fields: [.comment],
      reason: "libavformat uses \u{A9}inf as the comment"
    ) { file, row in
      let items = file.document.items.filter { $0.key.description == "\u{A9}inf" }
      return items.isEmpty ? nil : ReaderFile.texts(Array(items.suffix(1)))
    },
    noPictureBlocks(.libavformat),
    ReaderRule(
      reader: .libavformat, fields: [.artwork], reason: "libavformat omits empty pictures"
    ) { file, row in ReaderFile.counted(file.document.artwork.count { $0.data.count > 0 }) },
    emptyText(.libavformat),
  ]

  /// Returns the byte that was decoded as a character of Latin-1 or Windows-1252.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    UInt8(exactly: scalar.value) ?? TextEncoding.windows1252.encode(String(scalar))?.first
  }

  /// Returns the rule that only the first of these tags that has items is read; APEv2 is not found
  /// if ID3v1 follows it.
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
