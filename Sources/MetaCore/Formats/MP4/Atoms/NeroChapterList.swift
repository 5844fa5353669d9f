/// The chapter list of a movie as stored by Nero's programs (`chpl` in `udta`), parsed or to be
/// written.
///
/// There is no specification, so the layout is derived from files.
///
///     u8 version, u24 flags
///     version 1: u8 reserved, u32 count
///     version 0: u8 count
///     count times: u64 start in units of 100 ns, u8 size, UTF-8 text
struct NeroChapterList: Sendable, Hashable {
  /// One chapter: its start in units of 100 ns, and its title as UTF-8 of up to 255 bytes.
  struct Entry: Sendable, Hashable {
    var start: UInt64
    var title: ByteSlice
  }

  var version: UInt8
  var entries: [Entry] = []

  /// The timescale of the start times, in units per second.
  static let timescale: UInt32 = 10_000_000

  /// Reads the payload; the complete chapters of a truncated list are kept, up to the limit for
  /// chapters.
  static func parse(
    _ payload: ByteSlice, limits: Limits = .standard, log: inout DiagnosticLog
  ) throws(ParseError) -> NeroChapterList {
    var reader = ByteReader(payload)
    var list = NeroChapterList(version: try reader.u8())
    try reader.skip(3)
    if list.version > 0 { try reader.skip(1) }
    let count = list.version > 0 ? try reader.u32() : UInt32(try reader.u8())
    do throws(ParseError) {
      while list.entries.count < count {
        guard list.entries.count < limits.chapters else {
          throw ParseError(.limitExceeded, at: reader.fileOffset, "too many chapters")
        }
        list.entries.append(try entry(&reader))
      }
    } catch {
      log.add(error.inside(.chpl))
    }
    return list
  }

  private static func entry(_ reader: inout ByteReader) throws(ParseError) -> Entry {
    let start = try reader.u64()
    return Entry(start: start, title: try reader.bytes(Int(try reader.u8())))
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u8(version)
    writer.u24(0)
    if version > 0 {
      writer.u8(0)
      writer.u32(UInt32(clamping: entries.count))
    } else {
      writer.u8(UInt8(clamping: entries.count))
    }
    for entry in entries {
      writer.u64(entry.start)
      writer.u8(UInt8(clamping: entry.title.count))
      writer.append(entry.title)
    }
  }

  /// The chapters, each of which ends at the start of the next; the last has no end.
  var chapters: [Chapter] {
    let starts = entries.map {
      MediaTime(value: Int64(clamping: $0.start), timescale: NeroChapterList.timescale)
    }
    var chapters: [Chapter] = []
    for (index, entry) in entries.enumerated() {
      guard let start = starts[index] else { continue }
      let end = index + 1 < starts.count ? starts[index + 1] : nil
      let title = TextEncoding.utf8.decode(entry.title.withoutTrailingZeros)
      chapters.append(Chapter(start: start, end: end, title: title, source: "chpl"))
    }
    return chapters
  }
}

extension FourCC {
  static let chpl = FourCC("c", "h", "p", "l")
}
