import Testing

@testable import MetaCore

/// Audio timelines with absurd edits.
@Suite("Audio timelines")
struct AudioEngineTests {
  /// One second of audio at 100 Hz.
  private final class ShortDecoder: AudioDecoder {
    private var position: Int64 = 0

    func next() throws(ParseError) -> DecodedAudio? {
      guard position < 100 else { return nil }
      defer { position += 10 }
      let format = AudioFormat(pcm: .planarFloat32, sampleRate: 100, channels: 1)
      return DecodedAudio(AudioBuffer(silence: 10, format), at: position)
    }

    func seek(to time: MediaTime) throws(ParseError) { position = min(100, max(0, time.value)) }
    func rewind() throws(ParseError) { position = 0 }
  }

  @Test(arguments: [Int64.max, Int64.max / 100, -Int64.max, 1 << 40])
  func anEditFarOutsideIsSilence(mediaStart: Int64) throws {
    let edits = [
      TrackSegment(
        duration: MediaTime(numeric: 100_000, 1), mediaStart: MediaTime(numeric: mediaStart, 1),
        rate: 1),
      TrackSegment(duration: MediaTime(numeric: 1, 1), mediaStart: .zero, rate: 1),
    ]
    let engine = AudioEngine(
      ShortDecoder(), Timeline(edits, isUsed: true, range: .all), file: nil)
    var frames = 0
    while let sample = try engine.next() { frames += sample.audio?.frameCount ?? 0 }
    #expect(frames == 10_000_100)
  }

  @Test func allMediaMayBePresentedTwice() throws {
    let second = MediaTime(numeric: 1, 1)
    let edit = TrackSegment(duration: second, mediaStart: .zero, rate: 1)
    let engine = AudioEngine(
      ShortDecoder(), Timeline([edit, edit, edit], isUsed: true, range: .all), file: nil)
    var frames = 0
    while let sample = try engine.next() { frames += sample.audio?.frameCount ?? 0 }
    #expect(frames == 300)
  }
}
