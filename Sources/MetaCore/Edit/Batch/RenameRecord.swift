internal import SystemPackage

/// The renames made by one command, with old and new paths, and the folders that it creates, in
/// memory and as bytes: its journal while the command runs, and its undo data afterwards.
///
/// ``RenameSequence`` performs the renames. Numbers are big-endian.
///
///     metaname · version u32 · body · CRC-32 of everything before it
///     body: time · count u32 · for each file device, inode, size, modification time, old path,
///           new path · count u32 · folders that were created
struct RenameRecord: Sendable, Hashable {
  /// The rename of one file; paths are absolute.
  struct Step: Sendable, Hashable {
    /// The identity of the file before the rename; later changes to its content do not matter.
    let identity: FileIdentity
    let old: FilePath
    let new: FilePath
  }

  /// The time in nanoseconds since 1970, which also serves as the name of the journal and the undo
  /// data.
  let time: UInt64
  let steps: [Step]
  /// The folders that were created, parents first.
  let folders: [FilePath]

  private static let magic = Array("metaname".utf8)
  private static let version: UInt32 = 3

  var bytes: ByteSlice {
    var writer = ByteWriter()
    writer.append(RenameRecord.magic)
    writer.u32(RenameRecord.version)
    writer.u64(time)
    writer.u32(UInt32(truncatingIfNeeded: steps.count))
    for step in steps {
      step.identity.encode(into: &writer)
      RenameRecord.write(step.old, to: &writer)
      RenameRecord.write(step.new, to: &writer)
    }
    writer.u32(UInt32(truncatingIfNeeded: folders.count))
    for folder in folders { RenameRecord.write(folder, to: &writer) }
    writer.u32(Checksum.of(writer.bytes[...]))
    return ByteSlice(writer.bytes)
  }

  init(time: UInt64, steps: [Step], folders: [FilePath]) {
    self.time = time
    self.steps = steps
    self.folders = folders
  }

  /// Parses a record.
  ///
  /// - Throws: `truncated` or `malformed` if the bytes are incomplete or not a record,
  ///   `unsupported` if the record has another version.
  init(parsing bytes: [UInt8]) throws(ParseError) {
    guard bytes.count > 16, bytes.starts(with: RenameRecord.magic) else {
      throw ParseError(.truncated, at: 0, "the record is incomplete")
    }
    var tail = ByteReader(ByteSlice(bytes).clamped(from: bytes.count - 4))
    guard try tail.u32() == Checksum.of(bytes.dropLast(4)) else {
      throw ParseError(.malformed, at: 0, "the record's checksum does not match")
    }
    var reader = ByteReader(ByteSlice(bytes))
    try reader.skip(RenameRecord.magic.count)
    guard try reader.u32() == RenameRecord.version else {
      throw ParseError(.unsupported, at: 8, "the record was written by another version of metatool")
    }
    time = try reader.u64()
    var steps: [Step] = []
    for _ in 0..<(try reader.u32()) {
      steps.append(
        Step(
          identity: try FileIdentity(&reader), old: try RenameRecord.path(&reader),
          new: try RenameRecord.path(&reader)))
    }
    guard RenameRecord.areDistinct(steps) else {
      throw ParseError(.malformed, at: 0, "a name appears twice in the record")
    }
    self.steps = steps
    var folders: [FilePath] = []
    for _ in 0..<(try reader.u32()) { folders.append(try RenameRecord.path(&reader)) }
    self.folders = folders
  }

  /// Whether no file is renamed twice, and no two files get the same name.
  static func areDistinct(_ steps: [Step]) -> Bool {
    Set(steps.map(\.old)).count == steps.count && Set(steps.map(\.new)).count == steps.count
  }

  private static func write(_ path: FilePath, to writer: inout ByteWriter) {
    let bytes = FileNameEncoding.bytes(of: path)
    writer.u32(UInt32(truncatingIfNeeded: bytes.count))
    writer.append(bytes)
  }

  private static func path(_ reader: inout ByteReader) throws(ParseError) -> FilePath {
    FileNames.path(of: Array(try reader.bytes(Int(try reader.u32())).bytes))
  }
}
