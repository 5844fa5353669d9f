/// A position among the decoded frames of a video track, which moves to the frame presented at a
/// given media time, by decoding or by seeking, whichever is faster.
final class DecodedFrameCursor {
  private let decoder: any VideoDecoder
  /// The frame at the current position.
  private(set) var current: DecodedFrame?
  /// The frame after the current one.
  private var following: DecodedFrame?
  private var isAtEnd = false
  /// The damage found since the last call of ``takeDamage()``.
  private var damage: Diagnostic?

  init(_ decoder: any VideoDecoder) { self.decoder = decoder }

  /// The distance in seconds below which decoding is faster than seeking if sync samples are
  /// unknown.
  private static let maxDecodeDistance = 1.0

  /// Returns the damage found since the last call.
  func takeDamage() -> Diagnostic? {
    defer { damage = nil }
    return damage
  }

  /// Advances or seeks to the frame presented at the given media time, or to the first one after
  /// it.
  ///
  /// If `isSingle` is true, no later frame is needed, so intermediate frames may be omitted.
  func move(to time: MediaTime, isSingle: Bool) throws(ParseError) {
    if needsSeek(to: time) {
      try seek(to: time, isSingle)
    } else {
      if isSingle { decoder.omitUnneeded(before: time) }
      try decode(upTo: time)
    }
    guard let omitted = decoder.lastOmitted, let picture = current, picture.time < omitted,
      omitted <= time
    else { return }
    // An omitted frame is presented later than the frame that was found.
    try restart(at: time, isSingle: false, until: time)
  }

  /// Moves to the last sync frame at or before the given media time, or to the first one after it.
  func moveToSyncPicture(before time: MediaTime) throws(ParseError) {
    try restart(at: time, isSingle: true, until: .zero)
  }

  /// Returns whether seeking is necessary or faster, because the given time precedes the current
  /// position, there is a sync sample between them or, if sync samples are unknown, the time is far
  /// ahead.
  private func needsSeek(to time: MediaTime) -> Bool {
    guard let position = (current ?? following)?.time else {
      return isAtEnd || time.seconds > DecodedFrameCursor.maxDecodeDistance
    }
    guard time >= position else { return true }
    return decoder.seekAdvances(to: time)
      ?? (time.seconds - position.seconds > DecodedFrameCursor.maxDecodeDistance)
  }

  /// Seeks to a time; if the demuxer lands after it, as some demuxers do, tries times up to a
  /// minute earlier, and finally the start.
  private func seek(to time: MediaTime, _ isSingle: Bool) throws(ParseError) {
    for lead in [0, 5, 60] as [Int64] {
      let start = max(.zero, time - MediaTime(numeric: lead, 1))
      try restart(at: start, isSingle: isSingle && lead == 0, until: time)
      guard current?.time ?? time > time, start > .zero else { return }
    }
    try restart(at: .zero, isSingle: false, until: time)
  }

  /// Seeks to one time, and decodes from there up to another.
  private func restart(
    at start: MediaTime, isSingle: Bool, until time: MediaTime
  ) throws(ParseError) {
    try decoder.seek(to: start, isSingle: isSingle)
    (current, following, isAtEnd) = (nil, nil, false)
    try decode(upTo: time)
  }

  /// Decodes up to the last frame that begins at or before the given time.
  private func decode(upTo time: MediaTime) throws(ParseError) {
    if current == nil { try advance() }
    while let picture = current, picture.time < time, let next = try peeked(), next.time <= time {
      try advance()
    }
  }

  /// Advances to the next frame.
  func advance() throws(ParseError) {
    current = try peeked()
    following = nil
  }

  /// Returns the frame after the current one.
  private func peeked() throws(ParseError) -> DecodedFrame? {
    while following == nil, !isAtEnd {
      guard let picture = try decoder.next() else {
        isAtEnd = true
        break
      }
      damage = picture.damage ?? damage
      if picture.pixels != nil { following = picture }
    }
    return following
  }

  /// Returns the start of the next frame or, for the last frame, the end of its duration; nil if
  /// that is unknown or there is no current frame.
  func end() throws(ParseError) -> MediaTime? {
    guard let current else { return nil }
    if let next = try peeked() { return max(next.time, current.time) }
    return current.duration.map { current.time + $0 }
  }
}
