/// The fields of a timecode sample description (`tmcd`): how the frame numbers of one timecode
/// track are counted and displayed (QTFF "Timecode Sample Description").
///
/// It is parsed for a track that is read or cut; ``text(of:)`` converts a frame number to a
/// timecode.
///
///     u32 reserved
///     u32 flags                   1 drop frame, 2 wraps after 24 hours, 4 may be negative, 8 is a plain counter
///     u32 timescale, u32 frame duration, u8 frames per second, u8 reserved
///     atoms: `name` (u16 length, u16 language, text), the reel name
struct TimecodeDescription: Sendable, Hashable {
  var reserved: UInt32 = 0
  var flags: UInt32
  var timescale: UInt32
  var frameDuration: UInt32
  var framesPerSecond: UInt8
  var reserved2: UInt8 = 0
  var extensions = ByteSlice.empty

  init(flags: UInt32, timescale: UInt32, frameDuration: UInt32, framesPerSecond: UInt8) {
    self.flags = flags
    self.timescale = timescale
    self.frameDuration = frameDuration
    self.framesPerSecond = framesPerSecond
  }

  static func parse(_ fields: ByteSlice) throws(ParseError) -> TimecodeDescription {
    var reader = ByteReader(fields)
    let reserved = try reader.u32()
    var description = TimecodeDescription(
      flags: try reader.u32(), timescale: try reader.u32(), frameDuration: try reader.u32(),
      framesPerSecond: try reader.u8())
    description.reserved = reserved
    if reader.remaining > 0 { description.reserved2 = try reader.u8() }
    description.extensions = reader.rest
    return description
  }

  func encode(into writer: inout ByteWriter) {
    writer.u32(reserved)
    writer.u32(flags)
    writer.u32(timescale)
    writer.u32(frameDuration)
    writer.u8(framesPerSecond)
    writer.u8(reserved2)
    writer.append(extensions)
  }

  /// Whether frame numbers are dropped, which is defined only at 30 frames per second and its
  /// multiples (SMPTE ST 12-1 §5.2.2, ST 12-3); cameras also set the flag at 24 and 25.
  var dropsFrames: Bool { flags & 1 != 0 && framesPerSecond > 0 && framesPerSecond % 30 == 0 }
  var wrapsAtMidnight: Bool { flags & 2 != 0 }
  var allowsNegative: Bool { flags & 4 != 0 }
  var isCounter: Bool { flags & 8 != 0 }

  /// The reel name of the video.
  var reel: String? {
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      guard atom.type == .name else { continue }
      var reader = ByteReader(atom.payload)
      guard let length = try? reader.u16(), let language = try? reader.u16(),
        let text = try? reader.bytes(min(Int(length), reader.remaining)), !text.isEmpty
      else { return nil }
      return TextEncoding.decodeQuickTime(text, languageCode: language)
    }
    return nil
  }
}

extension TimecodeDescription {
  /// Returns the timecode of a frame number, such as `01:00:00:00`, with `;` before the frames if
  /// some numbers are dropped (SMPTE ST 12-1 §5.2.2: at 30 frames per second, the first two numbers
  /// of each minute except for every tenth); for a counter, the count.
  func text(of frame: UInt32) -> String {
    guard framesPerSecond > 0 else { return "\(frame)" }
    // A counter is the frame number divided by the frames per count (QTFF "Timecode Sample Data").
    if isCounter { return "\(frame / UInt32(framesPerSecond))" }
    let number = allowsNegative ? Int64(Int32(bitPattern: frame)) : Int64(frame)
    let rate = Int64(framesPerSecond)
    var frames = Int64(clamping: number.magnitude)
    if dropsFrames { frames = withDropped(frames, rate) }
    let seconds = frames / rate
    var hours = seconds / 3600
    if wrapsAtMidnight { hours %= 24 }
    let clock = [hours, seconds / 60 % 60, seconds % 60].map { CodecText.decimal($0) }
    return (number < 0 ? "-" : "") + clock.joined(separator: ":") + (dropsFrames ? ";" : ":")
      + CodecText.decimal(frames % rate)
  }

  /// Returns the number that is displayed for a frame: the frame number plus the numbers dropped
  /// before it.
  private func withDropped(_ frames: Int64, _ rate: Int64) -> Int64 {
    // At 30 frames per second, two numbers per minute are dropped; at 60, four.
    let dropped = rate / 15
    let tenMinutes = rate * 600 - 9 * dropped
    let minute = rate * 60 - dropped
    let (tens, rest) = frames.quotientAndRemainder(dividingBy: tenMinutes)
    var result = frames + 9 * dropped * tens
    if rest >= rate * 60 { result += dropped * (1 + (rest - rate * 60) / minute) }
    return result
  }
}
