import Foundation
import MetaCore
import MetaForeign
import SystemPackage

/// bins FILE PICTURE.svg BINS: reads the audio samples of a file, computes bins from them, and
/// draws these.
///
/// `WaveformData` does this in one call, on several threads; here every step is visible, as a
/// starting point for other computations.
@main
enum BinFile {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3, let count = Int(arguments[2]), (1...100_000).contains(count) else {
      return print("bins FILE PICTURE.svg BINS")
    }
    let (samples, rate) = try await samples(of: Asset(path: FilePath(arguments[0])))
    let bins = bins(count, of: samples)
    let waveform = WaveformData(
      sampleRate: rate, samplesPerPixel: max(1, (samples.count + count - 1) / count),
      channels: [bins], sampleCount: Int64(samples.count))
    var drawing = WaveformDrawing()
    (drawing.statistic, drawing.width, drawing.height) = (.peak, Double(count), 200)
    let picture = drawing.svg(of: waveform)
    try picture.write(to: URL(filePath: arguments[1]), atomically: true, encoding: .utf8)
    print("\(samples.count) samples in \(bins.count) bins")
  }

  /// The samples of the first audio track, its channels mixed to one, and how many there are per
  /// second.
  private static func samples(of asset: Asset) async throws -> (samples: [Float], rate: Int) {
    let tracks = try await asset.load(.tracks)
    guard let track = tracks.first(where: { $0.mediaType == .audio }) else { return ([], 1) }
    let reader = AssetReader(asset: asset, codecs: .standard.adding(ForeignCodecs.all))
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: track, settings: .pcm(.planarFloat32, channels: 1)))
    try reader.start()
    var samples: [Float] = []
    var rate = 1
    while let buffer = try await provider.next() {
      guard let audio = buffer.audio else { continue }
      rate = audio.format.sampleRate
      audio.withSamples(ofChannel: 0) { span in
        for index in span.indices { samples.append(span[index]) }
      }
    }
    return (samples, rate)
  }

  private static func bins(_ count: Int, of samples: [Float]) -> [WaveformData.Bin] {
    let width = max(1, (samples.count + count - 1) / count)
    return stride(from: 0, to: samples.count, by: width).map { start in
      let part = samples[start..<min(start + width, samples.count)]
      let number = Float(part.count)
      return WaveformData.Bin(
        minimum: part.min() ?? 0, maximum: part.max() ?? 0,
        average: part.reduce(0) { $0 + abs($1) } / number,
        rms: (part.reduce(0) { $0 + $1 * $1 } / number).squareRoot())
    }
  }
}
