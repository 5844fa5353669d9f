internal import LibAV
internal import MetaCore

/// The status line and header fields of an HTTP response, read from a connection and parsed (RFC
/// 9110, RFC 9112); ``WebRequest`` reads the body.
struct WebResponse {
  let code: Int
  /// The reason phrase, limited to 60 characters of printable ASCII.
  let reason: String
  private let fields: [String: String]

  /// The maximum size of a response header, in bytes.
  private static let maxBytes = 1 << 16

  /// Reads a response header from a connection.
  init(from connection: WebConnection) throws {
    var lines: [String] = []
    var count = 0
    while true {
      let line = try connection.line(most: WebResponse.maxBytes - count)
      count += line.utf8.count + 2
      if line.isEmpty {
        guard lines.isEmpty else { break }
        throw WebRequestError("the server sent no response")
      }
      lines.append(line)
    }
    try self.init(lines)
  }

  /// Parses the lines of a response header, without line endings.
  init(_ lines: [String]) throws {
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let code = Int(digits: words[1])
    else { throw WebRequestError("the server did not send an HTTP response") }
    self.code = code
    let spoken =
      words.count > 2 ? words[2].unicodeScalars.filter { (0x20...0x7E).contains($0.value) } : []
    reason = String(String.UnicodeScalarView(spoken.prefix(60)))
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      // If a field occurs more than once, the first one counts.
      if fields[name] == nil { fields[name] = line[line.index(after: colon)...].trimmed }
    }
    self.fields = fields
  }

  /// Returns the value of the field with the given lower-case name.
  subscript(name: String) -> String? { fields[name] }

  /// The target of a redirect; nil for other responses.
  var location: String? {
    [301, 302, 303, 307, 308].contains(code) ? fields["location"] : nil
  }

  /// The content length; nil if unknown.
  var contentLength: Int64? {
    fields["content-length"].flatMap { Int64(digits: $0) }
  }

  /// Whether the body uses the chunked transfer coding.
  var isChunked: Bool { fields["transfer-encoding"]?.lowercased() == "chunked" }

  /// The offset of the first byte, if any, and the total length, as in `bytes 0-99/1234` or `bytes
  /// */1234`.
  var range: (first: Int64?, length: Int64)? {
    guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes "),
      let slash = text.lastIndex(of: "/"),
      let length = Int64(digits: text[text.index(after: slash)...])
    else { return nil }
    let first = text[..<slash].dropFirst(6).prefix { $0 != "-" }
    return (Int64(digits: first), length)
  }
}

/// The reason why ``WebRequest`` failed, such as an unusable response, a refused redirect or an
/// untrusted certificate.
///
/// `LibAVError` reports other failures of the connection; `LibAVBackend.fetch` turns both into
/// `ParseError`.
struct WebRequestError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension WebConnection {
  /// Reads the next line, without its line ending; empty at the end of the connection.
  ///
  /// - Throws: ``WebRequestError`` if it is longer than `most` bytes.
  func line(most: Int) throws -> String {
    var bytes: [UInt8] = []
    while let byte = try read(1).first, byte != 0x0A {
      guard bytes.count < most else {
        throw WebRequestError("the server's response header is too large")
      }
      bytes.append(byte)
    }
    if bytes.last == 0x0D { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads `count` bytes of a chunked body; fewer only at its end or that of the connection.
  func readChunks(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let digits = try line(most: 1024).prefix { $0.isHexDigit }
      guard let size = Int(digits, radix: 16) else {
        throw WebRequestError("the server sent an invalid chunked body")
      }
      if size == 0 { break }
      let requested = min(size, count - bytes.count)
      let piece = try read(requested)
      bytes += piece
      guard piece.count == size else { break }
      _ = try line(most: 2)
    }
    return bytes
  }
}
