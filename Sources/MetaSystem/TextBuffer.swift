internal import MetaCore
package import SystemPackage

/// A growing buffer for the text of a result: JSON with its separators, names and quoted strings,
/// or any other text, which is then written to a descriptor in large chunks.
///
/// `JSONWriter` in MetaCommands uses it. A dump spends most of its time appending a very large
/// number of short strings. Each one is a single call with one capacity check and unchecked stores,
/// which is why this type is in a folder that may use `unsafe`.
@safe package struct TextBuffer: ~Copyable {
  /// The characters before an entry in a JSON object or array: a comma, a line break with
  /// indentation, or spaces.
  package struct Separator: Sendable {
    /// Whether the separator begins with a comma.
    @usableFromInline let hasComma: Bool
    /// The number of spaces at the beginning of the entry's line; nil if the entry stays on the
    /// current line.
    @usableFromInline let indentation: Int?
    /// Whether a space follows a colon, and also a comma within a line.
    @usableFromInline let isSpaced: Bool

    /// Creates a separator.
    @inlinable
    package init(hasComma: Bool, indentation: Int?, isSpaced: Bool) {
      self.hasComma = hasComma
      self.indentation = indentation
      self.isSpaced = isSpaced
    }
  }

  private var start: UnsafeMutablePointer<UInt8>
  /// The capacity in bytes.
  private var capacity: Int
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty buffer with a capacity in bytes, at least 64.
  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    unsafe start = .allocate(capacity: self.capacity)
  }

  deinit { unsafe start.deallocate() }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  }

  /// Removes the text and keeps the capacity.
  package mutating func removeAll() { count = 0 }

  /// Writes the text to a file and removes it from the buffer, even if it cannot be written.
  ///
  /// - Throws: `Errno` if it cannot be written.
  package mutating func flush(to descriptor: FileDescriptor) throws(Errno) {
    defer { count = 0 }
    if count > 0 {
      try unsafe descriptor.writeWhole(UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  // MARK: Pieces

  /// Appends a byte.
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    store(byte)
  }

  /// Appends a constant string.
  package mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    text.withUTF8Buffer { unsafe store($0) }
  }

  /// Appends a string as UTF-8.
  package mutating func append(_ text: String) {
    reserve(text.utf8.count)
    store(text)
  }

  /// Appends bytes.
  package mutating func append(_ bytes: [UInt8]) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { unsafe store($0) }
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal value: UInt64) {
    reserve(20)
    var end = count + 1
    var bound: UInt64 = 10
    while value >= bound {
      end += 1
      let (next, isBeyond) = bound.multipliedReportingOverflow(by: 10)
      if isBeyond { break }
      bound = next
    }
    var rest = value
    for position in (count..<end).reversed() {
      let quotient = rest / 10
      unsafe start[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest - quotient * 10)
      rest = quotient
    }
    count = end
  }

  // MARK: Entries

  /// Appends the separator before an entry.
  package mutating func append(_ separator: Separator) {
    reserve((separator.indentation ?? 0) + TextBuffer.margin)
    store(separator)
  }

  /// Appends the separator before an entry, and its name in quotes with a colon; the name must not
  /// need escaping.
  package mutating func append(_ separator: Separator, name: StaticString) {
    reserve((separator.indentation ?? 0) + name.utf8CodeUnitCount + TextBuffer.margin)
    store(separator)
    store(UInt8(ascii: "\""))
    name.withUTF8Buffer { unsafe store($0) }
    endName(separator)
  }

  /// Appends the separator before an entry, and its name in quotes with a colon; the name must not
  /// need escaping.
  package mutating func append(_ separator: Separator, name: String) {
    reserve((separator.indentation ?? 0) + name.utf8.count + TextBuffer.margin)
    store(separator)
    store(UInt8(ascii: "\""))
    store(name)
    endName(separator)
  }

  /// Appends a closing bracket on its own line, indented by `indentation` spaces.
  package mutating func append(_ bracket: UInt8, indentation: Int) {
    reserve(indentation + TextBuffer.margin)
    storeLineBreak(indentation)
    store(bracket)
  }

  /// Appends text in quotes; control characters, quotes and backslashes are escaped as in JSON.
  package mutating func append(quoted text: String) {
    reserve(text.utf8.count + TextBuffer.margin)
    store(UInt8(ascii: "\""))
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe appendEscaped($0)
    }
    if isDone == nil {
      unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe appendEscaped($0) }
    }
    store(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func endName(_ separator: Separator) {
    store(UInt8(ascii: "\""))
    store(UInt8(ascii: ":"))
    if separator.isSpaced { store(UInt8(ascii: " ")) }
  }

  // MARK: Unchecked appending

  /// Extra capacity for the characters around a name, and for eight-byte stores beyond the end.
  private static let margin = 16

  @inline(__always)
  private mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(additional) }
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    let larger = max(count + additional, capacity * 2)
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe target.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = target
    capacity = larger
  }

  @inline(__always)
  private mutating func store(_ byte: UInt8) {
    unsafe start[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    unsafe TextBuffer.copy(
      UnsafeRawPointer(source), to: UnsafeMutableRawPointer(start + count), bytes.count)
    count += bytes.count
  }

  @inline(__always)
  private mutating func store(_ text: String) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe store($0) }
    if isDone == nil { for byte in text.utf8 { store(byte) } }
  }

  @inline(__always)
  private mutating func store(_ separator: Separator) {
    if separator.hasComma { store(UInt8(ascii: ",")) }
    if let indentation = separator.indentation {
      storeLineBreak(indentation)
    } else if separator.hasComma, separator.isSpaced {
      store(UInt8(ascii: " "))
    }
  }

  @inline(__always)
  private mutating func storeLineBreak(_ indentation: Int) {
    store(UInt8(ascii: "\n"))
    var done = 0
    while done < indentation {
      unsafe UnsafeMutableRawPointer(start + count + done)
        .storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
      done += 8
    }
    count += indentation
  }

  /// Copies bytes, 2 to 32 with two stores that may overlap.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch count {
    case 8...16:
      let head = unsafe source.loadUnaligned(as: UInt64.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      unsafe target.storeBytes(of: head, as: UInt64.self)
      unsafe target.storeBytes(of: tail, toByteOffset: count - 8, as: UInt64.self)
    case 4..<8:
      let head = unsafe source.loadUnaligned(as: UInt32.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      unsafe target.storeBytes(of: head, as: UInt32.self)
      unsafe target.storeBytes(of: tail, toByteOffset: count - 4, as: UInt32.self)
    case 17...32:
      let head = unsafe source.loadUnaligned(as: SIMD2<UInt64>.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: count - 16, as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(of: head, as: SIMD2<UInt64>.self)
      unsafe target.storeBytes(of: tail, toByteOffset: count - 16, as: SIMD2<UInt64>.self)
    case 2..<4:
      let head = unsafe source.loadUnaligned(as: UInt16.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: count - 2, as: UInt16.self)
      unsafe target.storeBytes(of: head, as: UInt16.self)
      unsafe target.storeBytes(of: tail, toByteOffset: count - 2, as: UInt16.self)
    default:
      unsafe target.copyMemory(from: source, byteCount: count)
    }
  }
}

// MARK: - Escaping

extension TextBuffer {
  /// Appends a string, with a fast path if no characters need escaping.
  @inline(__always)
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = unsafe UnsafeRawPointer(text.baseAddress) else { return }
    let target = unsafe UnsafeMutableRawPointer(start + count)
    if unsafe TextBuffer.copyPlain(source, to: target, text.count) {
      count += text.count
    } else {
      unsafe appendEscaped(source, to: text.count)
    }
  }

  /// Appends a string that needs escaping.
  @inline(never)
  private mutating func appendEscaped(_ source: UnsafeRawPointer, to end: Int) {
    var index = unsafe storePlain(source, from: 0, to: end)
    while index < end {
      // One byte for each remaining byte, and the margin for an escape sequence.
      reserve(end - index + TextBuffer.margin)
      storeEscaped(unsafe source.load(fromByteOffset: index, as: UInt8.self))
      index = unsafe storePlain(source, from: index + 1, to: end)
    }
  }

  /// Copies a string in words, the last of which may overlap the previous one; returns false if any
  /// character needs escaping.
  @inline(__always)
  private static func copyPlain(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int
  ) -> Bool {
    guard count >= 8 else {
      let word = unsafe shortWord(source, count)
      // Bytes stored beyond the end of the string are overwritten later.
      unsafe target.storeBytes(of: word.littleEndian, as: UInt64.self)
      return escaped(in: word) == 0
    }
    let last = count - 8
    var index = 0
    while true {
      let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      if escaped(in: UInt64(littleEndian: word)) != 0 { return false }
      if index == last { return true }
      index = min(index + 8, last)
    }
  }

  /// Loads fewer than eight bytes as a little-endian word, padded with spaces.
  @inline(__always)
  private static func shortWord(_ source: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let blanks: UInt64 = 0x2020_2020_2020_2020
    guard count >= 4 else {
      var word = blanks
      for position in (0..<count).reversed() {
        word = word << 8 | UInt64(unsafe source.load(fromByteOffset: position, as: UInt8.self))
      }
      return word
    }
    let head = UInt32(littleEndian: unsafe source.loadUnaligned(as: UInt32.self))
    let tail = unsafe source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
    let bits = UInt64(count * 8)
    return UInt64(head) | UInt64(UInt32(littleEndian: tail)) &<< (bits - 32) | blanks &<< bits
  }

  /// Copies up to the first byte that needs escaping, and returns its index, or `end` if there is
  /// none.
  @inline(__always)
  private mutating func storePlain(_ source: UnsafeRawPointer, from first: Int, to end: Int) -> Int
  {
    let target = unsafe UnsafeMutableRawPointer(start + count) - first
    var index = first
    while index < end {
      let word = unsafe TextBuffer.word(source, at: index, end)
      // Bytes stored beyond that byte are overwritten later.
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
      let escaped = TextBuffer.escaped(in: word)
      guard escaped == 0 else {
        index += escaped.trailingZeroBitCount / 8
        break
      }
      index += 8
    }
    index = min(index, end)
    count += index - first
    return index
  }

  /// Loads eight bytes at `index` as a little-endian word, padded with spaces after the end.
  @inline(__always)
  private static func word(_ source: UnsafeRawPointer, at index: Int, _ end: Int) -> UInt64 {
    if index + 8 <= end {
      return UInt64(
        littleEndian: unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    let blanks: UInt64 = 0x2020_2020_2020_2020
    let left = end - index
    guard end >= 8 else { return unsafe shortWord(source + index, left) }
    let last = unsafe source.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
    return UInt64(littleEndian: last) &>> UInt64((8 - left) * 8) | blanks &<< UInt64(left * 8)
  }

  /// Returns a word whose lowest set bit is in the first byte that needs escaping; higher bytes may
  /// have false positives, because subtractions borrow.
  @inline(__always)
  private static func escaped(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // In these words, the highest bit of a byte is set if the byte is a control character, a quote,
    // a backslash, the delete character, or not ASCII.
    let controls = minus(word, 0x20 * ones)
    let quotes = minus(word ^ (UInt64(UInt8(ascii: "\"")) * ones), ones)
    let backslashes = minus(word ^ (UInt64(UInt8(ascii: "\\")) * ones), ones)
    let deletes = (word & (0x7F * ones)) + ones
    return (controls | quotes | backslashes | deletes) & ~word & (0x80 * ones)
  }

  @inline(__always)
  private static func minus(_ word: UInt64, _ other: UInt64) -> UInt64 {
    word.subtractingReportingOverflow(other).partialValue
  }

  @inline(__always)
  private mutating func storeEscaped(_ byte: UInt8) {
    store(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: store(UInt8(ascii: "n"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): store(byte)
    case 0x0D: store(UInt8(ascii: "r"))
    case 0x09: store(UInt8(ascii: "t"))
    default: storeHex(byte)
    }
  }

  @inline(never)
  private mutating func storeHex(_ byte: UInt8) {
    store(UInt8(ascii: "u"))
    store(UInt8(ascii: "0"))
    store(UInt8(ascii: "0"))
    store(TextBuffer.hexDigit(byte >> 4))
    store(TextBuffer.hexDigit(byte & 15))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

// The memory is uniquely owned, so it can be transferred with the buffer.
extension TextBuffer: @unchecked Sendable {}
