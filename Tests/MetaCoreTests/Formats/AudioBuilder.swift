@testable import MetaCore

/// Builds bytes of audio files for tests: frames, tags and chunks.
enum AudioBuilder {
  /// Frames of MPEG-1 layer III, 128 kb/s, 44100 Hz, joint stereo: 417 bytes each.
  static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] + zeros(413) }
  }

  /// A frame of MPEG-1 layer III at 44100 Hz by the index of its bit rate.
  static func mp3Frame(rateIndex: UInt8) -> [UInt8] {
    let header: [UInt8] = [0xFF, 0xFB, rateIndex << 4, 0x64]
    return header + zeros((MPEGFrameHeader(ByteSlice(header))?.frameSize ?? 4) - 4)
  }

  /// The first frame with a Xing header that counts `frames` and `bytes`, and a LAME tag.
  static func xing(_ name: String = "Xing", frames: UInt32, bytes: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.append([0xFF, 0xFB, 0x90, 0x64] + zeros(32))
    writer.append(name.utf8)
    writer.u32(3)
    writer.u32(frames)
    writer.u32(bytes)
    writer.append("LAME3.99r".utf8)
    writer.append([0x04, 0xC8])
    writer.u32(1 << 22)
    writer.u16(1 << 13 | 3 << 10 | 0x200 | 65)
    writer.u16(0)
    writer.append([0, 128])
    writer.u24(576 << 12 | 1000)
    return writer.bytes + zeros(417 - writer.count)
  }

  /// Frames of AAC LC, 44100 Hz, stereo, of `size` bytes each.
  static func adts(frames: Int, size: Int = 200) -> [UInt8] {
    let header: [UInt8] = [
      0xFF, 0xF1, 0x50, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF),
      UInt8(size & 7) << 5 | 0x1F, 0xFC,
    ]
    return (0..<frames).flatMap { _ in header + zeros(size - header.count) }
  }

  /// An ID3v2.4 tag with a title.
  static func id3(title: String) -> [UInt8] {
    let text = [3] + Array(title.utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// An ID3v1 tag with a title.
  static func id3v1(title: String) -> [UInt8] {
    var tag = Array("TAG".utf8) + Array(title.utf8)
    tag += zeros(127 - tag.count)
    return tag + [255]
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: max(0, count)) }

  /// A WAV file: 16 bits, stereo, 8000 Hz, with `dataSize` bytes of audio followed by more chunks.
  static func wav(dataSize: Int = 3200, _ chunks: [UInt8] = []) -> [UInt8] {
    let body = Array("WAVE".utf8) + waveFormat + riff("data", zeros(dataSize)) + chunks
    return riff("RIFF", body)
  }

  static let waveFormat = riff(
    "fmt ", [1, 0, 2, 0, 0x40, 0x1F, 0, 0, 0, 0x7D, 0, 0, 4, 0, 16, 0])

  static func riff(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Chunk.encode(FourCC(id) ?? ChunkID.riff, body: body, form: .riff)
  }

  static func aiff(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Chunk.encode(FourCC(id) ?? ChunkID.riff, body: body, form: .aiff)
  }

  static func document(
    _ bytes: [UInt8], _ options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> Document {
    try Inspector.inspect(DataSource(bytes), options: options)
  }
}

extension Document {
  /// The values of the items with this identifier.
  func values(_ identifier: String) -> [String] {
    items.filter { $0.identifier.rawValue == identifier }.compactMap(\.value.stringValue)
  }
}
