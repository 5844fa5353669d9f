internal import SystemPackage

/// What is needed, besides the edited file itself, to restore the file to its state before one
/// edit: the inverse of the edit with the old bytes, the identity of the file before and after it,
/// and checksums to recognise the file.
///
/// The same bytes serve as the journal while the edit runs, and as its undo data afterwards
/// (``UndoStore``). The record of an edit that copies a complete new file over the old one serves
/// to finish the copy after a crash. Numbers are big-endian.
///
///     metaundo · version u32 · length u64 · body · CRC-32 of everything before it · 1 when it is settled
///     body: kind · splice · batch · time · path · old and new identity · sums · inverse plan with the old bytes · moved ranges
struct JournalRecord: Sendable, Hashable {
  /// How the bytes are written to disk, and therefore restored.
  enum Kind: UInt8 {
    /// Overwrites the old bytes in place, possibly after a splice.
    case inPlace = 1
    /// A complete file next to the old one is copied over it.
    case copyBack = 2
    /// A new file took the name of the old one.
    case replacement = 3
    /// Overwrites the old bytes in a single call, without a journal.
    case page = 4
  }

  /// How the edit was written to disk.
  var kind: Kind
  /// Whether the record becomes undo data when the edit is complete.
  var keepsUndo: Bool
  /// The blocks that the file system inserted or removed before any bytes were written.
  var splice: Splice?
  /// The number shared by the edits made by one command; 0 for a single edit.
  var batch: UInt64
  /// The time of the edit, in nanoseconds since 1970.
  var time: UInt64
  /// The path of the file, as bytes; absolute if the edit may keep undo data.
  var path: [UInt8]
  /// The identity of the file before the edit.
  var old: FileIdentity
  /// The identity of the file after the edit.
  var new: FileIdentity
  /// The plan that converts the new file back into the old one, with zeros for moved bytes.
  var inverse: RewritePlan
  /// Old bytes that are also in the new file, in order; empty in a journal.
  var moved: [MovedRange] = []
  /// The CRC-32 of the bytes of the new file that the inverse does not keep.
  var changed: UInt32
  /// The CRC-32 of some kept bytes on both sides of the change.
  var context: UInt32
  /// Whether the edit is complete: its page was written and the modification time set, or the
  /// journal is only kept for the next edit.
  var isSettled = false

  /// The maximum number of kept bytes on each side of the change that are compared to recognise the
  /// edited file.
  private static let contextBytes: Int64 = 512

  /// The kept ranges whose checksum is `context`, by their offsets in the new and in the old file.
  var contextRanges: [(new: Range<Int64>, old: Int64)] {
    let keptRanges = inverse.places.compactMap { place -> (new: Range<Int64>, old: Int64)? in
      guard case .keep(let range) = place.segment else { return nil }
      return (range, place.offset)
    }
    guard let first = keptRanges.first, let last = keptRanges.last else { return [] }
    let preceding = min(JournalRecord.contextBytes, Int64(first.new.count))
    let following = min(JournalRecord.contextBytes, Int64(last.new.count))
    return [
      (
        (first.new.upperBound - preceding)..<first.new.upperBound,
        first.old + Int64(first.new.count) - preceding
      ),
      (last.new.lowerBound..<(last.new.lowerBound + following), last.old),
    ]
  }
}

extension JournalRecord {
  static let magic = Array("metaundo".utf8)
  /// The version of the record format; records of other versions are left alone.
  private static let version: UInt32 = 1
  /// The size of the magic bytes and version, in bytes.
  static let signatureSize: Int64 = 12
  /// The size of the magic bytes, version and length, in bytes.
  private static let headSize = 20
  /// The maximum length of old bytes that are copied into a common buffer first; longer ones are
  /// written directly to the record's file.
  private static let joined = 1 << 17

  /// The bytes of the record, in pieces, so that long ranges of the old file are not copied.
  var pieces: [ByteSlice] {
    var parts: [ByteSlice] = []
    var writer = ByteWriter(reserving: Int(min(encodedSize, Int64(JournalRecord.joined))))
    writeFields(&writer)
    for segment in inverse.segments {
      switch segment {
      case .keep(let range):
        writer.u8(0)
        writer.i64(range.lowerBound)
        writer.i64(range.upperBound)
      case .fill(let count):
        writer.u8(1)
        writer.i64(count)
      case .write(let bytes):
        writer.u8(2)
        writer.i64(Int64(bytes.count))
        if bytes.count > JournalRecord.joined {
          parts += [ByteSlice(writer.bytes), bytes]
          writer = ByteWriter()
        } else {
          writer.append(bytes)
        }
      }
    }
    writer.u32(UInt32(truncatingIfNeeded: moved.count))
    for stretch in moved {
      writer.i64(stretch.old)
      writer.i64(stretch.new)
      writer.i64(stretch.count)
    }
    parts.append(ByteSlice(writer.bytes))
    return JournalRecord.sealed(parts)
  }

  /// The size of the record in bytes.
  var encodedSize: Int64 {
    let plan = inverse.segments.reduce(Int64(0)) { sum, segment in
      switch segment {
      case .keep: sum + 17
      case .fill: sum + 9
      case .write(let bytes): sum + 9 + Int64(bytes.count)
      }
    }
    let fields =
      JournalRecord.headSize + JournalRecord.fixedSize + path.count + 24 * moved.count + 4
    return Int64(fields) + plan
  }

  /// The size of the fields other than path, plan and ranges.
  private static let fixedSize = 134

  /// Returns the pieces of the record for a body, with the header before it and the CRC-32 after
  /// it.
  private static func sealed(_ body: [ByteSlice]) -> [ByteSlice] {
    var head = ByteWriter()
    head.append(magic)
    head.u32(version)
    head.u64(UInt64(body.reduce(0) { $0 + $1.count }))
    var sum = Checksum()
    sum.append(head.bytes[...])
    for part in body { sum.append(part.bytes) }
    var tail = ByteWriter()
    tail.u32(sum.value)
    guard body.count == 1, let only = body.first else {
      return [ByteSlice(head.bytes)] + body + [ByteSlice(tail.bytes)]
    }
    // A small record is written as one piece, in one call.
    var record = ByteWriter(reserving: head.count + only.count + tail.count)
    record.append(head.bytes)
    record.append(only)
    record.append(tail.bytes)
    return [ByteSlice(record.bytes)]
  }

  /// Writes everything before the plan, and the number of its pieces.
  private func writeFields(_ writer: inout ByteWriter) {
    writer.u8(kind.rawValue)
    writer.u8(keepsUndo ? 1 : 0)
    writer.i64(splice?.offset ?? 0)
    writer.i64(splice?.count ?? 0)
    writer.u64(batch)
    writer.u64(time)
    writer.u32(UInt32(truncatingIfNeeded: path.count))
    writer.append(path)
    for identity in [old, new] { identity.encode(into: &writer) }
    writer.u32(changed)
    writer.u32(context)
    writer.u32(UInt32(truncatingIfNeeded: inverse.segments.count))
  }

  /// Parses a record.
  ///
  /// - Throws: `truncated` or `malformed` if the bytes are incomplete or not a record,
  ///   `unsupported` if the record has another version.
  init(parsing bytes: [UInt8]) throws(ParseError) {
    guard bytes.count > JournalRecord.headSize + 4, bytes.starts(with: JournalRecord.magic) else {
      throw ParseError(.truncated, at: 0, "the record is incomplete")
    }
    var reader = ByteReader(ByteSlice(bytes))
    try reader.skip(JournalRecord.magic.count)
    guard try reader.u32() == JournalRecord.version else {
      throw ParseError(.unsupported, at: 8, "the record was written by another version of metatool")
    }
    let size = UInt64(bytes.count - JournalRecord.headSize - 4)
    let length = try reader.u64()
    if length + 1 == size, bytes.last == 1 {
      try self.init(parsing: Array(bytes.dropLast()))
      isSettled = true
      return
    }
    guard length == size else { throw ParseError(.truncated, at: 12, "the record is incomplete") }
    var tail = ByteReader(ByteSlice(bytes).clamped(from: bytes.count - 4))
    guard try tail.u32() == Checksum.of(bytes.dropLast(4)) else {
      throw ParseError(.malformed, at: 12, "the record's checksum does not match")
    }
    var body = ByteReader(try reader.bytes(bytes.count - JournalRecord.headSize - 4))
    try self.init(fields: &body)
  }

  /// The maximum size of the header and the fields before the plan, given the longest path that the
  /// system allows.
  static let maxFields = headSize + fixedSize + 4096

  /// The fields at the beginning of a record, which are enough to list edits; the old bytes after
  /// the fields are not read.
  struct Head {
    let kind: Kind
    let path: [UInt8]
    let old: FileIdentity
    let new: FileIdentity
    let isSettled: Bool
  }

  /// Returns the head of a record in a file of this size; neither version nor checksum is verified.
  static func head(in bytes: [UInt8], fileSize: Int64) throws(ParseError) -> Head {
    var reader = ByteReader(ByteSlice(bytes))
    guard bytes.starts(with: magic) else {
      throw ParseError(.malformed, at: 0, "not a record")
    }
    try reader.skip(magic.count + 4)
    let length = try reader.u64()
    guard let kind = Kind(rawValue: try reader.u8()) else {
      throw ParseError(.malformed, at: reader.fileOffset, "unknown kind of edit")
    }
    // Skip the undo flag, splice, batch and time.
    try reader.skip(1 + 16 + 16)
    let path = Array(try reader.bytes(Int(try reader.u32())).bytes)
    return Head(
      kind: kind, path: path, old: try FileIdentity(&reader), new: try FileIdentity(&reader),
      // The file is one byte longer than the head, body and checksum together.
      isSettled: fileSize - Int64(headSize + 4 + 1) == Int64(clamping: length))
  }

  /// Parses the body; a plan that does not result in the old size is rejected.
  private init(fields reader: inout ByteReader) throws(ParseError) {
    guard let kind = Kind(rawValue: try reader.u8()) else {
      throw ParseError(.malformed, at: reader.fileOffset, "unknown kind of edit")
    }
    self.kind = kind
    keepsUndo = try reader.u8() != 0
    // The sum of two numbers below 2^60 cannot overflow.
    let splice = Splice(offset: try reader.i64(), count: try reader.i64())
    guard (0..<1 << 60).contains(splice.offset), splice.count.magnitude < 1 << 60 else {
      throw JournalRecord.malformed(reader)
    }
    self.splice = splice.count == 0 ? nil : splice
    batch = try reader.u64()
    time = try reader.u64()
    path = Array(try reader.bytes(Int(try reader.u32())).bytes)
    old = try FileIdentity(&reader)
    new = try FileIdentity(&reader)
    changed = try reader.u32()
    context = try reader.u32()
    inverse = try JournalRecord.plan(&reader, oldSize: new.size)
    moved = try JournalRecord.moved(&reader)
    guard inverse.newSize == old.size else {
      throw ParseError(.malformed, at: reader.fileOffset, "the record is inconsistent")
    }
  }

  /// Parses the inverse plan; limits prevent overflow when corrupted numbers are added.
  private static func plan(
    _ reader: inout ByteReader, oldSize: Int64
  ) throws(ParseError) -> RewritePlan {
    var plan = RewritePlan(oldSize: oldSize)
    for _ in 0..<(try reader.u32()) {
      switch try reader.u8() {
      case 0:
        let (lower, upper) = (try reader.i64(), try reader.i64())
        guard lower >= 0, lower <= upper else { throw malformed(reader) }
        try plan.keep(lower..<upper)
      case 1:
        let count = try reader.i64()
        guard count >= 0, plan.newSize < 1 << 60, count < 1 << 60 else { throw malformed(reader) }
        plan.fill(count)
      default:
        let count = try reader.i64()
        guard count >= 0, count <= Int64(reader.remaining) else { throw malformed(reader) }
        plan.write(try reader.bytes(Int(count)))
      }
    }
    return plan
  }

  /// Parses the moved ranges, which must be in the order of the old file and not overlap there.
  private static func moved(_ reader: inout ByteReader) throws(ParseError) -> [MovedRange] {
    var stretches: [MovedRange] = []
    for _ in 0..<(try reader.u32()) {
      let stretch = MovedRange(
        old: try reader.i64(), new: try reader.i64(), count: try reader.i64())
      guard stretch.old >= stretches.last.map({ $0.old + $0.count }) ?? 0, stretch.new >= 0,
        (0..<1 << 31).contains(stretch.count), stretch.old < 1 << 60, stretch.new < 1 << 60
      else { throw malformed(reader) }
      stretches.append(stretch)
    }
    return stretches
  }

  private static func malformed(_ reader: ByteReader) -> ParseError {
    ParseError(.malformed, at: reader.fileOffset, "the record is inconsistent")
  }
}
