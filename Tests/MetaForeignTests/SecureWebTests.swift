import Foundation
import TestSupport
import Testing

/// Which servers are trusted, which redirects are followed, and which hosts get credentials.
@Suite(
  .serialized,
  .enabled(
    if: Program.find("python3") != nil && Program.find("openssl") != nil,
    "python3 or openssl is not here"))
struct SecureWebTests {
  private let scratch: Scratch
  private let song: String

  init() throws {
    scratch = try Scratch()
    song = try scratch.copy("song-itunes.m4a")
  }

  // MARK: Certificates

  @Test(arguments: ["localhost", "127.0.0.1"])
  func certificateOfATrustedAuthorityIsAccepted(host: String) throws {
    let server = try secure("good")
    let title = try get("https://\(host):\(server.port)/\(song)", "--ca-file", ca)
    #expect(title.text == "Blue Train\n", "\(title.errors)")
    let relative = try Program.metatool(
      "dump", "--ca-file", "ca.pem", "https://\(host):\(server.port)/\(song)", in: scratch.folder)
    #expect(relative.status == 0)
  }

  @Test func anAddressOfIPv6IsComparedWithTheCertificate() throws {
    guard let server = try? secure("good", on: "::1") else { return }
    let title = try get("https://[::1]:\(server.port)/\(song)", "--ca-file", ca)
    #expect(title.text == "Blue Train\n", "\(title.errors)")
    let other = try secure("name", on: "::1")
    let refused = try get("https://[::1]:\(other.port)/\(song)", "--ca-file", ca)
    #expect(refused.status == 66)
    #expect(refused.errors.contains("is for another host"))
  }

  @Test(arguments: [
    ("self", "is not trusted: it is self-signed, expired, or from an authority that is not in"),
    ("expired", "is not trusted: it is self-signed, expired, or from an authority that is not in"),
    ("name", "is for another host"),
  ])
  func otherCertificatesAreRejected(name: String, words: String) throws {
    let server = try secure(name)
    for host in ["localhost", "127.0.0.1"] {
      let address = "https://\(host):\(server.port)/\(song)"
      let result = try get(address, "--ca-file", ca)
      #expect(result.status == 66)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.contains("\(host):\(server.port)"))
    }
  }

  @Test func systemDoesNotTrustTheTestAuthority() throws {
    let server = try secure("good")
    let address = "https://localhost:\(server.port)/\(song)"
    let result = try get(address)
    #expect(result.status == 66)
    #expect(result.output.isEmpty)
    let named = try Program.run(
      Program.metatool, ["get", address, "title"], environment: ["SSL_CERT_FILE": ca])
    #expect(named.text == "Blue Train\n", "\(named.errors)")
  }

  @Test func invalidCertificateFileTrustsNoServer() throws {
    let server = try secure("good")
    let address = "https://localhost:\(server.port)/\(song)"
    let missing = try get(address, "--ca-file", scratch.file("none.pem").path)
    #expect(missing.status == 66)
    #expect(missing.errors.contains("none.pem cannot be read"))
    try Data().write(to: scratch.file("empty.pem"))
    let empty = try get(address, "--ca-file", scratch.file("empty.pem").path)
    #expect(empty.status == 66)
    #expect(empty.errors.contains("has no PEM certificates"))
    let variable = try Program.run(
      Program.metatool, ["get", address, "title"],
      environment: ["SSL_CERT_FILE": scratch.file("none.pem").path])
    #expect(variable.status == 66)
  }

  @Test func everyVerbThatReadsAddressesHasTheOption() throws {
    let server = try secure("good")
    let address = "https://localhost:\(server.port)/\(song)"
    let local = scratch.file(song).path
    for words in [
      ["dump", address], ["tree", address], ["diff", address, local], ["art", "list", address],
      ["chapters", "list", address], ["verify", address], ["copy", address, local],
      ["set", local, "lyrics=@\(address.replacing(song, with: "words.txt"))"],
      ["art", "set", local, "--image", address.replacing(song, with: "cover.png")],
    ] {
      try Data("La la\n".utf8).write(to: scratch.file("words.txt"))
      let cover = try Program.metatool("art", "extract", local, "--index", "0", "-o", "-")
      try cover.output.write(to: scratch.file("cover.png"))
      let trusted = try Program.run(Program.metatool, words + ["--ca-file", ca])
      #expect(trusted.status == 0, "\(words): \(trusted.errors)")
      let untrusted = try Program.run(Program.metatool, words)
      #expect([64, 66].contains(untrusted.status), "\(words): \(untrusted.errors)")
    }
  }

  @Test func serveAppliesTheOptionToOneRequest() throws {
    let server = try secure("good")
    let address = "https://localhost:\(server.port)/\(song)"
    _ = try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", scratch.file("tone.mka").path])
    let tone = "https://localhost:\(server.port)/tone.mka"
    let requests = [
      "[\"\(address)\",\"title\",\"--ca-file\",\"\(ca)\"]", "[\"\(address)\",\"title\"]",
      "[\"\(tone)\",\"encoder\",\"--ca-file\",\"\(ca)\"]", "[\"\(tone)\",\"encoder\"]",
      "[\"\(address)\",\"title\",\"--ca-file\",\"\(ca)\"]",
    ].enumerated().map { "{\"id\":\($0.offset),\"verb\":\"get\",\"arguments\":\($0.element)}\n" }
    // One after the other: nothing is left of the one before.
    let result = try Program.run(
      Program.metatool, ["serve", "-j", "1"], input: Data(requests.joined().utf8))
    let status = (0..<5).map { number in
      result.text.contains("{\"id\":\(number),\"done\":{\"status\":0}}")
    }
    #expect(status == [true, false, true, false, true], "\(result.text)")
  }

  // MARK: Redirects

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsAreFollowed(code: Int) throws {
    let server = try RangeServer(scratch.folder)
    let otherServer = try RangeServer(scratch.folder)
    let targets = [
      "/" + song, "../../\(song)", "http://127.0.0.1:\(otherServer.port)/\(song)",
      "//127.0.0.1:\(otherServer.port)/\(song)",
      "http://127.0.0.1:\(otherServer.port)/redirect/302/%2F\(song)",
    ]
    for target in targets {
      let title = try get("http://127.0.0.1:\(server.port)/redirect/\(code)/\(encoded(target))")
      #expect(title.text == "Blue Train\n", "\(target): \(title.errors)")
    }
  }

  @Test func httpsDoesNotRedirectToHTTP() throws {
    let (server, plain) = (try secure("good"), try RangeServer(scratch.folder))
    let target = encoded("http://localhost:\(plain.port)/\(song)")
    let result = try get(
      "https://localhost:\(server.port)/redirect/302/\(target)", "--ca-file", ca)
    #expect(result.status == 66)
    #expect(result.errors.contains("redirects from https to http"))
    // Nothing was requested without encryption.
    #expect(try plain.text("seen") == "[]")
    // Nor on the way back to https.
    let back = encoded("https://localhost:\(server.port)/\(song)")
    let detour = encoded("http://localhost:\(plain.port)/redirect/302/\(back)")
    let through = try get(
      "https://localhost:\(server.port)/redirect/302/\(detour)", "--ca-file", ca)
    #expect(through.status == 66)
    #expect(try plain.text("seen") == "[]")
    let up = try get("http://localhost:\(plain.port)/redirect/302/\(back)", "--ca-file", ca)
    #expect(up.text == "Blue Train\n", "\(up.errors)")
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "http://", "http://a b/"])
  func redirectsStayOnTheWeb(target: String) throws {
    let server = try RangeServer(scratch.folder)
    let result = try get("http://127.0.0.1:\(server.port)/redirect/302/\(encoded(target))")
    #expect(result.status == 66)
    #expect(result.errors.contains("redirects to an address that is not an http or https URL"))
  }

  @Test func endlessRedirectsAreStopped() throws {
    let server = try RangeServer(scratch.folder)
    let result = try get("http://127.0.0.1:\(server.port)/loop")
    #expect(result.status == 66)
    #expect(result.errors.contains("redirected too many times"))
  }

  // MARK: Credentials

  @Test func credentialsGoToNoOtherServer() throws {
    let (server, other) = (try RangeServer(scratch.folder), try RangeServer(scratch.folder))
    let here = "http://user:secret%20word@127.0.0.1:\(server.port)/"
    #expect(try get(here + "private/" + song).text == "Blue Train\n")
    #expect(try get(here + "redirect/302/%2Fprivate%2F" + song).text == "Blue Train\n")
    let away = encoded("http://127.0.0.1:\(other.port)/\(song)")
    #expect(try get(here + "redirect/302/" + away).text == "Blue Train\n")
    let own = encoded("http://a:b@127.0.0.1:\(other.port)/\(song)")
    #expect(try get(here + "redirect/302/" + own).text == "Blue Train\n")
    #expect(!(try other.text("seen")).contains("Basic"))
    let without = try get("http://127.0.0.1:\(server.port)/private/\(song)")
    #expect(without.status == 66)
    #expect(without.errors.contains("401"))
  }

  // MARK: Other ways to answer

  @Test func answersMayBeChunked() throws {
    let server = try RangeServer(scratch.folder)
    let title = try get("http://127.0.0.1:\(server.port)/chunked/\(song)")
    #expect(title.text == "Blue Train\n", "\(title.errors)")
  }

  @Test func serverWithoutRangesCanSendTheBeginning() throws {
    let server = try RangeServer(scratch.folder)
    #expect(try get("http://127.0.0.1:\(server.port)/whole/\(song)").text == "Blue Train\n")
  }

  @Test func lineBreaksAndSpacesInAnAddressAreEscaped() throws {
    let server = try RangeServer(scratch.folder)
    _ = try scratch.copy("song-itunes.m4a", as: "ein Lied ü.m4a")
    let title = try get("http://127.0.0.1:\(server.port)/ein Lied ü.m4a")
    #expect(title.text == "Blue Train\n", "\(title.errors)")
    _ = try get("http://127.0.0.1:\(server.port)/x HTTP/1.1\r\nX-Own: 1\r\n\r\n")
    #expect(!(try server.text("seen")).contains("'/x'"))
  }

  @Test func proxyIsUsedForHTTP() throws {
    let proxy = try RangeServer(scratch.folder)
    func title(_ environment: [String: String]) throws -> Program.Result {
      try Program.run(
        Program.metatool, ["get", "http://there.invalid/\(song)", "title"],
        environment: environment)
    }
    let address = "http://127.0.0.1:\(proxy.port)"
    #expect(try title(["http_proxy": address]).text == "Blue Train\n")
    #expect(try title(["http_proxy": address, "no_proxy": "a,.invalid"]).status == 66)
  }

  // MARK: Steps

  private var ca: String { scratch.file("ca.pem").path }

  private func get(_ address: String, _ options: String...) throws -> Program.Result {
    try Program.run(Program.metatool, ["get", address, "title"] + options)
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { "%" + String(Int($0) + 0x100, radix: 16).suffix(2) }.joined()
  }

  private func secure(_ certificate: String, on host: String? = nil) throws -> RangeServer {
    if !FileManager.default.fileExists(atPath: ca) { try makeCertificates() }
    return try RangeServer(
      scratch.folder, certificate: certificate, in: scratch.folder, on: host)
  }

  /// Creates a certificate authority; certificates signed by it that are valid, expired and for
  /// another name; and one that it did not sign.
  private func makeCertificates() throws {
    let script = """
      set -e
      openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=Authority of a test" 2>/dev/null
      sign() {
        openssl req -newkey rsa:2048 -nodes -keyout $1.key -out $1.csr -subj "/CN=$2" 2>/dev/null
        printf 'subjectAltName=%s\\nbasicConstraints=CA:FALSE\\n' "$3" > $1.ext
        openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days "$4" -extfile $1.ext -out $1.pem 2>/dev/null
      }
      sign good localhost DNS:localhost,IP:127.0.0.1,IP:::1 2
      sign name evil.example DNS:evil.example,IP:10.0.0.1 2
      openssl req -newkey rsa:2048 -nodes -keyout expired.key -out expired.csr -subj /CN=localhost 2>/dev/null
      : > index.txt
      printf '[ca]\\ndefault_ca=own\\n[own]\\ndatabase=index.txt\\nnew_certs_dir=.\\ndefault_md=sha256\\nserial=serial.txt\\npolicy=any\\n' > ca.cnf
      printf '[any]\\ncommonName=supplied\\n' >> ca.cnf
      openssl ca -batch -config ca.cnf -create_serial -in expired.csr -cert ca.pem -keyfile ca.key -extfile good.ext \
        -startdate 20200101000000Z -enddate 20200201000000Z -out expired.pem -notext 2>/dev/null
      openssl req -x509 -newkey rsa:2048 -nodes -keyout self.key -out self.pem -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null
      """
    let shell = try #require(Program.find("sh"))
    let result = try Program.run(shell, ["-c", script], in: scratch.folder)
    try #require(result.status == 0, "\(result.errors)")
  }
}
