import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Export sessions")
struct ExportSessionTests {
  private func session(_ sample: String) -> ExportSession {
    ExportSession(asset: Asset(path: FilePath(Repository.sample(sample).path)))
  }

  @Test("A session exports a complete file and reports its progress")
  func completes() async throws {
    let scratch = try Scratch()
    let session = session("camera-keys.mov")
    #expect(session.status == .unknown)
    let title = try #require(Field.named("title"))
    session.options.edits = [.set(title, .string("Holiday"))]
    let states = session.states(updateInterval: .zero)
    let output = FilePath(scratch.file("a.mp4").path)
    let result = try await session.export(to: output)
    #expect(session.status == .completed)
    #expect(session.progress == 1)
    var reported: [ExportSession.State] = []
    for await state in states { reported.append(state) }
    #expect(reported.prefix(2) == [.pending, .waiting])
    #expect(reported.last == .exporting(progress: 1))
    let progress = reported.compactMap { state in
      if case .exporting(let progress) = state { progress } else { nil }
    }
    #expect(progress.first == 0 && progress == progress.sorted())
    let document = try Inspector.inspect(FileSource(path: output))
    #expect(document.size == result.bytesWritten)
    #expect(MetadataView(document)[title] == .string("Holiday"))
    // A session can be used only once.
    await #expect(throws: MetaError.self) { try await session.export(to: output) }
    for await state in session.states() { Issue.record("\(state) after the end") }
  }

  @Test(
    "The items of a session replace those of the asset, in the same format and another",
    arguments: ["a.m4a", "a.m4b"])
  func metadata(_ name: String) async throws {
    let scratch = try Scratch()
    let asset = Asset(path: FilePath(Repository.sample("song-itunes.m4a").path))
    let session = ExportSession(asset: asset)
    var items = try await asset.load(.metadata).filter { $0.identifier == "itsk/%A9alb" }
    items += [
      MetadataItem("common/title", "Blue"), MetadataItem("id3/TPE1", "Ada"),
      MetadataItem("itlk/com.example.KEY", .integer(5)),
    ]
    session.metadata = items
    let output = FilePath(scratch.file(name).path)
    try await session.export(to: output)
    let new = try await Asset(path: output).load(.metadata)
    #expect(
      Set(new.map(\.identifier.rawValue)).isSuperset(of: [
        "itsk/%A9alb", "itsk/%A9nam", "itsk/%A9ART", "itlk/com.example.KEY",
      ]))
    #expect(new.first { $0.identifier == "itlk/com.example.KEY" }?.value == .integer(5))
    #expect(!new.contains { $0.identifier == "itsk/covr" || $0.identifier == "itsk/trkn" })
    // Nothing given, nothing there.
    let empty = ExportSession(asset: asset)
    empty.metadata = []
    try await empty.export(to: FilePath(scratch.file("empty.m4a").path))
    let left = try await Asset(path: FilePath(scratch.file("empty.m4a").path)).load(.metadata)
    #expect(left.allSatisfy { $0.identifier == "itlk/com.apple.iTunes.iTunSMPB" })
  }

  @Test("A session reports in advance what is not possible, and why")
  func compatibility() async throws {
    let movie = session("moov-first.mp4")
    let types = try await movie.supportedFileTypes()
    #expect(types.contains(.quickTimeMovie) && types.contains(.mp4) && !types.contains(.m4a))
    #expect(await movie.reason(against: .mp4) == nil)
    let reason = await movie.reason(against: .m4a)
    #expect(reason?.reason.contains("video") == true)
    #expect(try await session("plain.wav").supportedFileTypes() == [])
    await #expect(throws: MetaError.self) {
      try await ExportSession(asset: Asset(source: DataSource([]))).supportedFileTypes()
    }
  }

  @Test("A cancelled session leaves no file")
  func cancelled() async throws {
    let scratch = try Scratch()
    let output = FilePath(scratch.file("a.mp4").path)
    let early = session("camera-keys.mov")
    early.cancelExport()
    await #expect(throws: MetaError.self) { try await early.export(to: output) }
    #expect(early.status == .cancelled)
    let late = session("camera-keys.mov")
    let task = Task { try await late.export(to: output) }
    task.cancel()
    let result = await task.result
    if case .failure = result {
      #expect(late.status == .cancelled)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
    } else {
      #expect(late.status == .completed)
    }
  }

  @Test("Cancelling a session that has not started ends the streams of its states")
  func cancelledStates() async throws {
    let session = session("camera-keys.mov")
    let states = session.states()
    session.cancelExport()
    // Cancelling the task ends its loop, but not the stream.
    let hasEnded = Task {
      for await state in states { #expect(state == .pending) }
      return !Task.isCancelled
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(5))
      hasEnded.cancel()
    }
    #expect(await hasEnded.value)
    limit.cancel()
    #expect(session.status == .cancelled)
  }

  @Test("A failure is also the status")
  func failure() async throws {
    let scratch = try Scratch()
    let session = session("moov-first.mp4")
    let output = FilePath(scratch.file("a.m4a").path)
    await #expect(throws: MetaError.self) { try await session.export(to: output) }
    #expect(session.status == .failed)
    #expect(session.error?.code == .refused)
    for await _ in session.states() {}
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }
}
