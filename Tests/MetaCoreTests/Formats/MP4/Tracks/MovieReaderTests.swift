import TestSupport
import Testing

@testable import MetaCore

/// Reading the tracks of the samples.
@Suite struct MovieReaderTests {
  private func document(_ sample: String) throws -> Document {
    try MP4Format().inspect(
      SourceWindow(DataSource(try Repository.bytes(of: sample))), options: ReadOptions())
  }

  @Test func chapterTracksOfAnAudioBook() throws {
    let chapters = try document("book-chapters.m4b").chapters
    #expect(chapters.map(\.title) == ["Departure", "Brücke", "東京"])
    #expect(chapters.map(\.start.seconds) == [0, 0.4, 0.7])
    #expect(chapters.allSatisfy { $0.source == "chapterTrack" && $0.image != nil })
  }

  @Test func chaptersInTwoLanguages() throws {
    let chapters = try document("episode.m4v").chapters
    #expect(Set(chapters.compactMap(\.title)) == ["Start", "End", "Anfang", "Ende"])
    #expect(Set(chapters.compactMap(\.language?.rawValue)).count == 2)
  }

  @Test func neroChaptersWithoutATrack() throws {
    let chapters = try document("nero-chpl-v0.m4b").chapters
    #expect(chapters.map(\.title) == ["One", "Zwei", "", "Four"])
  }

  @Test(
    arguments: [
      ("timecode-gps.mov", "01:00:00;00", "A001"), ("timecode-25.mp4", "10:20:30:12", nil),
    ] as [(String, String, String?)])
  func startTimecode(sample: String, text: String, reel: String?) throws {
    let track = try #require(try document(sample).tracks.first { $0.mediaType == .timecode })
    #expect(track.startTimecode == text)
    #expect(track.reelName == reel)
  }

  @Test func namesAndCharacteristics() throws {
    let tracks = try document("track-names.mov").tracks
    #expect(tracks.first?.name == "Main picture")
    #expect(
      tracks.first?.characteristics == ["public.main-program-content", "public.original-content"])
    #expect(tracks.map(\.isEnabled) == [true, true, false, true])
    #expect(tracks[2].language == LanguageTag(rawValue: "fr-CA"))
  }

  @Test func quarterTurn() throws {
    let video = try document("camera-keys.mov").tracks.first { $0.video != nil }?.video
    #expect(video?.rotation == 90)
    #expect(video?.isMirrored == false)
  }

  @Test func progressiveMovie() throws {
    let tracks = try document("moov-first.mp4").tracks
    let video = try #require(tracks.first { $0.mediaType == .video })
    #expect(video.codecString?.hasPrefix("avc1.") == true)
    #expect(video.video?.pixelAspect != nil)
    #expect(video.video?.cleanAperture != nil)
    #expect(video.video?.color?.primaries != nil)
    #expect(!video.edits.isEmpty)
    let audioTrack = try #require(tracks.first { $0.mediaType == .audio })
    #expect(audioTrack.codecString == "mp4a.40.2")
    #expect(audioTrack.language == LanguageTag(rawValue: "de-CH"))
  }

  @Test(arguments: ["fragmented-sidx.mp4", "fragmented-mfra.mp4", "fragmented-hybrid.mp4"])
  func fragments(sample: String) throws {
    let document = try document(sample)
    let seconds = try #require(document.duration?.seconds)
    #expect(abs(seconds - 1.2) < 0.001)
    #expect(document.tracks.allSatisfy { ($0.sampleCount ?? 0) > 5 })
  }

  @Test func compressedMovieFindsItsTracks() throws {
    let document = try document("compressed-moov.mov")
    #expect(document.tracks.contains { $0.mediaType == .video })
    #expect(document.duration != nil)
  }

  @Test func longestTrackDeterminesAMissingDuration() throws {
    func track(_ duration: UInt64) -> [UInt8] {
      let header = payload { MediaHeaderAtom(timescale: 10, duration: duration).encode(into: &$0) }
      return atom("trak", atom("mdia", atom("mdhd", header)))
    }
    let header = payload { MovieHeaderAtom(timescale: 600, duration: 0).encode(into: &$0) }
    let (movie, _) = try readMovie(atom("moov", atom("mvhd", header), track(20), track(50)))
    #expect(movie.duration?.seconds == 5)
    #expect(movie.tracks.map(\.id) == [1, 2])
  }

  /// An audio track: samples with a duration of 1536, of one size or of several.
  private func sound(
    _ description: [UInt8], sizes: [UInt32], with others: [UInt8] = []
  ) -> [UInt8] {
    let duration = UInt64(1536 * sizes.count)
    let header = payload { MediaHeaderAtom(timescale: 48000, duration: duration).encode(into: &$0) }
    let kind = payload { MediaHandlerAtom(handler: .soun).encode(into: &$0) }
    let handler = atom("hdlr", kind)
    let isEqual = Set(sizes).count == 1
    let table = payload { writer in
      writer.u32(isEqual ? sizes[0] : 0)
      writer.u32(UInt32(sizes.count))
      if !isEqual { for size in sizes { writer.u32(size) } }
    }
    let entries = fullAtom("stsd", bytes("00000001"), description)
    let stbl = atom("stbl", entries, fullAtom("stsz", table))
    return atom(
      "moov", atom("trak", atom("mdia", atom("mdhd", header), handler, atom("minf", stbl))),
      others)
  }

  /// A description of two channels at 48 kHz.
  private func entry(_ format: String, _ extensions: [UInt8]) -> [UInt8] {
    var description = AudioSampleDescription(channels: 2, bits: 16, rate: 48000 << 16)
    description.extensions = ByteSlice(extensions)
    let fields = payload { description.encode(into: &$0) }
    return atom(format, bytes("000000000000 0001"), fields)
  }

  @Test(
    "Audio with equal sample sizes has a constant rate; with different sizes, the mode is unknown")
  func equalSizes() throws {
    let several = [UInt32](repeating: 300, count: 9) + [301]
    for (sizes, mode) in [
      ([UInt32](repeating: 300, count: 10), BitRateMode.constant), (several, nil),
    ] {
      let (movie, _) = try readMovie(sound(entry("mp4a", []), sizes: sizes))
      let track = try #require(movie.tracks.first)
      #expect(track.bitRateMode == mode && track.sampleCount == 10)
    }
  }

  @Test(
    "The bit rate is computed from the sizes, whatever the file declares, alone and among other tracks"
  )
  func countedRate() throws {
    let record = "00000000 03 19 0001 00 04 11 40 15 000000 0000BB80 0000BB80 05 02 1190"
    let description = entry("mp4a", atom("esds", bytes(record)))
    let sizes = (0..<5000).map { UInt32(300 + $0 % 2) }
    let media = atom("mdat", [UInt8](repeating: 0, count: 5000 / 2 * 601))
    let rate = Int64((Double(5000 / 2 * 601 * 8) / (5000 * 1536 / 48000)).rounded())
    let (only, _) = try readMovie(sound(description, sizes: sizes) + media)
    #expect(only.tracks.first?.bitRate == rate)
    let (without, _) = try readMovie(sound(description, sizes: sizes))
    #expect(without.tracks.first?.bitRate == rate)
    let (several, _) = try readMovie(
      sound(description, sizes: sizes, with: atom("trak", [])) + media)
    #expect(several.tracks.first?.bitRate == rate)
    let (edited, _) = try readMovie(
      sound(description, sizes: sizes) + media + atom("mdat", [UInt8](repeating: 0, count: 9999)))
    #expect(edited.tracks.first?.bitRate == rate, "an atom of an earlier edit is not counted")
    for count in [media.count / 2, 8] {
      let (truncated, _) = try readMovie(sound(description, sizes: sizes) + media[..<count])
      #expect(truncated.tracks.first?.bitRate == rate)
    }
  }

  @Test("AC-3 has its declared rate, not one computed from a duration longer than the frames")
  func exactRate() throws {
    let record = atom("dac3", bytes("10 11 40"))
    let (movie, _) = try readMovie(
      sound(entry("ac-3", record), sizes: [UInt32](repeating: 700, count: 10)))
    let track = try #require(movie.tracks.first)
    #expect(track.bitRate == 192_000 && track.bitRateMode == .constant)
  }

  @Test func brokenHeaderIsAFindingOnly() throws {
    let media = payload { MediaHeaderAtom(timescale: 10, duration: 20).encode(into: &$0) }
    let (movie, log) = try readMovie(
      atom("moov", atom("trak", atom("tkhd", [0, 0]), atom("mdia", atom("mdhd", media)))))
    #expect(movie.tracks.first?.duration?.seconds == 2)
    #expect(log.diagnostics.map(\.path.description) == ["moov/trak/tkhd"])
  }

  @Test func timeScaleOfZeroGivesNoTimes() throws {
    let header = payload { MovieHeaderAtom(timescale: 0, duration: 9).encode(into: &$0) }
    let (movie, _) = try readMovie(atom("moov", atom("mvhd", header)))
    #expect(movie.duration == nil)
  }
}
