import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Damaged files give a result or an error, and nothing on the terminal.
@Suite(.serialized, .enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct HostileForeignTests {
  static let names = [
    "media/mkv/sample_with_ssa_subtitles.mkv", "media/mkv/bbb_1ch_48kHz_q10_opus.webm",
    "fq/riff/testdata/avc.avi", "media/flv/sample-with-key-frame-index.flv",
    "taglib/optimized.mkv", "exiftool/ASF.wmv", "exiftool/Pentax.avi",
  ]

  @Test(arguments: HostileForeignTests.names) func mutationsAreInput(name: String) throws {
    let bytes = try bytes(of: name)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<(Repository.runsEverything ? 400 : 25) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<min(damaged.count, 4096), using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        damaged = Array(damaged.prefix(Int.random(in: 0..<damaged.count, using: &random)))
      }
      _ = try? FormatReader(
        DataSource(damaged), formats: ForeignFormats.registry
      ).document()
    }
  }

  @Test func damageBecomesFindingsNotTerminalOutput() throws {
    let scratch = try Scratch()
    let file = scratch.file("stderr")
    try Data().write(to: file)
    let terminal = try FileDescriptor.standardError.duplicate()
    let log = try FileDescriptor.open(FilePath(file.path), .writeOnly)
    _ = try log.duplicate(as: .standardError)
    var findings: [Diagnostic] = []
    for name in HostileForeignTests.names {
      var damaged = try bytes(of: name)
      for place in stride(from: 700, to: damaged.count, by: 97) { damaged[place] ^= 0xA5 }
      if let document = try? FormatReader(
        DataSource(damaged), formats: ForeignFormats.registry
      ).document() {
        findings += document.diagnostics
      }
    }
    _ = try terminal.duplicate(as: .standardError)
    try log.close()
    try terminal.close()
    #expect(!findings.isEmpty)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(!text.contains(" @ 0x"), "\(text)")
  }

  @Test func sourceThatFailsIsAnError() throws {
    let bytes = try bytes(of: "taglib/optimized.mkv")
    let source = FailingSource(bytes: bytes)
    #expect(throws: ParseError.self) {
      try FormatReader(source, formats: ForeignFormats.registry).document()
    }
  }

  /// The head can be read, the rest cannot.
  private struct FailingSource: ByteSource {
    let bytes: [UInt8]
    let sourceIdentity = SourceIdentity()
    var length: Int64 { 1 << 20 }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      guard offset == 0, count <= 4096 else { throw ParseError(.io, at: offset, "no") }
      return Array(bytes.prefix(count))
    }
  }

  private func bytes(of name: String) throws -> [UInt8] {
    let corpus = try #require(Repository.corpus)
    return [UInt8](try Data(contentsOf: corpus.appending(path: "files/\(name)")))
  }
}
