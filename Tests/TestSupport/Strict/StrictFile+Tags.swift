import Foundation

// Streams with tags around them, and the tags.

extension StrictFile {
  /// MP3, AAC, FLAC, Ogg, bare tags: the bytes between the tags are the media.
  mutating func readStream(_ range: Range<Int>) {
    var range = range
    while let tag = leadingTag(range) {
      readTag(tag)
      range = tag.range.upperBound..<range.upperBound
    }
    var trailing: [Tag] = []
    while let tag = trailingTag(range) {
      trailing.insert(tag, at: 0)
      range = range.lowerBound..<tag.range.lowerBound
    }
    switch text(range.lowerBound..<min(range.upperBound, range.lowerBound + 4)) {
    case "fLaC": readFLAC(range)
    case "OggS": readOgg(range)
    default:
      add("stream", range)
      media[1] = [bytes[range]]
    }
    for tag in trailing { readTag(tag) }
  }

  private func leadingTag(_ range: Range<Int>) -> Tag? {
    let start = range.lowerBound
    if text(start..<(start + 3)) == "ID3", range.count >= 10 {
      let hasFooter = number(start + 3, 1) == 4 && number(start + 5, 1) & 0x10 != 0
      let size = 10 + tagSize(start + 6) + (hasFooter ? 10 : 0)
      return Tag(kind: .id3, range: start..<min(range.upperBound, start + size))
    }
    if text(start..<min(range.upperBound, start + 8)) == "APETAGEX" {
      let end = start + 32 + littleNumber(start + 12, 4)
      return Tag(kind: .ape, range: start..<min(range.upperBound, end))
    }
    return nil
  }

  private func trailingTag(_ range: Range<Int>) -> Tag? {
    let end = range.upperBound
    func begins(_ back: Int, _ name: String) -> Bool {
      range.count >= back && text((end - back)..<(end - back + name.utf8.count)) == name
    }
    func tag(_ kind: Tag.Kind, _ size: Int) -> Tag? {
      size > 0 && size <= range.count ? Tag(kind: kind, range: (end - size)..<end) : nil
    }
    // The middle of "APETAGEX" is not an ID3v1 tag.
    if begins(128, "TAG"), !begins(131, "APETAGEX") {
      return tag(.old, begins(355, "TAG+") ? 355 : 128)
    }
    // The size of an APE tag counts its footer.
    if begins(32, "APETAGEX"), littleNumber(end - 20, 4) >= 32 {
      // The flag says nothing: some set it and write no header.
      let size = littleNumber(end - 20, 4) + 32
      return tag(.ape, begins(size, "APETAGEX") ? size : size - 32)
    }
    if begins(10, "3DI") { return tag(.id3, tagSize(end - 4) + 20) }
    if begins(9, "LYRICS200") {
      return tag(.lyrics, (Int(text((end - 15)..<(end - 9))) ?? -15) + 15)
    }
    if begins(9, "LYRICSEND") {
      let start = max(range.lowerBound, end - 5120)
      return bytes[start..<end].range(of: Data("LYRICSBEGIN".utf8)).map {
        Tag(kind: .lyrics, range: $0.lowerBound..<end)
      }
    }
    return nil
  }

  /// The size of an ID3v2 tag: syncsafe, or plain where it cannot be syncsafe.
  private func tagSize(_ offset: Int) -> Int {
    let plain = number(offset, 4)
    guard plain & 0x8080_8080 == 0 else { return plain }
    return (0..<4).reduce(0) { $0 << 7 | number(offset + $1, 1) }
  }

  /// A tag around a stream; the signature at its end or start determines what it is.
  private struct Tag {
    enum Kind { case id3, old, ape, lyrics }

    let kind: Kind
    let range: Range<Int>
  }

  private mutating func readTag(_ tag: Tag) {
    switch tag.kind {
    case .id3: readID3(tag.range)
    case .old: readOld(tag.range)
    case .ape: readAPE(tag.range)
    case .lyrics: readLyrics(tag.range)
    }
  }

  // MARK: ID3v1, APE, Lyrics3

  private mutating func readOld(_ range: Range<Int>) {
    let start = range.upperBound - 128
    if start > range.lowerBound { add("ID3v1/enhanced", range.lowerBound..<start) }
    var at = start
    for (name, size) in [("mark", 3), ("title", 30), ("artist", 30), ("album", 30), ("year", 4)] {
      add("ID3v1/\(name)", at..<(at + size))
      at += size
    }
    // Version 1.1 stores the track number after a zero in the comment.
    let hasTrack = number(at + 28, 1) == 0 && number(at + 29, 1) != 0
    let comment = at..<(at + (hasTrack ? 28 : 30))
    // It is as long as there is room for, and ends with its last letter.
    let end = bytes[comment].lastIndex { $0 != 0 && $0 != 0x20 }
    add("ID3v1/comment", comment, content: bytes[at..<(end.map { $0 + 1 } ?? at)])
    if hasTrack { add("ID3v1/track", (at + 28)..<(at + 30)) }
    add("ID3v1/genre", (at + 30)..<(at + 31))
  }

  private mutating func readAPE(_ range: Range<Int>) {
    // A single one is identified by its flags.
    let isFooter = range.count == 32 && number(range.lowerBound + 23, 1) & 0x20 == 0
    let hasHeader = !isFooter && text(range.lowerBound..<(range.lowerBound + 8)) == "APETAGEX"
    let hasFooter =
      isFooter
      || range.count > 32
        && text((range.upperBound - 32)..<(range.upperBound - 24)) == "APETAGEX"
    let end = range.upperBound - (hasFooter ? 32 : 0)
    let header = hasHeader ? range.lowerBound : end
    var at = range.lowerBound + (hasHeader ? 32 : 0)
    var count = 0
    while at + 8 < end {
      guard let zero = bytes[(at + 8)..<end].firstIndex(of: 0) else { break }
      let next = zero + 1 + littleNumber(at, 4)
      guard next <= end else { break }
      add("APE/\(text((at + 8)..<zero))", at..<next)
      at = next
      count += 1
    }
    if at != end { fault("APE: \(end - at) bytes behind the last item") }
    let size = range.count - (hasHeader ? 32 : 0)
    if littleNumber(header + 12, 4) != size { fault("APE: the size is wrong") }
    if littleNumber(header + 16, 4) != count { fault("APE: the count is wrong") }
    if hasHeader, end < range.upperBound {
      let (first, last) = (range.lowerBound, end)
      if bytes[(first + 8)..<(first + 20)] != bytes[(last + 8)..<(last + 20)] {
        fault("APE: header and footer differ")
      }
    }
  }

  private mutating func readLyrics(_ range: Range<Int>) {
    guard text((range.upperBound - 9)..<range.upperBound) == "LYRICS200" else {
      return add("Lyrics3/text", range)
    }
    var at = range.lowerBound + 11
    while at + 8 <= range.upperBound - 15 {
      let size = Int(text((at + 3)..<(at + 8))) ?? 0
      let end = min(at + 8 + size, range.upperBound - 15)
      // The first of them determines the fields.
      let name = text(at..<(at + 3))
      add("Lyrics3/\(name)", at..<end)
      at = end
    }
    if at != range.upperBound - 15 { fault("Lyrics3: the sizes do not add up") }
  }

  // MARK: ID3v2

  /// The frames of a tag; those of unsynchronised ones without the bytes that were put in.
  mutating func readID3(_ range: Range<Int>) {
    let start = range.lowerBound
    guard range.count >= 10 else { return add("ID3v2", range) }
    let (version, flags) = (number(start + 3, 1), number(start + 5, 1))
    let hasFooter = version == 4 && flags & 0x10 != 0
    let name = "ID3v2.\(version)"
    let end = start + 10 + tagSize(start + 6)
    if end + (hasFooter ? 10 : 0) != range.upperBound { fault("\(name): the size is wrong") }
    if version > 4 || version < 2 || (version == 2 && flags & 0x40 != 0) { return add(name, range) }
    let whole = (start + 10)..<min(end, range.upperBound)
    // The frames of 2.2 and 2.3 are counted without what unsynchronisation put in.
    let isChanged = flags & 0x80 != 0 && version < 4
    if isChanged,
      zip(bytes[whole], bytes[whole].dropFirst()).contains(where: { $0 == 0xFF && $1 >= 0xE0 })
    {
      fault("\(name): is not unsynchronised")
    }
    let body = isChanged ? synchronised(bytes[whole]) : Data(bytes[whole])
    let at = extended(body, version, flags)
    // There is none, and the frames begin at its position.
    if at > body.count { fault("\(name): an extended header does not fit") }
    var frames = StrictFrames(body: body, version: version, isChanged: flags & 0x80 != 0)
    for frame in frames.read(from: at > body.count ? 0 : at) {
      // Places of changed tags are those of the whole tag.
      let place =
        isChanged
        ? whole
        : (whole.lowerBound + frame.range.lowerBound)..<(whole.lowerBound + frame.range.upperBound)
      add("\(name)/\(frame.id)", place, content: frame.content)
    }
    if frames.fault { fault("\(name): frames do not fit") }
    if body[frames.end...].contains(where: { $0 != 0 }) { fault("\(name): padding is not zero") }
    if hasFooter {
      if text(end..<(end + 3)) != "3DI"
        || bytes[(end + 3)..<(end + 10)] != bytes[(start + 3)..<(start + 10)]
      {
        fault("\(name): the footer is not the header")
      }
      if frames.end < body.count { fault("\(name): padding before a footer") }
    }
  }

  private func extended(_ body: Data, _ version: Int, _ flags: Int) -> Int {
    guard version > 2, flags & 0x40 != 0, body.count > 4 else { return 0 }
    let digits = body.prefix(4)
    // The flag is set, but a frame follows.
    if digits.allSatisfy({ (0x30...0x5A).contains($0) }) { return 0 }
    return version == 4
      ? digits.reduce(0) { $0 << 7 | Int($1 & 0x7F) } : 4 + digits.reduce(0) { $0 << 8 | Int($1) }
  }

  func synchronised(_ data: Data) -> Data {
    var result = Data(capacity: data.count)
    var last: UInt8 = 0
    for byte in data {
      if !(last == 0xFF && byte == 0) { result.append(byte) }
      last = byte
    }
    return result
  }
}

/// The frames of one body.
struct StrictFrames {
  struct Frame {
    let id: String
    let range: Range<Int>
    let content: Data
  }

  let body: Data
  let version: Int
  /// Whether the tag says that it is unsynchronised.
  let isChanged: Bool
  private(set) var end = 0
  private(set) var fault = false

  init(body: Data, version: Int, isChanged: Bool) {
    self.body = body
    self.version = version
    self.isChanged = isChanged
  }

  private var idSize: Int { version == 2 ? 3 : 4 }
  private var headerSize: Int { version == 2 ? 6 : 10 }

  mutating func read(from start: Int) -> [Frame] {
    var frames: [Frame] = []
    end = start
    while end + headerSize <= body.count, isID(end) {
      guard let size = size(end) else {
        fault = true
        return frames
      }
      let next = end + headerSize + size
      let id = String(
        String.UnicodeScalarView(
          body[end..<(end + idSize)].map { UnicodeScalar($0) }))
      frames.append(Frame(id: id, range: end..<next, content: content(end..<next)))
      end = next
    }
    return frames
  }

  private func isID(_ at: Int) -> Bool {
    at + idSize <= body.count
      && body[at..<(at + idSize)].allSatisfy {
        (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
      }
  }

  /// The size of a frame; in version 2.4 in either form, depending on the bytes after it.
  private func size(_ at: Int) -> Int? {
    let digits = body[(at + idSize)..<(at + (version == 2 ? 6 : 8))]
    let plain = digits.reduce(0) { $0 << 8 | Int($1) }
    guard version == 4 else { return fits(at, plain) ? plain : nil }
    let safe = digits.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    let isSafe = digits.allSatisfy { $0 < 0x80 }
    func leads(_ size: Int) -> Bool {
      let next = at + headerSize + size
      return fits(at, size) && (next == body.count || body[next] == 0 || isID(next))
    }
    if isSafe, leads(safe) { return safe }
    if leads(plain) { return plain }
    return isSafe && fits(at, safe) ? safe : nil
  }

  private func fits(_ at: Int, _ size: Int) -> Bool { size <= body.count - at - headerSize }

  /// ID, flags and data, without sizes and unsynchronisation, which can be written in several ways.
  private func content(_ range: Range<Int>) -> Data {
    var flags = body[(range.lowerBound + (version == 2 ? 6 : 8))..<(range.lowerBound + headerSize)]
    var data = Data(body[(range.lowerBound + headerSize)..<range.upperBound])
    if version == 4, flags[flags.endIndex - 1] & 2 != 0 {
      flags[flags.endIndex - 1] &= ~2
      data = StrictFile(Data()).synchronised(data)
    }
    return Data(body[range.lowerBound..<(range.lowerBound + idSize)]) + flags + data
  }
}
