internal import SystemPackage

/// Delivers decoded pictures as a timeline presents them: what is not presented is left out, and the picture that is presented when a part
/// begins is its first one.
final class PictureEngine: SampleEngine {
  private let decoder: any PictureDecoder
  private let timeline: Timeline
  private let file: FilePath?
  private let isSingle: Bool
  private var partIndex = 0
  private var hasBegun = false
  /// The picture that is presented until the next one begins.
  private var current: DecodedPicture?
  /// The picture after it.
  private var following: DecodedPicture?
  private var isAtEnd = false
  /// What was wrong with pictures that are not delivered.
  private var damage: Diagnostic?

  /// With `isSingle`, only the first picture of each part is wanted.
  init(
    _ decoder: any PictureDecoder, _ timeline: Timeline, file: FilePath?, isSingle: Bool = false
  ) {
    self.decoder = decoder
    self.timeline = timeline
    self.file = file
    self.isSingle = isSingle
  }

  /// Closer than this, decoding on is faster than seeking; in seconds.
  private static let near = 1.0

  func next() throws(MetaError) -> SampleBuffer? {
    do {
      while partIndex < timeline.parts.count {
        let part = timeline.parts[partIndex]
        if let sample = try next(of: part) { return sample }
        partIndex += 1
        hasBegun = false
      }
      return nil
    } catch {
      throw MetaError(error, file: file)
    }
  }

  private func next(of part: Timeline.Part) throws(ParseError) -> SampleBuffer? {
    guard let mediaStart = part.mediaStart else { return nil }
    if hasBegun {
      // A picture that is held is the only one of its part.
      guard part.rate != 0 else { return nil }
      try advance()
    } else {
      try begin(at: mediaStart)
      hasBegun = true
    }
    while let picture = current {
      let shown = Presentation(of: picture, until: try end(of: picture), in: part, mediaStart)
      guard shown.start < part.end else { return nil }
      if !shown.isOver, let pixels = picture.pixels { return sample(pixels, picture, shown) }
      try advance()
    }
    return nil
  }

  // MARK: Moving

  /// Makes the picture current that is presented at a time of the media, or the first one after it.
  private func begin(at time: MediaTime) throws(ParseError) {
    if needsSeek(to: time) {
      try seek(to: time)
      guard let omitted = decoder.lastOmitted, let picture = current, picture.time < omitted,
        omitted <= time
      else { return }
      // A picture that was left out is presented longer than was assumed.
      try restart(at: time, isSingle: false)
    } else {
      try moveOn(to: time)
    }
  }

  private func needsSeek(to time: MediaTime) -> Bool {
    guard let position = (current ?? following)?.time else {
      return isAtEnd || time.seconds > PictureEngine.near
    }
    return time < position || time.seconds - position.seconds > PictureEngine.near
  }

  /// Some demuxers find a later place than was asked for: then the search begins earlier.
  private func seek(to time: MediaTime) throws(ParseError) {
    for lead in [0, 5, 60] as [Int64] {
      let place = max(.zero, time - MediaTime(numeric: lead, 1))
      try restart(at: place, isSingle: isSingle && lead == 0, until: time)
      guard let picture = current, picture.time > time, place > .zero else { return }
    }
    try restart(at: .zero, isSingle: false, until: time)
  }

  private func restart(
    at place: MediaTime, isSingle: Bool, until time: MediaTime? = nil
  ) throws(ParseError) {
    try decoder.seek(to: place, isSingle: isSingle)
    (current, following, isAtEnd) = (nil, nil, false)
    try moveOn(to: time ?? place)
  }

  private func moveOn(to time: MediaTime) throws(ParseError) {
    if current == nil { try advance() }
    while let picture = current, picture.time < time, let next = try peeked(), next.time <= time {
      try advance()
    }
  }

  /// Makes the next picture current.
  private func advance() throws(ParseError) {
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

  // MARK: Samples

  private func sample(
    _ pixels: PixelBuffer, _ picture: DecodedPicture, _ shown: Presentation
  ) -> SampleBuffer {
    var sample = SampleBuffer(
      .pixels(pixels), at: shown.start,
      duration: shown.end.isNumeric ? shown.end - shown.start : nil)
    sample.isSync = picture.isSync
    sample.damage = damage
    damage = nil
    return sample
  }

  /// When the next picture begins; for the last one, when its duration is over.
  private func end(of picture: DecodedPicture) throws(ParseError) -> MediaTime? {
    if let next = try peeked() { return max(next.time, picture.time) }
    return picture.duration.map { picture.time + $0 }
  }
}

/// When a picture is presented in a part of a timeline.
private struct Presentation {
  /// When it begins, in times of the asset.
  var start: MediaTime
  /// When it ends; infinite where that is not known.
  var end: MediaTime
  /// Whether it ends before the part begins.
  var isOver: Bool

  init(
    of picture: DecodedPicture, until mediaEnd: MediaTime?, in part: Timeline.Part,
    _ mediaStart: MediaTime
  ) {
    (start, end, isOver) = (part.start, part.end, false)
    // Without a rate, the picture is held for the whole part.
    guard part.rate != 0 else { return }
    func place(_ time: MediaTime) -> MediaTime {
      let passed = time - mediaStart
      return part.start + (part.rate == 1 ? passed : passed * (1 / part.rate))
    }
    if picture.time > mediaStart { start = place(picture.time) }
    guard let mediaEnd, mediaEnd.isNumeric else { return }
    isOver = mediaEnd <= mediaStart && picture.time < mediaStart
    end = min(part.end, max(start, place(mediaEnd)))
  }
}

/// Converts the pictures of another engine.
final class PictureConvertingEngine: SampleEngine {
  private let engine: any SampleEngine
  private let converter: any PictureConverting
  private let file: FilePath?

  init(_ engine: any SampleEngine, _ converter: any PictureConverting, file: FilePath?) {
    self.engine = engine
    self.converter = converter
    self.file = file
  }

  func next() throws(MetaError) -> SampleBuffer? {
    guard var sample = try engine.next() else { return nil }
    guard let pixels = sample.pixels else { return sample }
    do throws(ParseError) {
      sample.content = .pixels(try converter.convert(pixels))
    } catch {
      throw MetaError(error, file: file)
    }
    return sample
  }
}
