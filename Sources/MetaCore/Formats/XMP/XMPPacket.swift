/// The simple properties of an XMP packet (ISO 16684-1): texts, and arrays of texts, directly below `rdf:Description`.
///
/// This is a scanner for one kind of XML, not a parser of XML: structures, and properties of properties, are passed over; they stay in
/// the packet, which is kept whole.
struct XMPPacket {
  /// One property, under the name that it has in the packet (`dc:title`).
  struct Property: Sendable, Hashable {
    var name: String
    var value: MetadataValue
    /// The language of the text (`xml:lang`) when it is a single alternative.
    var language: String?
  }

  private var scanner: XMLScanner
  private var found: [Property] = []
  /// The names of the elements that are open.
  private var open: [String] = []

  private static let mostProperties = 4096
  private static let deepest = 64

  /// The properties of a packet, in the order in which they stand there.
  static func properties(of bytes: ByteSlice) -> [Property] {
    var packet = XMPPacket(scanner: XMLScanner(bytes))
    packet.read()
    return packet.found
  }

  private mutating func read() {
    while let token = scanner.next(), found.count < XMPPacket.mostProperties {
      switch token {
      case .start(let name, let attributes, let isEmpty):
        start(name, attributes, isEmpty)
      case .end: _ = open.popLast()
      case .text: break
      }
    }
  }

  private mutating func start(_ name: String, _ attributes: [XMLAttribute], _ isEmpty: Bool) {
    if name == "rdf:Description", !open.contains("rdf:Description") {
      for attribute in attributes where XMPPacket.isProperty(attribute.name) {
        found.append(Property(name: attribute.name, value: .string(attribute.value)))
      }
    }
    if open.last == "rdf:Description", !isEmpty {
      readProperty(name)
    } else if !isEmpty, open.count < XMPPacket.deepest {
      open.append(name)
    }
  }

  private static func isProperty(_ name: String) -> Bool {
    name.contains(":") && !name.hasPrefix("rdf:") && !name.hasPrefix("xmlns:")
      && !name.hasPrefix("xml:")
  }

  /// Reads up to the end of a property: its text, or the texts of its `rdf:li`.
  private mutating func readProperty(_ name: String) {
    var content = PropertyContent()
    var depth = 1
    while depth > 0, let token = scanner.next() {
      switch token {
      case .start(let inner, let attributes, let isEmpty):
        content.start(inner, attributes, depth: depth)
        if !isEmpty { depth += 1 }
      case .end:
        content.end(depth: depth)
        depth -= 1
      case .text(let text): content.text += text
      }
    }
    if let value = content.value {
      found.append(Property(name: name, value: value, language: content.language))
    }
  }
}

/// What a property holds, as far as it has been read.
private struct PropertyContent {
  var text = ""
  private var members: [(text: String, language: String?)] = []
  private var memberLanguage: String?
  private var isArray = false
  private var isComposite = false

  mutating func start(_ name: String, _ attributes: [XMLAttribute], depth: Int) {
    switch (name, depth) {
    case ("rdf:Alt", 1), ("rdf:Seq", 1), ("rdf:Bag", 1): isArray = true
    case ("rdf:li", 2) where isArray:
      memberLanguage = attributes.first { $0.name == "xml:lang" }?.value
      text = ""
    default: isComposite = true
    }
  }

  mutating func end(depth: Int) {
    guard isArray, depth == 3 else { return }
    members.append((text, memberLanguage))
    text = ""
  }

  var value: MetadataValue? {
    if isComposite { return nil }
    guard isArray else { return .string(text) }
    if members.count == 1, let member = members.first { return .string(member.text) }
    return members.isEmpty ? nil : .list(members.map { .string($0.text) })
  }

  var language: String? {
    guard isArray, members.count == 1, let language = members.first?.language else { return nil }
    return language == "x-default" ? nil : language
  }
}
