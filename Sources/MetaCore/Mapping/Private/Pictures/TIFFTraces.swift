/// TIFF (revision 6.0): directories of entries, with values and pixels at any offset.
///
///     "II" or "MM", 42, u32 offset of the first directory
///     directory: u16 count, { u16 tag, u16 type, u32 count, u32 value or its offset } …, u32 offset of the next directory
///
/// Entries that are needed for display are kept, with the data that they refer to; everything else
/// is overwritten with zeros.
extension PictureTraces {
  /// Removes all entries of a TIFF file that are not needed for display.
  mutating func scanTIFF() { keepEntries(0..<bytes.count, TIFFTags.picture, "Exif and other tags") }

  /// Removes all entries except those in `kept` from the TIFF file at a range; `name` is the name
  /// of the removed data.
  mutating func keepEntries(_ range: Range<Int>, _ kept: Set<UInt16>, _ name: String) {
    let old = bytes.clamped(from: range.lowerBound, count: range.count)
    guard let new = TIFFEntries.keeping(kept, of: old) else {
      return leave("a damaged TIFF of \(range.count) bytes, which is not inspected")
    }
    guard !old.bytes.elementsEqual(new) else { return }
    replace(new, at: range.lowerBound)
    report(.device, name)
  }
}

/// TIFF constants: the tags of entries that are kept, the entries that locate pixels, and the sizes
/// of value types.
enum TIFFTags {
  /// Tags needed to display an image (TIFF 6.0, its supplements, and ICC profiles).
  static let picture: Set<UInt16> = [
    254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282,
    283, 284, 290, 291, 292, 293, 296, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 332, 334,
    336, 338, 339, 340, 341, 342, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531,
    532, 34675,
  ]
  /// The entries that locate each image in an index of several images (CIPA DC-007).
  static let index: Set<UInt16> = [0xB000, 0xB001, 0xB002, 0xB004, 0xB101, 0xB201, 0xB202, 0xB203]

  /// Maps the tags for pixel offsets to the tags for the sizes of the pixel data.
  static let pixels: [UInt16: UInt16] = [273: 279, 324: 325, 513: 514]
  /// The size in bytes of one value of each type.
  static let widths: [Int] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
}

/// Creates a TIFF file of the same length with only some of its entries: these are copied with
/// their data to their original offsets, and everything else is zero.
private struct TIFFEntries {
  /// One entry in a directory: its tag, the offset of its 12 bytes, and the range of its values.
  private struct Entry {
    let tag: UInt16
    let offset: Int
    let type: Int
    /// The range of the values.
    let values: Range<Int>
  }

  private let old: ByteSlice
  private let isBig: Bool
  private var new: [UInt8]

  /// The maximum number of directories, which limits the time for a crafted chain.
  private static let maxDirectories = 64

  /// Returns the file with only these tags; nil if it is damaged or has too many directories.
  static func keeping(_ kept: Set<UInt16>, of old: ByteSlice) -> [UInt8]? {
    guard old.count >= 8 else { return nil }
    var entries = TIFFEntries(old)
    entries.copy(0..<8)
    guard var directory = entries.number(4, 4) else { return nil }
    var seen: Set<Int> = []
    while directory != 0 {
      guard seen.count < maxDirectories, seen.insert(directory).inserted,
        let next = entries.copyDirectory(at: directory, kept)
      else { return nil }
      directory = next
    }
    return entries.new
  }

  private init(_ old: ByteSlice) {
    self.old = old
    isBig = old.starts(with: "MM".utf8)
    new = [UInt8](repeating: 0, count: old.count)
  }

  /// Copies a directory without the removed entries; returns the offset of the next one, or nil if
  /// the directory is damaged.
  private mutating func copyDirectory(at start: Int, _ kept: Set<UInt16>) -> Int? {
    guard let count = number(start, 2) else { return nil }
    let end = start + 2 + count * 12
    guard end + 4 <= old.count, let next = number(end, 4) else { return nil }
    var entries: [Entry] = []
    for index in 0..<count {
      guard let entry = entry(at: start + 2 + index * 12) else { return nil }
      if kept.contains(entry.tag) { entries.append(entry) }
    }
    write(UInt32(clamping: entries.count), width: 2, at: start)
    for (index, entry) in entries.enumerated() {
      let target = start + 2 + index * 12
      for byte in 0..<12 { new[target + byte] = old[entry.offset + byte] ?? 0 }
      if entry.values.lowerBound != entry.offset + 8 { copy(entry.values) }
    }
    write(UInt32(clamping: next), width: 4, at: start + 2 + entries.count * 12)
    for entry in entries {
      guard let sizes = TIFFTags.pixels[entry.tag] else { continue }
      guard let sizes = entries.first(where: { $0.tag == sizes }), copyPixels(entry, sizes) else {
        return nil
      }
    }
    return next
  }

  /// Parses the 12-byte entry at an offset; nil if its type is unknown, or its values extend beyond
  /// the end of the file.
  private func entry(at offset: Int) -> Entry? {
    guard let tag = number(offset, 2), let type = number(offset + 2, 2),
      let count = number(offset + 4, 4), TIFFTags.widths.indices.contains(type)
    else { return nil }
    let size = count * TIFFTags.widths[type]
    var start = offset + 8
    if size > 4 {
      guard let next = number(start, 4) else { return nil }
      start = next
    }
    guard size <= old.count, start + size <= old.count, let tag = UInt16(exactly: tag) else {
      return nil
    }
    return Entry(tag: tag, offset: offset, type: type, values: start..<(start + size))
  }

  /// Copies the strips or tiles whose offsets are in one entry and whose sizes are in another;
  /// returns false if the entries differ in length, or the strips extend beyond the end of the file
  /// or are larger than it in total.
  private mutating func copyPixels(_ places: Entry, _ sizes: Entry) -> Bool {
    let (places, sizes) = (numbers(places), numbers(sizes))
    guard places.count == sizes.count else { return false }
    // Overlapping strips would be copied repeatedly; in a valid file, the total size of all strips
    // does not exceed that of the file.
    var allowance = old.count
    for (offset, size) in zip(places, sizes) {
      guard offset + size <= old.count, size <= allowance else { return false }
      allowance -= size
      copy(offset..<(offset + size))
    }
    return true
  }

  /// Returns the values in an entry of 16-bit or 32-bit numbers; empty for other types.
  private func numbers(_ entry: Entry) -> [Int] {
    let width = TIFFTags.widths[entry.type]
    guard width == 2 || width == 4 else { return [] }
    return stride(from: entry.values.lowerBound, to: entry.values.upperBound, by: width)
      .compactMap { number($0, width) }
  }

  private func number(_ offset: Int, _ width: Int) -> Int? {
    let number =
      isBig ? old.bigEndian(at: offset, width: width) : old.littleEndian(at: offset, width: width)
    return number.map { Int($0) }
  }

  private mutating func copy(_ range: Range<Int>) {
    new.replaceSubrange(
      range, with: old.clamped(from: range.lowerBound, count: range.count).bytes)
  }

  private mutating func write(_ number: UInt32, width: Int, at offset: Int) {
    for index in 0..<width {
      let shift = UInt32(isBig ? width - 1 - index : index) * 8
      new[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}
