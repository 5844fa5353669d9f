/// Removes private data from images in memory: those that are copied to another file for sharing,
/// and those whose bytes in the file cannot be changed in place (in compressed and unsynchronised
/// frames, small images, and base64 text).
struct PrivateImageData {
  let place: String
  /// Whether the values are expected to be images.
  var isPicture = false
  private(set) var report = PrivateData.Report()

  init(place: String) { self.place = place }

  /// Returns the value without private data; only images in memory, and base64 text under the keys
  /// of pictures, are changed.
  mutating func plain(_ value: MetadataValue, key: String) -> MetadataValue {
    switch value {
    case .data(let data): return .data(plain(data))
    case .string(let text): return plain(text, key: key).map { .string($0) } ?? value
    case .list(let values): return .list(values.map { plain($0, key: key) })
    case .record(let parts):
      return .record(parts.map { MetadataValue.Part($0.name, plain($0.value, key: $0.name)) })
    default: return value
    }
  }

  /// Returns the bytes without private data; bytes that are stored in the file are unchanged.
  mutating func plain(_ data: DataValue) -> DataValue {
    guard let bytes = data.bytesInMemory, PictureKind(bytes) != nil || isPicture else {
      return data
    }
    let source = DataSource(Array(bytes.bytes))
    do throws(ParseError) {
      let traces = try PictureTraces.find(
        in: 0..<source.length, of: SourceWindow(source), place: place, isPicture: isPicture)
      report = report + traces.report
      guard !traces.mask.stretches.isEmpty else { return data }
      let masked = MaskedSource(source: source, mask: traces.mask)
      return .bytes(ByteSlice(try masked.read(at: 0, count: bytes.count)))
    } catch { return data }
  }

  /// Returns base64 text without private data; nil if the key is not one for pictures.
  private mutating func plain(_ text: String, key: String) -> String? {
    let bytes = ByteSlice(Array(text.utf8))
    guard let text = try? PictureText(bytes, key: key, place: place) else { return nil }
    report = report + text.report
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
