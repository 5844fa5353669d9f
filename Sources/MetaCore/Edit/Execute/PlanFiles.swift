internal import SystemPackage

/// The open files from which the kept ranges of a plan are copied: one file, or several for an
/// export that takes tracks from other files (``JoinedLayout``).
struct PlanFiles: Sendable {
  private let files: [FileSink]
  /// The addresses of each file in the plan; nil for a single file, whose addresses are its
  /// offsets.
  private let layout: JoinedLayout?

  /// Creates the source for a plan with one file.
  init(_ file: FileSink) { (files, layout) = ([file], nil) }

  /// Creates the source for a plan with several files, in the order of their addresses.
  ///
  /// - Throws: `Errno` if the size of a file cannot be determined.
  init(_ files: [FileSink]) throws(Errno) {
    self.files = files
    guard files.count > 1 else {
      layout = nil
      return
    }
    var lengths: [Int64] = []
    for file in files { lengths.append(try file.status().identity.size) }
    layout = JoinedLayout(lengths)
  }

  /// Copies a range to an offset in another file; `progress` receives the number of bytes copied so
  /// far.
  ///
  /// - Throws: `Errno`, `noData` if no file has bytes at some of the addresses.
  func copy(
    _ range: Range<Int64>, to target: FileSink, at offset: Int64, _ progress: (Int64) -> Void
  ) throws(Errno) {
    for part in try parts(of: range) {
      try FileRange.copy(
        part.range, of: files[part.file], to: target, at: offset + part.offset
      ) { copied in progress(part.offset + copied) }
    }
  }

  /// Copies a range to a pipe or another open file.
  ///
  /// - Throws: `Errno`, as ``copy(_:to:at:_:)`` does.
  func copy(_ range: Range<Int64>, to stream: FileSink) throws(Errno) {
    for part in try parts(of: range) {
      var offset = part.range.lowerBound
      while offset < part.range.upperBound {
        let count = Int(min(1 << 18, part.range.upperBound - offset))
        let bytes = try files[part.file].read(at: offset, count: count)
        guard !bytes.isEmpty else { throw .noData }
        try stream.write(bytes[...])
        offset += Int64(bytes.count)
      }
    }
  }

  /// Returns the ranges of the files at a range of addresses.
  ///
  /// - Throws: `Errno`, `noData` if the range contains a gap between files.
  private func parts(of range: Range<Int64>) throws(Errno) -> [JoinedLayout.FilePart] {
    guard let layout else { return [JoinedLayout.FilePart(file: 0, range: range, offset: 0)] }
    let parts = layout.parts(of: range)
    guard parts.reduce(0, { $0 + $1.range.count }) == range.count else { throw .noData }
    return parts
  }
}
