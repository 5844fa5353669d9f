import MetaCore
import TestSupport
import Testing

@testable import MetaCore

/// Tags and frames made in tests, and how they are read.
enum ID3TestTags {
  /// The bytes of a frame: header with the right size, then `content`.
  static func frame(
    _ id: String, _ content: [UInt8], _ version: ID3Version = .v24,
    flags: ID3FrameHeader.Flags = []
  ) throws -> [UInt8] {
    let id = try #require(ID3FrameID(id))
    let size = try #require(ID3FrameHeader.storedSize(of: content.count, version: version))
    return ID3FrameHeader(id: id, storedSize: size, flags: flags).encode(version: version) + content
  }

  /// A Latin-1 text frame.
  static func text(_ id: String, _ text: String, _ version: ID3Version = .v24) throws -> [UInt8] {
    try frame(id, [0] + Array(text.utf8), version)
  }

  /// The result of reading.
  struct Reading {
    var tag: ID3Tag
    var diagnostics: [Diagnostic]

    func value(_ key: MetadataKey) -> MetadataValue? {
      tag.items.first { $0.key == key }?.value
    }
  }

  /// Reads the tag at the start of `bytes`.
  static func read(_ bytes: [UInt8], options: ReadOptions = ReadOptions()) throws -> Reading {
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource(bytes))
    let tag = try ID3Tag.parse(at: 0, in: window, options: options, log: &log)
    return Reading(tag: try #require(tag), diagnostics: log.diagnostics)
  }

  /// Reads frames as a tag of their version.
  static func read(
    frames: [[UInt8]], _ version: ID3Version = .v24, flags: ID3TagHeader.Flags = [],
    padding: Int = 0
  ) throws -> Reading {
    try read(ID3Tag.encode(frames: frames, version: version, flags: flags, padding: padding))
  }
}

/// A source that counts the bytes read from it.
final class ReadRecorder: ByteSource, @unchecked Sendable {
  private let source: DataSource
  private(set) var bytesRead = 0
  private(set) var reads = 0

  init(_ bytes: [UInt8]) { source = DataSource(bytes) }

  var length: Int64 { source.length }
  var sourceIdentity: SourceIdentity { source.sourceIdentity }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    let bytes = try source.read(at: offset, count: count)
    bytesRead += bytes.count
    reads += 1
    return bytes
  }
}
