/// Removes the private data from a picture stored as base64 text, and holds the resulting text:
/// METADATA_BLOCK_PICTURE and COVERART in Vorbis comments, and copies of these in other tags.
struct PictureText {
  /// The text without private data, of the same length.
  let bytes: [UInt8]
  let report: PrivateData.Report

  /// The keys of base64 pictures, and whether the image is in a FLAC block.
  private static let keys = ["METADATA_BLOCK_PICTURE": true, "COVERART": false]

  /// Inspects the text under a key; nil if the key is not one for pictures.
  ///
  /// - Throws: Errors from reading memory.
  init?(_ text: ByteSlice, key: String, place: String) throws(ParseError) {
    let name = key.split(separator: ":").last.map { $0.uppercased() } ?? ""
    guard let isBlock = PictureText.keys[name] else { return nil }
    let old = Array(text.bytes)
    // Some programs insert line breaks, and some omit the padding.
    let places = old.indices.filter { old[$0] > 0x20 && old[$0] != UInt8(ascii: "=") }
    var digits = places.map { old[$0] }
    while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
    guard let picture = Base64.decode(ByteSlice(digits)),
      let range = isBlock ? PictureText.picture(in: ByteSlice(picture)) : 0..<Int64(picture.count)
    else {
      var report = PrivateData.Report()
      report.left.append(
        PrivateData.Finding(nil, place, "a picture in damaged base64, which is not inspected"))
      (bytes, self.report) = (old, report)
      return
    }
    let source = DataSource(picture)
    let traces = try PictureTraces.find(
      in: range, of: SourceWindow(source), place: place, isPicture: true)
    let clean = try MaskedSource(source: source, mask: traces.mask)
      .read(at: 0, count: picture.count)
    var new = old
    var index = 0
    Base64.encode(clean[...]) { digit in
      if index < places.count { new[places[index]] = digit }
      index += 1
    }
    (bytes, report) = (new, traces.report)
  }

  /// Returns the range of the image in a picture block (RFC 9639 §8.8): after the type, media
  /// type, description and four numbers.
  static func picture(in block: ByteSlice) -> Range<Int64>? {
    var reader = ByteReader(block)
    do throws(ParseError) {
      try reader.skip(4)
      for _ in 0..<2 { try reader.skip(Int(try reader.u32())) }
      try reader.skip(16)
      let count = Int64(try reader.u32())
      let start = Int64(block.count - reader.remaining)
      return count <= Int64(reader.remaining) ? start..<(start + count) : nil
    } catch { return nil }
  }
}
