/// The content of a file that an edit or an export produces: ranges of the old file, new bytes and
/// zeros, in sequence.
///
/// Formats create plans; `PlanExecutor` applies them to the file or writes an output. Existing
/// media is normally kept as ranges, so a plan is small. Creating a plan changes no file.
///
///     old   [ head ][ metadata ][ media            ]
///     plan  keep 0..<32 · write 812 bytes · fill 196 · keep 1040..<98304
///
/// An ordered plan keeps ranges in the order of the old file, and each at most once. It therefore
/// has an inverse, which is all that undo needs: the same ranges, and the old bytes that were
/// dropped. Plans for exports may use any order.
package struct RewritePlan: Sendable, Hashable {
  /// One piece of the new file.
  package enum Segment: Sendable, Hashable {
    /// A range of bytes in the old file.
    case keep(Range<Int64>)
    /// New bytes.
    case write(ByteSlice)
    /// A number of zeros.
    case fill(Int64)

    /// The size in bytes.
    package var count: Int64 {
      switch self {
      case .keep(let range): range.upperBound.minus(range.lowerBound)
      case .write(let bytes): Int64(bytes.count)
      case .fill(let count): max(0, count)
      }
    }
  }

  /// The size of the old file.
  package let oldSize: Int64
  /// The size of the new file.
  package private(set) var newSize: Int64 = 0
  /// The pieces of the new file, in order.
  package private(set) var segments: [Segment] = []
  /// The lowest offset at which the next kept range may start; 0 in a plan that is not ordered.
  private var nextKeptStart: Int64 = 0
  /// Whether kept ranges have the order of the old file.
  let isOrdered: Bool

  /// Creates a plan without pieces for a file of the given size.
  package init(oldSize: Int64) { self.init(oldSize: oldSize, isOrdered: true) }

  init(oldSize: Int64, isOrdered: Bool) {
    self.oldSize = max(0, oldSize)
    self.isOrdered = isOrdered
  }

  /// The number of bytes to insert before the first range of the old file of at least 16 MiB to
  /// keep its alignment to blocks of 64 KiB; 0 if it is already aligned or there is no such range.
  ///
  /// The kernel copies in blocks of this size (`splice` in `copy_file_range`); blocks that begin at
  /// odd pages of the new file take 20% longer.
  var shiftToAlign: Int64 {
    var position: Int64 = 0
    for segment in segments {
      if case .keep(let range) = segment, segment.count >= 1 << 24 {
        return (range.lowerBound - position) & 0xFFFF
      }
      position = position.plus(segment.count)
    }
    return 0
  }

  /// Returns the plan that keeps the whole file.
  package static func unchanged(_ size: Int64) -> RewritePlan {
    var plan = RewritePlan(oldSize: size)
    guard size > 0 else { return plan }
    plan.append(.keep(0..<size))
    plan.nextKeptStart = size
    return plan
  }

  // MARK: Building

  /// Keeps a range of the old file.
  ///
  /// - Throws: `malformed` if it is outside the file or, in an ordered plan, starts before the end
  ///   of the previous kept range, which means that the file is inconsistent; `limitExceeded` if
  ///   the new file would be larger than `Int64.max`.
  package mutating func keep(_ range: Range<Int64>) throws(ParseError) {
    guard range.lowerBound >= max(0, nextKeptStart), range.upperBound <= oldSize else {
      throw ParseError(
        .malformed, at: range.lowerBound,
        "structures overlap here, or extend past the end of the file")
    }
    guard !range.isEmpty else { return }
    guard range.upperBound - range.lowerBound <= .max - newSize else {
      throw ParseError(.limitExceeded, at: range.lowerBound, "the new file would be too large")
    }
    if isOrdered { nextKeptStart = range.upperBound }
    append(.keep(range))
  }

  /// Appends new bytes.
  package mutating func write(_ bytes: ByteSlice) {
    if !bytes.isEmpty { append(.write(bytes)) }
  }

  /// Appends new bytes.
  package mutating func write(_ bytes: [UInt8]) { write(ByteSlice(bytes)) }

  /// Appends zeros, at most as many as the maximum file size (`Int64.max`) allows.
  package mutating func fill(_ count: Int64) {
    let count = min(count, .max - newSize)
    if count > 0 { append(.fill(count)) }
  }

  /// Appends a piece of another plan for the same file.
  ///
  /// - Throws: The errors from ``keep(_:)``.
  mutating func append(checking segment: Segment) throws(ParseError) {
    switch segment {
    case .keep(let range): try keep(range)
    case .write(let bytes): write(bytes)
    case .fill(let count): fill(count)
    }
  }

  private mutating func append(_ segment: Segment) {
    newSize = newSize.plus(segment.count)
    switch (segments.last, segment) {
    case (.keep(let last)?, .keep(let next)) where last.upperBound == next.lowerBound:
      segments[segments.count - 1] = .keep(last.lowerBound..<next.upperBound)
    case (.fill(let last)?, .fill(let next)):
      segments[segments.count - 1] = .fill(last + next)
    default: segments.append(segment)
    }
  }

  // MARK: Queries

  /// Whether the plan keeps the whole old file and adds nothing.
  package var isUnchanged: Bool {
    isOrdered && newSize == oldSize
      && segments.allSatisfy { if case .keep = $0 { true } else { false } }
  }

  /// A piece and its offset in the new file.
  package struct PlacedPiece: Sendable, Hashable {
    /// The offset in the new file.
    package let offset: Int64
    /// The piece.
    package let segment: Segment
    /// The distance that a kept range has moved; 0 for new bytes.
    package var shift: Int64 {
      if case .keep(let range) = segment { offset - range.lowerBound } else { 0 }
    }
  }

  /// The pieces with their offsets.
  package var places: [PlacedPiece] {
    var offset: Int64 = 0
    return segments.map { segment in
      defer { offset = offset.plus(segment.count) }
      return PlacedPiece(offset: offset, segment: segment)
    }
  }

  /// The map from old offsets to new ones.
  package var offsets: OffsetMap { OffsetMap(self) }

  /// The ranges of the old file that are not kept, in order; for a plan that is not ordered, the
  /// whole file.
  package var dropped: [Range<Int64>] { seams.filter { !$0.isEmpty } }

  /// The ranges of the old file that are not kept, in order, with an empty range at each point
  /// where something is inserted; for a plan that is not ordered, the whole file.
  var seams: [Range<Int64>] {
    guard isOrdered else { return [0..<oldSize] }
    var result: [Range<Int64>] = []
    var (end, isNew): (Int64, Bool) = (0, false)
    for segment in segments {
      guard case .keep(let range) = segment else {
        isNew = true
        continue
      }
      if isNew || range.lowerBound > end { result.append(end..<range.lowerBound) }
      (end, isNew) = (range.upperBound, false)
    }
    if isNew || end < oldSize { result.append(end..<oldSize) }
    return result
  }

  /// Returns the plan that has the effect of `first` followed by this one.
  ///
  /// - Throws: `malformed` if this plan is not for a file of the size that `first` produces, and
  ///   the errors from ``keep(_:)``.
  func applied(after first: RewritePlan) throws(ParseError) -> RewritePlan {
    guard oldSize == first.newSize else {
      throw ParseError(.malformed, at: 0, "the two plans do not fit together")
    }
    let places = first.places
    var plan = RewritePlan(oldSize: first.oldSize, isOrdered: isOrdered && first.isOrdered)
    for segment in segments {
      guard case .keep(let range) = segment else {
        try plan.append(checking: segment)
        continue
      }
      var index = places.partitioningIndex { $0.offset + $0.segment.count > range.lowerBound }
      while index < places.count, places[index].offset < range.upperBound {
        try plan.append(checking: places[index].part(range))
        index += 1
      }
    }
    return plan
  }

  /// Returns the plan that restores the old file from the new one; it contains the bytes that this
  /// plan drops.
  ///
  /// - Throws: `unsupported` if the plan is not ordered, `truncated` if the old file has become
  ///   shorter, and errors from reading it.
  package func inverse(of source: some ByteSource) throws(ParseError) -> RewritePlan {
    guard isOrdered else {
      throw ParseError(.unsupported, at: 0, "an edit that reorders media cannot be undone")
    }
    var inverse = RewritePlan(oldSize: newSize)
    var end: Int64 = 0
    for place in places {
      guard case .keep(let range) = place.segment else { continue }
      try inverse.restore(end..<range.lowerBound, of: source)
      try inverse.keep(place.offset..<(place.offset + place.segment.count))
      end = range.upperBound
    }
    try inverse.restore(end..<oldSize, of: source)
    return inverse
  }

  /// Appends bytes of the old file that the edit drops, as new bytes of the inverse.
  private mutating func restore(
    _ range: Range<Int64>, of source: some ByteSource
  ) throws(ParseError) {
    guard !range.isEmpty else { return }
    let bytes = try source.read(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else {
      throw ParseError(.truncated, at: range.lowerBound, "the file has been truncated")
    }
    write(ByteSlice(bytes, origin: range.lowerBound))
  }
}

/// Maps the offset of a byte in the old file to its offset in the file that a ``RewritePlan``
/// produces, and shows whether any kept byte moves.
///
/// Only a plan that moves no byte can be applied in place without inserting or removing blocks.
package struct OffsetMap: Sendable, Hashable {
  /// A kept range and the distance that it moved.
  private struct ShiftedRange: Sendable, Hashable {
    let range: Range<Int64>
    let shift: Int64
  }

  private let stretches: [ShiftedRange]

  /// Creates the map for a plan.
  package init(_ plan: RewritePlan) {
    stretches = plan.places.compactMap { place in
      guard case .keep(let range) = place.segment else { return nil }
      return ShiftedRange(range: range, shift: place.shift)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the new offset of the byte at an old offset; nil if the byte is not kept.
  package subscript(offset: Int64) -> Int64? {
    let index = stretches.partitioningIndex { $0.range.upperBound > offset }
    guard index < stretches.count, stretches[index].range.contains(offset) else { return nil }
    return offset + stretches[index].shift
  }

  /// Whether no kept range has moved.
  package var isStill: Bool { stretches.allSatisfy { $0.shift == 0 } }
}

extension RewritePlan.PlacedPiece {
  /// Returns the part of the piece that is in a range of the new file; the two must overlap.
  func part(_ range: Range<Int64>) -> RewritePlan.Segment {
    let lower = max(range.lowerBound, offset) - offset
    let upper = min(range.upperBound, offset + segment.count) - offset
    switch segment {
    case .keep(let old): return .keep((old.lowerBound + lower)..<(old.lowerBound + upper))
    case .write(let bytes):
      return .write(bytes.clamped(from: Int(lower), count: Int(upper - lower)))
    case .fill: return .fill(upper - lower)
    }
  }
}
