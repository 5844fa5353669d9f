internal import LibAV
internal import MetaCore
internal import SystemPackage

/// A request for one byte range of a file on a web server: connects, sends an HTTP request, follows
/// redirects, and returns the bytes with the length of the whole file.
///
/// Redirects are followed here and not by libavformat, which would allow redirects from `https` to
/// `http`.
struct WebRequest {
  let address: WebAddress
  let offset: Int64
  let count: Int
  /// A file of trusted certificates, if specified.
  let caFile: FilePath?

  /// The maximum number of redirects, which may form a loop.
  private static let maxRedirects = 8
  /// The maximum size of the range of a request, in bytes.
  static let maxBytes = 64 << 20

  /// Sends the request and returns the data.
  ///
  /// Each call requests exactly the range it needs, because traffic costs the server's owner money.
  ///
  /// - Throws: ``WebRequestError`` or ``LibAVError`` if the server does not respond, is not
  ///   trusted, does not have the file, or does not support ranges; ``ParseError`` if there is no
  ///   file of trusted certificates (``WebTrust``).
  func fetch() throws -> FetchedSource.FetchedBytes {
    var destination = address
    for _ in 0...WebRequest.maxRedirects {
      let connection = try connected(to: destination)
      try connection.write(Array(head(for: destination).utf8))
      let response = try WebResponse(from: connection)
      guard let location = response.location else { return try piece(response, connection) }
      destination = try redirected(from: destination, to: location)
    }
    throw WebRequestError("the server redirected too many times")
  }

  /// Returns the address of a redirect; throws if it is not an `http` or `https` URL, or leads from
  /// `https` to `http`.
  private func redirected(
    from destination: WebAddress, to location: String
  ) throws -> WebAddress {
    guard let next = destination.redirected(to: location) else {
      throw WebRequestError(
        "\(destination.authority) redirects to an address that is not an http or https URL")
    }
    guard next.isSecure || !destination.isSecure else {
      throw WebRequestError(
        "\(destination.authority) redirects from https to http (\(next.authority)); the redirect is not followed"
      )
    }
    return next
  }

  // MARK: Requests

  /// Connects to a server or its proxy; uses `https` only where the host name is verified.
  private func connected(to destination: WebAddress) throws -> WebConnection {
    guard destination.isSecure else {
      let server = WebProxy(for: destination.host)?.address ?? destination
      return try WebConnection(to: server.host, port: server.port, trusting: nil)
    }
    guard WebConnection.checksHostNames else {
      throw WebRequestError(
        "FFmpeg's libraries on this system use a TLS library that does not verify host names, so https is not supported"
      )
    }
    let certificates = try WebTrust.file(named: caFile)
    var log: [LogLine] = []
    do {
      return try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try WebConnection(to: destination.host, port: destination.port, trusting: certificates)
      }
    } catch {
      throw WebRequest.distrust(of: destination, certificates, log).map { $0 as any Error } ?? error
    }
  }

  /// Returns the reason why a server is not trusted; nil if the connection failed for another
  /// reason.
  ///
  /// The reason is determined from libavformat's log messages.
  private static func distrust(
    of destination: WebAddress, _ certificates: FilePath, _ log: [LogLine]
  ) -> WebRequestError? {
    let text = log.map { $0.text.lowercased() }.joined(separator: "\n")
    if text.contains("does not match") {
      return WebRequestError("the certificate of \(destination.authority) is for another host")
    }
    guard text.contains("verif") || text.contains("certificate") else { return nil }
    return WebRequestError(
      """
      the certificate of \(destination.authority) is not trusted: it is self-signed, expired, or from an authority that is not in \(certificates); \
      use --ca-file to trust another authority
      """)
  }

  /// Returns the request header; credentials are sent only to the server for which they were
  /// specified.
  private func head(for destination: WebAddress) -> String {
    let proxy = destination.isSecure ? nil : WebProxy(for: destination.host)
    var lines = [
      "GET \(proxy == nil ? destination.target : destination.text) HTTP/1.1",
      "Host: \(destination.authority)",
      "User-Agent: metatool", "Accept: */*", "Accept-Encoding: identity",
      "Range: bytes=\(offset)-\(offset + Int64(count) - 1)", "Connection: close",
    ]
    if let credentials = address.credentials, destination.isSameOrigin(as: address) {
      lines.append("Authorization: Basic \(WebRequest.base64(credentials))")
    }
    if let credentials = proxy?.address.credentials {
      lines.append("Proxy-Authorization: Basic \(WebRequest.base64(credentials))")
    }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64.encode(bytes[...]) { text.append($0) }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Responses

  /// Returns the bytes of a response, depending on its status code.
  private func piece(
    _ response: WebResponse, _ connection: WebConnection
  ) throws -> FetchedSource.FetchedBytes {
    switch response.code {
    case 206:
      guard let range = response.range else {
        throw WebRequestError("the server does not report the size of the file")
      }
      guard range.first == offset else {
        throw WebRequestError("the server sent a different range from the one requested")
      }
      return try piece(of: range.length, response, connection)
    case 200:
      // The server ignores the range and sends the whole file, which is usable if the range is at
      // the beginning of the file.
      guard offset == 0 else { throw WebRequestError("the server does not support byte ranges") }
      guard let length = response.contentLength else {
        throw WebRequestError("the server does not report the size of the file")
      }
      return try piece(of: length, response, connection)
    // The range begins after the end of the file.
    case 416:
      guard let range = response.range, range.length <= offset else { fallthrough }
      return FetchedSource.FetchedBytes(bytes: [], length: range.length)
    default:
      throw WebRequestError("the server returned \(response.code) \(response.reason)")
    }
  }

  /// Reads the requested part of the body of a file of `length` bytes.
  private func piece(
    of length: Int64, _ response: WebResponse, _ connection: WebConnection
  ) throws -> FetchedSource.FetchedBytes {
    let expected = Int(min(Int64(count), max(0, length - offset)))
    let bytes =
      response.isChunked ? try connection.readChunks(expected) : try connection.read(expected)
    guard bytes.count == expected else {
      throw WebRequestError("the connection was closed prematurely")
    }
    return FetchedSource.FetchedBytes(bytes: bytes, length: length)
  }
}
