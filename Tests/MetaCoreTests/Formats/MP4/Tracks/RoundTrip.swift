import Testing

@testable import MetaCore

/// Parses `payload`, writes the value, and expects the same bytes; then that no shorter payload
/// traps.
///
/// Gives the value.
func roundTrip<Value: Hashable>(
  _ payload: [UInt8], parse: (ByteSlice) throws -> Value,
  encode: (Value, inout ByteWriter) -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  let value = try parse(ByteSlice(payload))
  #expect(encoded(value, encode) == payload, sourceLocation: sourceLocation)
  #expect(
    try parse(ByteSlice(encoded(value, encode))) == value, sourceLocation: sourceLocation)
  for count in payload.indices { _ = try? parse(ByteSlice(Array(payload[..<count]))) }
  return value
}

private func encoded<Value>(
  _ value: Value, _ encode: (Value, inout ByteWriter) -> Void
) -> [UInt8] {
  var writer = ByteWriter()
  encode(value, &writer)
  return writer.bytes
}

/// The tree of a movie in memory, its window, and what is read of it.
func readMovie(_ file: [UInt8]...) throws -> (movie: Movie, log: DiagnosticLog) {
  let window = SourceWindow(DataSource(file.flatMap { $0 }))
  var log = DiagnosticLog()
  var walker = AtomWalker(window)
  let top = try walker.walk(log: &log)
  let movie = MovieReader(window).read(
    top.first(.moov), top: top, options: ReadOptions(), log: &log)
  return (movie, log)
}

/// Numbers of four bytes.
func words(_ numbers: UInt32...) -> [UInt8] {
  var writer = ByteWriter()
  for number in numbers { writer.u32(number) }
  return writer.bytes
}

/// The bytes that a value writes.
func payload(_ encode: (inout ByteWriter) -> Void) -> [UInt8] {
  var writer = ByteWriter()
  encode(&writer)
  return writer.bytes
}
