/// Finds what is private in an XML document: whole elements, and single attributes, which can be replaced by blanks.
struct PrivateXML {
  /// A stretch of the document that goes.
  struct Part: Sendable, Hashable {
    let range: Range<Int>
    let kind: PrivateData.Kind
    let name: String
  }

  private var scanner: XMLScanner
  private let isInPicture: Bool
  private var parts: [Part] = []

  /// The private parts of a document in UTF-8, in their order; none lies inside another.
  ///
  /// A packet in a picture describes the picture, not the work: of that only what players need to show it is kept.
  static func parts(of bytes: ByteSlice, inPicture: Bool = false) -> [Part] {
    var search = PrivateXML(scanner: XMLScanner(bytes), isInPicture: inPicture)
    search.read()
    return search.parts
  }

  private mutating func read() {
    while let token = scanner.next() {
      let begin = scanner.tokenStart
      guard case .start(let name, let attributes, let isEmpty) = token else { continue }
      if let kind = kind(of: name, attributes) {
        if !isEmpty { skipContent() }
        parts.append(Part(range: begin..<scanner.position, kind: kind, name: name))
      } else {
        for attribute in attributes {
          guard let kind = kind(of: attribute.name) else { continue }
          parts.append(Part(range: attribute.range, kind: kind, name: attribute.name))
        }
      }
    }
  }

  private func kind(of name: String, _ attributes: [XMLAttribute] = []) -> PrivateData.Kind? {
    isInPicture ? PrivateTable.kind(ofXMLInPicture: name) : PrivateXML.kind(name, attributes)
  }

  /// Sony's cameras put groups of values under names: `<Group name="ExifGPS">`.
  private static func kind(_ name: String, _ attributes: [XMLAttribute]) -> PrivateData.Kind? {
    if let kind = PrivateTable.kind(ofXML: name) { return kind }
    guard name == "Group", let group = attributes.first(where: { $0.name == "name" })?.value else {
      return nil
    }
    return PrivateTable.kind(ofXML: group)
  }

  private mutating func skipContent() {
    var depth = 1
    while depth > 0, let token = scanner.next() {
      switch token {
      case .start(_, _, let isEmpty): depth += isEmpty ? 0 : 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }
}

extension PrivateXML {
  /// A document with blanks in the place of what is private.
  static func blanked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for part in parts(of: ByteSlice(bytes)) {
      for index in part.range { bytes[index] = 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
