internal import LibAV
internal import MetaCore

/// Converts MetaCore's buffers to one sample format, rate and number of channels with
/// libswresample, including sample formats that libswresample lacks (24 bits, big-endian, signed 8
/// bits).
final class LibAVAudioConverter: AudioConverting {
  private let converter: AudioResampler
  private let pcm: PCMFormat

  /// Creates a converter for the given target format.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for a sample format that cannot be converted.
  init(to target: AudioTarget) throws(ParseError) {
    pcm = target.pcm
    guard let name = target.pcm.libavName else {
      throw ParseError(
        .unsupported, at: 0, "converting audio to \(target.pcm.name) is not supported")
    }
    do {
      converter = try AudioResampler(
        to: AudioResampler.Target(
          sampleFormat: name, sampleRate: target.sampleRate, channels: target.channels))
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  func convert(_ audio: AudioBuffer) throws(ParseError) -> AudioBuffer? {
    do throws(LibAVError) {
      return try buffer(converter.convert(LibAVAudioConverter.frame(of: audio)))
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  func flush() throws(ParseError) -> AudioBuffer? {
    do throws(LibAVError) {
      return try buffer(converter.flush())
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  /// Returns the audio as a libavutil frame, without copying if it already is one.
  static func frame(of audio: AudioBuffer) throws(LibAVError) -> MediaFrame {
    if let frame = audio.storage as? MediaFrame {
      return try frame.samples(audio.start..<(audio.start + audio.frameCount))
    }
    let name = audio.format.pcm.libavName ?? ""
    // libavutil has no packed 24-bit, big-endian or signed 8-bit samples.
    let native = PCMFormat(libavName: name)
    let nativeAudio =
      native.map { $0 == audio.format.pcm ? audio : audio.converted(to: $0) } ?? audio
    return try MediaFrame(
      sampleFormat: name, sampleRate: nativeAudio.format.sampleRate,
      channels: nativeAudio.format.channels, sampleCount: nativeAudio.frameCount,
      layout: nativeAudio.format.channelLayout,
      planes: { plane, body in nativeAudio.withBytes(ofPlane: plane, body) })
  }

  /// Returns a buffer of converted samples; nil before the first input, or if it cannot be created.
  private func buffer(_ planes: [[UInt8]]) -> AudioBuffer? {
    guard let rate = converter.sampleRate, let channels = converter.channels else { return nil }
    let format = AudioFormat(pcm: pcm, sampleRate: rate, channels: channels)
    let stored = planes.map { pcm.stored($0) }
    return try? AudioBuffer(format, bytes: stored)
  }
}

extension PCMFormat {
  /// libavutil's name for the format to which the samples are converted, in native byte order, with
  /// unsigned 8-bit samples and 32 bits in place of 24; nil for other widths.
  var libavName: String? {
    let name: String
    switch (isFloat, bits) {
    case (true, 32): name = "flt"
    case (true, 64): name = "dbl"
    case (false, 8): name = "u8"
    case (false, 16): name = "s16"
    case (false, 24), (false, 32): name = "s32"
    default: return nil
    }
    return isInterleaved ? name : name + "p"
  }

  /// Creates the format with the given libavutil name; nil for an unknown name.
  init?(libavName: String) {
    var name = libavName
    let isPlanar = name.hasSuffix("p")
    if isPlanar { name.removeLast() }
    switch name {
    case "flt": self.init(bits: 32, isFloat: true)
    case "dbl": self.init(bits: 64, isFloat: true)
    case "u8": self.init(bits: 8, isSigned: false)
    case "s16": self = .int16
    case "s32": self = .int32
    default: return nil
    }
    isInterleaved = !isPlanar
  }

  /// Converts libavutil's samples to this format: packs 24 bits, swaps the byte order, changes the
  /// signedness.
  func stored(_ samples: [UInt8]) -> [UInt8] {
    var bytes = samples
    if bits == 24 {
      bytes = []
      bytes.reserveCapacity(samples.count / 4 * 3)
      for index in stride(from: 0, to: samples.count - 3, by: 4) {
        // The lowest of the four little-endian bytes is dropped.
        bytes += samples[(index + 1)..<(index + 4)]
      }
    }
    // libavutil's 8-bit samples are unsigned; all its other samples are signed.
    if bits == 8, isSigned { for index in bytes.indices { bytes[index] ^= 0x80 } }
    guard isBigEndian, bits > 8 else { return bytes }
    let width = bytesPerSample
    for index in stride(from: 0, to: bytes.count - width + 1, by: width) {
      bytes[index..<(index + width)].reverse()
    }
    return bytes
  }
}

extension AudioFormat {
  /// Creates the format of a decoded frame; nil for an unknown sample format, or without channels
  /// or a sample rate.
  init?(_ format: DecodedAudioFormat) {
    guard let pcm = PCMFormat(libavName: format.sampleFormat) else { return nil }
    guard format.channels > 0, format.sampleRate > 0 else { return nil }
    self.init(
      pcm: pcm, sampleRate: format.sampleRate, channels: format.channels,
      channelLayout: format.layout)
  }
}
