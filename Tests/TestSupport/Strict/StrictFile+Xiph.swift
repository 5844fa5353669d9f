import Foundation

// FLAC and Ogg.

extension StrictFile {
  // MARK: FLAC

  /// Blocks are parts, and fields of the comments; padding is free space, frames are the media.
  mutating func readFLAC(_ range: Range<Int>) {
    var at = range.lowerBound + 4
    var isLast = false
    while !isLast {
      guard range.upperBound - at >= 4, number(at + 1, 3) <= range.upperBound - at - 4 else {
        fault("FLAC: the blocks do not end")
        break
      }
      isLast = number(at, 1) & 0x80 != 0
      let block = at..<(at + 4 + number(at + 1, 3))
      readBlock(number(at, 1) & 0x7F, block)
      at = block.upperBound
    }
    media[1] = [bytes[min(at, range.upperBound)..<range.upperBound]]
  }

  private mutating func readBlock(_ type: Int, _ block: Range<Int>) {
    let content = (block.lowerBound + 4)..<block.upperBound
    switch type {
    case 1: break
    case 4: readComments(content, "VORBIS_COMMENT") { $0 }
    default: add("fLaC/\(type)", block, content: bytes[content])
    }
  }

  // MARK: Comments

  /// The vendor and the fields of a list; `place` says where in the file a place in the list is.
  private mutating func readComments(
    _ list: Range<Int>, _ name: String, place: (Int) -> Int
  ) {
    readComments(bytes[list], from: list.lowerBound, name, place: place)
  }

  private mutating func readComments(
    _ list: Data, from start: Int, _ name: String, place: (Int) -> Int
  ) {
    let list = Data(list)
    func size(_ at: Int) -> Int {
      guard at + 4 <= list.count else { return -1 }
      return (0..<4).reduce(0) { $0 | Int(list[at + $1]) << ($1 * 8) }
    }
    func range(_ from: Int, _ to: Int) -> Range<Int> {
      place(start + from)..<(place(start + max(from, to - 1)) + (to > from ? 1 : 0))
    }
    let vendor = size(0)
    guard vendor >= 0, 8 + vendor <= list.count else { return fault("\(name): no vendor") }
    add("\(name)/vendor", range(0, 4 + vendor), content: list[4..<(4 + vendor)])
    var at = 8 + vendor
    for _ in 0..<size(at - 4) {
      let count = size(at)
      guard count >= 0, at + 4 + count <= list.count else {
        return fault("\(name): a field does not fit")
      }
      let field = list[(at + 4)..<(at + 4 + count)]
      let key = String(decoding: field.prefix { $0 != 0x3D }, as: UTF8.self)
      add("\(name)/\(key)", range(at, at + 4 + count), content: field)
      at += 4 + count
    }
    var rest = list[at...]
    while rest.last == 0 { rest.removeLast() }
    if !rest.isEmpty { add("\(name)/rest", range(at, at + rest.count), content: rest) }
  }

  // MARK: Ogg

  /// A stream of Ogg while its pages are read.
  private struct OggStream {
    let track: Int
    var page = -1
    var packet = Data()
    /// The offsets of the bytes of the packet.
    var places: [Int] = []
    var packetCount = 0
    var headerCount = 1
    var isFLAC = false
    var prefix = 0
  }

  /// Header packets and the fields of the comments are parts; the pages after them are the media.
  mutating func readOgg(_ range: Range<Int>) {
    var streams: [Int: OggStream] = [:]
    var at = range.lowerBound
    while at < range.upperBound {
      let header = 27 + number(at + 26, 1)
      guard range.upperBound - at >= 27, text(at..<(at + 4)) == "OggS",
        at + header <= range.upperBound
      else { return endOfOgg(at..<range.upperBound) }
      let sizes = (0..<number(at + 26, 1)).map { number(at + 27 + $0, 1) }
      let end = at + header + sizes.reduce(0, +)
      guard end <= range.upperBound else { return endOfOgg(at..<range.upperBound) }
      let id = littleNumber(at + 14, 4)
      var stream = streams[id] ?? OggStream(track: streams.count + 1)
      checkPage(at..<end, &stream)
      readPage(at..<end, header, sizes, &stream)
      streams[id] = stream
      at = end
    }
  }

  private mutating func endOfOgg(_ range: Range<Int>) {
    fault("Ogg: no page is there")
    add("Ogg/rest", range, content: Data())
    media[0, default: []].append(Data(bytes[range].suffix(64)))
  }

  private mutating func checkPage(_ page: Range<Int>, _ stream: inout OggStream) {
    let count = littleNumber(page.lowerBound + 18, 4)
    if stream.page >= 0, count != stream.page + 1 { fault("Ogg: a page is missing") }
    stream.page = count
    var sum: UInt32 = 0
    for (index, byte) in bytes[page].enumerated() {
      sum ^= UInt32((22..<26).contains(index) ? 0 : byte) << 24
      for _ in 0..<8 { sum = sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
    if sum != UInt32(truncatingIfNeeded: littleNumber(page.lowerBound + 22, 4)) {
      fault("Ogg: a checksum is wrong")
    }
  }

  private mutating func readPage(
    _ page: Range<Int>, _ header: Int, _ sizes: [Int], _ stream: inout OggStream
  ) {
    let content = (page.lowerBound + header)..<page.upperBound
    guard stream.packetCount < stream.headerCount else {
      // With its position, which is its time.
      let position = bytes[(page.lowerBound + 6)..<(page.lowerBound + 14)]
      return media[stream.track, default: []].append(position + bytes[content])
    }
    var at = content.lowerBound
    for size in sizes {
      stream.packet += bytes[at..<(at + size)]
      stream.places += at..<(at + size)
      at += size
      if size < 255 { endPacket(&stream) }
    }
  }

  private mutating func endPacket(_ stream: inout OggStream) {
    let packet = Data(stream.packet)
    let places = stream.places
    (stream.packet, stream.places) = (Data(), [])
    stream.packetCount += 1
    guard let first = places.first, let last = places.last else { return }
    let name = "Ogg/\(stream.track)/\(stream.packetCount)"
    if stream.packetCount == 1 { describe(packet, &stream) }
    guard stream.packetCount == 2 || stream.isFLAC && packet.first.map({ $0 & 0x7F }) == 1 else {
      return add(name, first..<(last + 1), content: stream.isFLAC ? packet.dropFirst(4) : packet)
    }
    // Padding of FLAC.
    guard stream.packetCount == 2 else { return }
    readComments(packet.dropFirst(stream.prefix), from: stream.prefix, "Ogg/comments") {
      places[min($0, places.count - 1)]
    }
  }

  /// The number of header packets of a codec, and the signature of its comments.
  private func describe(_ packet: Data, _ stream: inout OggStream) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      packet.dropFirst(offset).starts(with: Data(text.utf8))
    }
    if begins("vorbis", at: 1) || begins("theora", at: 1) {
      (stream.headerCount, stream.prefix) = (3, 7)
    } else if begins("OpusHead") {
      (stream.headerCount, stream.prefix) = (2, 8)
    } else if begins("Speex") {
      let further = packet.count > 71 ? Int(packet[68]) | Int(packet[69]) << 8 : 0
      (stream.headerCount, stream.prefix) = (2 + further, 0)
    } else if begins("FLAC", at: 1), packet.count > 9 {
      stream.isFLAC = true
      stream.headerCount = 1 + (Int(packet[7]) << 8 | Int(packet[8]))
      stream.prefix = 4
    }
  }
}
