import TestSupport
import Testing

@testable import MetaCore

@Suite struct ImageInfoTests {
  struct Sample: Sendable {
    let name: String
    let bytes: [UInt8]
    let info: ImageInfo
  }

  private static func sample(
    _ mime: String, _ width: Int?, _ height: Int?, _ depth: Int?, _ hex: String
  ) -> Sample {
    Sample(
      name: mime, bytes: TestSupport.bytes(hex),
      info: ImageInfo(mime: mime, width: width, height: height, bitDepth: depth))
  }

  static let samples = [
    sample("image/jpeg", 640, 480, 8, "FFD8 FFE0 0004 4A46 FFC2 000B 08 01E0 0280 01 00"),
    sample("image/jpeg", 640, 480, 8, "FFD8 FFDB 0002 FFFF C4 0003 00 FFC0 000B 08 01E0 0280 01"),
    sample("image/jpeg", nil, nil, nil, "FFD8 FFDA 0002 FFC0 000B 08 01E0 0280 01"),
    sample(
      "image/png", 600, 300, 8,
      "89504E470D0A1A0A 0000000D 49484452 00000258 0000012C 08 06 00 00 00 00000000"),
    sample("image/gif", 16, 32, nil, "474946383961 1000 2000 F0 00 00"),
    sample(
      "image/bmp", 5, 7, nil,
      "424D 00000000 0000 0000 36000000 28000000 05000000 F9FFFFFF 0100 1800"),
    sample("image/bmp", 5, 7, nil, "424D 00000000 0000 0000 1A000000 0C000000 0500 0700 0100 1800"),
    sample(
      "image/webp", 100, 50, 8,
      "52494646 00000000 57454250 56503858 0A000000 00000000 630000 310000"),
    sample("image/webp", 100, 50, 8, "52494646 00000000 57454250 5650384C 0A000000 2F 63400C00"),
    sample(
      "image/webp", 100, 50, 8,
      "52494646 00000000 57454250 56503820 0A000000 000000 9D012A 6400 3200"),
    sample(
      "image/tiff", 4, 3, 8,
      "49492A00 08000000 0300 0001 0300 01000000 04000000 0101 0400 01000000 03000000 0201 0300 01000000 08000000"
    ),
    sample(
      "image/tiff", 4, 3, nil,
      "4D4D002A 00000008 0002 0100 0003 00000001 00040000 0101 0004 00000001 00000003"),
    sample("image/heic", 800, 600, 10, heic),
    sample("image/avif", 640, 360, nil, avif),
    sample(
      "image/jp2", 20, 10, nil,
      "0000000C 6A502020 0D0A870A 0000001E 6A703268 00000016 69686472 0000000A 00000014 0003 07 07 00 00"
    ),
    sample("image/j2c", 20, 10, nil, "FF4F FF51 0029 0000 00000014 0000000A 00000000 00000000"),
    sample("image/jxl", nil, nil, nil, "FF0A 00"),
  ]

  /// Item 2 is the primary one and has property 3; property 1 belongs to a larger tile canvas that
  /// is not shown.
  static let heic = """
    00000018 66747970 6D696631 00000000 68656963 6D696631
    00000099 6D657461 00000000
      0000000E 7069746D 00000000 0002
      00000075 69707270
        00000054 6970636F
          00000014 69737065 00000000 00000400 00000400
          00000010 70697869 00000000 01 0A 0000
          00000014 69737065 00000000 00000320 00000258
          00000014 69737065 00000000 00000040 00000040
        00000019 69706D61 00000000 00000002 0001 01 01 0002 02 82 03
        0000000A 66726565 0000
    """

  static let avif = """
    00000014 66747970 61766966 00000000 61766966
    00000030 6D657461 00000000
      00000024 69707270
        0000001C 6970636F
          00000014 69737065 00000000 00000280 00000168
    """

  @Test(arguments: samples) func inMemory(sample: Sample) {
    let window = SourceWindow(DataSource([]))
    let data = DataValue.bytes(ByteSlice(sample.bytes))
    #expect(ImageInfo.probe(data, in: window) == sample.info)
  }

  @Test(arguments: samples) func inAFile(sample: Sample) {
    let window = SourceWindow(DataSource([1, 2, 3] + sample.bytes + [4, 5]))
    let data = DataValue.file(window.location(at: 3, count: Int64(sample.bytes.count)))
    #expect(ImageInfo.probe(data, in: window) == sample.info)
  }

  @Test(arguments: samples) func everyPrefixIsHandled(sample: Sample) {
    for count in 0..<sample.bytes.count {
      let info = ImageInfo.probe(ByteSlice(Array(sample.bytes.prefix(count))))
      if let width = info?.width { #expect(width > 0) }
    }
  }

  @Test(arguments: samples) func everyChangedByteIsHandled(sample: Sample) {
    for index in sample.bytes.indices {
      for byte in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
        var bytes = sample.bytes
        bytes[index] = byte
        _ = ImageInfo.probe(ByteSlice(bytes))
      }
    }
  }

  @Test(arguments: [
    "", "00", "FF D8", "66747970", "25504446 2D312E34", "0000001866747970 69736F6D 00000000",
  ])
  func otherBytesAreNotAPicture(hex: String) {
    #expect(ImageInfo.probe(ByteSlice(TestSupport.bytes(hex))) == nil)
  }

  @Test func offsetOutsideTheFileIsNotAPicture() {
    let window = SourceWindow(DataSource([0xFF, 0xD8, 0xFF, 0xC0]))
    for (offset, count) in [(9, 4), (-1, 4), (0, -4)] as [(Int64, Int64)] {
      let data = DataValue.file(window.location(at: offset, count: count))
      #expect(ImageInfo.probe(data, in: window)?.width == nil)
    }
  }

  /// An image of a megabyte with the frame header after twelve full segments.
  @Test func longSegmentsAreSkipped() {
    var jpeg: [UInt8] = [0xFF, 0xD8]
    for _ in 0..<12 { jpeg += [0xFF, 0xE2, 0xFF, 0xFF] + Array(repeating: 7, count: 65533) }
    jpeg += bytes("FFC0 000B 08 01E0 0280 01") + Array(repeating: 0, count: 300_000)
    let source = CountingSource(jpeg)
    let window = SourceWindow(source)
    let info = ImageInfo.probe(
      .file(window.location(at: 0, count: Int64(jpeg.count))), in: window)
    #expect(info?.width == 640)
    #expect(source.total.value <= 64 << 10)
  }

  @Test func readingIsLimited() {
    var jpeg: [UInt8] = [0xFF, 0xD8]
    for _ in 0..<40 { jpeg += [0xFF, 0xE2, 0xFF, 0xFF] + Array(repeating: 7, count: 65533) }
    let source = CountingSource(jpeg)
    let window = SourceWindow(source)
    let info = ImageInfo.probe(
      .file(window.location(at: 0, count: Int64(jpeg.count))), in: window)
    #expect(info == ImageInfo(mime: "image/jpeg"))
    #expect(source.total.value <= 80 << 10)
  }
}

/// A source that counts the bytes read from it.
struct CountingSource: ByteSource {
  final class Counter: @unchecked Sendable { var value = 0 }
  private let data: DataSource
  let total = Counter()

  init(_ bytes: [UInt8]) { data = DataSource(bytes) }

  var length: Int64 { data.length }
  var sourceIdentity: SourceIdentity { data.sourceIdentity }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    let bytes = try data.read(at: offset, count: count)
    total.value += bytes.count
    return bytes
  }
}
