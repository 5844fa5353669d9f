/// Finds private data in an XML document: whole elements and single attributes, which can be
/// replaced with spaces.
///
/// If start and end tags do not match, it is uncertain which namespace a prefix is bound to and how
/// elements are nested. In this case, it is better to remove too much than too little: a name is
/// private if it is private in any namespace that its prefix may refer to, and a private element
/// ends only at its own end tag.
struct PrivateXML {
  /// A private part of the document: the range of its bytes, and the name of its element or
  /// attribute.
  struct PrivateRange: Sendable, Hashable {
    let range: Range<Int>
    let kind: PrivateData.Kind
    let name: String
  }

  private let bytes: ArraySlice<UInt8>
  private var scanner: XMLScanner
  private let isInPicture: Bool
  /// All namespace bindings in the document, including those that come after a name.
  private let namespaces: XMLNamespaces
  private var open = OpenElements()
  private var parts: [PrivateRange] = []
  /// The kinds of the names found so far, cached because a document has few names and the tables
  /// are long.
  private var kinds: [String: PrivateData.Kind?] = [:]

  /// Returns the private parts of a document in UTF-8, in order and not nested.
  ///
  /// A packet in an image describes the image, not the work: only the properties that players need
  /// for display are not private.
  static func parts(of bytes: ByteSlice, inPicture: Bool = false) -> [PrivateRange] {
    var binding = XMLScanner(bytes)
    while binding.next() != nil {}
    var search = PrivateXML(
      bytes: bytes.bytes, scanner: XMLScanner(bytes), isInPicture: inPicture,
      namespaces: binding.namespaces)
    search.read()
    return search.parts
  }

  private init(
    bytes: ArraySlice<UInt8>, scanner: XMLScanner, isInPicture: Bool, namespaces: XMLNamespaces
  ) {
    self.bytes = bytes
    self.scanner = scanner
    self.isInPicture = isInPicture
    self.namespaces = namespaces
  }

  /// Collects the private elements and attributes of the whole document.
  private mutating func read() {
    while let token = scanner.next() {
      let begin = scanner.tokenStart
      switch token {
      case .start(let name, let attributes, let isEmpty):
        if let match = privateName(name, at: begin, attributes) {
          let end = isEmpty ? scanner.position : skipContent(of: storedName(at: begin))
          parts.append(PrivateRange(range: begin..<end, kind: match.kind, name: match.name))
          continue
        }
        if !isEmpty { open.begin(storedName(at: begin)) }
        for attribute in attributes {
          guard let match = privateName(attribute.name, at: attribute.range.lowerBound) else {
            continue
          }
          parts.append(PrivateRange(range: attribute.range, kind: match.kind, name: match.name))
        }
      case .end: open.end(storedName(at: begin))
      case .text: break
      }
    }
  }

  // MARK: Names

  /// Returns the name as stored at an offset in the document.
  private func storedName(at index: Int) -> String {
    // A tag begins with `<` or `</`.
    let rest = bytes[(bytes.startIndex + index)...]
    return XMLScanner.name(in: rest.first == UInt8(ascii: "<") ? rest.dropFirst() : rest)
  }

  /// Returns the kind of a private name, and the name under which it is private; nil if it is not
  /// private.
  private mutating func privateName(
    _ name: String, at index: Int, _ attributes: [XMLAttribute] = []
  ) -> (kind: PrivateData.Kind, name: String)? {
    if let kind = kind(of: name) ?? kind(ofGroup: name, attributes) { return (kind, name) }
    if namespaces.areAsStored { return nil }
    for reading in namespaces.readings(of: storedName(at: index)) where reading != name {
      // In an image, `kind(of:)` treats unknown names as private.
      let kind = isInPicture ? PrivateTable.kind(ofXML: reading) : kind(of: reading)
      if let kind { return (kind, reading) }
    }
    return nil
  }

  /// Returns the kind of a name, from the cache if it occurred before.
  private mutating func kind(of name: String) -> PrivateData.Kind? {
    if let known = kinds[name] { return known }
    let kind =
      isInPicture ? PrivateTable.kind(ofXMLInPicture: name) : PrivateTable.kind(ofXML: name)
    if kinds.count < PrivateXML.maxKinds { kinds[name] = .some(kind) }
    return kind
  }

  /// The maximum number of cached names, which limits the memory for a document with very many
  /// names.
  private static let maxKinds = 4096

  /// Returns the kind of a group of values, which Sony's cameras name like this: `<Group
  /// name="ExifGPS">`.
  private func kind(ofGroup name: String, _ attributes: [XMLAttribute]) -> PrivateData.Kind? {
    guard !isInPicture, name == "Group",
      let group = attributes.first(where: { $0.name == "name" })?.value
    else { return nil }
    return PrivateTable.kind(ofXML: group)
  }

  // MARK: Elements

  /// Skips the content of an element, and returns its end: after the end tag of the element, before
  /// the end tag of an enclosing element, or the end of the document.
  private mutating func skipContent(of name: String) -> Int {
    var inside = OpenElements()
    inside.begin(name)
    while !inside.isEmpty, let token = scanner.next() {
      switch token {
      case .start(_, _, let isEmpty):
        if !isEmpty { inside.begin(storedName(at: scanner.tokenStart)) }
      case .end:
        let name = storedName(at: scanner.tokenStart)
        if !inside.contains(name), open.contains(name) {
          open.end(name)
          return scanner.tokenStart
        }
        inside.end(name)
      case .text: break
      }
    }
    return scanner.position
  }
}

/// The names of the elements that are open at one position in a document; an end tag closes the
/// innermost element with the same name and everything in it, if there is one.
private struct OpenElements {
  private var names: [String] = []
  private var counts: [String: Int] = [:]

  var isEmpty: Bool { names.isEmpty }

  func contains(_ name: String) -> Bool { (counts[name] ?? 0) > 0 }

  mutating func begin(_ name: String) {
    names.append(name)
    counts[name, default: 0] += 1
  }

  mutating func end(_ name: String) {
    guard contains(name) else { return }
    while let last = names.popLast() {
      counts[last, default: 1] -= 1
      if last == name { return }
    }
  }
}

extension PrivateXML {
  /// Returns a document with its private parts replaced with spaces: one for each byte in UTF-8, or
  /// each code unit in UTF-16.
  static func blanked(_ text: String, inUTF16 isInUTF16: Bool = false) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    for part in parts(of: ByteSlice(bytes)) {
      result += bytes[end..<part.range.lowerBound]
      let removed = bytes[part.range]
      let count = isInUTF16 ? XMLText.units(of: removed) : removed.count
      result += repeatElement(0x20, count: count)
      end = part.range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}
