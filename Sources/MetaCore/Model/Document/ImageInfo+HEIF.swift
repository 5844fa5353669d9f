/// Support for HEIC, AVIF and related formats, in which the size is a property of the primary item.
///
///     ftyp  major brand, version, compatible brands
///     meta
///       pitm  the id of the primary item
///       iprp
///         ipco  properties, numbered from 1: ispe (width, height), pixi (bits per channel), ...
///         ipma  which item has which properties
///
/// ISO/IEC 23008-12 §6.5.3, ISO/IEC 14496-12 §8.11.
extension ImageInfo {
  /// Returns the type of a HEIF or AVIF image and the size of its primary item; nil for any other
  /// `ftyp` box.
  static func heif(_ image: inout ImageBytes) -> ImageInfo? {
    guard let size = image.read(at: 0, upTo: 4).bigEndian(at: 0), size >= 16,
      let mime = heifType(image.read(at: 8, upTo: min(Int(size), 264) - 8))
    else { return nil }
    let info = ImageInfo(mime: mime)
    guard let meta = box(FourCC("m", "e", "t", "a"), in: 0..<image.count, &image) else {
      return info
    }
    let children = min(meta.lowerBound + 4, meta.upperBound)..<meta.upperBound
    guard let properties = box(FourCC("i", "p", "r", "p"), in: children, &image),
      let container = box(FourCC("i", "p", "c", "o"), in: properties, &image)
    else { return info }
    let list = PropertyList(container, &image)
    let primary = primaryItem(children, &image)
    let owned = primary.flatMap { associations(of: $0, in: properties, &image) }
    return list.describe(info, owned: owned)
  }

  /// Returns the MIME type for the brands: that of the first brand of AVIF or HEIC, beginning with
  /// the major brand, or `image/heif` if there are only general brands of HEIF; nil for other
  /// brands.
  private static func heifType(_ brands: ByteSlice) -> String? {
    var type: String?
    for index in stride(from: 0, to: brands.count - 3, by: 4) where index != 4 {
      guard let brand = brands.bigEndian(at: index) else { break }
      switch FourCC(rawValue: brand) {
      case FourCC("a", "v", "i", "f"), FourCC("a", "v", "i", "s"): return "image/avif"
      case FourCC("h", "e", "i", "c"), FourCC("h", "e", "i", "x"), FourCC("h", "e", "v", "c"),
        FourCC("h", "e", "v", "x"), FourCC("h", "e", "i", "m"), FourCC("h", "e", "i", "s"):
        return "image/heic"
      case FourCC("m", "i", "f", "1"), FourCC("m", "s", "f", "1"): type = "image/heif"
      default: continue
      }
    }
    return type
  }

  /// Returns the range of the body of the first box with the given type among the first 256 boxes
  /// in `range`.
  static func box(
    _ type: FourCC, in range: Range<Int64>, _ image: inout ImageBytes
  ) -> Range<Int64>? {
    var found: Range<Int64>?
    boxes(in: range, &image) { candidate, body in
      guard candidate == type else { return true }
      found = body
      return false
    }
    return found
  }

  /// Calls `visit` with the type and body of each box until it returns false, a box is damaged, or
  /// 256 boxes have been visited.
  static func boxes(
    in range: Range<Int64>, _ image: inout ImageBytes, visit: (FourCC, Range<Int64>) -> Bool
  ) {
    var offset = range.lowerBound
    for _ in 0..<256 where offset < range.upperBound {
      let header = image.read(at: offset, upTo: 16)
      guard let short = header.bigEndian(at: 0), let type = header.bigEndian(at: 4) else { return }
      var size = Int64(short)
      var headerSize: Int64 = 8
      if short == 0 { size = range.upperBound - offset }
      if short == 1 {
        guard let high = header.bigEndian(at: 8), high == 0, let low = header.bigEndian(at: 12)
        else { return }
        size = Int64(low)
        headerSize = 16
      }
      guard size >= headerSize, size <= range.upperBound - offset else { return }
      let body = (offset + headerSize)..<(offset + size)
      guard visit(FourCC(rawValue: type), body) else { return }
      offset += size
    }
  }

  /// Returns the ID in `pitm`: version and flags (4), then 2 bytes, or 4 from version 1 on.
  private static func primaryItem(_ range: Range<Int64>, _ image: inout ImageBytes) -> UInt32? {
    guard let body = box(FourCC("p", "i", "t", "m"), in: range, &image) else { return nil }
    let bytes = image.read(at: body.lowerBound, upTo: 8)
    return bytes.bigEndian(at: 4, width: bytes[0] == 0 ? 2 : 4)
  }

  /// Returns the numbers of an item's properties in `ipma`; nil if the item is not in its first
  /// 4096 bytes.
  ///
  /// Version and flags (4), number of items (4); for each item, its ID (2, or 4 from version 1 on),
  /// a count (1), and that many entries: an "essential" bit and 7 bits of index, or 15 when flag 1
  /// is set.
  private static func associations(
    of item: UInt32, in range: Range<Int64>, _ image: inout ImageBytes
  ) -> [Int]? {
    guard let body = box(FourCC("i", "p", "m", "a"), in: range, &image) else { return nil }
    let bytes = image.read(
      at: body.lowerBound, upTo: Int(min(4096, body.upperBound - body.lowerBound)))
    guard let version = bytes[0], let flags = bytes[3], let entries = bytes.bigEndian(at: 4) else {
      return nil
    }
    let idWidth = version == 0 ? 2 : 4
    let width = flags & 1 == 0 ? 1 : 2
    var index = 8
    for _ in 0..<min(entries, 2048) {
      guard let id = bytes.bigEndian(at: index, width: idWidth), let count = bytes[index + idWidth]
      else { return nil }
      index += idWidth + 1
      if id == item {
        return (0..<Int(count)).compactMap {
          bytes.bigEndian(at: index + $0 * width, width: width).map {
            Int($0 & (width == 1 ? 0x7F : 0x7FFF))
          }
        }
      }
      index += Int(count) * width
    }
    return nil
  }
}

/// The properties in an `ipco` box of a HEIF image that give size and bit depth, with the numbers
/// by which items refer to them.
private struct PropertyList {
  private var sizes: [(number: Int, width: UInt32, height: UInt32)] = []
  private var depths: [(number: Int, bits: Int)] = []

  /// Reads at most 64 of the properties that give size and bit depth, because each may cost a read.
  init(_ range: Range<Int64>, _ image: inout ImageBytes) {
    var places: [(number: Int, type: FourCC, offset: Int64)] = []
    var number = 0
    ImageInfo.boxes(in: range, &image) { type, body in
      number += 1
      if type == FourCC("i", "s", "p", "e") || type == FourCC("p", "i", "x", "i") {
        places.append((number, type, body.lowerBound))
      }
      return true
    }
    for place in places.prefix(64) {
      let bytes = image.read(at: place.offset, upTo: 12)
      if place.type == FourCC("p", "i", "x", "i") {
        if let bits = bytes[5] { depths.append((place.number, Int(bits))) }
      } else if let width = bytes.bigEndian(at: 4), let height = bytes.bigEndian(at: 8) {
        sizes.append((place.number, width, height))
      }
    }
  }

  /// Returns `info` with the size and bit depth from the properties of the primary item or, if
  /// these are unknown, with the largest size and the first bit depth.
  func describe(_ info: ImageInfo, owned: [Int]?) -> ImageInfo {
    let ownedSize = sizes.first { owned?.contains($0.number) ?? false }
    let largest = sizes.max {
      UInt64($0.width) * UInt64($0.height) < UInt64($1.width) * UInt64($1.height)
    }
    guard let size = ownedSize ?? largest else { return info }
    let depth = depths.first { owned?.contains($0.number) ?? false } ?? depths.first
    return info.sized(size.width, size.height, bitDepth: depth?.bits)
  }
}
