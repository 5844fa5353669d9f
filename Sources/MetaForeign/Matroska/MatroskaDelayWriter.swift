internal import MetaCore

/// Encodes the codec delay of the audio tracks of a Matroska file (RFC 9559 §5.1.4.1.25,
/// `CodecDelay`) as bytes that ``ForeignExportJob`` writes over a placeholder.
///
/// libavformat's muxer writes it only for Opus. For other codecs, the muxer is given track names
/// that are long enough (``placeholder(for:)``); once the file is complete, they are replaced by
/// the real name and the delay (``replacement(in:)``).
struct MatroskaDelayWriter {
  /// The codec delay of one track, and the name with which it shares the space.
  struct Delay: Hashable, Sendable {
    /// The index of the track in the file.
    let track: Int
    /// The track's name, if any.
    let name: String?
    /// The duration at the beginning that is not played, in nanoseconds.
    let nanoseconds: UInt64
  }

  let delays: [Delay]

  /// The beginning of a placeholder, by which it is found in the written file.
  private static let mark = "METATOOL DELAY "
  /// The ID of the element `Name` of a track.
  private static let nameID: UInt32 = 0x536E
  /// The ID of the element `CodecDelay`.
  private static let delayID: UInt32 = 0x56AA

  /// Returns a placeholder long enough for a name and a delay.
  static func placeholder(for name: String?) -> String {
    // The element with the delay has 11 bytes.
    mark + String(repeating: "-", count: (name?.utf8.count ?? 0) + 16)
  }

  /// Returns the new body of the `Tracks` element of a file written with placeholders, and its
  /// offset.
  ///
  /// - Throws: ``ParseError`` if a placeholder is missing, or the file cannot be read.
  func replacement(
    in source: any ByteSource
  ) throws(ParseError) -> (offset: Int64, bytes: [UInt8]) {
    let window = SourceWindow(source)
    guard let all = try MatroskaTags.tracks(in: window) else { throw missing }
    var bytes: [UInt8] = []
    var (hasChecksum, track, filled) = (false, 0, 0)
    for child in try all.children(in: window, limit: 10_000) {
      if child.offset == all.bodyOffset, child.id == MatroskaTags.ID.checksum {
        hasChecksum = true
        continue
      }
      var entry = Array(
        try window.bytes(at: child.offset, count: Int(child.end - child.offset)).bytes)
      if child.id == MatroskaTags.ID.trackEntry {
        if let delay = delays.first(where: { $0.track == track }) {
          try fill(&entry, child, delay, window)
          filled += 1
        }
        track += 1
      }
      bytes += entry
    }
    guard filled == delays.count else { throw missing }
    guard hasChecksum else { return (all.bodyOffset, bytes) }
    return (all.bodyOffset, EBMLWriter.checksum(of: bytes) + bytes)
  }

  private var missing: ParseError {
    ParseError(.malformed, at: 0, "the placeholder for the codec delay is missing")
  }

  /// Replaces the placeholder in a track entry with the name and the delay.
  private func fill(
    _ entry: inout [UInt8], _ element: EBMLElement, _ delay: Delay, _ window: SourceWindow
  ) throws(ParseError) {
    for part in try element.children(in: window, limit: 1000)
    where part.id == MatroskaDelayWriter.nameID {
      guard try part.text(in: window).hasPrefix(MatroskaDelayWriter.mark) else { continue }
      var newBytes = delay.name.map { EBMLWriter.element(part.id, Array($0.utf8)) } ?? []
      newBytes += EBMLWriter.element(
        MatroskaDelayWriter.delayID, EBMLWriter.number(delay.nanoseconds))
      guard let void = EBMLWriter.void(Int(part.end - part.offset) - newBytes.count) else {
        throw missing
      }
      let start = Int(part.offset - element.offset)
      entry.replaceSubrange(start..<(start + Int(part.end - part.offset)), with: newBytes + void)
      return
    }
    throw missing
  }
}
