/// The name and organization in the subject of an X.509 certificate (RFC 5280 §4.1), read from its
/// DER bytes to show who claims to have signed a C2PA manifest.
///
/// Nothing is validated.
///
///     SEQUENCE { SEQUENCE { [0] version?, serial, algorithm, issuer, validity, subject … } … }
struct CertificateSubject: Sendable, Hashable {
  var commonName: String?
  var organization: String?

  // The tags of the DER elements that are read (X.690 §8.1.2): SEQUENCE, SET, OBJECT IDENTIFIER,
  // the context-specific [0], BMPString.
  private static let sequence: UInt8 = 0x30
  private static let set: UInt8 = 0x31
  private static let identifier: UInt8 = 0x06
  private static let version: UInt8 = 0xA0
  private static let wideText: UInt8 = 0x1E
  /// The object identifiers 2.5.4.3 and 2.5.4.10.
  private static let commonNameID: [UInt8] = [0x55, 0x04, 0x03]
  private static let organizationID: [UInt8] = [0x55, 0x04, 0x0A]

  /// Parses the subject in a DER certificate; returns nil for other bytes.
  static func parse(_ certificate: ByteSlice) -> CertificateSubject? {
    var outer = ByteReader(certificate)
    guard let outermost = element(&outer), outermost.tag == sequence else { return nil }
    var inner = ByteReader(outermost.body)
    guard let signed = element(&inner), signed.tag == sequence else { return nil }
    var parts = elements(signed.body)[...]
    // Version 1 certificates have no version element; serial, algorithm, issuer and validity
    // precede the subject.
    if parts.first?.tag == version { parts.removeFirst() }
    guard let subject = parts.dropFirst(4).first, subject.tag == sequence else { return nil }
    var result = CertificateSubject()
    for set in elements(subject.body) where set.tag == CertificateSubject.set {
      for pair in elements(set.body) where pair.tag == sequence {
        let sides = elements(pair.body)
        guard sides.count == 2, sides[0].tag == identifier else { continue }
        let text = text(sides[1])
        if sides[0].body.bytes.elementsEqual(commonNameID) { result.commonName = text }
        if sides[0].body.bytes.elementsEqual(organizationID) { result.organization = text }
      }
    }
    return result
  }

  private static func text(_ element: (tag: UInt8, body: ByteSlice)) -> String {
    (element.tag == wideText ? TextEncoding.utf16BigEndian : .utf8).decode(element.body)
  }

  /// Splits the body of a DER element into the elements that it contains, up to the first damaged
  /// element.
  private static func elements(_ bytes: ByteSlice) -> [(tag: UInt8, body: ByteSlice)] {
    var reader = ByteReader(bytes)
    var elements: [(tag: UInt8, body: ByteSlice)] = []
    while let element = element(&reader) { elements.append(element) }
    return elements
  }

  /// Reads the next element: a tag; a length in one byte, or in several bytes after a byte with
  /// their number and the high bit set; and the body.
  private static func element(_ reader: inout ByteReader) -> (tag: UInt8, body: ByteSlice)? {
    guard let tag = try? reader.u8(), let short = try? reader.u8() else { return nil }
    var length = Int(short)
    if short & 0x80 != 0 {
      let width = Int(short & 0x7F)
      guard (1...4).contains(width), let long = try? reader.unsigned(width: width) else {
        return nil
      }
      length = Int(clamping: long)
    }
    guard let body = try? reader.bytes(length) else { return nil }
    return (tag, body)
  }
}
