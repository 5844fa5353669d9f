/// The format of QuickTime movies, MP4, and other files that consist of atoms (3GP, HEIF, AVIF,
/// JPEG 2000, CR3): recognition, reading, and display of the structure.
///
/// Editing, checking, remuxing and the reading of packets are in extensions in the subfolders.
struct MP4Format: MediaFormat {
  var descriptor: FormatDescriptor {
    FormatDescriptor(
      name: "QuickTime and MP4",
      extensions: [
        "mp4", "m4a", "m4b", "m4p", "m4r", "m4v", "mov", "qt", "3gp", "3g2", "heic", "heif", "avif",
        "jp2", "cr3", "m4s", "cmfv", "cmfa", "aax", "f4v", "f4a",
      ],
      keySpaces: [
        .iTunes, .iTunesLong, .quickTimeMetadata, .quickTimeUserData, .isoUserData, .asf, .id3,
        .xmp,
      ])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    MP4Match.match(head.bytes, window)
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    let file = try AtomFile(window, options: options)
    return try file.document(options)
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    try MovieSamples(window, limits: limits).visit(visit)
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var walker = AtomWalker(window, limits: options.limits, depth: .complete)
    let atoms = try walker.walk(log: &log)
    let nodes = try AtomOutline(window).nodes(atoms)
    return StructureNode.leftOut(log).map { nodes + [$0] } ?? nodes
  }
}
