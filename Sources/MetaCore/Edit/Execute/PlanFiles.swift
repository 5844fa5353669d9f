internal import SystemPackage

/// The open files that a plan keeps stretches of: most often one.
struct PlanFiles: Sendable {
  private let files: [FileSink]
  /// Where each file is among the addresses of the plan; nil for one file, whose addresses are its own.
  private let layout: JoinedLayout?

  /// The files of a plan for one file.
  init(_ file: FileSink) { (files, layout) = ([file], nil) }

  /// The files of a plan for several, in the order of their addresses.
  ///
  /// - Throws: `Errno` when the system does not say how long they are.
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

  /// Copies a stretch to a place in another file; `progress` gets how many bytes of it are copied.
  ///
  /// - Throws: `Errno`, `noData` when no file has bytes at some of the addresses.
  func copy(
    _ range: Range<Int64>, to target: FileSink, at offset: Int64, _ progress: (Int64) -> Void
  ) throws(Errno) {
    for part in try parts(of: range) {
      try FileRange.copy(
        part.range, of: files[part.file], to: target, at: offset + part.offset
      ) { copied in progress(part.offset + copied) }
    }
  }

  /// Copies a stretch to a pipe or whatever else is open.
  ///
  /// - Throws: `Errno`, as ``copy(_:to:at:_:)`` does.
  func copy(_ range: Range<Int64>, to stream: FileSink) throws(Errno) {
    for part in try parts(of: range) {
      var offset = part.range.lowerBound
      while offset < part.range.upperBound {
        let wanted = Int(min(1 << 18, part.range.upperBound - offset))
        let bytes = try files[part.file].read(at: offset, count: wanted)
        guard !bytes.isEmpty else { throw .noData }
        try stream.write(bytes[...])
        offset += Int64(bytes.count)
      }
    }
  }

  private func parts(of range: Range<Int64>) throws(Errno) -> [JoinedLayout.Part] {
    guard let layout else { return [JoinedLayout.Part(file: 0, range: range, offset: 0)] }
    let parts = layout.parts(of: range)
    guard parts.reduce(0, { $0 + $1.range.count }) == range.count else { throw .noData }
    return parts
  }
}
