internal import SystemPackage

/// What the name of an output says about the file, which an edit does not change into another kind.
enum OutputName {
  /// Refuses a name whose extension is that of another kind of file; one that the old file has already, or that no format has, is fine.
  ///
  /// - Throws: ``MetaError`` with `refused`, whose reason names the command that converts.
  static func check(
    _ output: FilePath, of path: FilePath, holding document: Document,
    _ format: () throws -> FormatDescriptor
  ) throws {
    guard let name = output.extension?.lowercased(), path.extension?.lowercased() != name,
      let wanted = kind(named: name)
    else { return }
    let fits = try format().extensions.contains(name)
    guard !fits || isOtherMovie(name, than: document) else { return }
    throw MetaError.refused(
      "an edit does not change the kind of file, and .\(name) is the extension of "
        + "\(fits ? FileType(pathExtension: name)?.name ?? wanted : wanted); "
        + "`metatool export INPUT \(output.lastComponent?.string ?? "OUTPUT")` makes such a file",
      path)
  }

  /// The kind of file that an extension stands for; nil for none that is known.
  private static func kind(named name: String) -> String? {
    let format = Inspector.formats.first { $0.extensions.contains(name) }
    return format?.name ?? (ForeignKinds.extensions.contains(name) ? name.uppercased() : nil)
  }

  /// Whether a name is that of a QuickTime movie and the file is none, or the other way round; other movies are all MP4.
  private static func isOtherMovie(_ name: String, than document: Document) -> Bool {
    guard let type = FileType(pathExtension: name), MovieTarget.of(type) != nil else {
      return false
    }
    return (type == .quickTimeMovie) != document.container.facts.isQuickTime
  }
}
