/// The pieces of an edited file in order, as a format lists them, from which a ``RewritePlan`` is
/// created for a permitted movement of the media.
///
/// Most formats use it; MP4 has its own layout, because offsets in the file refer to its media.
struct FileLayout {
  /// One piece of the new file.
  enum Piece: Hashable {
    /// Media of the old file, which moves only by distances that the constraints allow.
    case media(Range<Int64>)
    /// Old metadata, which is kept if it stays in place, moves by the same distance as the
    /// preceding media, or may move freely; otherwise, its bytes are rewritten.
    case keep(Range<Int64>)
    /// New bytes.
    case write([UInt8])
    /// A number of zeros.
    case fill(Int64)

    /// The size in bytes.
    var count: Int64 {
      switch self {
      case .media(let range), .keep(let range): range.upperBound - range.lowerBound
      case .write(let bytes): Int64(bytes.count)
      case .fill(let count): count
      }
    }
  }

  /// The pieces, in order.
  private(set) var pieces: [Piece] = []
  /// The total size in bytes.
  private(set) var size: Int64 = 0

  /// Appends a piece unless it is empty; adjacent ranges of media or of old metadata are merged.
  mutating func append(_ piece: Piece) {
    guard piece.count > 0 else { return }
    size += piece.count
    switch (pieces.last, piece) {
    case (.keep(let last)?, .keep(let next)) where last.upperBound == next.lowerBound:
      pieces[pieces.count - 1] = .keep(last.lowerBound..<next.upperBound)
    case (.media(let last)?, .media(let next)) where last.upperBound == next.lowerBound:
      pieces[pieces.count - 1] = .media(last.lowerBound..<next.upperBound)
    default: pieces.append(piece)
    }
  }

  /// Appends pieces.
  mutating func append(_ more: [Piece]) {
    for piece in more { append(piece) }
  }

  /// Returns the plan for these pieces; nil if the media would move by a distance that the
  /// constraints do not allow.
  ///
  /// - Throws: `malformed` if ranges of the old file overlap, are out of order or extend past its
  ///   end, `limitExceeded` if too many bytes would have to be rewritten, and errors from reading.
  func plan(
    in window: SourceWindow, movement: LayoutConstraints.Movement
  ) throws(ParseError) -> RewritePlan? {
    var plan = RewritePlan(oldSize: window.length)
    var mediaShift: Int64 = 0
    for piece in pieces {
      switch piece {
      case .media(let range):
        mediaShift = plan.newSize - range.lowerBound
        guard movement.allows(mediaShift) else { return nil }
        try plan.keep(range)
      case .keep(let range):
        let shift = plan.newSize - range.lowerBound
        if shift == 0 || shift == mediaShift || movement == .free {
          try plan.keep(range)
        } else {
          plan.write(try FileLayout.load(range, in: window))
        }
      case .write(let bytes): plan.write(bytes)
      case .fill(let count): plan.fill(count)
      }
    }
    return try plan.withoutRepetition(of: window)
  }

  /// Returns the bytes of a range that is to be rewritten.
  ///
  /// - Throws: `limitExceeded` if the range is larger than ``Limits/table`` allows by default, and
  ///   errors from reading.
  static func load(_ range: Range<Int64>, in window: SourceWindow) throws(ParseError) -> ByteSlice {
    let limit = Int64(Limits.standard.table)
    guard range.upperBound - range.lowerBound <= limit else {
      throw ParseError(
        .limitExceeded, at: range.lowerBound,
        "\(range.upperBound - range.lowerBound) bytes would have to be moved; the limit is \(limit)"
      )
    }
    return try window.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
  }
}

extension LayoutConstraints.Movement {
  /// Returns whether media may move by `shift` bytes; a negative number means towards the start of
  /// the file.
  func allows(_ shift: Int64) -> Bool {
    switch self {
    case .none: shift == 0
    case .blocks(let size): size > 0 ? shift % size == 0 : shift == 0
    case .free: true
    }
  }
}

extension RewritePlan {
  /// The maximum size in bytes of a piece that is compared with the old bytes.
  private static let maxCompared: Int64 = 1 << 20

  /// Returns the same plan, except that bytes at the start and the end of a new piece that equal
  /// the old ones at the same offset are kept.
  ///
  /// Returns the plan unchanged if a kept range moves. Large pieces are not compared.
  ///
  /// - Throws: Errors from reading.
  fileprivate func withoutRepetition(of window: SourceWindow) throws(ParseError) -> RewritePlan {
    guard offsets.isStill else { return self }
    var plan = RewritePlan(oldSize: oldSize)
    for place in places {
      switch place.segment {
      case .keep(let range): try plan.keep(range)
      case .write(let bytes): try plan.appendDifference(bytes, at: place.offset, in: window)
      case .fill(let count):
        guard count <= RewritePlan.maxCompared else {
          plan.fill(count)
          continue
        }
        let old = try window.bytes(at: place.offset, upTo: Int(count))
        let used = Int64(old.withoutTrailingZeros.count)
        plan.fill(used)
        if used < old.count {
          try plan.keep((place.offset + used)..<(place.offset + Int64(old.count)))
        }
        plan.fill(count - Int64(old.count))
      }
    }
    return plan
  }

  /// Appends the part of the bytes that differs from the old bytes at `offset`, from the first
  /// difference to the last.
  private mutating func appendDifference(
    _ bytes: ByteSlice, at offset: Int64, in window: SourceWindow
  ) throws(ParseError) {
    let isComparable =
      Int64(bytes.count) <= RewritePlan.maxCompared && offset + Int64(bytes.count) <= oldSize
    guard isComparable else { return write(bytes) }
    let old = try window.bytes(at: offset, count: bytes.count)
    let (head, tail) = (bytes.commonPrefix(with: old), bytes.commonSuffix(with: old))
    let end = max(head, bytes.count - tail)
    try keep(offset..<(offset + Int64(head)))
    write(bytes.clamped(from: head, count: end - head))
    try keep((offset + Int64(end))..<(offset + Int64(bytes.count)))
  }
}
