internal import MetaCore

/// The changes to one file that a JSON object requests with `apply`; the object is an edited dump,
/// or written by hand.
///
/// The patch is checked while it is read; ``PatchResolution`` compares it with the file and
/// converts the differences to edits.
struct DumpPatch: Sendable {
  /// A field in the member `metadata`, with the values that it should have.
  struct Value: Sendable {
    let field: Field
    let node: JSONNode
    /// The values, or nil to leave the field unchanged, because the dump omits its bytes or it
    /// cannot be set.
    let values: [MetadataValue]?
  }

  /// An element of the member `artwork`: a picture that the file should have.
  struct Picture: Sendable {
    let name: String
    let index: Int?
    let kind: Artwork.Kind
    let mime: String?
    let description: String?
    /// The picture's bytes, or their number and, if given, their digest.
    let data: JSONNode?
  }

  /// An element of the member `chapters`: a chapter that the file should have, with its JSON, which
  /// is compared with the chapters of the file.
  struct Mark: Sendable {
    let name: String
    let node: JSONNode
    let chapter: Chapter
  }

  /// The file.
  let path: InputPath
  /// The container kind of the dumped file, if given.
  let kind: String?
  /// Whether the items are restored: the dump is marked as complete, or an item has an entry.
  let isComplete: Bool
  /// The requested parts; a part that is nil is left unchanged.
  let metadata: [Value]?
  let artwork: [Picture]?
  let chapters: [Mark]?
  let items: [DumpedItem]?
}

extension DumpPatch {
  /// The keys of a dump object.
  private static let keys: Set = [
    "path", "pathBase64", "fileType", "container", "size", "modified", "duration",
    "durationEstimated",
    "timescale", "tracks", "media", "timed", "metadata", "artwork", "chapters", "complete", "items",
    "warnings",
  ]

  /// Reads an object; relative paths are resolved against `root`.
  ///
  /// - Throws: ``TextError`` if the object does not have the form of a dump.
  init(_ node: JSONNode, root: InputPath?) throws(TextError) {
    guard case .object(let members) = node.value else {
      throw TextError(node.line, "expected a dump object")
    }
    if let stray = members.first(where: { !DumpPatch.keys.contains($0.name) }) {
      throw TextError(stray.node.line, "unknown key “\(stray.name)” in a dump")
    }
    path = try DumpPatch.path(node, root: root)
    kind = node["container"]?["kind"]?.string
    artwork = try node.list("artwork") { node, name throws(TextError) in try Picture(node, name) }
    chapters = try node.list("chapters") { node, name throws(TextError) in
      do throws(TextError) {
        let chapter = try ChapterText.chapter(json: node, isOfFile: true)
        return Mark(name: name, node: node, chapter: chapter)
      } catch {
        throw error.inside("\(name): ")
      }
    }
    let items = try node.list("items") { node, name throws(TextError) in
      try DumpedItem(node, name)
    }
    self.items = items
    metadata = try node.nonNullMember("metadata").map { node throws(TextError) in
      try DumpPatch.metadata(node, nextTo: items ?? [])
    }
    let isMarked = node["complete"]?.value == .boolean(true)
    isComplete = items.map { isMarked || $0.contains { $0.place != nil } } ?? false
  }

  /// Returns the file name in an object, for messages.
  static func label(of node: JSONNode) -> String { node["path"]?.string ?? "no path" }

  /// Returns the path in an object; `pathBase64` has priority, because a name need not be UTF-8.
  private static func path(_ node: JSONNode, root: InputPath?) throws(TextError) -> InputPath {
    var bytes: [UInt8]
    if let text = node.nonNullMember("pathBase64") {
      guard let decoded = text.string.flatMap(Base64.decode) else {
        throw TextError(text.line, "pathBase64 is not valid base64")
      }
      bytes = decoded
    } else if let path = node["path"] {
      guard let text = path.string else { throw TextError(path.line, "path is not a string") }
      bytes = Array(text.utf8)
    } else {
      throw TextError(node.line, "the object has no “path”")
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw TextError(node.line, "path is empty or contains a null byte")
    }
    guard bytes != [UInt8(ascii: "-")] else {
      throw TextError(node.line, "path is “-”, but standard input cannot be edited")
    }
    if let root, bytes.first != UInt8(ascii: "/") {
      bytes = FileNameEncoding.bytes(of: root.text) + [UInt8(ascii: "/")] + bytes
    }
    return InputPath(text: FileNameEncoding.text(of: bytes))
  }

  // MARK: Fields

  /// Reads the fields of an object; values that cannot be set are accepted if the object's own
  /// items contain them.
  private static func metadata(
    _ node: JSONNode, nextTo items: [DumpedItem]
  ) throws(TextError) -> [Value] {
    guard case .object(let members) = node.value else {
      throw TextError(node.line, "metadata is not an object")
    }
    var values: [Value] = []
    for member in members {
      guard let field = Field.named(member.name) else {
        let complaint = FieldSuggestion.complaint(about: member.name)
        throw TextError(member.node.line, "metadata: \(complaint)")
      }
      // Artwork and chapters are separate members, next to `metadata`.
      guard field.kind != .artwork, field.kind != .chapters else {
        throw TextError(
          member.node.line, "metadata: “\(member.name)” belongs in the file's object")
      }
      guard !values.contains(where: { $0.field == field }) else {
        throw TextError(member.node.line, "metadata contains \(field.name) twice")
      }
      do throws(TextError) {
        let all = try member.node.values(of: field)
        values.append(Value(field: field, node: member.node, values: all))
      } catch {
        // A dump contains all values of the file, including values that cannot be set.
        let isOfItem = items.contains { item in
          let view = MetadataView([item.rough], precedence: [])
          return view[field].map { member.node.matches($0, from: DataSource([])) } ?? false
        }
        guard isOfItem else { throw error.inside("metadata.\(member.name) ") }
        values.append(Value(field: field, node: member.node, values: nil))
      }
    }
    return values
  }
}

extension DumpPatch.Picture {
  /// Reads a picture; a picture without `data` is identified by its size and digest, and must be in
  /// the file.
  fileprivate init(_ node: JSONNode, _ name: String) throws(TextError) {
    guard case .object = node.value else { throw TextError(node.line, "\(name) is not an object") }
    self.name = name
    index = node["index"]?.integer
    let spelled = node.nonNullMember("kind")?.string ?? Artwork.Kind.frontCover.rawValue
    guard let kind = Artwork.Kind.id3Kinds.first(where: { $0.rawValue == spelled }) else {
      throw TextError(node.line, "\(name) has an unknown picture “kind”: \(spelled)")
    }
    self.kind = kind
    mime = (node.nonNullMember("declaredMime") ?? node.nonNullMember("mime"))?.string
    description = node.nonNullMember("description")?.string
    guard let data = node.nonNullMember("data") else {
      self.data = node["bytes"].map { bytes in
        let size = [JSONNode.Member(name: "bytes", node: bytes)]
        let digest = node["sha256"].map { [JSONNode.Member(name: "sha256", node: $0)] } ?? []
        return JSONNode(value: .object(size + digest), line: node.line)
      }
      return
    }
    guard data.string.flatMap(Base64.decode) != nil else {
      throw TextError(data.line, "\(name).data is not valid base64")
    }
    self.data = data
  }
}

extension JSONNode {
  /// Returns a member, or nil if it is missing or null.
  func nonNullMember(_ name: String) -> JSONNode? {
    self[name].flatMap { $0.isNull ? nil : $0 }
  }

  /// Maps the elements of an array member; returns nil if the member is missing or null.
  fileprivate func list<Element>(
    _ name: String, _ make: (JSONNode, String) throws(TextError) -> Element
  ) throws(TextError) -> [Element]? {
    guard let node = nonNullMember(name) else { return nil }
    guard let nodes = node.array else { throw TextError(node.line, "\(name) is not an array") }
    var elements: [Element] = []
    for (index, node) in nodes.enumerated() {
      elements.append(try make(node, "\(name)[\(index)]"))
    }
    return elements
  }

  /// Returns the values of a field in this node: an empty array to remove the field, or nil if
  /// bytes are omitted.
  fileprivate func values(of field: Field) throws(TextError) -> [MetadataValue]? {
    if isNull { return [] }
    if holdsUnknownBytes { return nil }
    guard let nodes = array else { return try scalar(of: field).map { [$0] } ?? [] }
    guard field.isList || nodes.count < 2 else {
      throw TextError(line, "takes one value, not a list")
    }
    var values: [MetadataValue] = []
    for node in nodes { if let value = try node.scalar(of: field) { values.append(value) } }
    return values
  }

  /// Returns one value of a field, or nil for empty text.
  private func scalar(of field: Field) throws(TextError) -> MetadataValue? {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let digits) where field.kind != .text: text = digits
    case .boolean(let flag) where field.kind == .boolean: text = flag ? "true" : "false"
    case .object where field.kind == .pair: return .pair(try pair())
    default: throw TextError(line, "must be \(field.wantedValue)")
    }
    if text.isEmpty { return nil }
    guard let value = field.value(of: text) else {
      throw TextError(line, "must be \(field.wantedValue), not “\(text)”")
    }
    return value
  }
}
