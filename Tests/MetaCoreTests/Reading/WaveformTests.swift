import TestSupport
import Testing

@testable import MetaCore

@Suite("Waveforms")
struct WaveformTests {
  /// What bins are, written down as simply as it can be.
  private func reference(_ samples: [Float], _ size: Int) -> [WaveformData.Bin] {
    stride(from: 0, to: samples.count, by: size).map { start in
      let part = samples[start..<min(start + size, samples.count)].map(Double.init)
      let count = Double(part.count)
      return WaveformData.Bin(
        minimum: Float(part.min() ?? 0), maximum: Float(part.max() ?? 0),
        average: Float(part.reduce(0) { $0 + abs($1) } / count),
        rms: Float((part.reduce(0) { $0 + $1 * $1 } / count).squareRoot()))
    }
  }

  @Test(
    "Bins are those of the definition, however the samples come", arguments: [1, 3, 8, 100, 1000])
  func bins(size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    let samples = (0..<2500).map { _ in Float.random(in: -1...1, using: &random) }
    var bins = WaveformBins(samplesPerPixel: size)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Int.random(in: 1...700, using: &random))
      bins.append(Array(samples[start..<end]).span)
      start = end
    }
    bins.finish()
    let expected = reference(samples, size)
    #expect(bins.bins.count == expected.count)
    for (bin, wanted) in zip(bins.bins, expected) {
      #expect(bin.minimum == wanted.minimum)
      #expect(bin.maximum == wanted.maximum)
      #expect(abs(bin.average - wanted.average) < 1e-6)
      #expect(abs(bin.rms - wanted.rms) < 1e-6)
    }
  }

  private var waveform: WaveformData {
    let bins: [WaveformData.Bin] = [
      WaveformData.Bin(minimum: -0.5, maximum: 0.25, average: 0.2, rms: 0.3),
      WaveformData.Bin(minimum: -1, maximum: 1, average: 0.4, rms: 0.5),
    ]
    return WaveformData(
      sampleRate: 48_000, samplesPerPixel: 512, channels: [bins, bins.reversed()],
      sampleCount: 1024)
  }

  @Test("The file has the header and the numbers of audiowaveform's version 2")
  func file() {
    let bytes = WaveformFile.data(of: waveform, bits: 16)
    #expect(
      bytes.prefix(24) == [
        2, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xBB, 0, 0, 0, 2, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0,
      ])
    #expect(bytes.count == 24 + 2 * 2 * 2 * 2)
    // Bin by bin, minimum and maximum of each channel.
    #expect(Array(bytes[24..<32]) == [0x00, 0xC0, 0x00, 0x20, 0x00, 0x80, 0xFF, 0x7F])
    let small = WaveformFile.data(of: waveform, bits: 8)
    #expect(small[4] == 1)
    #expect(Array(small[24...]) == [0xC0, 0x20, 0x80, 0x7F, 0x80, 0x7F, 0xC0, 0x20])
    #expect(
      WaveformFile.json(of: waveform, bits: 8) == """
        {"version":2,"channels":2,"sample_rate":48000,"samples_per_pixel":512,"bits":8,"length":2,\
        "data":[-64,32,-128,127,-128,127,-64,32]}

        """)
  }

  @Test("The loudest bin reaches half of the height", arguments: WaveformDrawing.Statistic.allCases)
  func drawing(statistic: WaveformDrawing.Statistic) {
    var drawing = WaveformDrawing()
    drawing.statistic = statistic
    let lines = drawing.lines(of: waveform.channels[0], height: 100)
    #expect(lines[1] == 0...100)
    #expect(lines[0].lowerBound > 0)
    if statistic == .minmax { #expect(lines[0] == 37.5...75) }
    let svg = drawing.svg(of: waveform)
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1800\""))
    #expect(svg.contains(statistic == .minmax ? "stroke=" : "Z\" fill="))
  }

  @Test("Silence and nothing are drawn as a line")
  func silence() {
    let quiet = WaveformData.Bin(minimum: 0, maximum: 0, average: 0, rms: 0)
    let drawing = WaveformDrawing()
    #expect(drawing.lines(of: [quiet], height: 10) == [5...5])
    #expect(drawing.lines(of: [], height: 10).isEmpty)
    let nothing = WaveformData(
      sampleRate: 1, samplesPerPixel: 1, channels: [[]], sampleCount: 0)
    #expect(!drawing.svg(of: nothing).isEmpty)
    #expect(!drawing.text(of: nothing).isEmpty)
  }

  @Test("A colour cannot end its attribute")
  func colors() {
    var drawing = WaveformDrawing()
    drawing.color = "red\"/><script>"
    #expect(!drawing.svg(of: waveform).contains("<script>"))
  }
}
