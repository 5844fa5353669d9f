/// Maps several files to one range of addresses, so that one ``RewritePlan`` can keep ranges of all
/// of them, for exports that take tracks from other files.
///
///     0 [ file 0 ] gap | n · 64 KiB [ file 1 ] gap | m · 64 KiB [ file 2 ]
///
/// Each file begins at a multiple of 64 KiB, so an address has the same page and block alignment as
/// the offset in its file.
struct JoinedLayout: Sendable, Hashable {
  /// The addresses of each file.
  private(set) var ranges: [Range<Int64>] = []

  /// The bytes of one file that correspond to part of an address range.
  struct FilePart: Sendable, Hashable {
    /// The number of the file, counted from zero.
    let file: Int
    /// The range of bytes in the file.
    let range: Range<Int64>
    /// The offset of these bytes from the first address in the range.
    let offset: Int64
  }

  private static let unit: Int64 = 1 << 16

  /// Creates a layout for files of the given sizes, in bytes.
  init(_ lengths: [Int64]) {
    var end: Int64 = 0
    for length in lengths {
      let start = end.plus(JoinedLayout.unit - 1) & ~(JoinedLayout.unit - 1)
      end = start.plus(max(0, length))
      ranges.append(start..<end)
    }
  }

  /// The end of the last file.
  var length: Int64 { ranges.last?.upperBound ?? 0 }

  /// Returns the file ranges at these addresses, in order; gaps have none.
  func parts(of addresses: Range<Int64>) -> [FilePart] {
    let first = ranges.partitioningIndex { $0.upperBound > addresses.lowerBound }
    var parts: [FilePart] = []
    for (file, range) in ranges.enumerated().dropFirst(first) {
      guard range.lowerBound < addresses.upperBound else { break }
      let found = range.clamped(to: addresses)
      guard !found.isEmpty else { continue }
      parts.append(
        FilePart(
          file: file,
          range: (found.lowerBound - range.lowerBound)..<(found.upperBound - range.lowerBound),
          offset: found.lowerBound - addresses.lowerBound))
    }
    return parts
  }
}

/// Several sources as one, with the addresses of a ``JoinedLayout``: a plan that keeps ranges of
/// all of them uses it as its old file.
///
/// Gaps between the files read as zeros.
struct JoinedSource: ByteSource {
  private let sources: [any ByteSource]
  /// The addresses of each source.
  let layout: JoinedLayout
  /// A separate identity, because addresses differ from the offsets in the files.
  let sourceIdentity = SourceIdentity()

  init(_ sources: [any ByteSource]) {
    self.sources = sources
    layout = JoinedLayout(sources.map(\.length))
  }

  var length: Int64 { layout.length }
  var isUnchanged: Bool { sources.allSatisfy(\.isUnchanged) }

  /// Reads at an address; the range may extend over several files and the gaps between them.
  ///
  /// Returns fewer bytes at the end, or if a file has become shorter.
  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let end = offset + min(Int64(count), length - offset)
    var bytes: [UInt8] = []
    for part in layout.parts(of: offset..<end) {
      bytes += [UInt8](repeating: 0, count: Int(part.offset) - bytes.count)
      let found = try sources[part.file].read(at: part.range.lowerBound, count: part.range.count)
      bytes += found
      guard found.count == part.range.count else { return bytes }
    }
    return bytes + [UInt8](repeating: 0, count: Int(end - offset) - bytes.count)
  }

  func willRead(_ range: Range<Int64>) {
    for part in layout.parts(of: range) { sources[part.file].willRead(part.range) }
  }
}
