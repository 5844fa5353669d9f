extension Array {
  /// The first index at which `isBehind` is true, in an array with all such elements at its end.
  ///
  /// The number of elements when it is true for none.
  @inline(__always)
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
