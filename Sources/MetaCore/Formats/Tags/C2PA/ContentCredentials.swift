/// The claims in a file's active C2PA manifest, and the signer of these claims (C2PA 2.1 §10.3,
/// §11, §13.2).
///
/// They are shown as items in MP4 and WAV files; nothing is validated.
///
///     jumb c2pa { jumb c2ma { jumb c2as …  jumb c2cl { cbor claim }  jumb c2cs { cbor COSE_Sign1 } } … }
///
/// The last manifest is the active one. Assertions (thumbnails, ingredients, hashes) are not read.
struct ContentCredentials: Sendable, Hashable {
  /// The label of the manifest.
  var manifest: String
  var generator: String?
  var title: String?
  var format: String?
  var instanceID: String?
  /// The subject of the certificate that purportedly signed the claim.
  var signer: CertificateSubject?

  // The types of JUMBF superboxes (C2PA 2.1 §11.1): the manifest store, the kinds of manifest, the
  // claim and its signature.
  private static let store = FourCC("c", "2", "p", "a")
  private static let manifests: Set<FourCC> = [
    FourCC("c", "2", "m", "a"), FourCC("c", "2", "u", "m"), FourCC("c", "2", "c", "m"),
  ]
  private static let claim = FourCC("c", "2", "c", "l")
  private static let signature = FourCC("c", "2", "c", "s")
  /// The COSE header label for a certificate chain (RFC 9360 §2).
  private static let chain: CBORValue = .integer(33)
  private static let maxBytes: Int64 = 1 << 20

  /// Reads the manifest store in a range of a file; returns nil when it has no claim.
  static func read(
    _ range: Range<Int64>, in window: SourceWindow
  ) throws(ParseError) -> ContentCredentials? {
    for box in try JUMBFBox.list(range, in: window) {
      guard let contents = try box.contents(in: window), contents.kind == store else { continue }
      var active: JUMBFBox.Contents?
      for box in contents.boxes.reversed() where active == nil {
        guard let inner = try box.contents(in: window), manifests.contains(inner.kind) else {
          continue
        }
        active = inner
      }
      guard let active else { return nil }
      return try read(active, in: window)
    }
    return nil
  }

  /// Reads the claim and the signer of a manifest; returns nil when it has no claim.
  private static func read(
    _ manifest: JUMBFBox.Contents, in window: SourceWindow
  ) throws(ParseError) -> ContentCredentials? {
    var credentials: ContentCredentials?
    var signer: CertificateSubject?
    for box in manifest.boxes {
      guard let contents = try box.contents(in: window),
        contents.kind == claim || contents.kind == signature,
        let body = contents.boxes.first(where: { $0.type == JUMBFBox.cbor })?.body,
        body.upperBound - body.lowerBound <= maxBytes
      else { continue }
      let bytes = try window.bytes(
        at: body.lowerBound, count: Int(body.upperBound - body.lowerBound))
      if contents.kind == signature {
        // A claim is shown even if its signature is unreadable.
        signer = (try? CBORValue.parse(bytes)).flatMap(subject)
      } else {
        credentials = ContentCredentials(try CBORValue.parse(bytes), manifest: manifest.label)
      }
    }
    credentials?.signer = signer
    return credentials
  }

  /// Creates credentials from a decoded claim.
  private init(_ claim: CBORValue, manifest: String) {
    self.manifest = manifest
    title = claim["dc:title"]?.text
    format = claim["dc:format"]?.text
    instanceID = claim["instanceID"]?.text
    generator = claim["claim_generator"]?.text
    guard generator == nil, let info = claim["claim_generator_info"] else { return }
    // The value is a map since version 2 of claims, and was a list of maps before.
    let first = info.array?.first ?? info
    let words = [first["name"]?.text, first["version"]?.text].compactMap(\.self)
    generator = words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns the subject of the first certificate in a COSE_Sign1, which has protected headers,
  /// other headers, payload and signature (RFC 9052 §4.2).
  private static func subject(of signature: CBORValue) -> CertificateSubject? {
    guard let parts = signature.array, parts.count == 4 else { return nil }
    let protected = parts[0].bytes.flatMap { try? CBORValue.parse($0) }
    for headers in [protected, parts[1]] {
      guard let chain = headers?[chain] ?? headers?["x5chain"] else { continue }
      guard let certificate = (chain.array?.first ?? chain).bytes else { continue }
      return CertificateSubject.parse(certificate)
    }
    return nil
  }

  /// Returns the error for changes to individual values in a manifest, which are signed.
  static func refusal(at offset: Int64) -> ParseError {
    ParseError(
      .unsupported, at: offset, "C2PA claims are signed and can only be removed as a whole")
  }

  /// Returns the items for these values, all with the same location; their keys identify them as
  /// claims.
  func items(at location: ItemLocation) -> [MetadataItem] {
    let values: [(key: MetadataKey, text: String?)] = [
      ("manifest", manifest), ("claimedGenerator", generator), ("claimedTitle", title),
      ("claimedFormat", format), ("claimedInstanceID", instanceID),
      ("claimedSigner", signer?.commonName),
      ("claimedSignerOrganization", signer?.organization),
    ]
    return values.compactMap { key, text in
      guard let text, !text.isEmpty else { return nil }
      return MetadataItem(
        keySpace: .contentCredentials, key: key, value: .string(text), dataType: .utf8,
        location: location)
    }
  }
}
