/// Reads the text in one structure or array of structures in an XMP packet as properties with paths
/// (ISO 16684-1 §7.4 to §7.9).
///
/// Their paths have the form that the XMP Toolkit uses:
///
///     <xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved"/></rdf:Seq></xmpMM:History>      xmpMM:History[1]/stEvt:action
///
/// Fields are elements, or attributes of their parent.
struct XMPStructure {
  /// An element that is open while the structure is read, with its path and its content so far.
  private struct Frame {
    /// The role of an XML element in an XMP structure.
    enum Kind {
      /// A property, a field, or a member of an array.
      case value
      /// `rdf:Seq`, `rdf:Bag` or `rdf:Alt`.
      case array
      /// `rdf:Description`, which encloses the fields of a structure.
      case fields
    }

    let kind: Kind
    /// The path; nil if it would be too long.
    let path: String?
    /// The range of its start tag.
    let tag: Range<Int>
    var language: String?
    /// The number of members so far.
    var count = 0
    var text = ""
    /// Whether the element has content other than text.
    var isComposite = false
  }

  // Limits for crafted packets, whose paths would otherwise grow with the nesting depth.
  private static let deepest = 24
  private static let longestPath = 512

  private var frames: [Frame] = []
  private(set) var texts: [XMPPacket.Property] = []
  /// Whether any content other than the text was skipped.
  private var isPartial = false
  private let origin: Int
  private let propertyRange: Range<Int>

  /// Reads the text of the property in a range of a packet; `namespaces` are the bindings that
  /// apply there, and are unchanged afterwards.
  static func texts(
    of packet: ByteSlice, in range: Range<Int>, namespaces: inout XMLNamespaces, limit: Int
  ) -> [XMPPacket.Property] {
    var structure = XMPStructure(origin: range.lowerBound, propertyRange: range)
    var scanner = XMLScanner(packet.clamped(from: range.lowerBound, count: range.count))
    // The bindings are swapped, because copying all of them for every structure could take
    // quadratic time.
    let depth = namespaces.depth
    swap(&scanner.namespaces, &namespaces)
    defer {
      scanner.namespaces.close(to: depth)
      swap(&scanner.namespaces, &namespaces)
    }
    var skipped = 0
    var last = 0
    while let token = scanner.next(), structure.texts.count < limit {
      defer { last = scanner.position }
      switch token {
      case .start(let name, let attributes, let isEmpty):
        // Elements that are nested too deeply are skipped, including their content.
        if skipped > 0 || structure.frames.count >= deepest {
          structure.isPartial = true
          skipped += isEmpty ? 0 : 1
        } else {
          structure.start(name, attributes, isEmpty, scanner.tokenStart..<scanner.position)
        }
      case .end:
        // A comment before the end tag is not part of the text.
        if skipped > 0 { skipped -= 1 } else { structure.end(last..<scanner.position) }
      case .text(let text): if skipped == 0 { structure.add(text) }
      }
    }
    if structure.texts.count >= limit { structure.isPartial = true }
    guard structure.isPartial else { return structure.texts }
    // The structure has other content besides its text, so each string has to be removed
    // separately.
    return structure.texts.map { text in
      var text = text
      text.structure = nil
      return text
    }
  }

  private init(origin: Int, propertyRange: Range<Int>) {
    self.origin = origin
    self.propertyRange = propertyRange
  }

  // MARK: Elements

  /// Handles a start tag: appends an element, and its attributes as fields.
  private mutating func start(
    _ name: String, _ attributes: [XMLAttribute], _ isEmpty: Bool, _ tag: Range<Int>
  ) {
    let last = frames.indices.last
    if let last { frames[last].isComposite = true }
    var frame: Frame
    switch (name, last.map { frames[$0].kind }) {
    case ("rdf:Seq", .value), ("rdf:Bag", .value), ("rdf:Alt", .value):
      frame = Frame(kind: .array, path: last.flatMap { frames[$0].path }, tag: tag)
    case ("rdf:Description", .value):
      frame = Frame(kind: .fields, path: last.flatMap { frames[$0].path }, tag: tag)
    case (_, .array):
      if let last { frames[last].count += 1 }
      frame = Frame(kind: .value, path: path(last) { "\($0)[\($1)]" }, tag: tag)
    case (_, .value), (_, .fields):
      frame = Frame(kind: .value, path: path(last) { path, _ in "\(path)/\(name)" }, tag: tag)
    case (_, nil): frame = Frame(kind: .value, path: name, tag: tag)
    }
    frame.language = attributes.first { $0.name == "xml:lang" }?.value
    if frame.path == nil || attributes.contains(where: XMPStructure.isContent) { isPartial = true }
    for attribute in attributes where XMPPacket.isProperty(attribute.name) {
      frame.isComposite = true
      guard let path = frame.path else { continue }
      add(
        "\(path)/\(attribute.name)", attribute.value, nil,
        .attribute(moved(attribute.range), value: moved(attribute.valueRange)))
    }
    if !isEmpty { frames.append(frame) }
  }

  /// Whether an attribute has content without being a property, such as `rdf:resource`.
  private static func isContent(_ attribute: XMLAttribute) -> Bool {
    !XMPPacket.isProperty(attribute.name) && !attribute.name.hasPrefix("xmlns")
      && !["xml:lang", "rdf:parseType"].contains(attribute.name)
  }

  /// Returns the path of a child element; nil if it would be too long.
  private func path(_ parent: Int?, _ make: (String, Int) -> String) -> String? {
    guard let parent, let path = frames[parent].path else { return nil }
    let childPath = make(path, frames[parent].count)
    return childPath.utf8.count <= XMPStructure.longestPath ? childPath : nil
  }

  /// Handles an end tag: an element that contains only text is a property.
  private mutating func end(_ tag: Range<Int>) {
    guard let frame = frames.popLast(), frame.kind == .value else { return }
    if frame.isComposite, frame.text.utf8.contains(where: { $0 > 0x20 }) { isPartial = true }
    guard !frame.isComposite, let path = frame.path, frame.text.utf8.contains(where: { $0 > 0x20 })
    else { return }
    add(
      path, frame.text, frame.language == "x-default" ? nil : frame.language,
      .element(
        moved(frame.tag.lowerBound..<tag.upperBound),
        value: moved(frame.tag.upperBound..<tag.lowerBound)))
  }

  /// Adds text to the innermost element.
  private mutating func add(_ text: String) {
    guard let last = frames.indices.last, frames[last].kind == .value else { return }
    frames[last].text += text
  }

  /// Adds a property.
  private mutating func add(
    _ path: String, _ text: String, _ language: String?, _ place: XMPPacket.PropertyLocation
  ) {
    texts.append(
      XMPPacket.Property(
        name: path, value: .string(text), language: language, place: place, structure: propertyRange
      ))
  }

  /// Converts a range of the structure to a range of the packet.
  private func moved(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound + origin)..<(range.upperBound + origin)
  }
}
