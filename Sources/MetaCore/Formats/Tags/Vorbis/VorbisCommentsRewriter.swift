/// Edits fields in the comment list of an Ogg stream or a FLAC file and encodes the new list;
/// fields that are not edited keep their bytes and order.
struct VorbisCommentsRewriter {
  /// A field in the new comment list, with its offset in the file if the file already contains it.
  private struct CommentField {
    let bytes: ByteSlice
    var offset: Int64?
  }

  private let comments: VorbisComments
  private let container: MetadataContainer
  private var entries: [CommentField]
  /// Whether any field has changed.
  private(set) var isChanged = false

  /// Reads a list; `offset` returns the location of each field.
  ///
  /// - Throws: `unsupported` when not all fields could be read.
  init(
    _ comments: VorbisComments, in container: MetadataContainer, _ offset: (ByteSlice) -> Int64
  ) throws(ParseError) {
    guard comments.fields.count == Int(comments.claimed) else {
      throw ParseError(
        .unsupported, at: comments.vendor.fileOffset, "the comment list is truncated",
        path: StructurePath([container.rawValue]))
    }
    self.comments = comments
    self.container = container
    entries = comments.fields.map { CommentField(bytes: $0, offset: offset($0)) }
  }

  /// Changes one field.
  ///
  /// - Throws: `unsupported` when there is no field at the location; `notRepresentable` when a
  ///   field cannot hold the value.
  mutating func apply(
    _ change: DocumentEdit.Change, _ source: any ByteSource
  ) throws(ParseError) {
    isChanged = true
    switch change {
    case .replace(let location, let entry):
      let index = try index(of: location, change)
      entries.replaceSubrange(index...index, with: try makeEntries(entry, source))
    case .remove(let location): entries.remove(at: try index(of: location, change))
    case .add(_, let entry): add(try makeEntries(entry, source), isStored: entry.bytes != nil)
    }
  }

  /// Appends fields; a new DESCRIPTION is inserted before COMMENT.
  ///
  /// libavformat reads both as the comment, and uses the last one.
  private mutating func add(_ new: [CommentField], isStored: Bool) {
    let isDescription = new.first.map { VorbisCommentsRewriter.isNamed("DESCRIPTION", $0) } ?? false
    let comment = entries.firstIndex { VorbisCommentsRewriter.isNamed("COMMENT", $0) }
    guard isDescription, !isStored, let comment else { return entries += new }
    entries.insert(contentsOf: new, at: comment)
  }

  private static func isNamed(_ name: String, _ entry: CommentField) -> Bool {
    VorbisField.split(entry.bytes)?.name.uppercased() == name
  }

  private func index(
    of location: ItemLocation, _ change: DocumentEdit.Change
  ) throws(ParseError) -> Int {
    guard let index = entries.firstIndex(where: { $0.offset == location.offset }) else {
      throw change.isNowhere
    }
    return index
  }

  /// Returns the fields for the items or the stored bytes of an entry.
  private func makeEntries(
    _ entry: DocumentEdit.Entry, _ source: any ByteSource
  ) throws(ParseError) -> [CommentField] {
    if let bytes = entry.bytes {
      return [CommentField(bytes: bytes.clamped(from: VorbisComments.sizeOfSize))]
    }
    var fields: [CommentField] = []
    for item in entry.items {
      guard let field = VorbisField.field(try item.loaded(from: source)) else {
        throw ParseError(
          .notRepresentable, at: 0,
          "a field can hold only text or a picture, and its name must be ASCII without “=”",
          path: StructurePath([container.rawValue, item.key.description]))
      }
      fields.append(CommentField(bytes: field))
    }
    return fields
  }

  /// Replaces the chapters, at the position of the first existing chapter, or else at the end.
  ///
  /// - Throws: `notRepresentable` when a time is out of range.
  mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    let old = entries.indices.filter { isChapter(entries[$0].bytes) }
    let new = try VorbisChapters.fields(chapters)
    guard old.map({ entries[$0].bytes }) != new else { return }
    isChanged = true
    let place = old.first ?? entries.count
    for index in old.reversed() { entries.remove(at: index) }
    entries.insert(contentsOf: new.map { CommentField(bytes: $0) }, at: place)
  }

  private func isChapter(_ field: ByteSlice) -> Bool {
    VorbisField.split(field).flatMap { VorbisChapters.part(of: $0.name) } != nil
  }

  /// Whether there are no fields other than chapters.
  var isEmpty: Bool { entries.allSatisfy { isChapter($0.bytes) } }

  /// The bytes after the fields, without trailing zeros.
  var rest: ByteSlice { comments.rest.withoutTrailingZeros }

  /// Encodes the new list, without zero padding.
  func encode(into writer: inout ByteWriter) {
    comments.encode(entries.map(\.bytes), into: &writer)
  }
}
