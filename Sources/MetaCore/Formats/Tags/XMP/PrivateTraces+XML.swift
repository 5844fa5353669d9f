extension PrivateTraces {
  /// Blanks what is private in an XML document that fills a stretch of the file.
  mutating func addXML(
    _ range: Range<Int64>, _ place: String, in window: SourceWindow
  ) throws(ParseError) {
    guard range.count <= Limits.standard.value else {
      return leave(place, "too large to be searched")
    }
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    for part in PrivateXML.parts(of: bytes.withoutTrailingZeros) {
      let start = range.lowerBound + Int64(part.range.lowerBound)
      remove(
        start..<(start + Int64(part.range.count)), with: 0x20, part.kind, place, part.name)
    }
  }
}
