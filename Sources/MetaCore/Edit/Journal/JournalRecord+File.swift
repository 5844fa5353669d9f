internal import SystemPackage

extension JournalRecord {
  /// Whether the kept bytes next to the changes are those recorded by the edit; `spliced` selects
  /// their expected offsets.
  func fits(_ file: FileSink, spliced: Bool) -> Bool {
    var sum = Checksum()
    for range in contextRanges {
      let offset = spliced || kind != .inPlace ? range.new.lowerBound : range.old
      guard let bytes = try? file.read(at: offset, count: range.new.count) else { return false }
      sum.append(bytes[...])
    }
    return sum.value == context
  }

  /// Whether everything was written to the file.
  func isDone(in file: FileSink, size: Int64) -> Bool {
    guard size == new.size, fits(file, spliced: true) else { return false }
    var sum = Checksum()
    for range in inverse.dropped {
      var offset = range.lowerBound
      while offset < range.upperBound {
        let count = Int(min(1 << 18, range.upperBound - offset))
        guard let bytes = try? file.read(at: offset, count: count), bytes.count == count else {
          return false
        }
        sum.append(bytes[...])
        offset += Int64(count)
      }
    }
    return sum.value == changed
  }

  /// Whether the file is in a state that the interrupted edit may have left.
  func canRollBack(_ file: FileSink, size: Int64) -> Bool {
    guard kind == .inPlace else { return false }
    guard let splice else {
      return size >= min(old.size, new.size) && size <= max(old.size, new.size)
        && fits(file, spliced: false)
    }
    if size == old.size { return fits(file, spliced: false) }
    guard size == old.size + splice.count || size == new.size else { return false }
    return fits(file, spliced: true) || fits(file, spliced: false)
  }

  /// Whether the kept bytes are at their offsets after the splice.
  ///
  /// After a system failure, the file may have grown without any bytes having moved.
  private func isSpliced(_ file: FileSink, size: Int64) -> Bool {
    splice != nil && size != old.size && (fits(file, spliced: true) || !fits(file, spliced: false))
  }

  /// Returns the old file, composed from a file that can be rolled back.
  func oldFile(in source: SinkSource) throws(ParseError) -> PlannedSource {
    if isSpliced(source.file, size: source.length) { return PlannedSource(inverse, of: source) }
    var plan = RewritePlan(oldSize: source.length)
    for place in inverse.places {
      switch place.segment {
      case .keep: try plan.keep(place.offset..<(place.offset + place.segment.count))
      case .write(let bytes): plan.write(bytes)
      case .fill(let count): plan.fill(count)
      }
    }
    return PlannedSource(plan, of: source)
  }

  /// Restores the old file, regardless of what the edit or an earlier attempt has written.
  func rollBack(_ file: FileSink, synchronizing: Bool) throws(Errno) {
    let size = try file.status().identity.size
    if let splice, size != old.size {
      let spliced = old.size + splice.count
      if size != spliced { try file.resize(to: spliced) }
      if isSpliced(file, size: size) { try file.apply(splice.inverse) }
    }
    for place in inverse.places {
      switch place.segment {
      case .keep: break
      case .write(let bytes): try file.write(bytes.bytes, at: place.offset)
      case .fill(let count): try file.writeZeros(place.offset..<(place.offset + count))
      }
    }
    if try file.status().identity.size != old.size { try file.resize(to: old.size) }
    try? file.setModified(old.modified)
    if synchronizing { try file.synchronize() }
  }
}
