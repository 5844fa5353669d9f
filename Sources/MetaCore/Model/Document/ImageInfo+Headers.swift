/// Support for formats that are recognised from the first 32 bytes: PNG, GIF, BMP, WebP, JPEG 2000,
/// JPEG XL.
extension ImageInfo {
  /// Inspects PNG: signature (8), length (4), `IHDR`, width (4), height (4), bit depth (1); sizes
  /// are in bytes.
  ///
  /// PNG §11.2.1.
  static func png(_ head: ByteSlice) -> ImageInfo {
    let info = ImageInfo(mime: "image/png")
    guard head.clamped(from: 12).starts(with: [0x49, 0x48, 0x44, 0x52]) else { return info }
    return info.sized(
      head.bigEndian(at: 16), head.bigEndian(at: 20), bitDepth: head[24].map { Int($0) })
  }

  /// Inspects GIF: `GIF87a` or `GIF89a`, width (2), height (2), little-endian.
  ///
  /// GIF89a §18.
  static func gif(_ head: ByteSlice) -> ImageInfo {
    ImageInfo(mime: "image/gif").sized(
      head.littleEndian(at: 6, width: 2), head.littleEndian(at: 8, width: 2))
  }

  /// Inspects BMP: file header (14), size of the next header (4), width, height: 2 bytes each in
  /// the oldest form, otherwise 4, signed.
  ///
  /// A negative height means that the rows are stored from top to bottom.
  static func bmp(_ head: ByteSlice) -> ImageInfo? {
    guard let size = head.littleEndian(at: 14) else { return nil }
    let info = ImageInfo(mime: "image/bmp")
    if size == 12 {
      return info.sized(
        head.littleEndian(at: 18, width: 2), head.littleEndian(at: 20, width: 2))
    }
    guard size >= 16, size <= 256, let height = head.littleEndian(at: 22) else { return nil }
    return info.sized(head.littleEndian(at: 18), Int32(bitPattern: height).magnitude)
  }

  /// Inspects WebP: `RIFF`, size (4), `WEBP`, then a chunk `VP8 `, `VP8L` or `VP8X` with its size
  /// (4).
  ///
  /// RFC 9649 §2.
  ///
  ///     VP8X   flags (1), reserved (3), width - 1 (3), height - 1 (3)
  ///     VP8L   2F, then 14 bits of width - 1 and 14 bits of height - 1
  ///     VP8    frame tag (3), 9D 01 2A, width (14 bits of 2 bytes), height (14 bits of 2 bytes)
  static func webP(_ head: ByteSlice) -> ImageInfo? {
    guard head.clamped(from: 8).starts(with: [0x57, 0x45, 0x42, 0x50]) else { return nil }
    let info = ImageInfo(mime: "image/webp")
    guard let chunk = head.bigEndian(at: 12) else { return info }
    switch FourCC(rawValue: chunk) {
    case FourCC("V", "P", "8", "X"):
      return info.sized(
        head.littleEndian(at: 24, width: 3).map { $0 + 1 },
        head.littleEndian(at: 27, width: 3).map { $0 + 1 }, bitDepth: 8)
    case FourCC("V", "P", "8", "L"):
      guard head[20] == 0x2F, let bits = head.littleEndian(at: 21) else { return info }
      return info.sized(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bitDepth: 8)
    case FourCC("V", "P", "8", " "):
      guard head.clamped(from: 23).starts(with: [0x9D, 0x01, 0x2A]) else { return info }
      return info.sized(
        head.littleEndian(at: 26, width: 2).map { $0 & 0x3FFF },
        head.littleEndian(at: 28, width: 2).map { $0 & 0x3FFF }, bitDepth: 8)
    default: return info
    }
  }

  /// Inspects JPEG 2000: a bare codestream (SOC, then SIZ with Xsiz, Ysiz, XOsiz, YOsiz), or boxes:
  /// `jp2h` / `ihdr` with height and width.
  ///
  /// ISO/IEC 15444-1 §A.5.1 and §I.5.3.
  static func jpeg2000(_ head: ByteSlice, _ image: inout ImageBytes) -> ImageInfo? {
    if head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
      let info = ImageInfo(mime: "image/j2c")
      guard let right = head.bigEndian(at: 8), let bottom = head.bigEndian(at: 12),
        let left = head.bigEndian(at: 16), let top = head.bigEndian(at: 20),
        right > left, bottom > top
      else { return info }
      return info.sized(right - left, bottom - top)
    }
    let signature: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    guard head.starts(with: signature) else { return nil }
    let info = ImageInfo(mime: "image/jp2")
    guard let header = box(FourCC("j", "p", "2", "h"), in: 12..<max(12, image.count), &image),
      let size = box(FourCC("i", "h", "d", "r"), in: header, &image)
    else { return info }
    let bytes = image.read(at: size.lowerBound, upTo: 8)
    return info.sized(bytes.bigEndian(at: 4), bytes.bigEndian(at: 0))
  }

  /// Recognises JPEG XL by FF 0A at the start of a bare codestream, or by the signature box; the
  /// size is bit-packed and not read.
  ///
  /// ISO/IEC 18181-2 §9.
  static func jpegXL(_ head: ByteSlice) -> ImageInfo? {
    let signature: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    guard head.starts(with: signature) || head.starts(with: [0xFF, 0x0A]) else { return nil }
    return ImageInfo(mime: "image/jxl")
  }
}
