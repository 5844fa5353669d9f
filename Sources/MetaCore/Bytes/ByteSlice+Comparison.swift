extension ByteSlice {
  /// Returns the length of the common prefix.
  func commonPrefix(with other: ByteSlice) -> Int {
    let commonCount = min(count, other.count)
    var index = 0
    while index + 8 <= commonCount,
      BigEndian.u64(storage, at: lower + index)
        == BigEndian.u64(other.storage, at: other.lower + index)
    {
      index += 8
    }
    while index < commonCount, storage[lower + index] == other.storage[other.lower + index] {
      index += 1
    }
    return index
  }

  /// Returns the length of the common suffix.
  func commonSuffix(with other: ByteSlice) -> Int {
    let commonCount = min(count, other.count)
    var index = 0
    while index + 8 <= commonCount,
      BigEndian.u64(storage, at: upper - index - 8)
        == BigEndian.u64(other.storage, at: other.upper - index - 8)
    {
      index += 8
    }
    while index < commonCount, storage[upper - index - 1] == other.storage[other.upper - index - 1]
    {
      index += 1
    }
    return index
  }
}
