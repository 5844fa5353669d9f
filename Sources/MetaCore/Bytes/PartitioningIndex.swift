extension Array {
  /// Returns the first index at which `isAfter` is true, in an array that is partitioned by this
  /// condition.
  ///
  /// Returns the number of elements when it is never true.
  @inline(__always)
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
