import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore
@testable import MetaForeign

/// Audio that MetaCore decodes itself, compared with ffmpeg and libavcodec.
@Suite("Uncompressed audio")
struct NativeAudioTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func read(
    _ file: URL, _ settings: ReadSettings = .decoded, in range: MediaTimeRange = .all,
    _ codecs: MediaCodecs = .standard
  ) throws -> ReadAudio {
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    try reader.setTimeRange(range)
    return try ReadAudio(reader, FirstTrackOutput(.audio, track: nil, settings: settings))
  }

  static let kinds: [(name: String, codec: String, native: String)] = [
    ("a.wav", "pcm_u8", "u8"), ("a.wav", "pcm_s16le", "s16le"), ("a.wav", "pcm_s24le", "s32le"),
    ("a.wav", "pcm_s32le", "s32le"), ("a.wav", "pcm_f32le", "f32le"),
    ("a.wav", "pcm_f64le", "f64le"), ("a.wav", "pcm_alaw", "s16le"),
    ("a.wav", "pcm_mulaw", "s16le"), ("a.aiff", "pcm_s8", "u8"), ("a.aiff", "pcm_s16be", "s16le"),
    ("a.aiff", "pcm_s24be", "s32le"), ("a.aiff", "pcm_s32be", "s32le"),
    ("a.aifc", "pcm_s16le", "s16le"), ("a.aifc", "pcm_f32be", "f32le"),
    ("a.aifc", "pcm_f64be", "f64le"), ("a.aifc", "pcm_alaw", "s16le"),
    ("a.aifc", "pcm_mulaw", "s16le"), ("a.mov", "pcm_s16le", "s16le"),
    ("a.mov", "pcm_s16be", "s16le"), ("a.mov", "pcm_s24le", "s32le"),
    ("a.mov", "pcm_s24be", "s32le"), ("a.mov", "pcm_s32le", "s32le"),
    ("a.mov", "pcm_f32le", "f32le"), ("a.mov", "pcm_f64be", "f64le"), ("a.mov", "pcm_u8", "u8"),
    ("a.mov", "pcm_alaw", "s16le"), ("a.mov", "pcm_mulaw", "s16le"),
  ]

  @Test(
    "Every layout gives the samples of ffmpeg, also after a seek", arguments: kinds)
  func layouts(name: String, codec: String, native: String) throws {
    let file = try files.create(
      name,
      [
        "-f", "lavfi", "-i", "anoisesrc=d=3:r=22050:seed=5:a=0.9", "-f", "lavfi", "-i",
        "sine=300:r=22050:d=3", "-filter_complex", "[0][1]join=inputs=2:channel_layout=stereo",
        "-c:a", codec,
      ] + (name.hasSuffix("aifc") ? ["-f", "aiff"] : []))
    let ours = try read(file)
    let theirs = try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-v", "error", "-i", file.path, "-c:a", "pcm_\(native)", "-f", native, "-"]
    ).output
    #expect(ours.frames == 66_150)
    #expect(ours.findings == [])
    let isEqual = ours.bytes == [UInt8](theirs)
    #expect(isEqual)
    let part = try read(
      file,
      in: MediaTimeRange(
        start: MediaTime(numeric: 30_001, 22_050), end: MediaTime(numeric: 50_000, 22_050)))
    let width = ours.bytes.count / 66_150
    let isPart = part.bytes == Array(ours.bytes[(30_001 * width)..<(50_000 * width)])
    #expect(isPart)
  }

  @Test(
    "Conversions equal those of libswresample",
    arguments: ["u8", "s16le", "s24le", "s32be", "f32le", "f64le"])
  func conversions(name: String) throws {
    let pcm = try #require(PCMFormat(name: name))
    for codec in ["pcm_u8", "pcm_s16le", "pcm_s32le", "pcm_f32le", "pcm_f64le"] {
      let file = try files.create(
        "\(codec).wav",
        ["-f", "lavfi", "-i", "aevalsrc=1.1*sin(700*t)+0.01*sin(77*t):d=0.2", "-c:a", codec])
      let ours = try read(file, .pcm(pcm)).bytes
      let audio = try read(file)
      let format = try #require(audio.format)
      let converter = try LibAVAudioConverter(to: AudioTarget(pcm: pcm))
      var theirs =
        try converter.convert(try AudioBuffer(format, bytes: [audio.bytes]))?.interleavedBytes()
        ?? []
      theirs += try converter.flush()?.interleavedBytes() ?? []
      let isEqual = ours == theirs
      #expect(isEqual, "\(codec)")
      #expect(!ours.isEmpty)
    }
  }

  @Test(
    "Sample formats that libavutil lacks are converted before they are passed to it",
    arguments: [
      PCMFormat.int24, PCMFormat(bits: 24, isBigEndian: true), PCMFormat(isBigEndian: true),
      PCMFormat(bits: 8), PCMFormat(bits: 8, isSigned: false),
    ])
  func formatsOfPipes(pcm: PCMFormat) throws {
    let format = AudioFormat(pcm: pcm, sampleRate: 48000, channels: 2)
    let bytes = (0..<(600 * format.channels * pcm.bytesPerSample)).map { UInt8($0 * 73 / 8 % 256) }
    let audio = try AudioBuffer(format, bytes: [bytes])
    let converter = try LibAVAudioConverter(to: AudioTarget(pcm: .float32))
    var theirs = try converter.convert(audio)?.interleavedBytes() ?? []
    theirs += try converter.flush()?.interleavedBytes() ?? []
    let isEqual = theirs == audio.converted(to: .float32).interleavedBytes()
    #expect(isEqual && !theirs.isEmpty)
  }

  @Test(
    "A truncated file gives its available samples and a finding",
    arguments: ["a.wav", "a.aiff", "a.mov"])
  func truncation(name: String) throws {
    let file = try files.create(
      name,
      [
        "-f", "lavfi", "-i", "sine=300:r=8000:d=2", "-c:a",
        name.hasSuffix("aiff") ? "pcm_s16be" : "pcm_s16le", "-movflags", "+faststart",
      ])
    let whole = try read(file)
    let bytes = try Data(contentsOf: file)
    let cut = files.file("cut-" + name)
    try bytes.prefix(bytes.count - 9001).write(to: cut)
    let audio = try read(cut)
    #expect(audio.findings.count == 1)
    #expect(audio.findings.first?.code == .truncated)
    // A movie's edit list keeps its length: lost audio becomes silence.
    let kept = (bytes.count - 9001) - (bytes.count - whole.bytes.count)
    let isEqual = audio.bytes.prefix(kept / 2 * 2 - 400) == whole.bytes.prefix(kept / 2 * 2 - 400)
    #expect(isEqual)
    #expect(audio.frames < whole.frames || name == "a.mov")
    #expect(audio.frames > 10_000)
  }

  @Test("Ambiguous files are left to libavcodec", arguments: ["size", "width"])
  func doubtfulFiles(what: String) throws {
    let file = try files.create(
      "a.wav", ["-f", "lavfi", "-i", "sine=300:r=8000:d=0.1", "-ac", "2", "-c:a", "pcm_s32le"])
    var bytes = [UInt8](try Data(contentsOf: file))
    func place(_ id: String) throws -> Int {
      try #require((0..<200).first { Array(bytes[$0..<($0 + 4)]) == Array(id.utf8) })
    }
    let output = FirstTrackOutput(.audio, track: nil, settings: .decoded)
    #expect(MediaCodecs.standard.needs(of: output, from: Asset(source: DataSource(bytes))).areMet)
    if what == "size" {
      let data = try place("data")
      bytes.replaceSubrange((data + 4)..<(data + 8), with: [0, 0, 0, 0])
    } else {
      // 24 bits in four bytes, in the plain form of the chunk.
      let format = try place("fmt ")
      bytes.replaceSubrange((format + 8)..<(format + 10), with: [1, 0])
      bytes[format + 22] = 24
    }
    #expect(!MediaCodecs.standard.needs(of: output, from: Asset(source: DataSource(bytes))).areMet)
  }
}
