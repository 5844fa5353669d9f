/// A source of the caller's own, held to what it promises: a length that does not change, and no more bytes than were asked for.
///
/// Formats count on both. A source that has fewer bytes than its length says is a truncated file.
struct SteadySource: WrappingSource {
  let source: any ByteSource
  let length: Int64

  /// The source itself where it is one of ours, which keep their promises.
  static func of(_ source: any ByteSource) -> any ByteSource {
    // `is` would look through the conformances of the whole program for a type that bridges.
    let type = type(of: source)
    let isSteady = type == FileSource.self || type == DataSource.self || type == SteadySource.self
    return isSteady ? source : SteadySource(source)
  }

  private init(_ source: any ByteSource) {
    self.source = source
    length = max(0, source.length)
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let wanted = Int(min(Int64(count), length - offset))
    let bytes = try source.read(at: offset, count: wanted)
    return bytes.count > wanted ? Array(bytes.prefix(wanted)) : bytes
  }

  func willRead(_ range: Range<Int64>) { source.willRead(range) }
}

extension SourceWindow {
  /// A window on any source.
  package convenience init(_ source: any ByteSource) { self.init(steady: SteadySource.of(source)) }
}
