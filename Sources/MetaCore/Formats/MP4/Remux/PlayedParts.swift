/// What of a track's media is played when: its edit list in exact times.
struct PlayedParts: Sendable, Hashable {
  /// One part after another.
  struct Part: Sendable, Hashable {
    /// How long it is played.
    var duration: ExactTime
    /// Where it begins in the media, in units of the media; nil where nothing is played.
    var mediaTime: Int64?
    /// 16.16; zero holds one picture.
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

  /// How long all are together.
  var duration: ExactTime {
    parts.reduce(.zero) { sum, part in sum.plus(part.duration) ?? sum }
  }

  /// Whether they say no more than the media themselves, which are shown from and to these times.
  func isIdentity(of shown: Range<Int64>) -> Bool {
    parts == [Part(duration: ExactTime(shown.upperBound, mediaTimescale), mediaTime: 0)]
  }

  /// The same where each part begins when something is shown: before that, nothing is played.
  ///
  /// ffmpeg takes the first picture to be shown when its part begins, whatever the times say.
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

  /// The same for media that are counted from `start` on, where they were counted from zero before.
  ///
  /// `extends` lets the last part go on to the end of the media, as it does in fragments, which nobody counted when the list was written.
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

  /// Neighbours in which nothing is played made one.
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

  /// A scale for the movie, a multiple of the one it has, in which every part that is not played counts whole units.
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
