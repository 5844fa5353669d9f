/// A place among the decoded pictures of a track.
final class PictureCursor {
  private let decoder: any PictureDecoder
  /// The picture that is presented until the next one begins.
  private(set) var current: DecodedPicture?
  /// The picture after it.
  private var following: DecodedPicture?
  private var isAtEnd = false
  /// What was wrong with pictures since it was last taken.
  private var damage: Diagnostic?

  init(_ decoder: any PictureDecoder) { self.decoder = decoder }

  /// Closer than this, decoding on is faster than seeking where sync samples are not known; in
  /// seconds.
  private static let near = 1.0

  /// What was wrong with pictures since it was last taken.
  func takeDamage() -> Diagnostic? {
    defer { damage = nil }
    return damage
  }

  /// Makes the picture current that is presented at a time of the media, or the first one after it.
  ///
  /// With `isSingle`, no picture after it is wanted, so that others may be left out on the way.
  func move(to time: MediaTime, isSingle: Bool) throws(ParseError) {
    if needsSeek(to: time) {
      try seek(to: time, isSingle)
    } else {
      if isSingle { decoder.omitUnneeded(before: time) }
      try moveOn(to: time)
    }
    guard let omitted = decoder.lastOmitted, let picture = current, picture.time < omitted,
      omitted <= time
    else { return }
    // A picture that was left out is presented longer than was assumed.
    try restart(at: time, isSingle: false, until: time)
  }

  /// Makes the last picture at or before a time of the media current that is decoded without
  /// others, or the first one after it.
  func moveToSyncPicture(before time: MediaTime) throws(ParseError) {
    try restart(at: time, isSingle: true, until: .zero)
  }

  private func needsSeek(to time: MediaTime) -> Bool {
    guard let position = (current ?? following)?.time else {
      return isAtEnd || time.seconds > PictureCursor.near
    }
    guard time >= position else { return true }
    return decoder.seekAdvances(to: time) ?? (time.seconds - position.seconds > PictureCursor.near)
  }

  /// Some demuxers find a later place than was requested: then the search begins earlier.
  private func seek(to time: MediaTime, _ isSingle: Bool) throws(ParseError) {
    for lead in [0, 5, 60] as [Int64] {
      let place = max(.zero, time - MediaTime(numeric: lead, 1))
      try restart(at: place, isSingle: isSingle && lead == 0, until: time)
      guard current?.time ?? time > time, place > .zero else { return }
    }
    try restart(at: .zero, isSingle: false, until: time)
  }

  private func restart(
    at place: MediaTime, isSingle: Bool, until time: MediaTime
  ) throws(ParseError) {
    try decoder.seek(to: place, isSingle: isSingle)
    (current, following, isAtEnd) = (nil, nil, false)
    try moveOn(to: time)
  }

  private func moveOn(to time: MediaTime) throws(ParseError) {
    if current == nil { try advance() }
    while let picture = current, picture.time < time, let next = try peeked(), next.time <= time {
      try advance()
    }
  }

  /// Makes the next picture current.
  func advance() throws(ParseError) {
    current = try peeked()
    following = nil
  }

  /// The picture after the current one.
  private func peeked() throws(ParseError) -> DecodedPicture? {
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

  /// When the picture after the current one begins; for the last one, when its duration is over.
  func end() throws(ParseError) -> MediaTime? {
    guard let current else { return nil }
    if let next = try peeked() { return max(next.time, current.time) }
    return current.duration.map { current.time + $0 }
  }
}
