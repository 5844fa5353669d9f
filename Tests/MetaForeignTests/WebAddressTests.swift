import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Web addresses, responses and certificates, without a server.
@Suite struct WebAddressTests {
  @Test(arguments: [
    ("http://a", "http://a/"),
    ("HTTPS://User:P%40w@Host.Example:8443/x?y#z", "https://host.example:8443/x?y"),
    ("https://[::1]:443/a b", "https://[::1]/a%20b"), ("http://a?q", "http://a/?q"),
    ("http://a:/ä\r\nX", "http://a/%C3%A4%0D%0AX"),
  ])
  func addressesAreParsed(text: String, whole: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.text == whole)
    #expect((address.credentials == Array("User:P@w".utf8)) == text.contains("User"))
  }

  @Test(arguments: [
    ("%41:b%2f", "A:b/"), ("%+1", "%+1"), ("%-1%", "%-1%"), ("%4", "%4"), ("%%41", "%A"),
  ])
  func credentialsAreDecoded(text: String, decoded: String) throws {
    let credentials = try #require(WebAddress("http://\(text)@a")?.credentials)
    #expect(String(decoding: credentials, as: UTF8.self) == decoded)
  }

  @Test(arguments: [
    "ftp://a", "http:/a", "http://", "http://a:0/", "http://a:65536/", "http://a:1x/",
    "http://[::1/",
    "http://::1/", "http://a b/", "http://a\r\nb/", "http://é/", "http://[a?b]/", "http", "",
  ])
  func invalidAddressesAreRejected(text: String) { #expect(WebAddress(text) == nil) }

  @Test(arguments: [
    ("../c", "http://a/c"), ("./c?d", "http://a/x/c?d"), ("?q", "http://a/x/y?q"),
    ("/", "http://a/"),
    ("//b/c", "http://b/c"), ("https://u:p@b", "https://b/"), ("/../../c/./d/..", "http://a/c/"),
  ])
  func redirectsAreResolved(location: String, whole: String) throws {
    let redirected = try #require(WebAddress("http://u:p@a/x/y?z")?.redirected(to: location))
    #expect(redirected.text == whole)
    #expect(redirected.credentials == nil)
  }

  @Test func responsesAreChecked() throws {
    let lines = [
      "HTTP/1.1 206 Partial Content", "Content-Range: bytes 5-9/20", "content-range: bytes 0-1/2",
    ]
    let range = try #require(try WebResponse(lines).range)
    #expect(range.first == 5)
    #expect(range.length == 20)
    #expect(try WebResponse(["HTTP/1.1 416 No", "Content-Range: bytes */7"]).range?.length == 7)
    #expect(try WebResponse(["HTTP/1.1 206 x", "Content-Range: bytes 0-1/*"]).range == nil)
    #expect(try WebResponse(["HTTP/1.1 206 x", "Content-Range: bytes 0-1/-9"]).range == nil)
    #expect(try WebResponse(["HTTP/1.1 200 x", "Content-Length: -1"]).contentLength == nil)
    #expect(try WebResponse(["HTTP/1.1 200 x", "Content-Length: +1"]).contentLength == nil)
    #expect(try WebResponse(["HTTP/1.1 206 x", "Content-Range: bytes 0-1/+9"]).range == nil)
    #expect(throws: WebRequestError.self) { try WebResponse(["HTTP/1.1 +20 OK"]) }
    #expect(throws: WebRequestError.self) { try WebResponse(["SSH-2.0-OpenSSH"]) }
    #expect(throws: WebRequestError.self) { try WebResponse(["HTTP/1.1 99999999999999999999 x"]) }
    #expect(try WebResponse(["HTTP/1.1 404 Not\u{1B}[31m Found"]).reason == "Not[31m Found")
  }

  @Test func missingSystemCertificatesTrustNoServer() throws {
    let problem = #expect(throws: (any Error).self) {
      try WebTrust.file(named: nil, variable: nil, places: ["/none/a", "/none/b"])
    }
    #expect("\(try #require(problem))".contains("no file of trusted certificates"))
    let place = Repository.root.appending(path: "Package.swift").path
    #expect(
      try WebTrust.file(named: nil, variable: nil, places: ["/none", place]) == FilePath(place))
  }
}
