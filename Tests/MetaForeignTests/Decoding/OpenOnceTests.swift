import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore
@testable import MetaForeign

/// Mixes and compositions whose format is that of their media.
@Suite("Decoders of mixes and compositions")
struct OpenOnceTests {
  /// Counts how many audio decoders are created.
  private final class CountingCodecs: CodecLibrary {
    let count = Mutex(0)

    func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)? {
      count.withLock { $0 += 1 }
      return nil
    }

    func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)? { nil }
  }

  private let files: MadeFiles
  private let counting = CountingCodecs()
  private var codecs: MediaCodecs {
    MediaCodecs([counting]).adding(.standard).adding(ForeignCodecs.all)
  }

  init() throws { files = try MadeFiles() }

  private func movie() throws -> Asset {
    let file = try files.create(
      "two.m4a",
      [
        "-f", "lavfi", "-i", "sine=440:sample_rate=44100:duration=1", "-f", "lavfi", "-i",
        "sine=660:sample_rate=22050:duration=1", "-map", "0", "-map", "1", "-c:a", "alac",
      ])
    return Asset(foreign: FilePath(file.path))
  }

  @Test("A mix opens each track once", arguments: [ReadSettings.pcm(.int16), .decoded])
  func mix(_ settings: ReadSettings) throws {
    let reader = AssetReader(asset: try movie(), codecs: codecs)
    let output = AssetReaderAudioMixOutput(trackIDs: [1, 2], settings: settings)
    let audio = try ReadAudio(reader, output)
    #expect(audio.frames == 44_100)
    #expect(counting.count.withLock { $0 } == 2)
  }

  @Test("A composition opens each segment once", arguments: [ReadSettings.pcm(.int16), .decoded])
  func composition(_ settings: ReadSettings) async throws {
    let asset = try movie()
    let tracks: [AssetTrack] = try await asset.load(.tracks)
    let track = try #require(tracks.first)
    var composition = Composition()
    let half = try #require(MediaTime(value: 1, timescale: 2))
    let added = try composition.addTrack(.audio)
    for _ in 0..<2 {
      try composition.insertTimeRange(
        MediaTimeRange(start: .zero, end: half), of: track, from: asset, into: added)
    }
    let reader = AssetReader(composition: composition, codecs: codecs)
    let output = FirstTrackOutput(.audio, track: nil, settings: settings)
    let audio = try ReadAudio(reader, output)
    #expect(audio.frames == 44_100)
    #expect(counting.count.withLock { $0 } == 2)
  }
}
