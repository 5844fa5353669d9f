/// Finds what is private in an XML document: whole elements, and single attributes; blanks can stand in their place.
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
  /// The usual prefixes of those that the document has chosen itself; no prefix is the empty one.
  private var prefixes: [String: String] = [:]

  /// The private parts of a document in UTF-8, in their order; none lies inside another.
  ///
  /// A packet in a picture describes the picture, not the work: of that only what players need to show it is kept.
  static func parts(of bytes: ByteSlice, inPicture: Bool = false) -> [Part] {
    var search = PrivateXML(scanner: XMLScanner(bytes), isInPicture: inPicture)
    search.read()
    return search.parts
  }

  private mutating func read() {
    var begin = scanner.position
    while let token = scanner.next() {
      if case .start(let name, let attributes, let isEmpty) = token {
        declare(attributes)
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
      begin = scanner.position
    }
  }

  /// Records the namespaces that the prefixes are bound to.
  private mutating func declare(_ attributes: [XMLAttribute]) {
    for attribute in attributes where attribute.name.hasPrefix("xmlns") {
      let prefix = String(attribute.name.dropFirst("xmlns:".count))
      let usual = XMLNamespace.prefix(of: attribute.value)
      prefixes[prefix] = usual == prefix ? nil : usual
    }
  }

  /// What a name is about as it is, or with the usual prefix of its namespace.
  private func kind(of name: String, _ attributes: [XMLAttribute] = []) -> PrivateData.Kind? {
    if let kind = kind(ofUsual: name, attributes) { return kind }
    let colon = name.firstIndex(of: ":")
    guard let usual = prefixes[colon.map { String(name[..<$0]) } ?? ""] else { return nil }
    let local = colon.map { name[name.index(after: $0)...] } ?? name[...]
    return kind(ofUsual: "\(usual):\(local)", attributes)
  }

  private func kind(ofUsual name: String, _ attributes: [XMLAttribute]) -> PrivateData.Kind? {
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
