import MetaCore
import Testing

/// The audio of one output: the samples of all buffers, and the time of the first.
struct ReadAudio {
  var bytes: [UInt8] = []
  /// The samples of 32-bit floating-point outputs, those of all channels next to each other.
  var floats: [Float] = []
  var start: MediaTime?
  var frames = 0
  var format: AudioFormat?
  var findings: [Diagnostic] = []

  /// Reads an output to its end.
  init(_ reader: AssetReader, _ output: some AssetReaderOutput) throws {
    let provider = try reader.outputProvider(for: output)
    try reader.start()
    var end: MediaTime?
    while let sample = try provider.copyNextSampleBuffer() {
      let audio = try #require(sample.audio)
      // Buffers are contiguous.
      if let end { #expect(sample.presentationTime == end) }
      end = MediaTime(
        value: sample.presentationTime.converted(toTimescale: UInt32(audio.format.sampleRate)).value
          + Int64(audio.frameCount), timescale: UInt32(audio.format.sampleRate))
      start = start ?? sample.presentationTime
      bytes += audio.interleavedBytes()
      frames += audio.frameCount
      format = audio.format
    }
    #expect(reader.status == .completed)
    findings = reader.findings
    if format?.pcm.isFloat == true, format?.pcm.bits == 32 { floats = bytes.floats }
  }
}

extension [UInt8] {
  /// The bytes as numbers of a type, the low byte first.
  private func numbers<Number: FixedWidthInteger>(_ type: Number.Type) -> [Number] {
    let width = Number.bitWidth / 8
    return stride(from: 0, to: count - width + 1, by: width).map { start in
      (0..<width).reversed().reduce(Number(0)) {
        $0 << 8 | Number(truncatingIfNeeded: self[start + $1])
      }
    }
  }

  var int16: [Int16] { numbers(Int16.self) }
  var floats: [Float] { numbers(UInt32.self).map { Float(bitPattern: $0) } }
  var doubles: [Double] { numbers(UInt64.self).map { Double(bitPattern: $0) } }
}

/// The first difference of two sample sequences; nil when they are equal.
func difference(_ one: some Sequence<Int16>, _ other: some Sequence<Int16>) -> String? {
  let (one, other) = (Array(one), Array(other))
  let index = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  if let index { return "\(one[index]) and \(other[index]) at \(index)" }
  return one.count == other.count ? nil : "\(one.count) and \(other.count) samples"
}
