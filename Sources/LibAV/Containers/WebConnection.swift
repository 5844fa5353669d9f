internal import CLibAV
package import SystemPackage

/// A connection to a server over TCP, optionally with TLS, through libavformat's protocols: sends
/// and receives bytes; `WebRequest` in MetaForeign uses it for HTTP.
@safe
package final class WebConnection {
  private var context: UnsafeMutablePointer<AVIOContext>?

  /// Whether FFmpeg's TLS library is known to verify host names in certificates.
  ///
  /// With OpenSSL, FFmpeg before version 8 accepts certificates for any host.
  package static let checksHostNames = ["gnutls", "mbedtls", "securetransport"].contains {
    configuration.contains("--enable-\($0)")
  }

  /// The build options of FFmpeg's libraries.
  private static let configuration = unsafe text(avformat_configuration()).split(separator: " ")

  /// Opens a connection.
  ///
  /// If a file of certificates (PEM) is given, the connection uses TLS: the server's certificate
  /// must be signed by one of these, currently valid, and issued for `host`, which is a name or an
  /// IP address without brackets.
  ///
  /// - Throws: ``LibAVError`` if the server does not respond within 30 seconds or has no such
  ///   certificate; the log contains the reason.
  package init(to host: String, port: UInt16, trusting certificates: FilePath?) throws(LibAVError) {
    _ = LogCapture.isInstalled
    // The timeout of a read or write is in microseconds: 30 seconds.
    var options = unsafe [
      MediaEntry("protocol_whitelist", "httpproxy,tcp,tls"), MediaEntry("rw_timeout", "30000000"),
    ].makeDictionary()
    defer { unsafe av_dict_free(&options) }
    if let certificates {
      unsafe av_dict_set(&options, "tls_verify", "1", 0)
      unsafe av_dict_set(&options, "verifyhost", host, 0)
      unsafe certificates.withPlatformString { name in
        _ = unsafe av_dict_set(&options, "ca_file", name, 0)
      }
    }
    // An IPv6 address needs brackets in a URL.
    let authority = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    // Without buffering, no more is read than requested.
    let flags = AVIO_FLAG_READ | AVIO_FLAG_WRITE | AVIO_FLAG_DIRECT
    try LibAVError.check(
      unsafe avio_open2(
        &context, (certificates == nil ? "tcp://" : "tls://") + authority, flags, nil, &options),
      "connecting")
    // A remaining option is not supported, so certificates would not be verified.
    if certificates != nil, unsafe av_dict_get(options, "tls_verify", nil, 0) != nil {
      unsafe avio_closep(&context)
      throw LibAVError(LibAVError.notPermitted, "connecting")
    }
  }

  deinit {
    unsafe avio_closep(&context)
  }

  /// Sends bytes.
  ///
  /// - Throws: ``LibAVError`` if they cannot be sent.
  package func write(_ bytes: [UInt8]) throws(LibAVError) {
    guard let context = unsafe context else { return }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe avio_write(context, buffer.baseAddress, Int32(clamping: buffer.count))
    }
    try LibAVError.check(unsafe context.pointee.error, "sending the request")
  }

  /// Reads `count` bytes; fewer only at the end of the connection.
  ///
  /// - Throws: ``LibAVError`` if the connection fails.
  package func read(_ count: Int) throws(LibAVError) -> [UInt8] {
    guard let context = unsafe context, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let limit = Int32(clamping: count)
    let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe avio_read(context, buffer.baseAddress, limit)
    }
    if result == LibAVError.endOfFile { return [] }
    let filled = try LibAVError.check(result, "reading the response")
    return Array(bytes.prefix(Int(filled)))
  }
}
