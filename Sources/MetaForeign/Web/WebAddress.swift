internal import MetaCore

/// A parsed `http` or `https` URL (RFC 3986), divided into the parts that a request needs: host,
/// port, target and credentials.
struct WebAddress: Sendable, Hashable {
  /// Whether the address uses `https`.
  let isSecure: Bool
  /// The host name or IP address, without brackets.
  let host: String
  let port: UInt16
  /// The path and the query, percent-encoded for a request.
  let target: String
  /// The user and password before the `@`, percent-decoded.
  private(set) var credentials: [UInt8]?

  /// Parses a URL; nil for any other text.
  init?(_ text: String) {
    self.init(bytes: FileNameEncoding.bytes(of: text)[...])
  }

  /// Parses the bytes of a URL, which need not be UTF-8.
  private init?(bytes: ArraySlice<UInt8>) {
    guard let scheme = WebAddress.scheme(of: bytes), let isSecure = WebAddress.schemes[scheme.name],
      scheme.rest.starts(with: "//".utf8)
    else { return nil }
    let rest = scheme.rest.dropFirst(2)
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      credentials = WebAddress.decoded(authority[..<at])
      authority = authority[(at + 1)...]
    }
    guard let place = WebAddress.hostAndPort(authority, port: isSecure ? 443 : 80) else {
      return nil
    }
    self.isSecure = isSecure
    (host, port) = place
    target = WebAddress.target(rest[end...])
  }

  private static let schemes = ["http": false, "https": true]

  /// Returns the scheme in lower case and the rest after the colon; nil if there is no scheme.
  private static func scheme(
    of bytes: ArraySlice<UInt8>
  ) -> (name: String, rest: ArraySlice<UInt8>)? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let first = bytes.first, isLetter(first),
      bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), bytes[(colon + 1)...])
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the host and port of an authority; nil if it is invalid.
  private static func hostAndPort(
    _ authority: ArraySlice<UInt8>, port standard: UInt16
  ) -> (host: String, port: UInt16)? {
    var (host, port) = (authority, ArraySlice<UInt8>())
    let bracket = authority.lastIndex(of: UInt8(ascii: "]"))
    if let colon = authority.lastIndex(of: UInt8(ascii: ":")), colon > bracket ?? -1 {
      (host, port) = (authority[..<colon], authority[(colon + 1)...])
    }
    if bracket != nil {
      guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else { return nil }
      host = host.dropFirst().dropLast()
      guard
        host.allSatisfy({
          isDigit($0) || (0x61...0x66).contains($0 | 0x20) || ":.".utf8.contains($0)
        })
      else { return nil }
    } else {
      guard host.allSatisfy({ isLetter($0) || isDigit($0) || ".-_".utf8.contains($0) })
      else { return nil }
    }
    guard (1...253).contains(host.count) else { return nil }
    let name = String(decoding: host, as: UTF8.self).lowercased()
    if port.isEmpty { return (name, standard) }
    let digits = String(decoding: port, as: UTF8.self)
    guard port.allSatisfy(isDigit), let number = UInt16(digits), number > 0 else { return nil }
    return (name, number)
  }

  /// Returns the target of a request: the path and the query without the fragment, with white
  /// space, control characters, non-ASCII characters and `"<>\^{|}` and the backtick
  /// percent-encoded.
  private static func target(_ bytes: ArraySlice<UInt8>) -> String {
    let withoutFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
    var text = withoutFragment.first == UInt8(ascii: "/") ? "" : "/"
    for byte in withoutFragment {
      if (0x21...0x7E).contains(byte), !"\"<>\\^`{|}".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + hex(byte >> 4) + hex(byte & 15)
      }
    }
    return text
  }

  private static func hex(_ digit: UInt8) -> String {
    String(digit, radix: 16, uppercase: true)
  }

  /// Returns the bytes, percent-decoded; an incomplete escape sequence is kept as it is.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
        let value = UInt8(digits: digits, radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

// MARK: - Text

extension WebAddress {
  /// The host as written in a URL.
  var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// The host, and the port unless it is the default.
  var authority: String {
    port == (isSecure ? 443 : 80) ? bracketedHost : "\(bracketedHost):\(port)"
  }

  /// The URL without credentials.
  var text: String { "\(isSecure ? "https" : "http")://\(authority)\(target)" }

  /// Returns whether another address has the same origin; only then are credentials sent to it.
  func isSameOrigin(as other: WebAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }
}

// MARK: - Redirects

extension WebAddress {
  /// Resolves the target of a redirect, without credentials; nil if it is not an `http` or `https`
  /// URL.
  func redirected(to location: String) -> WebAddress? {
    let bytes = Array(location.utf8)[...]
    if WebAddress.scheme(of: bytes) != nil {
      return WebAddress(bytes: bytes)?.withoutCredentials
    }
    let scheme = isSecure ? "https:" : "http:"
    if location.hasPrefix("//") { return WebAddress(scheme + location)?.withoutCredentials }
    let base = "\(scheme)//\(bracketedHost):\(port)"
    if location.hasPrefix("/") { return WebAddress(base + WebAddress.flattened(location)) }
    let path = target.prefix { $0 != "?" }
    if location.hasPrefix("?") { return WebAddress(base + path + location) }
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return WebAddress(base + WebAddress.flattened(folder + location))
  }

  private var withoutCredentials: WebAddress {
    var address = self
    address.credentials = nil
    return address
  }

  /// Removes the segments `.` and `..` from a path (RFC 3986 §5.2.4).
  private static func flattened(_ text: String) -> String {
    let path = text.prefix { $0 != "?" }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      switch part {
      case ".", "..": if part == "..", !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    if path.hasSuffix("/.") || path.hasSuffix("/..") { parts.append("") }
    return "/" + parts.joined(separator: "/") + text[path.endIndex...]
  }
}
