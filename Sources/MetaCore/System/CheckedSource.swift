/// Enforces the contract of ``ByteSource`` for another source: a constant length, and never more
/// bytes than requested.
///
/// Formats rely on both, so every source except ``FileSource`` and ``DataSource`` is wrapped in it,
/// in particular those supplied by callers of the library. A source with fewer bytes than its
/// length is a truncated file.
struct CheckedSource: WrappingSource {
  let source: any ByteSource
  let length: Int64

  /// Returns the source itself if its type is known to fulfil the contract, or else the wrapped
  /// source.
  static func of(_ source: any ByteSource) -> any ByteSource {
    // `is` would search the whole program's conformances for bridged types, so the types are
    // compared.
    let type = type(of: source)
    let isSteady = type == FileSource.self || type == DataSource.self || type == CheckedSource.self
    return isSteady ? source : CheckedSource(source)
  }

  private init(_ source: any ByteSource) {
    self.source = source
    length = max(0, source.length)
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let available = Int(min(Int64(count), length - offset))
    let bytes = try source.read(at: offset, count: available)
    return bytes.count > available ? Array(bytes.prefix(available)) : bytes
  }

  func willRead(_ range: Range<Int64>) { source.willRead(range) }
}

extension SourceWindow {
  /// Creates a window on any source.
  package convenience init(_ source: any ByteSource) { self.init(steady: CheckedSource.of(source)) }
}
