internal import SystemPackage

extension InPlacePlan {
  /// Inserts or removes the blocks of the splice, if there is one.
  func applySplice(to file: FileSink) throws(Errno) {
    guard let splice else { return }
    try file.apply(splice)
  }

  /// Writes the new bytes into a file that is already spliced.
  ///
  /// After a splice, the size of the file never equals the old size, because recovery relies on the
  /// difference: the file grows first and is truncated last.
  func applyBytes(to file: FileSink, erasing: Bool) throws(Errno) {
    var size = ground.size
    if splice != nil, plan.newSize > size {
      try file.resize(to: plan.newSize)
      size = plan.newSize
    }
    for place in plan.places {
      switch place.segment {
      case .keep: break
      case .write(let bytes):
        try file.write(bytes.bytes, at: place.offset)
        size = max(size, place.offset + Int64(bytes.count))
      case .fill(let count): try fill(place.offset..<(place.offset + count), file)
      }
    }
    guard size != plan.newSize else { return }
    if erasing, plan.newSize < size { try file.writeZeros(plan.newSize..<size) }
    try file.resize(to: plan.newSize)
  }

  /// Writes zeros over the bytes in the range that the splice did not set to zero; bytes after the
  /// end of the file become zero when the file grows.
  private func fill(_ range: Range<Int64>, _ file: FileSink) throws(Errno) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let stretch = ground.range(at: offset)
      let end = min(range.upperBound, stretch.end)
      if stretch.origin != nil { try file.writeZeros(offset..<end) }
      offset = end
    }
  }
}

extension FileSink {
  /// Inserts or removes the blocks of a splice.
  func apply(_ splice: Splice) throws(Errno) {
    if splice.count > 0 {
      try FileRange.insert(splice.count, at: splice.offset, in: self)
    } else {
      try FileRange.collapse(-splice.count, at: splice.offset, in: self)
    }
  }
}

extension Splice {
  /// The splice that undoes this one.
  var inverse: Splice { Splice(offset: offset, count: -count) }
}
