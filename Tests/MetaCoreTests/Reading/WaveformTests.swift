import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Waveforms")
struct WaveformTests {
  /// A simple reference implementation of bins.
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
    "Bins match their definition, whatever the buffer sizes", arguments: [1, 3, 8, 100, 1000])
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

  @Test("The file has the header and data of audiowaveform version 2")
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

  @Test("The loudest bin reaches half the height", arguments: WaveformDrawing.Statistic.allCases)
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

  @Test("Silence and empty audio are drawn as a line")
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

  @Test(
    "A PNG has the same lines as the drawing", arguments: WaveformDrawing.Statistic.allCases)
  func png(statistic: WaveformDrawing.Statistic) throws {
    let bins = (0..<8).map { index in
      let loud = Float(index + 1) / 8
      return WaveformData.Bin(minimum: -loud / 2, maximum: loud, average: loud / 4, rms: loud / 2)
    }
    let waveform = WaveformData(
      sampleRate: 8, samplesPerPixel: 1, channels: [bins], sampleCount: 8)
    var drawing = WaveformDrawing()
    (drawing.width, drawing.height, drawing.statistic) = (8, 64, statistic)
    drawing.color = DrawingColor(red: 0, green: 0, blue: 0)
    drawing.background = DrawingColor(red: 255, green: 255, blue: 255)
    let scratch = try Scratch()
    let file = scratch.file("waveform.png")
    try Data(try drawing.png(of: waveform)).write(to: file)
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let pixels = [UInt8](
      try Program.run(
        ffmpeg, ["-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "gray", "-"]
      ).output)
    try #require(pixels.count == 8 * 64)
    for (statistic, opacity) in drawing.layers.suffix(1) {
      let lines = drawing.lines(of: bins, statistic, height: 64)
      for x in 1..<7 {
        let dark = (0..<64).reduce(0.0) { $0 + (255 - Double(pixels[$1 * 8 + x])) / 255 }
        let length = lines[x].upperBound - lines[x].lowerBound
        // Shapes are as long as the line in the middle of their pixel; of all statistics, others
        // are below.
        if drawing.statistic != .all { #expect(abs(dark - length * opacity) < 1.5, "\(x)") }
        // Some pixels below the edge, which is not level.
        let middle = min(31, Int(lines[x].lowerBound.rounded(.up)) + 3)
        #expect(pixels[middle * 8 + x] < 8, "\(x)")
        #expect(pixels[x] == 255)
      }
    }
  }

  @Test("Marks are in every drawing, silence is a line of one pixel")
  func marks() throws {
    let quiet = WaveformData.Bin(minimum: 0, maximum: 0, average: 0, rms: 0)
    let waveform = WaveformData(
      sampleRate: 1, samplesPerPixel: 1, channels: [[quiet, quiet, quiet, quiet]], sampleCount: 4)
    var drawing = WaveformDrawing()
    (drawing.width, drawing.height) = (4, 9)
    drawing.marks = [0.5]
    #expect(drawing.svg(of: waveform).contains("<line x1=\"2\""))
    #expect(drawing.text(of: waveform).hasSuffix("\n  ▲\n"))
    let bytes = try drawing.png(of: waveform)
    drawing.marks = []
    #expect(try drawing.png(of: waveform) != bytes)
    drawing.width = 1e7
    #expect(throws: MetaError.self) { try drawing.png(of: waveform) }
  }

  @Test("Colours of a drawing are attributes with an opacity")
  func colors() throws {
    var drawing = WaveformDrawing()
    drawing.color = try #require(DrawingColor(css: "#ff000080"))
    drawing.background = try #require(DrawingColor(css: "silver"))
    drawing.statistic = .peak
    let svg = drawing.svg(of: waveform)
    #expect(svg.contains("fill=\"#ff0000\" fill-opacity=\"0.50\""))
    #expect(svg.contains("<rect width=\"100%\" height=\"100%\" fill=\"#c0c0c0\"/>"))
  }

  // MARK: Other bins

  @Test("Fewer bins equal those computed from the samples", arguments: [10, 20, 25, 30, 999, 5000])
  func resampling(size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let samples = (0..<2503).map { _ in Float.random(in: -1...1, using: &random) }
    var bins = WaveformBins(samplesPerPixel: 10)
    bins.append(samples.span)
    bins.finish()
    let waveform = WaveformData(
      sampleRate: 100, samplesPerPixel: 10, channels: [bins.bins], sampleCount: 2503)
    let other = try waveform.resampled(to: size)
    #expect(other.samplesPerPixel == size)
    let expected = reference(samples, size)
    #expect(other.length == expected.count)
    for (bin, wanted) in zip(other.channels[0], expected) {
      // Where old bins are cut, minimum and maximum count for both sides.
      #expect(bin.minimum <= wanted.minimum && bin.maximum >= wanted.maximum)
      guard size % 10 == 0 else { continue }
      #expect(bin.minimum == wanted.minimum && bin.maximum == wanted.maximum)
      #expect(abs(bin.average - wanted.average) < 1e-6)
      #expect(abs(bin.rms - wanted.rms) < 1e-6)
    }
    #expect(throws: MetaError.self) { try waveform.resampled(to: 9) }
    #expect(throws: MetaError.self) { try waveform.resampled(to: 1 << 40) }
  }

  @Test("Files are read back", arguments: [8, 16])
  func reading(bits: Int) throws {
    for bytes in [
      WaveformFile.data(of: waveform, bits: bits),
      Array(WaveformFile.json(of: waveform, bits: bits).utf8),
    ] {
      let read = try WaveformFile.read(bytes)
      #expect(read.sampleRate == 48_000)
      #expect(read.samplesPerPixel == 512)
      #expect(read.length == 2)
      #expect(read.channels.count == 2)
      #expect(
        WaveformFile.values(of: read, bits: bits) == WaveformFile.values(of: waveform, bits: bits))
      // Every truncated file is an error, never a trap.
      for end in bytes.indices.dropLast(bytes.first == 2 ? 0 : 2) {
        #expect(throws: ParseError.self) { try WaveformFile.read(Array(bytes[..<end])) }
      }
    }
    // Version 1 of audiowaveform: 20 bytes of header, one channel.
    let old: [UInt8] = [
      1, 0, 0, 0, 1, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0xC0, 0x40,
    ]
    let read = try WaveformFile.read(old)
    #expect(read.channels == [[.init(minimum: -0.5, maximum: 0.5, average: 0, rms: 0)]])
    var wrong = WaveformFile.data(of: waveform, bits: 16)
    wrong[0] = 3
    #expect(throws: ParseError.self) { try WaveformFile.read(wrong) }
    wrong = WaveformFile.data(of: waveform, bits: 16)
    wrong.replaceSubrange(16..<20, with: [255, 255, 255, 127])
    #expect(throws: ParseError.self) { try WaveformFile.read(wrong) }
    #expect(throws: ParseError.self) { try WaveformFile.read([]) }
  }
}
