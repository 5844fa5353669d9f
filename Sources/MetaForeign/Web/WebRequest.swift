internal import LibAV
internal import MetaCore
internal import SystemPackage

/// A request for a range of a URL.
///
/// Redirects are followed here and not by libavformat, which would follow them from `https` to
/// `http`.
struct WebRequest {
  let address: WebAddress
  let offset: Int64
  let count: Int
  /// The file of trusted certificates that was named.
  let caFile: FilePath?

  private static let mostRedirects = 8
  /// How much can be asked for at once.
  static let mostBytes = 64 << 20

  /// Fetches it; each call is a request of its own, for no more than it wants: whatever else the
  /// server would send costs its owner money.
  ///
  /// - Throws: ``WebProblem`` or ``LibAVError`` when the server does not answer, is not believed,
  ///   has nothing there, or sends no ranges.
  func fetch() throws -> FetchedSource.Piece {
    var place = address
    for _ in 0...WebRequest.mostRedirects {
      let connection = try connected(to: place)
      try connection.write(Array(head(for: place).utf8))
      let answer = try WebAnswer(from: connection)
      guard let location = answer.location else { return try piece(answer, connection) }
      place = try redirected(from: place, to: location)
    }
    throw WebProblem("the server redirects without end")
  }

  private func redirected(
    from place: WebAddress, to location: String
  ) throws -> WebAddress {
    guard let next = place.redirected(to: location) else {
      throw WebProblem("\(place.place) redirects to what is no address of the web")
    }
    guard next.isSecure || !place.isSecure else {
      throw WebProblem(
        "\(place.place) redirects from https to http (\(next.place)), which is not followed")
    }
    return next
  }

  // MARK: Asking

  private func connected(to place: WebAddress) throws -> WebConnection {
    guard place.isSecure else {
      let server = WebProxy(for: place.host)?.address ?? place
      return try WebConnection(to: server.host, port: server.port, trusting: nil)
    }
    guard WebConnection.checksHostNames else {
      throw WebProblem(
        "FFmpeg's libraries were built here with a TLS that does not compare names in certificates, so https is refused"
      )
    }
    let certificates = try WebTrust.file(named: caFile)
    var log: [LogLine] = []
    do {
      return try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try WebConnection(to: place.host, port: place.port, trusting: certificates)
      }
    } catch {
      throw WebRequest.distrust(of: place, certificates, log).map { $0 as any Error } ?? error
    }
  }

  /// Why a server is not believed; nil when the connection failed for another reason.
  ///
  /// The words are those of libavformat's TLS.
  private static func distrust(
    of place: WebAddress, _ certificates: FilePath, _ log: [LogLine]
  ) -> WebProblem? {
    let text = log.map { $0.text.lowercased() }.joined(separator: "\n")
    if text.contains("does not match") {
      return WebProblem("the certificate that came from \(place.place) is of another host")
    }
    guard text.contains("verif") || text.contains("certificate") else { return nil }
    return WebProblem(
      """
      the certificate of \(place.place) is not trusted: it is self-signed, expired, or of an authority that is not in \(certificates); \
      --ca-file FILE trusts another
      """)
  }

  /// What is sent: credentials go to the server that they were given for, and to no other.
  private func head(for place: WebAddress) -> String {
    let proxy = place.isSecure ? nil : WebProxy(for: place.host)
    var lines = [
      "GET \(proxy == nil ? place.target : place.text) HTTP/1.1", "Host: \(place.place)",
      "User-Agent: metatool", "Accept: */*", "Accept-Encoding: identity",
      "Range: bytes=\(offset)-\(offset + Int64(count) - 1)", "Connection: close",
    ]
    if let credentials = address.credentials, place.isSameOrigin(as: address) {
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

  // MARK: The answer

  private func piece(
    _ answer: WebAnswer, _ connection: WebConnection
  ) throws -> FetchedSource.Piece {
    switch answer.code {
    case 206:
      guard let range = answer.range else {
        throw WebProblem("the server does not say how much there is")
      }
      guard range.first == offset else { throw WebProblem("the server sends another range") }
      return try piece(of: range.length, answer, connection)
    case 200:
      // It sends the whole: good for its beginning.
      guard offset == 0 else { throw WebProblem("the server sends no ranges") }
      guard let length = answer.contentLength else {
        throw WebProblem("the server does not say how much there is")
      }
      return try piece(of: length, answer, connection)
    case 416:
      guard let range = answer.range, range.length <= offset else { fallthrough }
      return FetchedSource.Piece(bytes: [], length: range.length)
    default:
      throw WebProblem("the server answers \(answer.code) \(answer.reason)")
    }
  }

  private func piece(
    of length: Int64, _ answer: WebAnswer, _ connection: WebConnection
  ) throws -> FetchedSource.Piece {
    let wanted = Int(min(Int64(count), max(0, length - offset)))
    let bytes =
      answer.isChunked ? try connection.readChunks(wanted) : try connection.read(wanted)
    guard bytes.count == wanted else { throw WebProblem("the connection ended too early") }
    return FetchedSource.Piece(bytes: bytes, length: length)
  }
}
