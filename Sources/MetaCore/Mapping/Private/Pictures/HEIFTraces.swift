/// HEIF, HEIC and AVIF images in a tag; the items in such an image are handled by ``ItemTraces``.
extension PictureTraces {
  /// Inspects the items of a HEIF, HEIC or AVIF image, and converts other boxes to free space.
  mutating func scanHEIF() throws(ParseError) {
    // Offsets in the image are relative to its start.
    let window = SourceWindow(DataSource(Array(bytes.bytes)))
    var media: [Range<Int64>] = []
    var metas: [PictureBox] = []
    var end = 0
    for box in PictureBox.all(in: 0..<bytes.count, of: bytes) {
      end = box.content.upperBound
      switch box.type {
      case "mdat": media.append(Int64(box.content.lowerBound)..<Int64(box.content.upperBound))
      case "meta": metas.append(box)
      case "ftyp", "styp": break
      case "moov", "moof": leave("an image sequence, which is not inspected")
      default: retire(box)
      }
    }
    for meta in metas {
      let range = Int64(meta.content.lowerBound)..<Int64(meta.content.upperBound)
      let items = try ItemTraces.find(in: range, media: media, of: window, place: place)
      add(items, movedBy: bytes.fileOffset)
    }
    if end < bytes.count, !isBlank(end..<bytes.count) { leaveRest(from: end) }
  }

  /// Converts a box to free space.
  mutating func retire(_ box: PictureBox) {
    guard !isBlank(box.content) || box.type != "free" else { return }
    let content = bytes.clamped(from: box.content.lowerBound, count: box.content.count)
    if box.type != "free" { replace(Array("free".utf8), at: box.offset + 4) }
    blank(box.content)
    let isClaim = box.type == "uuid" && content.starts(with: UserType.contentCredentials.bytes)
    let (kind, name) =
      isClaim ? (.account, "C2PA") : PictureBox.finding(box.type, content)
    report(kind, name)
  }
}
