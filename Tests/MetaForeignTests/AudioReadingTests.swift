import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Decoded audio, compared with ffmpeg and with itself.
@Suite("Reading audio")
struct AudioReadingTests {
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  /// The result of a reader: the samples of all buffers, the time of the first, and its findings.
  private struct Sound {
    var bytes: [UInt8] = []
    var start: MediaTime?
    var frames = 0
    var findings: [Diagnostic] = []
    var rate = 0
  }

  private func read(
    _ file: URL, _ settings: ReadSettings = .decoded, in range: MediaTimeRange = .all
  ) throws -> Sound {
    let asset = Asset(foreign: FilePath(file.path))
    let reader = AssetReader(asset: asset, codecs: codecs)
    try reader.setTimeRange(range)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: settings))
    try reader.start()
    var result = Sound()
    while let sample = try provider.copyNextSampleBuffer() {
      let audio = try #require(sample.audio)
      if result.start == nil { result.start = sample.presentationTime }
      result.bytes += audio.interleavedBytes()
      result.frames += audio.frameCount
      result.rate = audio.format.sampleRate
    }
    #expect(reader.status == .completed)
    result.findings = reader.findings
    return result
  }

  private func ffmpeg(_ file: URL, _ arguments: [String] = []) throws -> Program.Result {
    try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-v", "error", "-i", file.path, "-map", "0:a:0"] + arguments + ["-f", "s16le", "-"])
  }

  // MARK: ffmpeg

  @Test(
    "Every codec gives the same samples as ffmpeg",
    arguments: [
      ("flac", ["-c:a", "flac"]), ("wav", ["-c:a", "pcm_s24le"]), ("mp3", ["-c:a", "libmp3lame"]),
      ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"]), ("mka", ["-c:a", "ac3"]),
      ("m4a", ["-c:a", "alac"]), ("aiff", ["-c:a", "pcm_s16be"]), ("wv", ["-c:a", "wavpack"]),
      ("mka", ["-c:a", "flac"]), ("wma", ["-c:a", "wmav2"]),
      ("aac", ["-c:a", "aac", "-aac_pns", "0"]),
    ])
  func samplesEqualThoseOfFFmpeg(name: String, arguments: [String]) throws {
    let files = try MadeFiles()
    let file = try files.create("tone.\(name)", tone + arguments)
    let ours = try read(file, .pcm(.int16))
    let theirs = [UInt8](try ffmpeg(file).output)
    #expect(ours.frames > 40_000)
    #expect(ours.findings == [])
    // An edit list may end before what the last frame has.
    #expect(theirs.starts(with: ours.bytes))
    #expect(theirs.count - ours.bytes.count < 4 * 2048)
  }

  private let tone = [
    "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1.3", "-ac", "2",
  ]

  @Test("The padding of AAC in MP4 is removed at both ends")
  func movieAudioIsExact() throws {
    let files = try MadeFiles()
    let file = try files.create("tone.m4a", tone + ["-c:a", "aac"])
    let audio = try read(file)
    #expect(audio.frames == 57_330)
    #expect(audio.start == .zero)
  }

  @Test("Corpus files give the same samples as ffmpeg", .enabled(if: Repository.corpus != nil))
  func corpus() throws {
    let folder = try #require(Repository.corpus).appending(path: "files/media/mp4")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasPrefix("bbb_") && $0.hasSuffix(".m4a") || $0.hasPrefix("sample_") }
    var compared = 0
    for name in Repository.cases(of: names, usually: 8, seed: 71) {
      let file = folder.appending(path: name)
      // FFmpeg 5.1 does not read `pcmC` (ISO/IEC 23003-5 §6.2.2) and takes 24 bits for 16.
      if name == "sample_ipcm_24le.mp4" { continue }
      let theirs = try ffmpeg(file)
      guard theirs.errors.isEmpty, !theirs.output.isEmpty else { continue }
      let ours = try read(file, .pcm(.int16))
      // MetaCore returns silence for an empty edit; ffmpeg starts later.
      let expected = ours.bytes.drop { $0 == 0 }
      let other = [UInt8](theirs.output).drop { $0 == 0 }
      #expect(other.starts(with: expected), "\(name)")
      #expect(!ours.bytes.isEmpty, "\(name)")
      compared += 1
    }
    #expect(compared > 0)
  }

  // MARK: Ranges

  @Test(
    "A range is a part of the whole, sample for sample",
    arguments: [
      ("m4a", "alac"), ("m4a", "aac"), ("flac", "flac"), ("mka", "libopus"), ("mp3", "libmp3lame"),
      ("mka", "flac"), ("mka", "libvorbis"),
    ])
  func ranges(name: String, codec: String) throws {
    let files = try MadeFiles()
    let file = try files.create(
      "long.\(name)",
      [
        "-f", "lavfi", "-i", "aevalsrc=sin(2*PI*t*(200+20*t)):s=48000:d=30", "-c:a", codec,
        "-aac_pns", "0",
      ])
    let whole = try read(file)
    let width = whole.bytes.count / max(1, whole.frames)
    for (start, end) in [(0.0, 0.5), (0.7001, 1.3), (20.25, 20.5), (29.5, 40)] {
      let range = MediaTimeRange(
        start: MediaTime(seconds: start, preferredTimescale: 48_000),
        end: MediaTime(seconds: end, preferredTimescale: 48_000))
      let part = try read(file, in: range)
      let first = Int((start * 48_000).rounded()) * width
      let last = min(whole.bytes.count, Int((end * 48_000).rounded()) * width)
      #expect(part.bytes.count == last - first, "\(start)")
      #expect(part.start == range.start, "\(start)")
      // Lossy decoders need a moment until the last digits are right.
      if codec == "alac" || codec == "flac" || codec == "libvorbis" {
        #expect(part.bytes == Array(whole.bytes[first..<last]), "\(start)")
      }
    }
  }

  @Test("Rates and channels are converted, and the length is unchanged")
  func conversions() throws {
    let files = try MadeFiles()
    let file = try files.create("tone.flac", tone + ["-c:a", "flac"])
    let audio = try read(file, .pcm(.float32, sampleRate: 22_050, channels: 1))
    #expect(audio.rate == 22_050)
    #expect(abs(audio.frames - 28_665) <= 2)
    #expect(audio.bytes.count == audio.frames * 4)
    let theirs = try ffmpeg(file, ["-ar", "22050", "-ac", "1"])
    let ours = try read(file, .pcm(.int16, sampleRate: 22_050, channels: 1))
    #expect(abs(ours.bytes.count - theirs.output.count) <= 4)
  }

  // MARK: Damage

  @Test("Undecodable audio becomes silence of the same length, and is reported")
  func damage() throws {
    let files = try MadeFiles()
    let file = try files.create("tone.flac", tone + ["-c:a", "flac"])
    let whole = try read(file)
    var bytes = [UInt8](try Data(contentsOf: file))
    for index in (bytes.count / 2)..<(bytes.count / 2 + 600) { bytes[index] = 0x55 }
    let damaged = files.file("damaged.flac")
    try Data(bytes).write(to: damaged)
    let audio = try read(damaged)
    #expect(!audio.findings.isEmpty)
    #expect(audio.frames == whole.frames)
    let reader = AssetReader(asset: Asset(foreign: FilePath(damaged.path)), codecs: codecs)
    try reader.setStopsAtDamage(true)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    try reader.start()
    #expect(throws: MetaError.self) { while try provider.copyNextSampleBuffer() != nil {} }
    #expect(reader.status == .failed)
    #expect(reader.error?.code == .damaged)
    #expect(try provider.copyNextSampleBuffer() == nil)
  }

  @Test("A file without audio, or without a decoder, is an error")
  func nothingToRead() throws {
    let files = try MadeFiles()
    let film = try files.create(
      "silent.mp4", ["-f", "lavfi", "-i", "color=size=32x32:duration=0.2", "-c:v", "libx264"])
    let reader = AssetReader(asset: Asset(foreign: FilePath(film.path)), codecs: codecs)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    try reader.start()
    do {
      _ = try provider.copyNextSampleBuffer()
      Issue.record("there is no sound")
    } catch {
      #expect(error.code == .notAvailable)
    }
    let plain = AssetReader(asset: Asset(path: FilePath(Repository.sample("plain.m4a").path)))
    let other = try plain.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    try plain.start()
    do {
      _ = try other.copyNextSampleBuffer()
      Issue.record("MetaCore has no decoder for it")
    } catch {
      #expect(error.code == .noDecoder)
    }
  }

  // MARK: States

  /// Every call in every state: done, or refused as invalid in that state.
  @Test func everyCallInEveryState() async throws {
    let files = try MadeFiles()
    let file = try files.create("tone.wav", tone)
    for state in ["unknown", "reading", "completed", "failed", "cancelled"] {
      let calls: [(String, (AssetReader, SampleProvider) throws -> Void, allowed: Set<String>)] = [
        ("range", { reader, _ in try reader.setTimeRange(.all) }, ["unknown"]),
        ("damage", { reader, _ in try reader.setStopsAtDamage(false) }, ["unknown"]),
        (
          "output",
          { reader, _ in
            _ = try reader.outputProvider(
              for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
          }, ["unknown"]
        ),
        ("start", { reader, _ in try reader.start() }, ["unknown"]),
        (
          "cancel", { reader, _ in reader.cancelReading() },
          ["unknown", "reading", "completed", "failed", "cancelled"]
        ),
        (
          "next", { _, provider in _ = try provider.copyNextSampleBuffer() },
          ["reading", "completed", "failed", "cancelled"]
        ),
      ]
      for (name, call, allowed) in calls {
        let (reader, provider) = try reader(of: file, in: state)
        #expect("\(reader.status)" == state)
        do {
          try call(reader, provider)
          #expect(allowed.contains(state), "\(name) when \(state)")
        } catch let error as MetaError {
          #expect(error.code == .wrongState, "\(name) when \(state): \(error)")
          #expect(!allowed.contains(state), "\(name) when \(state)")
        }
      }
    }
  }

  private func reader(
    of file: URL, in state: String
  ) throws -> (AssetReader, SampleProvider) {
    let missing = state == "failed"
    let path = missing ? FilePath(file.path + ".none") : FilePath(file.path)
    let reader = AssetReader(asset: Asset(foreign: path), codecs: codecs)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    if state == "unknown" { return (reader, provider) }
    if missing {
      #expect(throws: MetaError.self) { try reader.start() }
      return (reader, provider)
    }
    try reader.start()
    if state == "cancelled" { reader.cancelReading() }
    if state == "completed" { while try provider.copyNextSampleBuffer() != nil {} }
    return (reader, provider)
  }

  @Test func aCancelledTaskEndsReading() async throws {
    let files = try MadeFiles()
    let file = try files.create("tone.wav", tone)
    let path = FilePath(file.path)
    let codecs = codecs
    let task = Task { () -> MetaError.Code? in
      let reader = AssetReader(asset: Asset(foreign: path), codecs: codecs)
      do {
        let provider = try reader.outputProvider(
          for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
        try reader.start()
        while !Task.isCancelled { await Task.yield() }
        _ = try await provider.next()
        return nil
      } catch {
        return (error as? MetaError)?.code
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  // MARK: Waveforms

  @Test("A waveform does not depend on the segments in which it is read")
  func waveform() async throws {
    let files = try MadeFiles()
    let file = try files.create(
      "long.m4a",
      [
        "-f", "lavfi", "-i", "aevalsrc=sin(2*PI*t*110)*(0.2+0.6*mod(t\\,7)/7):s=8000:d=150", "-c:a",
        "alac", "-sample_fmt", "s16p",
      ])
    let waveform = try await WaveformData(
      asset: Asset(foreign: FilePath(file.path)), bins: 300, codecs: codecs)
    #expect(waveform.samplesPerPixel == 4000)
    #expect(waveform.length == 300)
    #expect(waveform.sampleCount == 1_200_000)
    let samples = try read(file, .pcm(.int16)).bytes
    for bin in [0, 1, 74, 75, 150, 299] {
      let values = stride(from: bin * 8000, to: bin * 8000 + 8000, by: 2).map {
        Int16(truncatingIfNeeded: Int(samples[$0]) | Int(samples[$0 + 1]) << 8)
      }
      let found = waveform.channels[0][bin]
      #expect(Int((found.minimum * 32768).rounded()) == Int(values.min() ?? 0), "\(bin)")
      #expect(Int((found.maximum * 32768).rounded()) == Int(values.max() ?? 0), "\(bin)")
    }
  }

  @Test("Every segment of a waveform reports its progress")
  func waveformProgress() throws {
    let files = try MadeFiles()
    let file = try files.create(
      "long.mov", ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono:d=150", "-c:a", "pcm_s16le"])
    let reader = try WaveformReader(
      asset: Asset(foreign: FilePath(file.path)), track: nil, resolution: .bins(300),
      splitsChannels: false, codecs: codecs)
    #expect(reader.segments == 4)
    let last = try (0..<reader.segments).map { segment in
      var last = 0.0
      _ = try reader.read(segment: segment, progress: { last = $0 })
      return last
    }
    #expect(last.allSatisfy { (0.5...1).contains($0) }, "\(last)")
  }
}
