import Foundation
import MetaCore
import MetaForeign
import SystemPackage
import TestSupport
import Testing

/// Assets of foreign formats in this process and in the helper: the same values, and failures that
/// affect only the asset.
@Suite("Foreign assets", .enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct IsolationTests {
  private let scratch: Scratch
  private let film: FilePath
  private let helper: ForeignIsolation

  init() throws {
    scratch = try Scratch()
    film = FilePath(scratch.file("film.mkv").path)
    helper = .helper(at: FilePath(Program.foreign.path))
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", "-f", "lavfi",
        "-i", "sine=duration=1", "-metadata", "title=Blue", "-c:v", "mpeg4", "-c:a", "aac",
        "-shortest", film.string,
      ])
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test("The helper returns the same as libavformat in this process") func sameValues() async throws
  {
    let (near, far) = (Asset(foreign: film), Asset(foreign: film, isolation: helper))
    let one = try await near.load(.document)
    let other = try await far.load(.document)
    #expect(one.items == other.items && one.tracks == other.tracks)
    #expect(one.duration == other.duration && one.fileType == other.fileType)
    #expect(try await far.load(.fields).title == "Blue")
  }

  @Test("Formats of MetaCore are read without the helper") func ownFormats() async throws {
    let song = FilePath(Repository.sample("song-itunes.m4a").path)
    let asset = Asset(foreign: song, isolation: .helper(at: "/nowhere/metatool-foreign"))
    #expect(try await asset.load(.fields).title == "Blue Train")
  }

  @Test("A session exports with edits, here and in the helper", arguments: [false, true])
  func exports(isIsolated: Bool) async throws {
    let asset = Asset(foreign: film, isolation: isIsolated ? helper : .none)
    let session = ExportSession(asset: asset)
    session.options.edits = [
      .set(.title, "New: @{title}"), .set(.artist, "A", "B"), .set(.track, .pair(3, of: 9)),
      .set(try OwnKey("MYTAG"), "x"),
    ]
    let output = scratch.file("film.mp4").path
    let result = try await session.export(to: output)
    #expect(result.bytesWritten > 0 && session.status == .completed && session.progress == 1)
    let document = try Document(contentsOf: output)
    #expect(document.fields.title == "New: @{title}" && document.fields.artist == ["A", "B"])
    #expect(document.fields.track == NumberPair(number: 3, count: 9))
    #expect(document.values(of: try OwnKey("MYTAG")) == ["x"])
    #expect(document.tracks.map(\.mediaType) == [.video, .audio])

    // A second one does not replace it.
    let again = ExportSession(asset: asset)
    let error = await #expect(throws: MetaError.self) { _ = try await again.export(to: output) }
    #expect(error?.code == .refused && again.status == .failed)
  }

  @Test("Names that look like options and edits are names", arguments: [false, true])
  func oddNames(isIsolated: Bool) async throws {
    // Paths without a folder, because paths with one cannot be mistaken for options.
    let (input, output) = ("-o=\(UUID()).mkv", "title=\(UUID()).mp4")
    try FileManager.default.copyItem(atPath: film.string, toPath: "./\(input)")
    defer {
      for name in [input, output] { try? FileManager.default.removeItem(atPath: "./\(name)") }
    }
    let asset = Asset(foreign: FilePath(input), isolation: isIsolated ? helper : .none)
    #expect(try await asset.load(.fields).title == "Blue")
    let session = ExportSession(asset: asset)
    session.options.edits = [.set(.artist, "A")]
    try await session.export(to: output)
    #expect(try Document(contentsOf: output).fields.artist == ["A"])
  }

  @Test("A session exports to a container that MetaCore does not write", arguments: [false, true])
  func exportsToMatroska(isIsolated: Bool) async throws {
    let song = FilePath(Repository.sample("plain.m4a").path)
    let session = ExportSession(
      asset: Asset(foreign: song, isolation: isIsolated ? helper : .none))
    session.options.edits = [.set(.title, "Holiday")]
    let output = FilePath(scratch.file("song.mka").path)
    try await session.export(to: output)
    let fields = try await Asset(foreign: output).load(.fields)
    #expect(fields.title == "Holiday")
  }

  @Test("The type of a new file has to agree with its extension", arguments: [false, true])
  func otherExtension(isIsolated: Bool) async throws {
    let session = ExportSession(asset: Asset(foreign: film, isolation: isIsolated ? helper : .none))
    let output = FilePath(scratch.file("film.avi").path)
    let error = await #expect(throws: MetaError.self) {
      try await session.export(to: output, as: .mp4)
    }
    #expect(error?.reason == "the extension .avi means AVI, not MP4")
    #expect(!FileManager.default.fileExists(atPath: output.string))
  }

  @Test("Types are known in advance", arguments: [false, true])
  func types(isIsolated: Bool) async throws {
    let asset = Asset(foreign: film, isolation: isIsolated ? helper : .none)
    let session = ExportSession(asset: asset)
    let types = try await session.supportedFileTypes()
    #expect(types.contains(.mp4) && !types.contains(.mp3))
    #expect(await session.reason(against: .mp4) == nil)
  }

  @Test("Edits without a textual form are refused, with nothing written") func refusedEdits()
    async throws
  {
    let image = try Data(contentsOf: Repository.sample("song-itunes.m4a"))
    let cover = try await Asset(bytes: [UInt8](image)).loadCoverData()
    let session = ExportSession(asset: Asset(foreign: film, isolation: helper))
    session.options.edits = [.setArtwork([try Artwork(image: try #require(cover))])]
    let output = scratch.file("film.mp4").path
    let error = await #expect(throws: MetaError.self) { _ = try await session.export(to: output) }
    #expect(error?.code == .refused)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("A missing helper is reported as such") func missing() async throws {
    let asset = Asset(foreign: film, isolation: .helper(at: "/nowhere/metatool-foreign"))
    let error = await #expect(throws: MetaError.self) { _ = try await asset.load(.metadata) }
    #expect(error?.code == .backend && error?.file == film)
  }

  @Test("A file that crashes or hangs the helper fails only its own asset")
  func failures() async throws {
    let program = scratch.file("failing")
    let script = Repository.root.appending(path: "Tests/MetaForeignTests/failing_helper.py").path
    try "#!/bin/sh\nREAL_HELPER='\(Program.foreign.path)' exec python3 '\(script)' \"$@\"\n"
      .write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    for (name, words) in [("crash.mkv", "signal 9"), ("hang.mkv", "did not respond")] {
      let path = FilePath(scratch.file(name).path)
      try FileManager.default.copyItem(atPath: film.string, toPath: path.string)
      let isolation = ForeignIsolation.helper(
        at: FilePath(program.path), timeout: .milliseconds(1500))
      let asset = Asset(foreign: path, isolation: isolation)
      let error = await #expect(throws: MetaError.self) { _ = try await asset.load(.metadata) }
      #expect(error?.code == .backend && error?.reason.contains(words) == true, "\(name)")
    }
    let asset = Asset(foreign: film, isolation: .helper(at: FilePath(program.path)))
    #expect(try await asset.load(.fields).title == "Blue")
  }

  @Test("The helper inherits no descriptors of other threads") func descriptors() async throws {
    let (program, list) = (scratch.file("lister"), scratch.file("list"))
    try "#!/bin/sh\nls /proc/$$/fd > '\(list.path)'\n"
      .write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    try #require(dup2(2, 200) == 200)
    defer { close(200) }
    let asset = Asset(foreign: film, isolation: .helper(at: FilePath(program.path)))
    await #expect(throws: MetaError.self) { _ = try await asset.load(.metadata) }
    let open = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
    #expect(open.contains("2") && !open.contains("200"))
  }

  @Test("Cancelled loading ends at once even if the helper hangs") func cancelled()
    async throws
  {
    let program = scratch.file("silent")
    try "#!/bin/sh\nsleep 60\n".write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    let asset = Asset(foreign: film, isolation: .helper(at: FilePath(program.path)))
    let task = Task { try await asset.load(.metadata) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    let error = await #expect(throws: MetaError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
