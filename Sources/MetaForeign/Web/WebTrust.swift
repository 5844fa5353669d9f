internal import MetaCore
internal import SystemPackage

/// Finds the file of certificate authorities (PEM) that TLS connections trust: the user's own, or
/// the system's bundle.
///
/// Without one, no server is trusted.
enum WebTrust {
  /// The certificate bundles of common systems.
  static let places = [
    // Debian, Ubuntu, Arch, Gentoo
    "/etc/ssl/certs/ca-certificates.crt",
    // Fedora, Red Hat
    "/etc/pki/tls/certs/ca-bundle.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    // openSUSE
    "/etc/ssl/ca-bundle.pem", "/var/lib/ca-certificates/ca-bundle.pem",
    // NixOS
    "/etc/ssl/certs/ca-bundle.crt",
    // Alpine, macOS, OpenBSD
    "/etc/ssl/cert.pem",
    // FreeBSD
    "/usr/local/share/certs/ca-root-nss.crt",
  ]

  /// Returns the file of trusted certificates: the given one, the one that `SSL_CERT_FILE`
  /// specifies, or the system's.
  ///
  /// - Throws: ``ParseError`` if the file does not exist or, except for the system's, has no
  ///   certificates; in that case, no server is trusted.
  static func file(
    named: FilePath?, variable: FilePath? = ProcessFacts.variable("SSL_CERT_FILE"),
    places: [String] = places
  ) throws(ParseError) -> FilePath {
    if let named { return try checked(named, "--ca-file") }
    if let variable { return try checked(variable, "SSL_CERT_FILE") }
    for place in places where (try? FileSource(path: FilePath(place))) != nil {
      return FilePath(place)
    }
    throw ParseError(
      .io, at: 0,
      "this system has no file of trusted certificates; specify one with --ca-file"
    )
  }

  /// Returns a file specified by the user, which must exist and contain certificates.
  private static func checked(_ file: FilePath, _ what: String) throws(ParseError) -> FilePath {
    let source: FileSource
    do { source = try FileSource(path: file) } catch {
      throw ParseError(.io, at: 0, "\(what): \(file) cannot be read (\(error))")
    }
    let bytes = try source.read(at: 0, count: Int(min(source.length, maxBytes)))
    guard bytes.firstRange(of: Array("-----BEGIN ".utf8)) != nil else {
      throw ParseError(.io, at: 0, "\(what): \(file) has no PEM certificates")
    }
    return file
  }

  /// The maximum number of bytes searched for certificates; system bundles have about 200 KB.
  private static let maxBytes: Int64 = 16 << 20
}
