internal import MetaCore

/// The proxy for `http` requests, from the environment; for TLS connections, FFmpeg's libraries use
/// the proxy themselves.
struct WebProxy {
  /// The address of the proxy.
  let address: WebAddress

  /// Creates the proxy for a host from the variables `http_proxy` and `no_proxy`; nil if there is
  /// none, its address is not an `http` URL, or the host is exempt.
  init?(for host: String) {
    guard let text = ProcessFacts.text("http_proxy"), let address = WebAddress(text),
      !address.isSecure,
      !WebProxy.passes(host, ProcessFacts.text("no_proxy") ?? "")
    else { return nil }
    self.address = address
  }

  /// Returns whether a host matches a list of names and suffixes, separated by commas or spaces.
  private static func passes(_ host: String, _ list: String) -> Bool {
    list.split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.drop { $0 == "*" || $0 == "." }.lowercased()
      return name.isEmpty ? entry == "*" : host == name || host.hasSuffix("." + name)
    }
  }
}
