/// Encodes waveform files in version 2 of audiowaveform's format, as `.dat` or JSON, and parses
/// versions 1 and 2; the files contain only minima and maxima.
///
///     i32 version (2), u32 flags (1: 8 bits), i32 sample rate, i32 samples per pixel, u32 length, i32 channels
///     { minimum, maximum } of each channel, for each bin           little-endian throughout
///
/// Source: <https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md>.
public enum WaveformFile {
  /// Returns the minima and maxima as 8- or 16-bit integers: one bin after another, with the
  /// channels of each bin in order.
  public static func values(of waveform: WaveformData, bits: Int) -> [Int16] {
    var values: [Int16] = []
    values.reserveCapacity(waveform.length * waveform.channels.count * 2)
    for bin in 0..<waveform.length {
      for channel in waveform.channels where bin < channel.count {
        values.append(number(channel[bin].minimum, bits))
        values.append(number(channel[bin].maximum, bits))
      }
    }
    return values
  }

  /// Returns a fraction of full scale as an integer; 8-bit values are 16-bit ones divided by 256.
  private static func number(_ value: Float, _ bits: Int) -> Int16 {
    guard value.isFinite else { return 0 }
    let scaled = (Double(value) * 32768).rounded(.toNearestOrEven)
    let number = Int16(clamping: Int(max(-32768, min(32767, scaled))))
    return bits == 8 ? number / 256 : number
  }

  /// Returns the bytes of a `.dat` file.
  public static func data(of waveform: WaveformData, bits: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      for shift in [0, 8, 16, 24] {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    append(2)
    append(bits == 8 ? 1 : 0)
    append(waveform.sampleRate)
    append(waveform.samplesPerPixel)
    append(waveform.length)
    append(waveform.channels.count)
    for value in values(of: waveform, bits: bits) {
      bytes.append(UInt8(truncatingIfNeeded: value))
      if bits != 8 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
    }
    return bytes
  }

  /// Returns the text of a JSON file.
  public static func json(of waveform: WaveformData, bits: Int) -> String {
    let data = values(of: waveform, bits: bits).map { "\($0)" }.joined(separator: ",")
    return """
      {"version":2,"channels":\(waveform.channels.count),"sample_rate":\(waveform.sampleRate),\
      "samples_per_pixel":\(waveform.samplesPerPixel),"bits":\(bits == 8 ? 8 : 16),"length":\(waveform.length),\
      "data":[\(data)]}

      """
  }
}
