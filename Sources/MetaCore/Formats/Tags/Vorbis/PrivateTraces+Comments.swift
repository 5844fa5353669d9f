extension PrivateTraces {
  /// Removes private data from pictures in fields; the bytes are replaced at their locations in the
  /// file.
  mutating func addFields(_ fields: [ByteSlice]) throws(ParseError) {
    for field in fields {
      guard let (name, value) = VorbisField.split(field),
        let text = try PictureText(value, key: name, place: "comments \(name)")
      else { continue }
      report = report + text.report
      let differing = value.bytes.indices.filter {
        value.bytes[$0] != text.bytes[$0 - value.bytes.startIndex]
      }
      guard let first = differing.first, let last = differing.last else { continue }
      let start = first - value.bytes.startIndex
      let end = last - value.bytes.startIndex
      mask.replace(Array(text.bytes[start...end]), at: value.fileOffset + Int64(start))
    }
  }
}
