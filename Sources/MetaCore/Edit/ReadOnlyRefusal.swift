/// The messages for refusing edits to files that MetaCore or the helper process can read, but not
/// edit: media segments, HEIF, AVIF and JPEG 2000 images, and any other kind, such as the formats
/// of libavformat.
enum ReadOnlyRefusal {
  /// Returns the reason for refusing to edit a file of this kind; allowing losses would not help.
  static func reason(for document: Document) -> String {
    if document.container.facts.isSegment {
      return ContainerFacts.segment
        + "; edit the initialization segment, or a file that joins both"
    }
    guard let name = names[document.container.kind] else { return others }
    return "\(name) can be read, but not edited"
  }

  /// The reason for all other kinds of files.
  static let others = "files of this kind can be read, but not edited; export writes an edited copy"

  private static let names = ["heif": "HEIF and AVIF images", "jp2": "JPEG 2000 images"]
}
