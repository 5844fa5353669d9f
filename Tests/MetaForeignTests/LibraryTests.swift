import Foundation
import MetaCore
import MetaForeign
import SystemPackage
import TestSupport
import Testing

/// What programs that import MetaForeign do with it.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct LibraryTests {
  @Test func aProgramExportsToMatroskaAndReadsIt() async throws {
    let scratch = try Scratch()
    let song = FilePath(Repository.sample("plain.m4a").path)
    let output = FilePath(scratch.file("song.mka").path)
    var options = ExportOptions()
    options.edits = [.set(try #require(Field.named("title")), .string("Holiday"))]
    let export = try ForeignExporter(path: song, options: options).export(to: output)
    #expect(export.losses.isEmpty)
    #expect(export.fileType.rawValue == "org.matroska.mkv")
    let size = try FileManager.default.attributesOfItem(atPath: output.string)[.size] as? Int64
    #expect(export.bytesWritten == size)

    let asset = Asset(foreign: output)
    let metadata = try await asset.load(.metadata)
    #expect(metadata.contains { $0.value == .string("Holiday") })
    #expect(throws: MetaError.self) {
      try ForeignExporter(path: song, options: options).export(to: output)
    }
  }
}
