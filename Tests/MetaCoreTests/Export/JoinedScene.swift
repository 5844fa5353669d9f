import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// An export with tracks of another movie, and a plain one of the same file.
struct JoinedScene {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Makes a file with ffmpeg.
  func make(_ name: String, _ arguments: String) throws -> URL {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let file = scratch.file(name)
    let words = arguments.split(separator: " ").map(String.init)
    let result = try Program.run(
      ffmpeg, ["-v", "error", "-y", "-bitexact"] + words + ["-threads", "1", file.path])
    try #require(result.status == 0, "\(result.errors)")
    return file
  }

  /// A movie with video (track 1, with reordered frames) and audio (track 2).
  func movie(seconds: Double, size: String = "96x64", as type: String = "mp4") throws -> URL {
    try make(
      "made-\(seconds)-\(size).\(type)",
      "-f lavfi -i testsrc=size=\(size):rate=25:duration=\(seconds) "
        + "-f lavfi -i sine=frequency=700:sample_rate=44100:duration=\(seconds) "
        + "-c:v libx264 -preset veryfast -bf 2 -g 10 -pix_fmt yuv420p -c:a aac -b:a 48k")
  }

  /// Bytes in a file without a name.
  func unnamed(_ bytes: [UInt8]) throws -> FileSink {
    let file = try FileSink(unnamedIn: FilePath(scratch.folder.path))
    try file.write(bytes[...], at: 0)
    return file
  }

  func unnamed(_ file: URL) throws -> FileSink { try unnamed([UInt8](try Data(contentsOf: file))) }

  /// Exports with tracks of a movie.
  func export(
    _ old: URL, to name: String, _ joined: [JoinedExport],
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> URL {
    var options = ExportOptions()
    change(&options)
    var exporter = FileExporter(path: FilePath(old.path), options: options)
    exporter.joined = joined
    let output = scratch.file(name)
    let draft = try exporter.draft(to: FilePath(output.path))
    let result = try exporter.execute(draft, to: FilePath(output.path))
    let size = try FileManager.default.attributesOfItem(atPath: output.path)[.size] as? Int64
    #expect(result.bytesWritten == size)
    return output
  }

  /// Exports with the samples of tracks of a movie, which is in a file without a name.
  func export(
    _ old: URL, to name: String, replacing tracks: [UInt32: UInt32], from new: URL,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> URL {
    var joined = JoinedExport(try unnamed(new))
    joined.tracks = tracks
    return try export(old, to: name, [joined], change)
  }

  // MARK: Contents of a file

  /// The document with all values in memory, for comparison with another file.
  func document(_ file: URL) throws -> Document {
    let source = try FileSource(path: FilePath(file.path))
    var document = try Inspector.inspect(source)
    document.items = try document.items.map { try $0.loaded(from: source) }
    document.chapters = try document.chapters.loaded(from: source)
    return document
  }

  /// The packets of a track as ffprobe reads them, those that are not presented included.
  func packets(_ file: URL, _ track: UInt32) throws -> [Substring] {
    let ffprobe = try #require(Program.find("ffprobe"))
    let result = try Program.run(
      ffprobe,
      [
        "-v", "error", "-ignore_editlist", "1", "-select_streams",
        "i:0x\(String(track, radix: 16))", "-show_packets", "-show_data_hash", "md5",
        "-show_entries", "packet=size,data_hash", "-of", "compact", file.path,
      ])
    #expect(result.status == 0)
    return result.text.split(separator: "\n")
  }

  func tree(_ file: URL) throws -> (moov: Atom, window: SourceWindow) {
    let window = SourceWindow(try FileSource(path: FilePath(file.path)))
    return (try #require(try AtomTree(window).movie), window)
  }

  /// The atoms of tracks except those about samples, times and sizes: bytes by path.
  func rest(_ file: URL) throws -> [String: [[UInt8]]] {
    let (moov, window) = try tree(file)
    var result: [String: [[UInt8]]] = [:]
    func add(_ atom: Atom, _ path: String) throws {
      let name = "\(path)/\(atom.type)"
      guard !["edts", "stbl", "tapt", "mvhd"].contains("\(atom.type)") else { return }
      var bytes = Array(
        try window.bytes(at: atom.payloadOffset, count: Int(atom.payloadSize)).bytes)
      switch atom.type {
      case .trak, .mdia, .minf:
        for child in atom.children { try add(child, name) }
        return
      case .tkhd:
        let header = try TrackHeaderAtom.parse(ByteSlice(bytes))
        bytes = encoded { header.matrix.encode(into: &$0) }
        bytes += [UInt8(truncatingIfNeeded: header.trackID), UInt8(header.header.flags & 0xF)]
        bytes += [UInt8(truncatingIfNeeded: header.alternateGroup)]
        bytes += [UInt8(truncatingIfNeeded: header.created)]
      case .mdhd:
        let header = try MediaHeaderAtom.parse(ByteSlice(bytes))
        bytes = encoded { $0.u16(header.language) }
      default: break
      }
      result[name, default: []].append(bytes)
    }
    for child in moov.children { try add(child, "moov") }
    return result
  }

  private func encoded(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    body(&writer)
    return writer.bytes
  }

  /// The tables of a track, except for chunk offsets and sizes.
  func tables(_ file: URL, _ track: UInt32) throws -> [String: [UInt8]] {
    let (moov, window) = try tree(file)
    for trak in moov.children(.trak) {
      guard let tkhd = trak.child(.tkhd),
        try TrackHeaderAtom.parse(try tkhd.payload(in: window)).trackID == track
      else { continue }
      var result: [String: [UInt8]] = [:]
      for atom in trak.first(.mdia, .minf, .stbl)?.children ?? []
      where !["stco", "co64", "stsc"].contains("\(atom.type)") {
        result["\(atom.type)", default: []] += Array(try atom.payload(in: window).bytes)
      }
      return result
    }
    return [:]
  }

  /// The chunks of all tracks in the order of the file: their tracks, and when they begin.
  func chunks(_ file: URL) throws -> [(track: UInt32, seconds: Double, offset: Int64)] {
    let (moov, window) = try tree(file)
    var chunks: [(track: UInt32, seconds: Double, offset: Int64)] = []
    for trak in moov.children(.trak) {
      let track = try TrackRemux(trak, in: window)
      let times = SampleTimes(track.samples)
      for chunk in track.samples.chunks where chunk.size > 0 {
        let time = Double(times.decode(chunk.first)) / Double(track.mediaHeader.timescale)
        chunks.append((track.id, time, chunk.offset))
      }
    }
    return chunks.sorted { $0.offset < $1.offset }
  }

  /// No chunk is further from its neighbours than a second.
  func expectInterleaved(_ file: URL) throws {
    let chunks = try chunks(file)
    for (one, next) in zip(chunks, chunks.dropFirst()) {
      #expect(abs(one.seconds - next.seconds) <= 1.05, "\(one) is followed by \(next)")
    }
  }

  /// The file is consistent.
  func expectWhole(_ file: URL) throws {
    #expect(StrictFile(try Data(contentsOf: file)).faults == [])
    let report = try Inspector.integrity(of: try FileSource(path: FilePath(file.path)))
    #expect(report.findings.isEmpty, "\(report.findings)")
  }
}
