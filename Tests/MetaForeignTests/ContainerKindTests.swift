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
