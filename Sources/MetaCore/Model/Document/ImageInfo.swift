/// The type, size and bit depth of an image (JPEG, PNG, GIF, BMP, WebP, TIFF, HEIF, JPEG 2000, JPEG
/// XL), which ``probe(_:)`` reads from its header with as few reads as possible.
///
/// The size of JPEG XL images and the bit depth of GIF, BMP and JPEG 2000 images are not read.
/// Declared types are ignored because they are often wrong (such as `image/jpeg` for a PNG).
package struct ImageInfo: Sendable, Hashable {
  /// The MIME type of the content.
  package var mime: String
  /// The width in pixels; nil when the header is damaged or too far from the start.
  package var width: Int?
  /// The height in pixels; nil when the header is damaged or too far from the start.
  package var height: Int?
  /// The bits per component, if the header contains them.
  package var bitDepth: Int?

  /// Creates a description from its parts.
  package init(mime: String, width: Int? = nil, height: Int? = nil, bitDepth: Int? = nil) {
    self.mime = mime
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
  }

  /// Inspects an image in memory, or in the file that `window` reads; nil when its type is not
  /// recognised, or its bytes are in another file.
  static func probe(_ data: DataValue, in window: SourceWindow) -> ImageInfo? {
    var image: ImageBytes
    switch data {
    case .bytes(let slice): image = ImageBytes(slice)
    case .file(let location):
      guard location.source == window.source.sourceIdentity else { return nil }
      image = ImageBytes(window, at: location.offset, count: location.count)
    case .base64(let bytes): image = ImageBytes(bytes)
    }
    return probe(&image)
  }

  /// Inspects an image in memory; nil when its type is not recognised.
  package static func probe(_ bytes: ByteSlice) -> ImageInfo? {
    var image = ImageBytes(bytes)
    return probe(&image)
  }

  /// Inspects an image, starting with its first bytes.
  private static func probe(_ image: inout ImageBytes) -> ImageInfo? {
    let head = image.read(at: 0, upTo: 32)
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(&image) }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return png(head) }
    if head.starts(with: [0x47, 0x49, 0x46, 0x38]) { return gif(head) }
    if head.starts(with: [0x42, 0x4D]) { return bmp(head) }
    if head.starts(with: [0x52, 0x49, 0x46, 0x46]) { return webP(head) }
    if head.starts(with: [0x49, 0x49, 0x2A, 0x00]) { return tiff(&image, isLittle: true) }
    if head.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return tiff(&image, isLittle: false) }
    if head.clamped(from: 4).starts(with: [0x66, 0x74, 0x79, 0x70]) { return heif(&image) }
    return jpeg2000(head, &image) ?? jpegXL(head)
  }

  /// Returns the same type with the given size; zero, which is not a valid size, means that the
  /// size is unknown.
  func sized(_ width: UInt32?, _ height: UInt32?, bitDepth: Int? = nil) -> ImageInfo {
    guard let width, let height, width > 0, height > 0 else { return self }
    return ImageInfo(
      mime: mime, width: Int(width), height: Int(height), bitDepth: bitDepth)
  }
}

/// Reads the bytes of an image in memory or in a file, with a limit on the number of reads from a
/// file that damaged headers can cause.
///
/// The window serves reads within 4 KiB of each other with one system call, so only larger jumps
/// count.
struct ImageBytes {
  /// The location of the image's bytes: in memory, in memory as base64, or in the file.
  private enum ImageLocation {
    case memory(ByteSlice)
    case base64(Base64Bytes)
    case file(SourceWindow)
  }

  private let place: ImageLocation
  private let start: Int64
  let count: Int64
  /// The start of the 4 KiB that were read last.
  private var windowStart: Int64 = .min
  /// The number of jumps that are still allowed; each costs a read.
  private var remainingJumps = 16

  init(_ slice: ByteSlice) {
    place = .memory(slice)
    start = 0
    count = Int64(slice.count)
  }

  init(_ bytes: Base64Bytes) {
    place = .base64(bytes)
    start = 0
    count = Int64(bytes.count)
  }

  init(_ window: SourceWindow, at offset: Int64, count: Int64) {
    place = .file(window)
    start = max(0, offset)
    self.count = max(0, min(count, window.length - start))
  }

  /// Reads up to `limit` bytes (at most 4096) at `offset` in the image; returns an empty slice at
  /// the end of the image, once the limit on reads is reached, or if reading fails.
  mutating func read(at offset: Int64, upTo limit: Int) -> ByteSlice {
    guard offset >= 0, offset < count else { return .empty }
    let length = Int(min(Int64(min(limit, 4096)), count - offset))
    switch place {
    case .memory(let slice): return slice.clamped(from: Int(offset), count: length)
    case .base64(let bytes):
      let part = try? bytes.clamped(from: Int(offset), count: length).decoded()
      return part.map { ByteSlice($0) } ?? .empty
    case .file(let window):
      if offset < windowStart || offset + Int64(length) > windowStart + 4096 {
        guard remainingJumps > 0 else { return .empty }
        remainingJumps -= 1
        windowStart = offset
      }
      let bytes = try? window.bytes(at: start + offset, upTo: length)
      return bytes ?? .empty
    }
  }
}

extension ByteSlice {
  /// Returns the big-endian number of `width` bytes (up to 4) at `index`, or nil past the end.
  @inline(__always)
  func bigEndian(at index: Int, width: Int = 4) -> UInt32? {
    guard index >= 0, index <= count - width else { return nil }
    switch width {
    case 4: return BigEndian.u32(storage, at: lower + index)
    case 2: return BigEndian.u16(storage, at: lower + index).map { UInt32($0) }
    default: return oddNumber(at: index, width: width)
    }
  }

  /// Returns the big-endian number of one or three bytes.
  private func oddNumber(at index: Int, width: Int) -> UInt32 {
    var number: UInt32 = 0
    for offset in (lower + index)..<(lower + index + width) {
      number = number << 8 | UInt32(storage[offset])
    }
    return number
  }

  /// Returns the little-endian number of `width` bytes (up to 4) at `index`, or nil past the end.
  func littleEndian(at index: Int, width: Int = 4) -> UInt32? {
    guard index >= 0, index <= count - width else { return nil }
    var number: UInt32 = 0
    for offset in ((lower + index)..<(lower + index + width)).reversed() {
      number = number << 8 | UInt32(storage[offset])
    }
    return number
  }
}
