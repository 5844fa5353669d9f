/// What of a track's media is played when: its edit list in exact times.
struct PlayedParts: Sendable, Hashable {
  /// One part after another.
  struct Part: Sendable, Hashable {
    /// How long it is played.
    var duration: ExactTime
    /// The start in media time; nil for an empty edit.
    var mediaTime: Int64?
    /// 16.16; zero freezes one frame.
    var rate: Int32 = 0x10000
  }

  var parts: [Part]
  let mediaTimescale: UInt32

  init(_ parts: [Part], mediaTimescale: UInt32) {
    self.parts = parts
    self.mediaTimescale = mediaTimescale
  }

  /// The parts of an edit list; without one, all of the media from its beginning on.
  init(
    _ list: EditListAtom?, movieTimescale: UInt32, mediaTimescale: UInt32, mediaEnd: Int64
  ) {
    self.mediaTimescale = mediaTimescale
    guard let list, !list.entries.isEmpty else {
      parts = [Part(duration: ExactTime(mediaEnd, mediaTimescale), mediaTime: 0)]
      return
    }
    parts = list.entries.map { entry in
      Part(
        duration: ExactTime(Int64(clamping: entry.duration), movieTimescale),
        mediaTime: entry.mediaTime < 0 ? nil : entry.mediaTime, rate: entry.rate)
    }
  }

  /// The total duration.
  var duration: ExactTime {
    parts.reduce(.zero) { sum, part in sum.plus(part.duration) ?? sum }
  }

  /// Whether they are equivalent to no edit list, for media presented in this range of times.
  func isIdentity(of shown: Range<Int64>) -> Bool {
    parts == [Part(duration: ExactTime(shown.upperBound, mediaTimescale), mediaTime: 0)]
  }

  /// The same with each part starting when a sample is presented; before that, an empty edit.
  ///
  /// ffmpeg assumes that the first frame is presented at the start of its part, whatever its time.
  func beginning(with first: Int64) -> PlayedParts {
    let result = parts.flatMap { part -> [Part] in
      guard let time = part.mediaTime, time < first, part.rate != 0 else { return [part] }
      let gap = ExactTime(first - time, mediaTimescale)
      guard gap < part.duration, let rest = part.duration.minus(gap) else { return [part] }
      return [
        Part(duration: gap, mediaTime: nil),
        Part(duration: rest, mediaTime: first, rate: part.rate),
      ]
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale).joined
  }

  // MARK: Fragments

  /// The same for media times that begin at `start` instead of zero.
  ///
  /// With `extends`, the last part continues to the end of the media, as in fragments, which were
  /// unknown when the list was written.
  func rebased(on start: Int64, mediaEnd: Int64, extends: Bool) -> PlayedParts? {
    var result: [Part] = []
    for (index, part) in parts.enumerated() {
      guard let time = part.mediaTime else {
        result.append(part)
        continue
      }
      var part = part
      let moved = time.subtractingReportingOverflow(start)
      guard !moved.overflow else { return nil }
      part.mediaTime = max(0, moved.partialValue)
      if moved.partialValue < 0 {
        // Before the first sample there is nothing to play.
        result.append(
          Part(duration: ExactTime(-moved.partialValue, mediaTimescale), mediaTime: nil))
      }
      let isOpen = extends || part.duration == .zero
      if isOpen, index == parts.count - 1, part.rate != 0 {
        part.duration = ExactTime(max(0, mediaEnd - max(0, moved.partialValue)), mediaTimescale)
      }
      result.append(part)
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale).joined
  }

  /// The same with adjacent empty edits joined.
  private var joined: PlayedParts {
    var result: [Part] = []
    for part in parts {
      if part.mediaTime == nil, let last = result.last, last.mediaTime == nil,
        let sum = last.duration.plus(part.duration)
      {
        result[result.count - 1].duration = sum
      } else {
        result.append(part)
      }
    }
    return PlayedParts(result, mediaTimescale: mediaTimescale)
  }

  // MARK: Lists

  /// A multiple of the time scale of the movie in which every empty edit has an integral duration.
  func timescale(multipleOf timescale: UInt32) -> UInt32 {
    parts.reduce(timescale) { scale, part in
      part.mediaTime == nil ? part.duration.timescale(multipleOf: scale) ?? scale : scale
    }
  }

  /// The edit list.
  func list(movieTimescale: UInt32) -> EditListAtom {
    var list = EditListAtom(
      parts.map { part in
        EditListAtom.Entry(
          duration: UInt64(
            max(0, part.duration.units(movieTimescale, part.mediaTime == nil ? .nearest : .up))),
          mediaTime: part.mediaTime ?? -1, rate: part.rate)
      })
    let isWide = list.entries.contains {
      $0.duration > UInt64(UInt32.max) || $0.mediaTime > Int64(Int32.max)
    }
    if isWide { list.header = FullAtomHeader(version: 1) }
    return list
  }
}
