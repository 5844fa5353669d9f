/// QuickTime movies, MP4 and everything else that is made of atoms.
struct MP4Format: MediaFormat {
  let descriptor = FormatDescriptor(
    name: "QuickTime and MP4",
    extensions: [
      "mp4", "m4a", "m4b", "m4p", "m4r", "m4v", "mov", "qt", "3gp", "3g2", "heic", "heif", "avif",
      "jp2", "cr3", "m4s", "cmfv", "cmfa", "aax", "f4v", "f4a",
    ],
    keySpaces: [
      .iTunes, .iTunesLong, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .asf, .id3, .xmp,
    ])

  func match(_ head: ByteSlice, _ window: SourceWindow) -> FormatMatch {
    var reader = ByteReader(head)
    guard let header = try? AtomHeader.parse(&reader) else { return .no }
    return header.type == .ftyp || header.type == .moov ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var walker = AtomWalker(window, limits: options.limits)
    let top = try walker.walk(log: &log)
    var document = Document(
      fileType: "public.mpeg-4", container: ContainerDescription(kind: "mp4"),
      size: window.length, precedence: [])
    _ = top
    document.diagnostics = log.diagnostics
    return document
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var walker = AtomWalker(window, limits: options.limits, depth: .whole)
    return try walker.walk(log: &log).map(node)
  }

  private func node(_ atom: Atom) -> StructureNode {
    StructureNode(
      name: atom.type.description, offset: atom.offset, size: atom.size,
      headerSize: atom.headerSize, children: atom.children.map(node))
  }
}
