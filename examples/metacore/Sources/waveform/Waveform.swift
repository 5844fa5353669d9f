import Foundation
import MetaCore
import MetaForeign
import SystemPackage

/// waveform FILE PICTURE.svg|PICTURE.png [BINS]: draws the waveform of the first audio track of a
/// file.
@main
enum WaveformFile {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("waveform FILE PICTURE.svg|PICTURE.png [BINS]") }
    let output = URL(filePath: arguments[1])
    let waveform = try await WaveformData(
      asset: Asset(path: FilePath(arguments[0])),
      bins: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 800,
      splitsChannels: true, codecs: .standard.adding(ForeignCodecs.all))
    var drawing = WaveformDrawing()
    (drawing.width, drawing.height) = (800, 200)
    let bytes =
      output.pathExtension == "png"
      ? try drawing.png(of: waveform) : Array(drawing.svg(of: waveform).utf8)
    try Data(bytes).write(to: output)
    let loudest = waveform.channels.joined().map(\.peak).max() ?? 0
    print("\(waveform.channels.count) channels, \(waveform.length) bins, loudest \(loudest)")
    for finding in waveform.findings { print(finding.message) }
  }
}
