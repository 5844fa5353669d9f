import TestSupport
import Testing

@testable import MetaCore

/// What is read of the samples' tracks.
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

  @Test func chaptersOfNeroWhereThereIsNoTrack() throws {
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
    let sound = try #require(tracks.first { $0.mediaType == .audio })
    #expect(sound.codecString == "mp4a.40.2")
    #expect(sound.language == LanguageTag(rawValue: "de-CH"))
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

  @Test func longestTrackWhereTheHeaderGivesNoDuration() throws {
    func track(_ duration: UInt64) -> [UInt8] {
      let header = payload { MediaHeaderAtom(timescale: 10, duration: duration).encode(into: &$0) }
      return atom("trak", atom("mdia", atom("mdhd", header)))
    }
    let header = payload { MovieHeaderAtom(timescale: 600, duration: 0).encode(into: &$0) }
    let (movie, _) = try readMovie(atom("moov", atom("mvhd", header), track(20), track(50)))
    #expect(movie.duration?.seconds == 5)
    #expect(movie.tracks.map(\.id) == [1, 2])
  }

  @Test func brokenHeaderIsAFindingAndTheRestStands() throws {
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
