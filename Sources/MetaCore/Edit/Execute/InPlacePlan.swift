/// An edit in the form in which it is applied to the old file itself or to a copy that shares its
/// blocks: a ``Splice`` of blocks that the file system inserts or removes first, then the bytes to
/// write.
///
/// It is created from a ``RewritePlan`` by comparing new bytes with old ones: bytes that are
/// already at their final offset are kept, and all others are written. It is used by the in-place,
/// insert and clone strategies.
///
///     old    [ head ][ moov      ][ mdat                     ]
///     plan   keep 0..<32 · write the new moov · keep the mdat 8192 bytes later
///     splice 8192 bytes at 0, so that
///     plan   write head and new moov · keep 40..<104 (its part that is equal) · write …
struct InPlacePlan: Sendable, Hashable {
  /// The splice that the file system performs first.
  let splice: Splice?
  /// The plan for the bytes; the offsets of kept ranges are those after the splice.
  let plan: RewritePlan

  /// Returns the form without a splice; nil if kept bytes have to move.
  static func still(
    _ plan: RewritePlan, of source: any ByteSource
  ) throws(ParseError) -> InPlacePlan? {
    guard plan.offsets.isStill else { return nil }
    return try InPlacePlan(plan, splice: nil, of: source)
  }

  /// Returns the form with a splice in units of this block size; nil unless all kept bytes after
  /// some offset move together, by whole blocks, and the edit changes the size of the file.
  static func spliced(
    _ plan: RewritePlan, block: Int64, of source: any ByteSource
  ) throws(ParseError) -> InPlacePlan? {
    guard let splice = splice(for: plan, block: block) else { return nil }
    return try InPlacePlan(plan, splice: splice, of: source)
  }

  /// Returns the splice that moves all kept bytes after some offset by the same whole number of
  /// blocks; nil if there is none, or it cannot be performed or recognised afterwards.
  private static func splice(for plan: RewritePlan, block: Int64) -> Splice? {
    guard block > 0 else { return nil }
    var still: Int64 = 0
    var shift: Int64 = 0
    for place in plan.places {
      guard case .keep(let range) = place.segment else { continue }
      if shift == 0, place.shift == 0 {
        still = range.upperBound
      } else {
        if shift == 0 { shift = place.shift }
        guard place.shift == shift else { return nil }
      }
    }
    guard shift != 0, shift % block == 0 else { return nil }
    let offset = still / block * block
    // The system rejects both operations at the end of a file. If the old and new sizes were equal,
    // the size would not show whether the splice was done.
    guard offset + max(0, -shift) < plan.oldSize, plan.newSize != plan.oldSize else { return nil }
    return Splice(offset: offset, count: shift)
  }

  private init(
    _ plan: RewritePlan, splice: Splice?, of source: any ByteSource
  ) throws(ParseError) {
    self.splice = splice
    var builder = InPlaceBuilder(
      source: source, ground: ShiftedFile(oldSize: plan.oldSize, splice: splice),
      result: RewritePlan(oldSize: plan.oldSize))
    for place in plan.places { try builder.append(place) }
    self.plan = try builder.joined()
  }

  /// The contents of the file before bytes are written.
  var ground: ShiftedFile { ShiftedFile(oldSize: plan.oldSize, splice: splice) }

  /// The number of bytes written.
  var bytesWritten: Int64 {
    plan.segments.reduce(0) { sum, segment in
      if case .keep = segment { sum } else { sum + segment.count }
    }
  }

  /// The parts of the file that change.
  private var changedPlaces: [RewritePlan.PlacedPiece] {
    plan.places.filter { if case .keep = $0.segment { false } else { true } }
  }

  /// The range from the first to the last change if it is within one page of memory and the edit
  /// has neither a splice nor a new size; nil otherwise.
  ///
  /// A write within a page is atomic even if the process is killed, because the system checks for
  /// fatal signals only between pages.
  var pageRange: Range<Int64>? {
    let changed = changedPlaces
    guard splice == nil, plan.newSize == plan.oldSize, let first = changed.first,
      let last = changed.last
    else { return nil }
    let end = last.offset + last.segment.count
    return first.offset / 4096 == (end - 1) / 4096 ? first.offset..<end : nil
  }

  /// Returns the new bytes of ``pageRange`` with their offset; nil if there is no such range or the
  /// file ends within it.
  func onePage(of source: any ByteSource) throws(ParseError) -> (offset: Int64, bytes: [UInt8])? {
    guard let range = pageRange else { return nil }
    var bytes = try source.read(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else { return nil }
    for place in changedPlaces {
      let start = Int(place.offset - range.lowerBound)
      switch place.segment {
      case .write(let new): bytes.replaceSubrange(start..<(start + new.count), with: new.bytes)
      case .fill(let count): for index in start..<(start + Int(count)) { bytes[index] = 0 }
      case .keep: break
      }
    }
    return (range.lowerBound, bytes)
  }
}

/// Creates the plan of an ``InPlacePlan``, piece by piece: compares the new bytes with those that
/// the file has at the same offset after the splice, and keeps the equal ones.
private struct InPlaceBuilder {
  let source: any ByteSource
  let ground: ShiftedFile
  var result: RewritePlan

  /// The maximum number of new bytes compared at a time, which limits the memory used for long
  /// pieces.
  private static let maxPieceSize: Int64 = 65536
  /// The minimum number of equal bytes between two changes that justifies a separate system call.
  private static let minEqualBytes = 512
  /// The maximum number of kept bytes between two changes that are written together with the
  /// changes.
  private static let maxRewrittenBytes = 64

  /// Appends a piece of the original plan, divided wherever the origin of the old bytes changes;
  /// new bytes are also divided into pieces of at most ``maxPieceSize`` bytes.
  mutating func append(_ place: RewritePlan.PlacedPiece) throws(ParseError) {
    var offset = place.offset
    let end = offset + place.segment.count
    while offset < end {
      let stretch = ground.range(at: offset)
      let start = offset - place.offset
      switch place.segment {
      case .keep(let range):
        let stop = min(end, stretch.end)
        let part = (range.lowerBound + start)..<(range.lowerBound + stop - place.offset)
        try keep(part, over: stretch.origin)
        offset = stop
      case .write(let bytes):
        let stop = min(end, stretch.end, offset + InPlaceBuilder.maxPieceSize)
        try write(bytes.clamped(from: Int(start), count: Int(stop - offset)), over: stretch.origin)
        offset = stop
      case .fill:
        let stop = min(end, stretch.end, offset + InPlaceBuilder.maxPieceSize)
        try fill(stop - offset, over: stretch.origin)
        offset = stop
      }
    }
  }

  /// Keeps a range that is already at its offset after the splice; otherwise writes its bytes.
  private mutating func keep(_ range: Range<Int64>, over origin: Int64?) throws(ParseError) {
    if origin == range.lowerBound { return try result.keep(range) }
    // The bytes between the block boundary and the offset of the change are less than a block.
    let bytes = try source.read(
      at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
    try write(ByteSlice(bytes), over: origin)
  }

  /// Writes those bytes that differ from the old ones at `origin`; a nil `origin` means that there
  /// are no old bytes.
  private mutating func write(_ bytes: ByteSlice, over origin: Int64?) throws(ParseError) {
    guard let origin else { return result.write(bytes) }
    let old = try source.read(at: origin, count: bytes.count)
    for run in runs(bytes, ByteSlice(old)) {
      if run.isEqual {
        try result.keep(
          (origin + Int64(run.range.lowerBound))..<(origin + Int64(run.range.upperBound)))
      } else {
        result.write(bytes.clamped(from: run.range.lowerBound, count: run.range.count))
      }
    }
  }

  /// Writes zeros wherever the old bytes at `origin` are not zero.
  private mutating func fill(_ count: Int64, over origin: Int64?) throws(ParseError) {
    guard let origin else { return result.fill(count) }
    let old = try source.read(at: origin, count: Int(count))
    for run in runs(ByteSlice([UInt8](repeating: 0, count: Int(count))), ByteSlice(old)) {
      if run.isEqual {
        try result.keep(
          (origin + Int64(run.range.lowerBound))..<(origin + Int64(run.range.upperBound)))
      } else {
        result.fill(Int64(run.range.count))
      }
    }
  }

  /// Returns the plan in which short kept ranges between new bytes are written together with them
  /// in one call.
  func joined() throws(ParseError) -> RewritePlan {
    var plan = RewritePlan(oldSize: result.oldSize)
    var new: [UInt8] = []
    var pending: Range<Int64>?
    for segment in result.segments {
      switch segment {
      case .write(let bytes) where bytes.count <= InPlaceBuilder.maxPieceSize:
        if let range = pending { new += try source.read(at: range.lowerBound, count: range.count) }
        pending = nil
        new += bytes.bytes
      case .keep(let range)
      where pending == nil && !new.isEmpty && range.count <= InPlaceBuilder.maxRewrittenBytes:
        pending = range
      default:
        plan.write(new)
        if let pending { try plan.keep(pending) }
        (new, pending) = ([], nil)
        try plan.append(checking: segment)
      }
    }
    plan.write(new)
    if let pending { try plan.keep(pending) }
    return plan
  }

  /// A range of new bytes, and whether the old bytes at the same offsets are equal to them.
  private struct Run {
    let range: Range<Int>
    let isEqual: Bool
  }

  /// Returns the ranges in which new bytes are equal to the old ones, and those in which they
  /// differ; a short equal range between two changes counts as different.
  private func runs(_ new: ByteSlice, _ old: ByteSlice) -> [Run] {
    let count = new.count
    guard old.count == count else { return [Run(range: 0..<count, isEqual: false)] }
    let start = new.commonPrefix(with: old)
    guard start < count else { return [Run(range: 0..<count, isEqual: true)] }
    let end = count - new.commonSuffix(with: old)
    func isEqual(_ index: Int) -> Bool {
      new.storage[new.lower + index] == old.storage[old.lower + index]
    }
    var result: [Run] = []
    var done = 0
    /// Appends a run of equal bytes, preceded by the differing run before it, if any.
    func append(equal range: Range<Int>) {
      if done < range.lowerBound {
        result.append(Run(range: done..<range.lowerBound, isEqual: false))
      }
      if !range.isEmpty { result.append(Run(range: range, isEqual: true)) }
      done = range.upperBound
    }
    append(equal: 0..<start)
    // A run this long contains one of the sampled bytes.
    var index = start + InPlaceBuilder.minEqualBytes
    while index < end {
      if isEqual(index) {
        var (lower, upper) = (index, index + 1)
        while isEqual(lower - 1) { lower -= 1 }
        while isEqual(upper) { upper += 1 }
        if upper - lower >= InPlaceBuilder.minEqualBytes { append(equal: lower..<upper) }
        index = max(index, upper)
      }
      index += InPlaceBuilder.minEqualBytes
    }
    append(equal: end..<count)
    return result
  }
}
