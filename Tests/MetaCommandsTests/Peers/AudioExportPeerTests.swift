import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Compares the audio that ffmpeg decodes from MP3 exports with that of their sources.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not installed"))
struct AudioExportPeerTests {
  /// A recording, and the options with which ffmpeg creates it.
  struct Recording: Sendable, CustomStringConvertible {
    let rate: Int
    let channels: Int
    let words: [String]

    init(_ rate: Int, _ channels: Int, _ words: String) {
      self.rate = rate
      self.channels = channels
      self.words = words.split(separator: " ").map(String.init)
    }

    var description: String { "\(rate) Hz, \(channels), \(words.joined(separator: " "))" }

    var samplesPerFrame: Int { rate >= 32000 ? 1152 : 576 }

    func make(in scratch: Scratch) throws -> URL? {
      guard let ffmpeg = Program.find("ffmpeg") else { return nil }
      let sweep = "0.4*sin(2*PI*(200+80*t)*t)+0.1*random(0)"
      let second = channels == 2 ? "|0.3*sin(2*PI*(900-40*t)*t)" : ""
      let codec = words.contains("-c:a") ? [] : ["-c:a", "libmp3lame"]
      let url = scratch.file("source.mp3")
      let result = try Program.run(
        ffmpeg,
        ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(sweep)\(second):s=\(rate):d=6"] + codec
          + words + [url.path])
      return result.status == 0 ? url : nil
    }
  }

  private static let recordings = [
    Recording(44100, 2, "-b:a 128k"), Recording(44100, 2, "-q:a 4"),
    Recording(48000, 2, "-b:a 320k"), Recording(44100, 1, "-b:a 64k"),
    Recording(44100, 2, "-abr 1 -b:a 112k"), Recording(44100, 2, "-b:a 128k -reservoir 0"),
    Recording(32000, 2, "-b:a 40k"), Recording(22050, 2, "-b:a 64k"),
    Recording(24000, 1, "-q:a 7"), Recording(8000, 1, "-b:a 16k"),
    Recording(44100, 2, "-b:a 128k -write_xing 0"), Recording(44100, 2, "-q:a 5 -write_xing 0"),
    Recording(22050, 1, "-b:a 32k -write_xing 0"),
    Recording(44100, 2, "-c:a libshine -b:a 128k -write_xing 0"),
  ]

  /// The audio as decoded by ffmpeg: 32-bit floating point, four bytes per sample of a channel.
  static func sound(_ url: URL) throws -> Data {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg, ["-v", "error", "-i", url.path, "-map", "0:a:0", "-f", "f32le", "-"])
    return result.output
  }

  static func cut(_ source: URL, _ samples: Range<Int>, rate: Int, to output: URL) throws
    -> Program.Result
  {
    func time(_ sample: Int) -> String { String(format: "%.9f", Double(sample) / Double(rate)) }
    return try Program.run(
      Program.metatool,
      ["export", source.path, output.path, "--force", "--allow-loss"]
        + ["--start", time(samples.lowerBound), "--end", time(samples.upperBound)])
  }

  @Test(arguments: recordings)
  func cutsAreSampleAccurate(recording: Recording) throws {
    let scratch = try Scratch()
    guard let source = try recording.make(in: scratch) else {
      return print("ffmpeg cannot encode \(recording) here")
    }
    let all = try AudioExportPeerTests.sound(source)
    let width = 4 * recording.channels
    let count = all.count / width
    let packets = try #require(try PeerPackets(source)).streams[0].packets.map(\.hash)
    let output = scratch.file("cut.mp3")
    var generator = SeededGenerator(seed: 21)
    for number in 0..<(Repository.runsEverything ? 60 : 2) {
      // ffmpeg does not detect MP3 in fewer frames, and trims nothing from one that is both the
      // first and the last.
      let least = 8 * recording.samplesPerFrame
      var start = Int.random(in: 0..<(count - least), using: &generator)
      var end = Int.random(in: (start + least)...count, using: &generator)
      if number == 0 { start = 0 }
      if number == 1 { end = count }
      let result = try AudioExportPeerTests.cut(
        source, start..<end, rate: recording.rate, to: output)
      #expect(result.status == 0, "\(result.errors)")
      let wanted = all[(start * width)..<(end * width)]
      #expect(
        try AudioExportPeerTests.sound(output) == wanted, "\(start) to \(end)")
      let new = try #require(try PeerPackets(output))
      #expect(new.complaints == [])
      // Except for the first frame, which has the borrowed bits, all are those of the source.
      let hashes = new.streams[0].packets.map(\.hash)
      #expect(packets.contains(Array(hashes.dropFirst())), "\(start) to \(end)")
    }
  }

  @Test(.enabled(if: Peers.isInstalled("mutagen"), "mutagen is not installed"))
  func mutagenReadsTheLength() throws {
    let scratch = try Scratch()
    let recording = Recording(44100, 2, "-q:a 5 -write_xing 0")
    guard let source = try recording.make(in: scratch) else { return }
    let output = scratch.file("cut.mp3")
    _ = try AudioExportPeerTests.cut(source, 44100..<132_300, rate: 44100, to: output)
    let python = try #require(Program.find("python3"))
    let length = try Program.run(
      python,
      ["-c", "import mutagen, sys; print(mutagen.File(sys.argv[1]).info.length)", output.path])
    #expect(length.text == "2.0\n")
  }

  @Test(arguments: ["mp2", "aac"])
  func otherAudioFramesAreUnchanged(type: String) throws {
    let scratch = try Scratch()
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let (source, output) = (scratch.file("source.\(type)"), scratch.file("cut.\(type)"))
    _ = try Program.run(
      ffmpeg,
      ["-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000:d=4", "-c:a", type, source.path])
    let result = try AudioExportPeerTests.cut(source, 48000..<144_000, rate: 48000, to: output)
    #expect(result.status == 0 && result.text.contains("cut at frame boundaries"))
    let old = try #require(try PeerPackets(source)).streams[0].packets.map(\.hash)
    let new = try #require(try PeerPackets(output)).streams[0].packets.map(\.hash)
    #expect(old.contains(new) && abs(new.count - 96000 / (type == "mp2" ? 1152 : 1024)) <= 1)
  }

  // MARK: Corpus

  private struct Row: Decodable {
    let path: String
    let format: String
    let `class`: String
  }

  /// A seeded sample of ``files``, or all with `METATOOL_TEST_ALL=1`: ffmpeg decodes each of them
  /// whole.
  private static var chosen: [(path: String, document: Document)] {
    Repository.cases(of: files, usually: 4, seed: 28)
  }

  /// The normal files of the corpus that hold MPEG audio of layer III.
  private static let files: [(path: String, document: Document)] = {
    guard let corpus = Repository.corpus,
      let lines = try? String(
        contentsOf: corpus.appending(path: "consensus.jsonl"), encoding: .utf8)
    else { return [] }
    return lines.split(separator: "\n").compactMap { line in
      guard let row = try? JSONDecoder().decode(Row.self, from: Data(line.utf8)),
        row.class == "normal", row.format == "MP3/MP2/MP1",
        let bytes = try? Data(contentsOf: corpus.appending(path: "files/\(row.path)")),
        let document = try? Inspector.inspect(DataSource([UInt8](bytes))),
        document.fileType == FileType.mp3.rawValue
      else { return nil }
      return (row.path, document)
    }
  }()

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func packetsAndFieldsOfRealFilesAreUnchanged() throws {
    let corpus = try #require(Repository.corpus)
    let scratch = try Scratch()
    let output = scratch.file("new.mp3")
    for (path, document) in AudioExportPeerTests.chosen {
      let source = corpus.appending(path: "files/\(path)")
      let result = try Program.run(
        Program.metatool, ["export", source.path, output.path, "--force", "title=Holiday"])
      #expect(result.status == 0, "\(path): \(result.errors)")
      guard result.status == 0, let old = try PeerPackets(source) else { continue }
      let audio = try stretch(source)
      #expect(try stretch(output) == audio, "\(path)")
      #expect(
        try PeerPackets(output).map { frames(of: $0, within: audio.count) }
          == frames(of: old, within: audio.count), "\(path)")
      let new = MetadataView(
        try Inspector.inspect(DataSource([UInt8](try Data(contentsOf: output)))))
      for entry in MetadataView(document).entries where entry.field.name != "title" {
        #expect(new[entry.field] == entry.value, "\(path): \(entry.field.name)")
      }
    }
    print("corpus, export: \(AudioExportPeerTests.chosen.count) files of MP3")
  }

  /// LAME's own tags, whose checksum a cut rewrites.
  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func checksumsMatchLAME() throws {
    let corpus = try #require(Repository.corpus)
    var count = 0
    for (path, document) in AudioExportPeerTests.files
    where document.tracks.first?.audio?.encoder?.hasPrefix("LAME3.") ?? false {
      let bytes = [UInt8](try Data(contentsOf: corpus.appending(path: "files/\(path)")))
      let window = SourceWindow(DataSource(bytes))
      let tags = try StreamTags.findLeading(in: window)
      guard let stream = try MPEGStream.find(from: tags.start, in: window), let xing = stream.xing
      else { continue }
      let end = xing.tagPlace + 34
      let frame = bytes.dropFirst(Int(stream.first.offset))
      var sum = LAMEChecksum()
      sum.append(frame.prefix(end))
      #expect(
        frame.dropFirst(end).prefix(2).reduce(0) { $0 << 8 | UInt16($1) } == sum.value, "\(path)")
      count += 1
    }
    #expect(count > 10)
  }

  /// The hashes of the packets that end a whole frame or more before the audio does: ffmpeg also
  /// treats the following tags as packets, but not a table.
  private func frames(of packets: PeerPackets, within size: Int) -> [[String]] {
    packets.streams.map { stream in
      var end = 2000
      return stream.packets.prefix { packet in
        end += Int(packet.size) ?? 0
        return end <= size
      }.map(\.hash)
    }
  }

  /// The bytes between the tags.
  private func stretch(_ url: URL) throws -> [UInt8] {
    let bytes = [UInt8](try Data(contentsOf: url))
    var audio: [UInt8] = []
    try Inspector.visitMedia(of: DataSource(bytes)) { sample in
      audio += bytes[Int(sample.range.lowerBound)..<Int(sample.range.upperBound)]
    }
    return audio
  }

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func cutsOfRealFilesAreExact() throws {
    let corpus = try #require(Repository.corpus)
    let scratch = try Scratch()
    let output = scratch.file("cut.mp3")
    var exact = 0
    for (path, document) in AudioExportPeerTests.chosen {
      let source = corpus.appending(path: "files/\(path)")
      guard let audio = document.tracks.first?.audio, let channels = audio.channels,
        let rate = audio.sampleRate.map({ Int($0) })
      else { continue }
      let all = try AudioExportPeerTests.sound(source)
      let count = all.count / (4 * channels)
      // ffmpeg ignores the table of small files that are mostly tags.
      guard count >= 20 * 1152, !AudioExportPeerTests.misheard.contains(path) else { continue }
      let samples = count / 3..<count * 2 / 3
      let result = try AudioExportPeerTests.cut(source, samples, rate: rate, to: output)
      #expect(result.status == 0, "\(path): \(result.errors)")
      let wanted = all[(samples.lowerBound * 4 * channels)..<(samples.upperBound * 4 * channels)]
      #expect(try AudioExportPeerTests.sound(output) == wanted, "\(path)")
      exact += 1
    }
    print("corpus, cuts of MP3: \(exact) exact")
  }

  /// Files whose encoder delay ffmpeg plays, although their tags declare it.
  private static let misheard: Set<String> = [
    "media/mp3/bear-id3.mp3", "media/mp3/bear-id3-numeric-genre.mp3",
  ]
}
