import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

// EXAMPLE
func title(of asset: Asset) async throws -> String? {
  let items = try await asset.load(.commonMetadata)
  let titles = MetadataItem.metadataItems(
    from: items,
    filteredByIdentifier: .commonIdentifierTitle)
  return titles.first?.value.stringValue
}
// EXAMPLE

// EXAMPLE
func rename(
  _ asset: Asset, to title: String, in output: FilePath
) async throws {
  var items = try await asset.load(.metadata)
  items.removeAll {
    $0.identifier == .iTunesMetadataSongName
  }
  items.append(
    MetadataItem(.iTunesMetadataSongName, .string(title)))
  let session = ExportSession(asset: asset)
  session.metadata = items
  try await session.export(to: output, as: .m4a)
}
// EXAMPLE

// EXAMPLE
func loudest(
  in asset: Asset, codecs: MediaCodecs
) async throws -> Float {
  let tracks = try await asset.load(.tracks)
  guard
    let track = tracks.first(where: { $0.mediaType == .audio })
  else { return 0 }
  let reader = AssetReader(asset: asset, codecs: codecs)
  let output = AssetReaderTrackOutput(
    track: track, settings: .pcm(.float32))
  let samples = try reader.outputProvider(for: output)
  try reader.start()
  var peak: Float = 0
  while let sample = try await samples.next() {
    sample.audio?.withSamples(ofChannel: 0) { values in
      for index in values.indices {
        peak = max(peak, abs(values[index]))
      }
    }
  }
  return peak
}
// EXAMPLE

// EXAMPLE
func copy(
  _ track: AssetTrack, of asset: Asset, to path: FilePath
) async throws {
  let reader = AssetReader(asset: asset)
  let samples = try reader.outputProvider(
    for: AssetReaderTrackOutput(track: track, settings: nil))
  let writer = try AssetWriter(
    path: path, fileType: .quickTimeMovie)
  let receiver = try writer.inputReceiver(
    for: AssetWriterInput(
      track.mediaType,
      sourceFormatHint: track.formatDescriptions.first))
  try reader.start()
  try writer.start()
  try writer.startSession(atSourceTime: .zero)
  while let sample = try await samples.next() {
    try await receiver.append(sample)
  }
  receiver.finish()
  try await writer.finishWriting()
}
// EXAMPLE

// EXAMPLE
func peaks(
  of asset: Asset, bins: Int, codecs: MediaCodecs
) async throws -> [Float] {
  let waveform = try await WaveformData(
    asset: asset, bins: bins, codecs: codecs)
  return waveform.channels.first?.map(\.peak) ?? []
}
// EXAMPLE

@Suite struct AVFoundationExample {
  private func asset(_ sample: String) -> Asset { Asset(Repository.sample(sample).path) }

  @Test func worksAsTheArticleSays() async throws {
    let scratch = try Scratch()
    let renamed = FilePath(scratch.file("renamed.m4a").path)
    try await rename(asset("song-itunes.m4a"), to: "Blue Train (live)", in: renamed)
    #expect(try await title(of: Asset(path: renamed)) == "Blue Train (live)")

    let audioAsset = asset("plain.wav")
    let peak = try await loudest(in: audioAsset, codecs: .standard)
    let bins = try await peaks(of: audioAsset, bins: 10, codecs: .standard)
    #expect((1...10).contains(bins.count))
    #expect(peak > 0 && abs((bins.max() ?? 0) - peak) < 0.001)

    let movie = asset("in-step.mp4")
    let track = try #require(try await movie.load(.tracks).first)
    let copied = FilePath(scratch.file("copied.mov").path)
    try await copy(track, of: movie, to: copied)
    let tracks = try await Asset(path: copied).load(.tracks)
    #expect(tracks.map(\.mediaType) == [track.mediaType])
  }

  @Test func isInTheArticle() throws {
    try Example.expect(
      "AVFoundationExample", in: "Sources/MetaCore/MetaCore.docc/ComingFromAVFoundation.md")
  }
}
