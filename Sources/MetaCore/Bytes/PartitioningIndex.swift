extension Array {
  /// The first index at which `isBehind` holds, in an array that has all elements for which it does behind the others.
  ///
  /// The number of elements when it holds for none.
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
