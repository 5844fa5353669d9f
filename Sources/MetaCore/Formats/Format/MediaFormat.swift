/// A format of media files: how it is recognised and read.
///
/// A new format is one folder below `Formats` and one line in ``FormatRegistry``; other modules add
/// theirs with ``FormatRegistry/adding(_:)``.
package protocol MediaFormat: Sendable {
  /// What the format is called and what its files are named.
  var descriptor: FormatDescriptor { get }

  /// Whether a file that begins with `head` has this format; `window` gives access to the rest.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch

  /// The same format, if its metadata can be changed; a dynamic cast would search the whole
  /// program.
  var editable: (any EditableFormat)? { get }

  /// The same format, if its media can be copied to another file.
  var remuxable: (any RemuxableFormat)? { get }

  /// The same format, where MetaCore reads its samples one by one.
  var packetFormat: (any PacketFormat)? { get }

  /// Reads the contents of the file.
  ///
  /// Errors that can be skipped become findings of the document.
  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document

  /// Reads the tree of the file's structure, without payload.
  func structure(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> [StructureNode]

  /// Visits the samples of every track, in the order in which the file has them.
  ///
  /// - Throws: what the visitor throws, and what makes the media unreadable.
  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError)

  /// Checks the media as far as the format allows without decoding, and reports what could not be
  /// checked.
  ///
  /// The file is read sequentially, in large pieces; errors are reported and checking continues.
  ///
  /// - Throws: Errors that make the media unreadable.
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

/// What a format is called.
package struct FormatDescriptor: Sendable, Hashable {
  /// Its display name: "QuickTime and MP4".
  package let name: String
  /// The extensions of its files, in lower case, without the dot.
  package let extensions: [String]
  /// The key spaces of its items.
  package let keySpaces: [KeySpace]

  /// Makes a description.
  package init(name: String, extensions: [String], keySpaces: [KeySpace]) {
    self.name = name
    self.extensions = extensions
    self.keySpaces = keySpaces
  }
}

/// The result of matching a format with the head of a file.
package enum FormatMatch: Sendable, Hashable {
  /// It is mine, with certainty.
  case yes
  /// It may have this format, if no other is certain; higher is more likely.
  case maybe(Int)
  /// It is not mine.
  case no
}

/// A format whose metadata can be changed.
package protocol EditableFormat: MediaFormat {
  /// The containers for new entries of a document, in order of preference.
  func homes(of document: Document) -> [ItemHome]

  /// The plan for an edit; nil when the constraints do not allow it.
  ///
  /// - Throws: `notRepresentable` when the format cannot hold what is requested, `unsupported` when
  ///   it cannot be done reliably, and errors of reading.
  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: PlanShape
  ) throws(ParseError) -> EditPlan?

  /// Private data of a file outside of items, and free space that may contain old data.
  ///
  /// - Throws: `io`, and errors that make the file unreadable.
  func traces(of document: Document, in window: SourceWindow) throws(ParseError) -> PrivateTraces
}

/// What is private in a file and no item.
package struct PrivateTraces: Sendable {
  /// The changed bytes.
  var mask = ByteMask()
  /// What is removed, and what stays.
  var report = PrivateData.Report()

  /// Blanks a range and reports it.
  mutating func remove(
    _ range: Range<Int64>, with byte: UInt8 = 0, _ kind: PrivateData.Kind, _ place: String,
    _ name: String
  ) {
    mask.cover(range, with: byte)
    report.removed.append(PrivateData.Finding(kind, place, name))
  }

  /// Reports that video tracks are not inspected.
  mutating func leaveMoving(_ document: Document) {
    for track in document.tracks where track.mediaType == .video {
      leave(
        "track \(track.id)", "samples, into which encoders may write more than sound and picture")
    }
  }

  /// Reports data that stay.
  mutating func leave(_ place: String, _ name: String) {
    report.left.append(PrivateData.Finding(nil, place, name))
  }
}

/// What a format makes of an edit.
package struct EditPlan: Sendable, Hashable {
  /// What the file becomes.
  package var rewrite: RewritePlan
  /// Additional changes: a frame of another version, a dropped checksum.
  package var notes: [Diagnostic] = []
  /// The private data outside of items, if they are to be removed.
  package var privacy = PrivateData.Report()

  /// Makes a plan without notes.
  package init(_ rewrite: RewritePlan) { self.rewrite = rewrite }
}
