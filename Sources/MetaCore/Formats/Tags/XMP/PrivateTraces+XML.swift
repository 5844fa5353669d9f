extension PrivateTraces {
  /// Blanks private data in the XML document in the given range of the file.
  mutating func addXML(
    _ range: Range<Int64>, _ place: String, in window: SourceWindow
  ) throws(ParseError) {
    guard range.count <= Limits.standard.value else {
      return leave(place, "too large to be searched")
    }
    let text = XMLText(try window.bytes(at: range.lowerBound, upTo: range.count))
    let parts = PrivateXML.parts(of: text.utf8)
    for (part, stretch) in zip(parts, text.stored(parts.map(\.range))) {
      mask.replace(text.blanks(stretch.count), at: range.lowerBound + Int64(stretch.lowerBound))
      report.removed.append(PrivateData.Finding(part.kind, place, part.name))
    }
  }
}
