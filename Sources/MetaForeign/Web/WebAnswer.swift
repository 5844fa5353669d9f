internal import LibAV
internal import MetaCore

/// What a server says before it sends anything (RFC 9110, RFC 9112).
struct WebAnswer {
  let code: Int
  /// The text after the status code.
  let reason: String
  private let fields: [String: String]

  private static let mostBytes = 1 << 16

  /// Reads it from a connection.
  init(from connection: WebConnection) throws {
    var lines: [String] = []
    var count = 0
    while true {
      let line = try connection.line(most: WebAnswer.mostBytes - count)
      count += line.utf8.count + 2
      if line.isEmpty {
        guard lines.isEmpty else { break }
        throw WebProblem("the server said nothing")
      }
      lines.append(line)
    }
    try self.init(lines)
  }

  /// Reads its lines, without their ends.
  init(_ lines: [String]) throws {
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let code = Int(words[1])
    else { throw WebProblem("what is there does not answer in HTTP") }
    self.code = code
    let spoken =
      words.count > 2 ? words[2].unicodeScalars.filter { (0x20...0x7E).contains($0.value) } : []
    reason = String(String.UnicodeScalarView(spoken.prefix(60)))
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      // Of several the first counts.
      if fields[name] == nil { fields[name] = line[line.index(after: colon)...].trimmed }
    }
    self.fields = fields
  }

  /// The value of a field, by its name in small letters.
  subscript(name: String) -> String? { fields[name] }

  /// Where it sends who asks, when it does.
  var location: String? {
    [301, 302, 303, 307, 308].contains(code) ? fields["location"] : nil
  }

  /// How many bytes follow; nil when that is not said.
  var contentLength: Int64? {
    fields["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether what follows comes in pieces that say how long they are.
  var isChunked: Bool { fields["transfer-encoding"]?.lowercased() == "chunked" }

  /// The first byte that follows, nil where none does, and how many there are in all: `bytes
  /// 0-99/1234`, `bytes */1234`.
  var range: (first: Int64?, length: Int64)? {
    guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes "),
      let slash = text.lastIndex(of: "/"), let length = Int64(text[text.index(after: slash)...]),
      length >= 0
    else { return nil }
    let first = text[..<slash].dropFirst(6).prefix { $0 != "-" }
    return (Int64(first), length)
  }
}

/// Why nothing came from an address, in words.
struct WebProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension StringProtocol {
  /// Without blanks around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension WebConnection {
  /// The next line, without its end; empty at the end of the connection.
  func line(most: Int) throws -> String {
    var bytes: [UInt8] = []
    while let byte = try read(1).first, byte != 0x0A {
      guard bytes.count < most else { throw WebProblem("the server's answer has no end") }
      bytes.append(byte)
    }
    if bytes.last == 0x0D { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// So many bytes of what comes in pieces; fewer only where it ends.
  func readChunks(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let digits = try line(most: 1024).prefix { $0.isHexDigit }
      guard let size = Int(digits, radix: 16) else {
        throw WebProblem("the server's answer is not laid out as it says")
      }
      if size == 0 { break }
      let wanted = min(size, count - bytes.count)
      let piece = try read(wanted)
      bytes += piece
      guard piece.count == size else { break }
      _ = try line(most: 2)
    }
    return bytes
  }
}
