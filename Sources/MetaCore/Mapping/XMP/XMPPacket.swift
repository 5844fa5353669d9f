/// Reads the properties of an XMP packet (ISO 16684-1) directly below `rdf:Description`: text,
/// arrays of text, and text in structures.
///
/// This is a scanner for one kind of XML, not an XML parser: unsupported parts stay in the packet,
/// which is kept as a whole.
struct XMPPacket {
  /// One property of a packet: its name with the standard prefix for its namespace (`dc:title`),
  /// its value, and its location in the packet.
  struct Property: Sendable, Hashable {
    var name: String
    var value: MetadataValue
    /// The language of the text (`xml:lang`) if it is the only alternative.
    var language: String?
    /// The location in the packet.
    var place: PropertyLocation
    /// The range of the whole property if this is text in a structure; its name is then a path.
    var structure: Range<Int>?
  }

  /// The location of a property in the bytes of its packet, and its form in XML: an attribute, an
  /// element, or an array.
  enum PropertyLocation: Sendable, Hashable {
    /// An attribute of `rdf:Description`, with the white space before it, and its value.
    case attribute(Range<Int>, value: Range<Int>)
    /// An element, and its text.
    case element(Range<Int>, value: Range<Int>)
    /// An element, and the members of its array.
    case array(Range<Int>, [Member])
  }

  /// One member (`rdf:li`) of an array, with the ranges of its element and its text.
  struct Member: Sendable, Hashable {
    /// The text of the member.
    var text: String
    /// The language of the member (`xml:lang`).
    var language: String?
    /// The range of the whole element.
    var range: Range<Int>
    /// The range of its content.
    var value: Range<Int>
  }

  private let bytes: ByteSlice
  private var scanner: XMLScanner
  private var found: [Property] = []
  /// The names of the open elements.
  private var open: [String] = []

  // Limits for crafted packets: properties and elements beyond these limits are not read.
  private static let maxProperties = 4096
  private static let deepest = 64

  /// Returns the properties of a packet in UTF-8, in order.
  static func properties(of bytes: ByteSlice) -> [Property] {
    var packet = XMPPacket(bytes: bytes, scanner: XMLScanner(bytes))
    packet.read()
    return packet.found
  }

  /// Reads the whole packet.
  private mutating func read() {
    while let token = scanner.next(), found.count < XMPPacket.maxProperties {
      switch token {
      case .start(let name, let attributes, let isEmpty):
        start(name, attributes, isEmpty, from: scanner.tokenStart)
      case .end: _ = open.popLast()
      case .text: break
      }
    }
  }

  /// Handles a start tag: attributes of `rdf:Description`, and elements in it, are properties.
  private mutating func start(
    _ name: String, _ attributes: [XMLAttribute], _ isEmpty: Bool, from begin: Int
  ) {
    if name == "rdf:Description", !open.contains("rdf:Description") {
      for attribute in attributes where XMPPacket.isProperty(attribute.name) {
        found.append(
          Property(
            name: attribute.name, value: .string(attribute.value),
            place: .attribute(attribute.range, value: attribute.valueRange)))
      }
    }
    if open.last == "rdf:Description" {
      let hasFields = attributes.contains { XMPPacket.isProperty($0.name) }
      if !isEmpty {
        readProperty(name, from: begin, hasFields: hasFields)
      } else if hasFields {
        readStructure(begin..<scanner.position)
      }
    } else if !isEmpty, open.count < XMPPacket.deepest {
      open.append(name)
    }
  }

  /// Whether a qualified name is that of a property, rather than RDF or XML syntax.
  static func isProperty(_ name: String) -> Bool {
    name.contains(":") && !name.hasPrefix("rdf:") && !name.hasPrefix("xmlns:")
      && !name.hasPrefix("xml:")
  }

  /// Reads to the end of a property: its text, or the text of its `rdf:li` elements.
  private mutating func readProperty(_ name: String, from begin: Int, hasFields: Bool) {
    var content = PropertyContent()
    let first = scanner.position
    var depth = 1
    var last = first
    while depth > 0 {
      last = scanner.position
      guard let token = scanner.next() else { break }
      switch token {
      case .start(let inner, let attributes, let isEmpty):
        content.start(
          inner, attributes, depth: depth, scanner.tokenStart..<scanner.position)
        if !isEmpty { depth += 1 }
      case .end:
        content.end(depth: depth, last..<scanner.position)
        depth -= 1
      case .text(let text): content.text += text
      }
    }
    let range = begin..<scanner.position
    if hasFields || content.isComposite { return readStructure(range) }
    guard let value = content.value else { return }
    found.append(
      Property(
        name: name, value: value, language: content.language,
        place: content.members.map { .array(range, $0) } ?? .element(range, value: first..<last)))
  }

  /// Reads the text in a structure.
  private mutating func readStructure(_ range: Range<Int>) {
    found += XMPStructure.texts(
      of: bytes, in: range, namespaces: &scanner.namespaces,
      limit: XMPPacket.maxProperties - found.count)
  }
}

/// Collects the content of one property while its element is read: text, an array of text, or other
/// content.
private struct PropertyContent {
  var text = ""
  private var list: [XMPPacket.Member] = []
  /// The open member.
  private var member: (begin: Int, first: Int, language: String?)?
  private var isArray = false
  /// Whether the property has content other than text or an array of text.
  private(set) var isComposite = false

  /// Handles a start tag inside the property.
  mutating func start(
    _ name: String, _ attributes: [XMLAttribute], depth: Int, _ range: Range<Int>
  ) {
    switch (name, depth) {
    case ("rdf:Alt", 1), ("rdf:Seq", 1), ("rdf:Bag", 1): isArray = true
    case ("rdf:li", 2) where isArray:
      let language = attributes.first { $0.name == "xml:lang" }?.value
      if attributes.contains(where: { XMPPacket.isProperty($0.name) }) { isComposite = true }
      member = (range.lowerBound, range.upperBound, language)
      text = ""
    default: isComposite = true
    }
  }

  /// Handles an end tag inside the property.
  mutating func end(depth: Int, _ range: Range<Int>) {
    guard isArray, depth == 3, let member, member.first <= range.lowerBound else { return }
    list.append(
      XMPPacket.Member(
        text: text, language: member.language, range: member.begin..<range.upperBound,
        value: member.first..<range.lowerBound))
    text = ""
  }

  /// The members of an array; nil for simple text.
  var members: [XMPPacket.Member]? { isArray ? list : nil }

  /// The text, or the strings of the array; nil for other content and for an empty array.
  var value: MetadataValue? {
    if isComposite { return nil }
    guard isArray else { return .string(text) }
    if list.count == 1, let member = list.first { return .string(member.text) }
    return list.isEmpty ? nil : .list(list.map { .string($0.text) })
  }

  /// The language of a single alternative.
  var language: String? {
    guard isArray, list.count == 1, let language = list.first?.language else { return nil }
    return language == "x-default" ? nil : language
  }
}
