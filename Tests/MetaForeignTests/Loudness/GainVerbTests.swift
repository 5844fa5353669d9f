import Foundation
import TestSupport
import Testing

/// `gain`, as a command; mutagen and exiftool read the tags, ffmpeg's filter ebur128 is the oracle
/// of loudness.
@Suite("The gain verb", .enabled(if: Program.find("ffmpeg") != nil))
struct GainVerbTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  /// Noise with a level, as a song in a format.
  private func song(
    _ name: String, level: Double = 0.2, seconds: Double = 4, _ options: [String] = []
  ) throws -> URL {
    try files.create(
      name,
      [
        "-f", "lavfi", "-i",
        "anoisesrc=color=pink:amplitude=\(level):seed=3:duration=\(seconds):sample_rate=48000",
        "-ac", "2", "-metadata", "title=Noise", "-metadata", "album=Colours",
      ] + options)
  }

  private func gain(_ words: [String]) throws -> [[String: Any]] {
    let result = try files.metatool(["gain"] + words + ["--json"])
    try #require(result.status == 0, "\(result.errors)")
    return try #require(JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
  }

  private func figures(_ words: [String]) throws -> [String: Any] {
    try #require(try gain(words).first?["gain"] as? [String: Any])
  }

  private func fields(_ name: String) throws -> [String: Any] {
    let dump = try files.metatool(["dump", name, "--format", "ndjson"])
    let object = try JSONSerialization.jsonObject(with: dump.output) as? [String: Any]
    return try #require(object?["metadata"] as? [String: Any])
  }

  /// Loudness in LUFS and the true peak in dB that ffmpeg measures.
  private func oracle(_ inputs: [String], _ joined: String = "") throws -> (Double, Double) {
    let result = try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-hide_banner", "-nostats"] + inputs.flatMap { ["-i", files.file($0).path] }
        + ["-filter_complex", joined + "ebur128=peak=true", "-f", "null", "-"])
    func number(_ name: String) throws -> Double {
      let text = result.errors.components(separatedBy: "Summary:").last ?? ""
      let line = try #require(
        text.split(separator: "\n").first { $0.contains(" \(name):") }, "\(result.errors)")
      return try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    }
    return (try number("I"), try number("Peak"))
  }

  private func agree(
    _ figures: [String: Any], _ oracle: (loudness: Double, peak: Double), _ comment: Comment,
    within limit: Double = 0.1
  ) throws {
    let loudness = try #require(figures["loudness"] as? Double)
    let peak = try #require(figures["peak"] as? Double)
    // ffmpeg prints one digit after the point.
    #expect(abs(loudness - oracle.loudness) < limit, comment)
    #expect(abs(20 * log10(peak) - oracle.peak) < 0.1, comment)
  }

  @Test(
    "Loudness and true peaks equal those of ffmpeg",
    arguments: [
      ("noise.wav", []), ("mono.flac", ["-ac", "1"]), ("low.wav", ["-ar", "8000"]),
      ("wide.flac", ["-sample_fmt", "s32", "-ar", "96000"]), ("loud.wav", ["-af", "volume=14dB"]),
      ("float.wav", ["-c:a", "pcm_f32le", "-af", "volume=20dB"]), ("song.mp3", []),
      ("song.m4a", []), ("song.opus", []), ("song.mka", ["-c:a", "libvorbis"]),
      (
        "surround.wav",
        [
          "-ac", "6", "-af",
          "pan=5.1|FL=0.3*c0|FR=0.2*c0|FC=0.5*c0|LFE=2*c0|BL=0.9*c0|BR=0.7*c0",
        ]
      ),
      (
        "side.flac",
        [
          "-ac", "6", "-af",
          "pan=5.1(side)|FL=0.3*c0|FR=0.2*c0|FC=0.5*c0|LFE=c0|SL=0.9*c0|SR=0.7*c0",
        ]
      ),
    ])
  func likeFFmpeg(name: String, options: [String]) throws {
    _ = try song(name, options)
    try agree(try figures([name, "--measure"]), try oracle([name]), "\(name)")
  }

  @Test("The silence of an empty edit is not part of the track's audio")
  func emptyEdits() throws {
    let plain = try song("song.m4a", seconds: 1)
    let late = try files.withEdits(plain, track: 0, [(44, -1), (900, 1024)])
    let bare = try files.withEdits(plain, track: 0, [(900, 1024)])
    let loudness = try [late, bare].map {
      try figures([$0.path, "--measure"])["loudness"] as? Double
    }
    #expect(loudness[0] != nil && loudness[0] == loudness[1])
  }

  @Test("ReplayGain tags are written, and undo and --remove restore the file")
  func replayGain() throws {
    for name in ["song.mp3", "song.flac", "song.ogg", "song.wv", "song.m4a", "song.wav"] {
      let song = try song(name)
      let before = try Data(contentsOf: song)
      let measured = try figures([name, "--range"])
      let loudness = try #require(measured["loudness"] as? Double)
      let fields = try fields(name)
      let gain = try #require(fields["replayGainTrackGain"] as? Double)
      #expect(abs(gain - (-18 - loudness)) < 0.011, "\(name)")
      #expect(fields["replayGainTrackPeak"] as? Double == measured["peak"] as? Double)
      #expect(fields["replayGainTrackRange"] as? Double == measured["range"] as? Double)
      #expect(fields["replayGainReferenceLoudness"] == nil)
      #expect((fields["soundCheck"] != nil) == (name == "song.m4a"), "\(name)")
      #expect(try files.metatool(["gain", name, "--remove"]).status == 0)
      #expect(
        !(try self.fields(name).keys.contains { $0.hasPrefix("replayGain") || $0 == "soundCheck" }))
      #expect(try files.metatool(["undo", name]).status == 0)
      #expect(try self.fields(name)["replayGainTrackGain"] as? Double == gain)
      #expect(try files.metatool(["undo", name]).status == 0)
      #expect(try Data(contentsOf: song) == before, "\(name)")
    }
  }

  @Test("mutagen and exiftool read the tags")
  func peers() throws {
    let python = try #require(Program.find("python3"))
    for (name, key) in [
      ("song.mp3", "TXXX:REPLAYGAIN_TRACK_GAIN"), ("song.flac", "replaygain_track_gain"),
      ("song.m4a", "----:com.apple.iTunes:REPLAYGAIN_TRACK_GAIN"),
    ] {
      _ = try song(name)
      let loudness = try #require(try figures([name])["loudness"] as? Double)
      let script = """
        import mutagen,sys
        value=mutagen.File(sys.argv[1])[sys.argv[2]]
        value=value[0] if isinstance(value,list) else value.text[0]
        print(value.decode() if isinstance(value,bytes) else value)
        """
      let read = try Program.run(python, ["-c", script, files.file(name).path, key])
      let words = read.text.split(separator: " ")
      #expect(words.count == 2 && words.last == "dB\n", "\(name): \(read.text) \(read.errors)")
      // The specification has two digits after the point.
      #expect(words.first?.split(separator: ".").last?.count == 2)
      #expect(abs(try #require(Double(words[0])) - (-18 - loudness)) < 0.011)
    }
    guard let exiftool = Program.find("exiftool") else { return }
    let peak = try Program.run(
      exiftool,
      ["-s3", "-ReplayGainTrackPeak", files.file("song.flac").path])
    #expect(Double(peak.text.trimmingCharacters(in: .whitespacesAndNewlines)) != nil)
  }

  @Test("Sound Check has the gain and the peak in ten numbers")
  func soundCheck() throws {
    _ = try song("song.m4a")
    let measured = try figures(["song.m4a", "--reference", "-16"])
    let loudness = try #require(measured["loudness"] as? Double)
    let peak = try #require(measured["peak"] as? Double)
    let fields = try fields("song.m4a")
    let text = try #require(fields["soundCheck"] as? String)
    let numbers = text.split(separator: " ").compactMap { Int($0, radix: 16) }
    #expect(text.hasPrefix(" ") && numbers.count == 10)
    // As mediafile reads it: the gain is ten times the logarithm of the number over its base.
    #expect(abs(-10 * log10(Double(numbers[0]) / 1000) - (-18 - loudness)) < 0.02)
    #expect(abs(-10 * log10(Double(numbers[2]) / 2500) - (-18 - loudness)) < 0.02)
    #expect(abs(Double(numbers[6]) / 32_768 - peak) < 0.0001)
    #expect(fields["replayGainReferenceLoudness"] as? Double == -16)
    let gain = try #require(fields["replayGainTrackGain"] as? Double)
    #expect(abs(gain - (-16 - loudness)) < 0.011)
  }

  @Test("Opus gain includes the gain of the header")
  func opus() throws {
    _ = try song("song.opus")
    #expect(
      try files.metatool(["set", "song.opus", "vorb/REPLAYGAIN_TRACK_GAIN=-3 dB", "--quiet"]).status
        == 0
    )
    let loudness = try #require(try figures(["song.opus", "--album"])["loudness"] as? Double)
    let fields = try fields("song.opus")
    let gain = try #require(fields["r128TrackGain"] as? Int)
    #expect(abs(Double(gain) / 256 - (-23 - loudness)) < 0.01)
    #expect(fields["r128AlbumGain"] as? Int == gain)
    #expect(!fields.keys.contains { $0.hasPrefix("replayGain") })
    let quiet = try lowered(files.file("song.opus"), by: -5, "quiet.opus")
    let lowered = try figures([quiet.lastPathComponent, "--redo", "--replaygain-in-opus"])
    #expect(abs(try #require(lowered["loudness"] as? Double) - (loudness - 5)) < 0.02)
    try agree(lowered, try oracle(["quiet.opus"]), "header gain")
    let both = try self.fields("quiet.opus")
    #expect(abs(try #require(both["r128TrackGain"] as? Int) - gain - 5 * 256) <= 2)
    #expect(both["replayGainTrackGain"] != nil)
  }

  /// An Opus file with an output gain in its header (RFC 7845 §5.1), and the checksum of its first
  /// page.
  private func lowered(_ file: URL, by decibels: Int, _ name: String) throws -> URL {
    var bytes = [UInt8](try Data(contentsOf: file))
    let head = try #require(bytes.firstRange(of: Array("OpusHead".utf8))?.lowerBound)
    let gain = UInt16(bitPattern: Int16(decibels * 256))
    bytes[head + 16] = UInt8(gain & 0xFF)
    bytes[head + 17] = UInt8(gain >> 8)
    let end = 27 + Int(bytes[26]) + Int(bytes[27])
    for place in 22..<26 { bytes[place] = 0 }
    var sum: UInt32 = 0
    for byte in bytes[0..<end] {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    for place in 0..<4 { bytes[22 + place] = UInt8(sum >> UInt32(8 * place) & 0xFF) }
    try Data(bytes).write(to: files.file(name))
    return files.file(name)
  }

  @Test("The loudness of an album is that of all its audio")
  func albums() throws {
    _ = try song("1.flac", level: 0.05, seconds: 3)
    _ = try song("2.flac", level: 0.5, seconds: 5)
    _ = try song("3.flac", level: 0.1, seconds: 2, ["-metadata", "album=Other"])
    let expected = try oracle(["1.flac", "2.flac"], "[0:a][1:a]concat=n=2:v=0:a=1,")
    let objects = try gain(["1.flac", "2.flac", "3.flac", "--album", "-j", "2"])
    let albums = objects.compactMap { ($0["gain"] as? [String: Any])?["album"] as? [String: Any] }
    try #require(albums.count == 3)
    // Blocks that span two songs exist only in the joined audio.
    for album in albums[..<2] { try agree(album, expected, "album", within: 0.2) }
    #expect(albums[2]["loudness"] as? Double != albums[0]["loudness"] as? Double)
    let gains = try ["1.flac", "2.flac"].map { try fields($0)["replayGainAlbumGain"] as? Double }
    #expect(gains[0] == gains[1] && gains[0] == albums[0]["gain"] as? Double)
    let all = try gain(["1.flac", "3.flac", "--as-album", "--redo"])
      .compactMap { ($0["gain"] as? [String: Any])?["album"] as? [String: Any] }
    let joined = try oracle(["1.flac", "3.flac"], "[0:a][1:a]concat=n=2:v=0:a=1,")
    for album in all { try agree(album, joined, "as one album", within: 0.2) }
  }

  @Test("An album with an unmeasured file gets only track gains")
  func incompleteAlbum() throws {
    _ = try song("1.flac")
    _ = try mute("mute.mp4")
    let result = try files.metatool(["gain", "1.flac", "mute.mp4", "--as-album"])
    #expect(result.status == 1 && result.errors.contains("mute.mp4: "), "\(result.errors)")
    #expect(result.text.contains("note: the album has no gain"), "\(result.text)")
    let tags = try fields("1.flac")
    #expect(tags["replayGainTrackGain"] != nil && tags["replayGainAlbumGain"] == nil)
    // A file that cannot be read is in no album.
    #expect(try files.metatool(["gain", "1.flac", "missing.flac", "--as-album"]).status == 1)
    #expect(try fields("1.flac")["replayGainAlbumGain"] != nil)
  }

  /// A movie without audio.
  private func mute(_ name: String) throws -> URL {
    try files.create(
      name, ["-f", "lavfi", "-i", "testsrc2=size=64x64:duration=0.2", "-c:v", "libx264"])
  }

  @Test("Silence and very short audio get no tags, and lose existing ones")
  func silence() throws {
    _ = try files.create(
      "silent.flac", ["-f", "lavfi", "-i", "anullsrc=r=44100:cl=stereo:d=2"])
    _ = try song("short.flac", seconds: 0.3)
    for name in ["silent.flac", "short.flac"] {
      #expect(
        try files.metatool([
          "set", name, "replayGainTrackGain=-3", "replayGainTrackPeak=1", "--quiet",
        ])
        .status == 0)
      let measured = try figures([name, "--redo"])
      #expect(measured["loudness"] == nil && measured["gain"] == nil, "\(name)")
      #expect(!(try fields(name).keys.contains { $0.hasPrefix("replayGain") }))
    }
    _ = try song("loud.flac")
    let objects = try gain(["silent.flac", "loud.flac", "--as-album"])
    #expect(objects.count == 2)
    let silent = try fields("silent.flac")
    #expect(silent["replayGainTrackGain"] == nil && silent["replayGainAlbumGain"] != nil)
  }

  @Test("Files with gain tags are left alone, and a dry run writes nothing")
  func skipping() throws {
    let song = try song("song.flac")
    let before = try Data(contentsOf: song)
    let planned = try gain(["song.flac", "--dry-run"])
    #expect((planned.first?["gain"] as? [String: Any])?["result"] as? String == "to be written")
    #expect(planned.first?["dryRun"] as? Bool == true)
    #expect(try Data(contentsOf: song) == before)
    #expect(try figures(["song.flac", "--measure"])["result"] as? String == "measured")
    #expect(try Data(contentsOf: song) == before)
    #expect(try figures(["song.flac"])["result"] as? String == "written")
    let written = try Data(contentsOf: song)
    #expect(try figures(["song.flac"])["result"] as? String == "kept")
    #expect(try figures(["song.flac", "--redo"])["result"] as? String == "unchanged")
    #expect(try Data(contentsOf: song) == written)
    #expect(try figures(["song.flac", "--album"])["result"] as? String == "written")
    let rows = try files.metatool(["gain", "song.flac", "--redo", "--format", "csv", "--album"])
    let lines = rows.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.count == 2 && lines[0].count == lines[1].count && lines[0][0] == "path")
    #expect(try files.metatool(["gain", "song.flac", "--redo"]).text.contains("track dB  file\n"))
  }

  @Test("Sample peaks, no peaks, and impossible requests")
  func options() throws {
    _ = try song("song.flac", ["-af", "volume=12dB"])
    let between = try #require(try figures(["song.flac", "--measure"])["peak"] as? Double)
    let sample = try figures(["song.flac", "--measure", "--peak", "sample"])["peak"] as? Double
    #expect(try #require(sample) <= between && sample != nil)
    #expect(try figures(["song.flac", "--peak", "none"])["peak"] == nil)
    #expect(try fields("song.flac")["replayGainTrackPeak"] == nil)
    _ = try song("song.mka", ["-c:a", "flac"])
    #expect(try files.metatool(["gain", "song.mka"]).status == 3)
    _ = try mute("mute.mp4")
    let mute = try files.metatool(["gain", "mute.mp4"])
    #expect(mute.status == 65 && mute.errors.contains("has no "), "\(mute.errors)")
    for words in [
      ["--album", "--as-album"], ["--peak", "rms"], ["--reference", "3"], ["--format", "xml"],
      ["--measure", "--remove"], ["--json", "--format", "csv"],
    ] {
      #expect(try files.metatool(["gain", "song.flac"] + words).status == 64, "\(words)")
    }
    #expect(try files.metatool(["gain", "-"]).status == 64)
  }
}
