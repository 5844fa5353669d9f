import Foundation

// WAV, RF64, BW64, AIFF, AIFF-C, DSF.

extension StrictFile {
  /// Files of chunks: sizes add up, every odd chunk has its pad.
  mutating func readChunks() {
    isOrdered = false
    let isBig = text(0..<4) == "FORM"
    let isWide = text(0..<4) != "RIFF" && !isBig
    let size = isBig ? number(4, 4) : isWide ? littleNumber(20, 8) : littleNumber(4, 4)
    if isWide, littleNumber(4, 4) != 0xFFFF_FFFF { fault("RF64: the short size is in use") }
    var at = 12
    while at + 8 <= bytes.count {
      let id = text(at..<(at + 4))
      // Other bytes may follow at the end.
      guard bytes[at..<(at + 4)].allSatisfy(isLetter) else { break }
      var size = isBig ? number(at + 4, 4) : littleNumber(at + 4, 4)
      if isWide, id == "data", size == 0xFFFF_FFFF { size = littleNumber(28, 8) }
      var end = at + 8 + size
      if end > bytes.count || end < at {
        fault("\(id): \(size) bytes do not fit")
        end = bytes.count
      }
      readChunk(id, at..<end, isBig)
      at = padded(id, at..<end, upTo: bytes.count, headerSize: 8)
    }
    if at < bytes.count { add("end", at..<bytes.count) }
    if size + 8 != bytes.count, size + 8 != at { fault("the size is \(size), of \(at - 8)") }
  }

  /// Where a chunk ends with its pad, which one of odd size has.
  private mutating func padded(
    _ id: String, _ chunk: Range<Int>, upTo limit: Int, headerSize: Int
  ) -> Int {
    let end = chunk.upperBound
    guard chunk.count % 2 == 1 else { return end }
    // Where the pad is missing, the next chunk begins; its header fits there.
    let isChunk = end + headerSize <= limit && bytes[end..<(end + 4)].allSatisfy(isLetter)
    guard end < limit, !isChunk else {
      fault("\(id): the pad is missing")
      return end
    }
    guard bytes[end] != 0 else { return end + 1 }
    fault("\(id): the pad is not zero")
    // The last byte may be no pad.
    return end + 1 < limit ? end + 1 : end
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private mutating func readChunk(_ id: String, _ chunk: Range<Int>, _ isBig: Bool) {
    let body = (chunk.lowerBound + 8)..<chunk.upperBound
    switch id {
    case "JUNK", "PAD ", "FLLR", "junk", "Fake": return
    case "ds64":
      add(
        "ds64", chunk, content: bytes[min(body.upperBound, body.lowerBound + 16)..<body.upperBound])
    case "id3 ", "ID3 ", "ID3": readTagChunk(body)
    case "LIST" where text(body.lowerBound..<(body.lowerBound + 4)) == "INFO": readInfo(body)
    case "data", "SSND":
      media[1, default: []].append(bytes[body])
      add(id, chunk, content: bytes[body])
    default: add(id, chunk, content: bytes[body])
    }
  }

  /// A chunk for a tag; an empty one that is too short for a tag has nothing to keep.
  private mutating func readTagChunk(_ body: Range<Int>) {
    if body.count >= 10 || bytes[body].contains(where: { $0 != 0 }) { readID3(body) }
  }

  private mutating func readInfo(_ list: Range<Int>) {
    var at = list.lowerBound + 4
    while at + 8 <= list.upperBound {
      let size = littleNumber(at + 4, 4)
      let end = at + 8 + size
      guard end <= list.upperBound else {
        fault("INFO: an entry does not fit")
        return add("INFO/rest", at..<list.upperBound)
      }
      add("INFO/\(text(at..<(at + 4)))", at..<end)
      // Sizes say where pads are: a list after a chunk without its pad begins at an odd place.
      at = end + size % 2
    }
    // The pad byte of the last one may be missing.
    if at < list.upperBound { add("INFO/end", at..<list.upperBound) }
  }

  /// DSDIFF: chunks with sizes of eight bytes; the chunks in `DIIN` are separate parts.
  mutating func readDSDIFF() {
    isOrdered = false
    let size = number(4, 8)
    if size + 12 != bytes.count { fault("DSDIFF: the size is \(size), of \(bytes.count - 12)") }
    readWideChunks(16..<bytes.count, "")
  }

  private mutating func readWideChunks(_ range: Range<Int>, _ path: String) {
    var at = range.lowerBound
    while at + 12 <= range.upperBound {
      let id = text(at..<(at + 4))
      let end = at + 12 + number(at + 4, 8)
      guard end <= range.upperBound else { return fault("\(path)\(id) does not fit") }
      switch id {
      case "FLLR": break
      case "ID3 ": readTagChunk((at + 12)..<end)
      case "DIIN": readWideChunks((at + 12)..<end, "DIIN/")
      case "DSD ", "DST ":
        media[1, default: []].append(bytes[(at + 12)..<end])
        add(id, at..<end)
      default: add(path + id, at..<end)
      }
      at = padded(id, at..<end, upTo: range.upperBound, headerSize: 12)
    }
    if at < range.upperBound { add("\(path)end", at..<range.upperBound) }
  }

  /// DSF: a header with the size of the file and the offset of the tag.
  mutating func readDSD() {
    let (size, tag) = (littleNumber(12, 8), littleNumber(20, 8))
    if size != bytes.count { fault("DSF: the size is \(size), of \(bytes.count)") }
    let end = tag > 28 && tag < bytes.count ? tag : bytes.count
    var at = 28
    while at + 12 <= end {
      let next = min(end, at + max(12, littleNumber(at + 4, 8)))
      let id = text(at..<(at + 4))
      if at + littleNumber(at + 4, 8) > end { fault("DSF: \(id) does not fit") }
      if id == "data" { media[1] = [bytes[(at + 12)..<next]] }
      add(id, at..<next)
      at = next
    }
    if at < end { add("end", at..<end) }
    if end < bytes.count { readID3(end..<bytes.count) }
  }
}
