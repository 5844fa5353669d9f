/// The ``EditableFormat`` for files that consist of ID3v2 tags without audio, one or more in
/// sequence, such as `.id3` files; ``ID3BareRewriter`` plans edits.
///
/// Files of other formats may begin with a tag as well, so those formats are tried first.
struct ID3Format: EditableFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "ID3 tag", extensions: ["id3"], keySpaces: [.id3])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard let header = ID3TagHeader(head.bytes), header.version != nil else { return .no }
    return .maybe(1)
  }

  /// Reads all tags; the chapters are from the first tag that has any.
  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: "org.id3", container: ContainerDescription(kind: "id3"), size: window.length,
      precedence: [.id3])
    var offset: Int64 = 0
    var number = 1
    var names: [String] = []
    while let tag = try ID3Tag.parse(
      at: offset, number: number, in: window, options: options, log: &log)
    {
      document.items += tag.items
      if document.chapters.isEmpty { document.chapters = tag.chapters }
      names.append(tag.name)
      offset = tag.end
      number += 1
    }
    document.container.setTags(names, at: 0)
    if !options.items { document.items = [] }
    document.diagnostics = log.diagnostics
    return document
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {}

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var nodes: [StructureNode] = []
    var offset: Int64 = 0
    while let node = try ID3Tag.structure(at: offset, in: window, options: options) {
      nodes.append(node)
      offset = node.offset + node.size
    }
    return nodes
  }

  func insertionPoints(of document: Document) -> [InsertionPoint] {
    InsertionPoint.id3(document.container.facts.tags)
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    try ID3BareRewriter(window: window, shape: shape).plan(edit, duration: document.duration)
  }
}

extension ID3Format {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) { report.addGap(.onlyTags) }
}
