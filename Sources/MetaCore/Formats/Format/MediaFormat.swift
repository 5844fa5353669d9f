/// A format of media files, which recognises a file, reads its metadata and its structure, and
/// visits and checks its media.
///
/// ``EditableFormat`` adds edits, ``RemuxableFormat`` exports, and ``PacketFormat`` reading of
/// individual samples.
///
/// A new format requires one folder in `Formats` and one line in ``FormatRegistry``; other modules
/// add their formats with ``FormatRegistry/adding(_:)``. ``FormatReader`` calls these methods.
package protocol MediaFormat: Sendable {
  /// The name of the format and its file extensions.
  var descriptor: FormatDescriptor { get }

  /// Whether a file that begins with `head` has this format; `window` gives access to the rest.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch

  /// The same format, if its metadata can be edited; a property, because a dynamic cast would
  /// search all conformances in the program.
  var editable: (any EditableFormat)? { get }

  /// The same format, if its media can be copied to another file.
  var remuxable: (any RemuxableFormat)? { get }

  /// The same format, if MetaCore can read its samples individually.
  var packetFormat: (any PacketFormat)? { get }

  /// Reads the contents of the file.
  ///
  /// Errors that can be skipped become findings of the document.
  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document

  /// Reads the structure tree of the file, without payload.
  func structure(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> [StructureNode]

  /// Visits the locations of the samples of every track; formats that do not locate samples visit
  /// larger ranges.
  ///
  /// The order depends on the format: MP4, for example, is visited track by track.
  ///
  /// - Throws: Errors from the visitor, and errors that make the media unreadable.
  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError)

  /// Checks the media to the extent that the format allows without decoding, and reports the
  /// properties that could not be checked.
  ///
  /// The file is read sequentially, in large pieces; errors are reported and checking continues.
  ///
  /// - Throws: Errors that prevent the media from being read.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError)
}

extension MediaFormat {
  package var editable: (any EditableFormat)? { nil }
  package var remuxable: (any RemuxableFormat)? { nil }
  package var packetFormat: (any PacketFormat)? { nil }
}

extension PacketFormat {
  package var packetFormat: (any PacketFormat)? { self }
}

extension RemuxableFormat {
  package var remuxable: (any RemuxableFormat)? { self }
}

extension EditableFormat {
  package var editable: (any EditableFormat)? { self }
}

/// The name, file extensions and key spaces of a format, for lists of the supported formats.
package struct FormatDescriptor: Sendable, Hashable {
  /// The display name of the format, such as "QuickTime and MP4".
  package let name: String
  /// The extensions of its files, in lower case, without the dot.
  package let extensions: [String]
  /// The key spaces of its items.
  package let keySpaces: [KeySpace]

  /// Creates a descriptor.
  package init(name: String, extensions: [String], keySpaces: [KeySpace]) {
    self.name = name
    self.extensions = extensions
    self.keySpaces = keySpaces
  }
}

/// The result of comparing a format with the head of a file; ``FormatReader`` chooses the first
/// certain match, or else the most likely one.
package enum FormatMatch: Sendable, Hashable {
  /// The file certainly has this format.
  case yes
  /// The file may have this format if no other format is certain; a higher value is more likely.
  case maybe(Int)
  /// The file does not have this format.
  case no
}

/// A format whose metadata can be edited: it plans the new file for an edit and finds private data
/// to remove; other code writes the file.
package protocol EditableFormat: MediaFormat {
  /// Returns the containers for new entries of a document, in order of preference.
  func insertionPoints(of document: Document) -> [InsertionPoint]

  /// Plans an edit; returns nil when the constraints do not allow it.
  ///
  /// - Throws: `notRepresentable` when the format cannot hold the requested data, `unsupported`
  ///   when the edit cannot be done reliably, and read errors.
  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan?

  /// Returns the private data in a file outside metadata items, and free space that may contain old
  /// data.
  ///
  /// - Throws: `io`, and errors that make the file unreadable.
  func traces(of document: Document, in window: SourceWindow) throws(ParseError) -> PrivateTraces
}

/// The private data in a file outside metadata items, and the byte mask that blanks it for an edit
/// that removes private data.
package struct PrivateTraces: Sendable {
  /// The changed bytes.
  var mask = ByteMask()
  /// The removed and the remaining private data.
  var report = PrivateData.Report()

  /// Blanks a range and reports it.
  mutating func remove(
    _ range: Range<Int64>, with byte: UInt8 = 0, _ kind: PrivateData.Kind, _ place: String,
    _ name: String
  ) {
    mask.cover(range, with: byte)
    report.removed.append(PrivateData.Finding(kind, place, name))
  }

  /// The finding for coded media, which is not inspected.
  static let samples = "samples, in which encoders may store data besides audio and video"

  /// Reports that video tracks are not inspected.
  mutating func reportVideo(_ document: Document) {
    for track in document.tracks where track.mediaType == .video {
      leave("track \(track.id)", PrivateTraces.samples)
    }
  }

  /// Reports data that remains.
  mutating func leave(_ place: String, _ name: String) {
    report.left.append(PrivateData.Finding(nil, place, name))
  }
}

/// The result of planning an edit: the new file as pieces of the old one and new bytes, with notes
/// for the user.
package struct EditPlan: Sendable, Hashable {
  /// The new file.
  package var rewrite: RewritePlan
  /// Additional changes, such as a frame converted to a different version or a dropped checksum.
  package var notes: [Diagnostic] = []
  /// The private data outside metadata items, if it is to be removed.
  package var privacy = PrivateData.Report()

  /// Creates a plan without notes.
  package init(_ rewrite: RewritePlan) { self.rewrite = rewrite }
}
