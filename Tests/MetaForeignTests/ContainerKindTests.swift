import LibAV
@testable import MetaCore
import Testing

@testable import MetaForeign

@Suite struct ContainerKindTests {
  @Test func everyDemuxerExists() throws {
    #expect(ContainerKind.all.count == 24)
    for kind in ContainerKind.all {
      do {
        _ = try InputContainer(InputBytes(length: 0) { _, _ in [] }, demuxer: kind.demuxer)
      } catch {
        // Without a byte most refuse, but they are found.
        #expect(error.reason != "Demuxer not found", "\(kind.kind)")
      }
    }
  }

  /// MetaCore recognises the files; a name that it does not use would never be requested.
  @Test func namesMatchMetaCore() throws {
    let heads: [(String, [UInt8])] = [
      ("matroska", [0x1A, 0x45, 0xDF, 0xA3]), ("amr", Array("#!AMR".utf8)),
      ("avi", Array("RIFF....AVI ".utf8)),
      ("caf", Array("caff\0".utf8)),
    ]
    for (kind, head) in heads {
      let window = SourceWindow(DataSource(head))
      let matching = ContainerKind.all.filter {
        LibAVContainer($0).match(FormatHead(ByteSlice(head)), window) == .yes
      }
      #expect(matching.map(\.kind) == [kind])
    }
  }

  @Test("AC-3 frames whose bytes are swapped are listed as unchecked, not as damaged")
  func swappedFrames() throws {
    let kind = try #require(ContainerKind.all.first { $0.kind == "ac3" })
    let head: [UInt8] = [0x77, 0x0B, 0, 0, 8 << 3, 0x1E]
    let source = DataSource(head + [UInt8](repeating: 0, count: 1786))
    var report = IntegrityReport()
    try LibAVContainer(kind).check(SourceWindow(source), limits: .standard, &report)
    #expect(report.findings.isEmpty && report.results.isEmpty)
    #expect(report.gaps == [.foreign])
  }

  @Test func extensionsMatchMetaCore() {
    #expect(Set(ContainerKind.all.flatMap(\.extensions)) == Set(UnsupportedFormats.extensions))
  }

  @Test func errorsHaveMessages() {
    let error = #expect(throws: LibAVError.self) {
      _ = try InputContainer(InputBytes(length: 0) { _, _ in [] }, demuxer: "nothing")
    }
    #expect(error?.reason == "Demuxer not found")
  }

  @Test func muxersExist() throws {
    for name in OutputKind.extensions {
      let kind = try #require(OutputKind.named(name))
      #expect(throws: Never.self) { _ = try OutputContainer(muxer: kind.muxer) }
    }
  }
}
