internal import CTOML

/// The keys and values in a TOML document with their line numbers, read by toml++: the user's
/// settings for metatool (`config.toml`).
package struct TOMLDocument: Sendable {
  /// A value of a type that settings can have.
  package enum Value: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case boolean(Bool)
    /// A floating-point number, a date, an array, or a table nested deeper than 16 levels.
    case other
  }

  /// A key and its value.
  package struct Entry: Sendable, Hashable {
    /// The key, with dots between the names of tables.
    package var key: String
    /// The value.
    package var value: Value
    /// The line number of the value, counted from 1.
    package var line: Int
  }

  /// The reason why a document is not valid TOML, or why it is rejected because its keys have too
  /// many dots.
  package struct Failure: Error, Hashable {
    /// The reason.
    package var message: String
    /// The line number, counted from 1.
    package var line: Int
  }

  /// The values, ordered by line.
  package private(set) var entries: [Entry] = []
  fileprivate var failure: Failure?

  /// Reads a document.
  ///
  /// - Throws: ``Failure`` if it is not valid TOML, or a line has more than 100 dots.
  package init(_ bytes: [UInt8]) throws(Failure) {
    try TOMLDocument.checkDepth(of: bytes)
    let call = TOMLCall()
    unsafe bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.bindMemory(to: CChar.self)
      // The pointer must not be null, even for an empty document.
      var none: CChar = 0
      unsafe withUnsafePointer(to: &none) { none in
        _ = unsafe metatool_toml_read(
          text.baseAddress ?? none, Int64(text.count), call.output)
      }
    }
    if let failure = call.failure { throw failure }
    entries = call.entries.sorted { $0.line < $1.line }
  }
}

extension TOMLDocument {
  /// The maximum number of dots per line: each dot in a key nests a table, and toml++ destroys
  /// tables recursively, which could exhaust the stack.
  private static let maxDots = 100

  /// Rejects a document with too many dots in a line; comment lines do not count.
  private static func checkDepth(of bytes: [UInt8]) throws(Failure) {
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where line.count(where: { $0 == UInt8(ascii: ".") }) > maxDots {
      guard line.first(where: { $0 != 0x20 && $0 != 0x09 }) != UInt8(ascii: "#") else { continue }
      throw Failure(message: "a line has more than \(maxDots) dots", line: index + 1)
    }
  }
}

/// Collects the values, or the error, that the C functions around toml++ report through callbacks
/// during one call.
private final class TOMLCall {
  var entries: [TOMLDocument.Entry] = []
  var failure: TOMLDocument.Failure?

  var output: metatool_toml_output {
    unsafe metatool_toml_output(
      context: Unmanaged.passUnretained(self).toOpaque(),
      value: { context, key, keyLength, kind, text, textLength, integer, line in
        let value: TOMLDocument.Value =
          switch kind {
          case Int32(metatool_toml_text.rawValue): unsafe .text(TOMLCall.text(text, textLength))
          case Int32(metatool_toml_integer.rawValue): .integer(integer)
          case Int32(metatool_toml_boolean.rawValue): .boolean(integer != 0)
          default: .other
          }
        let entry = unsafe TOMLDocument.Entry(
          key: TOMLCall.text(key, keyLength), value: value, line: Int(line))
        unsafe TOMLCall.of(context)?.entries.append(entry)
      },
      problem: { context, message, length, line in
        unsafe TOMLCall.of(context)?.failure = unsafe TOMLDocument.Failure(
          message: TOMLCall.text(message, length), line: Int(line))
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> TOMLCall? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<TOMLCall>.fromOpaque(context).takeUnretainedValue()
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int64) -> String {
    guard let start = unsafe start else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(clamping: length))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
