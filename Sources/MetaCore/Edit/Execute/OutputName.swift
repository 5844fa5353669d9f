internal import SystemPackage

/// Checks the path to which an edit writes its result (``EditOutput``): the extension must not
/// indicate another file type, because an edit does not convert the file.
enum OutputName {
  /// Rejects a file name whose extension belongs to another file type; the extension of the old
  /// file, and unknown extensions, are accepted.
  ///
  /// - Throws: ``MetaError`` with `refused`, whose reason names the command that converts files,
  ///   and the errors from `format`.
  static func check(
    _ output: FilePath, of path: FilePath, holding document: Document,
    _ format: () throws -> FormatDescriptor
  ) throws {
    guard let name = output.extension?.lowercased(), path.extension?.lowercased() != name,
      let formatName = kind(named: name)
    else { return }
    let fits = try format().extensions.contains(name)
    guard !fits || isOtherMovie(name, than: document) else { return }
    throw MetaError.refused(
      "an edit does not change the file format, and .\(name) is the extension of "
        + "\(fits ? FileType(pathExtension: name)?.name ?? formatName : formatName); "
        + "`metatool export INPUT \(output.lastComponent?.string ?? "OUTPUT")` converts to that format",
      path)
  }

  /// Returns the name of the file type for an extension; nil if the extension is not recognised.
  private static func kind(named name: String) -> String? {
    let format = Inspector.formats.first { $0.extensions.contains(name) }
    return format?.name ?? (UnsupportedFormats.extensions.contains(name) ? name.uppercased() : nil)
  }

  /// Whether the name is that of a movie, and either the name or the document, but not both, is a
  /// QuickTime movie; all other movies count as MP4.
  private static func isOtherMovie(_ name: String, than document: Document) -> Bool {
    guard let type = FileType(pathExtension: name), MovieTarget.of(type) != nil else {
      return false
    }
    return (type == .quickTimeMovie) != document.container.facts.isQuickTime
  }
}
