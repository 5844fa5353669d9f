internal import CLibAV
package import SystemPackage

/// A connection to a server, plain or with TLS, by which bytes go there and back.
@safe
package final class WebConnection {
  private var context: UnsafeMutablePointer<AVIOContext>?

  /// The TLS of FFmpeg's libraries that is known to compare the name in a certificate with the host
  /// that was asked for.
  ///
  /// OpenSSL is not among them:
  /// before FFmpeg 8 its certificates may be of any host.
  package static let checksHostNames = ["gnutls", "mbedtls", "securetransport"].contains {
    configuration.contains("--enable-\($0)")
  }

  /// How FFmpeg's libraries were built.
  private static let configuration = unsafe text(avformat_configuration()).split(separator: " ")

  /// Opens a connection.
  ///
  /// With a file of certificates (PEM) the connection uses TLS: the server's certificate has to be
  /// signed by one of these, valid today, and issued for `host`, which is a name or an IP address
  /// without brackets.
  ///
  /// - Throws: ``LibAVError`` when the server does not respond, or has no such certificate; the log
  ///   has the reason.
  package init(to host: String, port: UInt16, trusting certificates: FilePath?) throws(LibAVError) {
    _ = LogCapture.isInstalled
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
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    // Nothing is buffered: what is asked for is all that is read.
    let flags = AVIO_FLAG_READ | AVIO_FLAG_WRITE | AVIO_FLAG_DIRECT
    try LibAVError.check(
      unsafe avio_open2(
        &context, (certificates == nil ? "tcp://" : "tls://") + place, flags, nil, &options),
      "opening the address")
    // A remaining option is not supported, and certificates would not be verified.
    if certificates != nil, unsafe av_dict_get(options, "tls_verify", nil, 0) != nil {
      unsafe avio_closep(&context)
      throw LibAVError(LibAVError.notPermitted, "opening the address")
    }
  }

  deinit {
    unsafe avio_closep(&context)
  }

  /// Sends bytes.
  ///
  /// - Throws: ``LibAVError`` when they cannot be sent.
  package func write(_ bytes: [UInt8]) throws(LibAVError) {
    guard let context = unsafe context else { return }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe avio_write(context, buffer.baseAddress, Int32(clamping: buffer.count))
    }
    try LibAVError.check(unsafe context.pointee.error, "asking for the address")
  }

  /// Waits for so many bytes; fewer come only where the connection ends.
  ///
  /// - Throws: ``LibAVError`` when it breaks.
  package func read(_ count: Int) throws(LibAVError) -> [UInt8] {
    guard let context = unsafe context, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let wanted = Int32(clamping: count)
    let got = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe avio_read(context, buffer.baseAddress, wanted)
    }
    if got == LibAVError.endOfFile { return [] }
    let filled = try LibAVError.check(got, "reading from the address")
    return Array(bytes.prefix(Int(filled)))
  }
}
